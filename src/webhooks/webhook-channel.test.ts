import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Delivery } from '../deliveries/index.ts';
import { findDelivery } from '../deliveries/index.ts';
import { WebhookSecrets, Webhooks } from './index.ts';
import { FAILURE_REASONS, type Post, webhookChannel } from './webhook-channel.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** A webhook with one delivery, and `send` to attempt it with a given `post`. */
async function open(test: TestContext) {
  const [store, clock] = [await temporaryStore(test), manualClock()];
  const secrets = new WebhookSecrets(store, clock);
  const addresses = { allowPrivate: true, lookup: async () => [] };
  const webhooks = new Webhooks({ store, clock, secrets, addresses, show: (message) => message });
  const settings = {
    url: 'https://shop.example/news',
    types: ['*'],
    seller: null,
    description: '',
    enabled: true,
  } as const;
  const { webhookId } = await webhooks.add(OPERATOR, settings);
  const delivery = await webhooks.test(OPERATOR, webhookId);
  /** The outcome of an attempt after so many earlier ones. */
  const send = (post: Post, attempts = 0, signal = new AbortController().signal) =>
    webhookChannel({ store, clock, secrets, post, userAgent: 'museum' }).send(
      { ...delivery, attempts } satisfies Delivery,
      signal,
    );
  return { store, webhooks, webhookId, delivery, send };
}

const answering =
  (status: number, body = ''): Post =>
  async () => ({ status, body });
const failing =
  (error: object): Post =>
  () =>
    Promise.reject(Object.assign(new Error('at 10.0.0.7'), error));

test('any 2xx counts as received, redirects and all else as failed', async (t) => {
  const { send } = await open(t);
  for (const status of [200, 202, 204, 299])
    assert.deepEqual(await send(answering(status)), { state: 'delivered', answer: `HTTP ${status}` });
  for (const status of [301, 308]) {
    const { state, answer } = await send(answering(status));
    assert.deepEqual([state, answer], ['waiting', `HTTP ${status}: redirects are not followed.`]);
  }
  for (const status of [199, 300, 400, 404, 503])
    assert.equal((await send(answering(status))).state, 'waiting', `${status}`);
});

test('a delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then given up', async (t) => {
  const { send } = await open(t);
  const pauses = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
  ];
  for (const [attempts, pause] of pauses.entries()) {
    const outcome = await send(answering(500), attempts);
    assert.ok(outcome.state === 'waiting' && Math.abs(outcome.inMs - pause) <= pause / 10, `${attempts}`);
  }
  assert.equal((await send(answering(500), pauses.length)).state, 'failed');
});

test('an answer is quoted to staff in one line of 200 characters, and in no log', async (t) => {
  const { send } = await open(t);
  const { answer, trouble } = await send(answering(500, `Out of\r\n order. ${'🏛'.repeat(300)}`));
  assert.equal(answer, `HTTP 500: Out of order. ${'🏛'.repeat(186)}`);
  assert.equal(trouble, 'HTTP 500');
});

test('a failure is described in words, without the IP address', async (t) => {
  const { send } = await open(t);
  for (const [error, answer] of [
    [{ code: 'ECONNREFUSED' }, FAILURE_REASONS.refused],
    [{ name: 'PrivateAddress' }, FAILURE_REASONS.privateAddress],
    [{ code: 'CERT_HAS_EXPIRED' }, 'The TLS connection failed: check the certificate (CERT_HAS_EXPIRED).'],
    [{ code: 'EWHATEVER' }, 'The message could not be sent (EWHATEVER).'],
    [{ name: 'TypeError' }, 'The message could not be sent (TypeError).'],
  ] as const)
    assert.equal((await send(failing(error))).answer, answer);
  const outcome = await send(failing({ code: 'ABORT_ERR' }), 0, AbortSignal.abort());
  assert.deepEqual([outcome.state, outcome.answer], ['waiting', FAILURE_REASONS.noAnswer]);
});

test('a webhook that answers 410 is disabled, and its waiting deliveries fail', async (t) => {
  const { store, webhooks, webhookId, delivery, send } = await open(t);
  for (const outcome of [await send(answering(410)), await send(answering(410))]) {
    assert.equal(outcome.state, 'failed');
    await store.transaction(async (tx) => outcome.also?.(tx));
  }
  const told = await store.all("SELECT kind FROM journal WHERE kind = 'webhook.gone'");
  assert.equal(told.length, 1, 'it is gone once, however many deliveries were under way');
  const { enabled, goneAt } = await webhooks.get(OPERATOR, webhookId);
  assert.equal(enabled, false);
  assert.ok(goneAt);
  assert.equal((await findDelivery(store, delivery.deliveryId as Uuid))?.state, 'failed');
  const nobody = await send(() => assert.fail('it is sent'));
  assert.deepEqual(nobody, { state: 'failed', answer: FAILURE_REASONS.disabled });
});

test('an answer may take 15 seconds', async (t) => {
  const { store } = await open(t);
  const options = { store, clock: manualClock(), secrets: new WebhookSecrets(store, manualClock()) };
  const { timeoutMs } = webhookChannel({ ...options, post: answering(200), userAgent: 'museum' });
  assert.equal(timeoutMs, 15_000);
});
