import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { answerOnce } from './index.ts';

const ID = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid;

test('an answer is kept with the id of what was made, and that of a refusal is marked as such', async (t) => {
  const store = await temporaryStore(t);
  const request = (key: string) => ({ accountId: ID, key, hash: 'x' });
  const refuse = () => Promise.reject(new Refusal('ticket-void', { ticketId: ID, asked: 'change' }));
  await answerOnce(store, manualClock(), request('made'), async () => ({ answer: 'done', made: ID }));
  await answerOnce(store, manualClock(), request('refused'), refuse, () => 'not done');
  const kept = await store.all('SELECT idempotency_key, answer, refused, made FROM kept_answers ORDER BY 1');
  assert.deepEqual(kept.map(Object.values), [
    ['made', 'done', 0, ID],
    ['refused', 'not done', 1, null],
  ]);
});
