import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { once } from './index.ts';

const ID = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid;

test('an answer is kept with the id of what was made, and that of a refusal is marked as such', async (t) => {
  const store = await temporaryStore(t);
  const service = { store, clock: manualClock() };
  const request = (key: string) => ({
    ...{ accountId: ID, key, hash: 'x' },
    keep: (outcome: string | Refusal) => (outcome instanceof Refusal ? 'not done' : outcome),
  });
  const refusal = new Refusal('ticket-void', { ticketId: ID, asked: 'change' });
  await once(service, OPERATOR, request('made'), async () => ({ outcome: 'done', made: ID }));
  await assert.rejects(
    once(service, OPERATOR, request('refused'), () => Promise.reject(refusal)),
    refusal,
  );
  const kept = await store.all('SELECT idempotency_key, answer, refused, made FROM kept_answers ORDER BY 1');
  assert.deepEqual(kept.map(Object.values), [
    ['made', 'done', 0, ID],
    ['refused', 'not done', 1, null],
  ]);
});

test('a request that is refused because an equal one came first gets the outcome of that one', async (t) => {
  const service = { store: await temporaryStore(t), clock: manualClock() };
  const request = { accountId: ID, key: 'k', hash: 'x', keep: (outcome: string | Refusal) => `${outcome}` };
  let first: Promise<unknown> | undefined;
  const second = once(service, OPERATOR, request, () => {
    first = once(service, OPERATOR, request, async () => ({ outcome: 'done' }));
    throw new Refusal('ticket-void', { ticketId: ID, asked: 'change' });
  });
  assert.deepEqual(await second, { kept: 'done' });
  assert.equal(await first, 'done');
});
