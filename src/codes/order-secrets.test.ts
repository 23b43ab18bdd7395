import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { uuidV7 } from '../core/uuid.ts';
import { OrderSecrets } from './order-code.ts';

const secrets = new OrderSecrets(Buffer.alloc(16, 7));

describe('secrets of orders', () => {
  const orderId = uuidV7(Date.parse('2027-03-01'));
  const secret = secrets.secretOf(orderId);

  test('are 128 bits, and turn back into the order’s id', () => {
    assert.match(secret, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(secrets.orderIdOf(secret), orderId);
  });

  test('say nothing of what only the mail to the buyer says, and that is of this order and this museum alone', () => {
    const confirmation = secrets.confirmationOf(orderId);
    assert.match(confirmation, /^[A-Za-z0-9_-]{22}$/);
    assert.ok(secrets.isConfirmation(orderId, confirmation));
    const others = [secret, '', new OrderSecrets(Buffer.alloc(16, 8)).confirmationOf(orderId)];
    for (const other of [...others, secrets.confirmationOf(uuidV7(0))])
      assert.equal(secrets.isConfirmation(orderId, other), false, other);
  });

  test('of another museum lead to another id, and text that is no secret to none', () => {
    assert.notEqual(new OrderSecrets(Buffer.alloc(16, 8)).orderIdOf(secret), orderId);
    for (const text of ['', orderId, secret.slice(1), `${secret}A`, `${secret.slice(0, -1)}_`])
      assert.equal(secrets.orderIdOf(text), undefined, text);
  });
});
