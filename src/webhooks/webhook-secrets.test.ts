import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import type { Uuid } from '../core/uuid.ts';
import { newWebhookSecret, signedHeaders, WebhookSecrets } from './webhook-secrets.ts';

const [ONE, OTHER] = [
  '01a0d5c4-0000-7000-8000-000000000001',
  '01a0d5c4-0000-7000-8000-000000000002',
] as Uuid[] as [Uuid, Uuid];

async function open(test: TestContext) {
  const store = await temporaryStore(test);
  return { store, secrets: new WebhookSecrets(store, manualClock()) };
}

describe('a webhook’s secret', () => {
  it('is written as Standard Webhooks has it, with 24 to 64 random bytes', () => {
    const secret = newWebhookSecret();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]+=*$/);
    const { length } = Buffer.from(secret.slice(6), 'base64');
    assert.ok(length >= 24 && length <= 64);
    assert.notEqual(newWebhookSecret(), secret);
  });

  it('signs what the library of Standard Webhooks verifies, and as it signs itself', (t) => {
    t.mock.method(Date, 'now', () => 1_803_895_200_999);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.uuid(),
        fc.integer({ min: 24, max: 64 }),
        (text, id, length) => {
          const secret = `whsec_${randomBytes(length).toString('base64')}`;
          const body = JSON.stringify({ text });
          const headers = signedHeaders([secret], id, 1_803_895_200_999, body);
          assert.deepEqual(new Webhook(secret).verify(body, headers), { text });
          assert.equal(
            headers['webhook-signature'],
            new Webhook(secret).sign(id, new Date(1_803_895_200_999), body),
          );
          assert.equal(headers['webhook-timestamp'], '1803895200');
        },
      ),
    );
  });

  it('signs what the lines in docs/webhooks.md take for genuine, and nothing else', async (t) => {
    const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
    const [, lines = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(lines)}`);
    const now = 1_803_895_200_000;
    t.mock.method(Date, 'now', () => now);
    const secrets = [newWebhookSecret(), newWebhookSecret()] as [string, string];
    const headers = signedHeaders(secrets, 'id', now, '{"a":1}');
    for (const secret of secrets) assert.equal(isGenuine(secret, headers, '{"a":1}'), true);
    assert.equal(isGenuine(newWebhookSecret(), headers, '{"a":1}'), false);
    assert.equal(isGenuine(secrets[0], headers, '{"a":2}'), false);
    assert.equal(isGenuine(secrets[0], { ...headers, 'webhook-id': 'other' }, '{"a":1}'), false);
    for (const missing of Object.keys(headers)) {
      const others = Object.entries(headers).filter(([name]) => name !== missing);
      assert.equal(isGenuine(secrets[0], Object.fromEntries(others), '{"a":1}'), false, missing);
    }
    assert.equal(
      isGenuine(secrets[0], signedHeaders(secrets, 'id', now - 301_000, '{"a":1}'), '{"a":1}'),
      false,
    );
  });

  it('signs beside another, and each is verified', (t) => {
    t.mock.method(Date, 'now', () => 1_803_895_200_000);
    const both = [newWebhookSecret(), newWebhookSecret()];
    const headers = signedHeaders(both, 'id', 1_803_895_200_000, '{}');
    for (const secret of both) assert.deepEqual(new Webhook(secret).verify('{}', headers), {});
    assert.throws(() => new Webhook(newWebhookSecret()).verify('{}', headers));
  });

  it('is encrypted so that only this museum can read it, and only for its webhook', async (t) => {
    const { store, secrets } = await open(t);
    const secret = newWebhookSecret();
    const encrypted = await secrets.encrypt(secret, ONE);
    assert.ok(!Buffer.from(encrypted, 'base64').includes(secret.slice(6)));
    assert.notEqual(await secrets.encrypt(secret, ONE), encrypted);
    for (let times = 0; times < 2; times += 1) assert.equal(await secrets.decrypt(encrypted, ONE), secret);
    assert.equal(await new WebhookSecrets(store, manualClock()).decrypt(encrypted, ONE), secret);
    await assert.rejects(secrets.decrypt(encrypted, OTHER));
    const { secrets: foreign } = await open(t);
    await assert.rejects(foreign.decrypt(encrypted, ONE));
    const damaged = Buffer.from(encrypted, 'base64');
    damaged[20] = (damaged[20] as number) ^ 1;
    await assert.rejects(secrets.decrypt(damaged.toString('base64'), ONE));
  });
});
