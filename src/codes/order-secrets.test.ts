import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { uuidV7 } from '../core/uuid.ts';
import { OrderSecrets } from './order-secrets.ts';

const secrets = new OrderSecrets(Buffer.alloc(16, 7));

describe('secrets of orders', () => {
  const orderId = uuidV7(Date.parse('2027-03-01'));
  const secret = secrets.secretOf(orderId);

  test('are 128 bits, and turn back into the order’s id', () => {
    assert.match(secret, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(secrets.orderIdOf(secret), orderId);
  });

  test('of another museum lead to another id, and text that is no secret to none', () => {
    assert.notEqual(new OrderSecrets(Buffer.alloc(16, 8)).orderIdOf(secret), orderId);
    for (const text of ['', orderId, secret.slice(1), `${secret}A`, `${secret.slice(0, -1)}_`])
      assert.equal(secrets.orderIdOf(text), undefined, text);
  });
});
