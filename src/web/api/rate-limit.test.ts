import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openForTest } from '../../../fixtures/museum-client.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Caller, FindCaller } from '../../http/caller.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { problemAnswer, problemOf } from './problems.ts';
import { limitRate } from './rate-limit.ts';

const desk: Caller = { accountId: 'desk' as Uuid, role: 'cashier' };
const shop: Caller = { accountId: 'shop' as Uuid, role: 'partner' };
const signIn: FindCaller = (authorization) => (authorization === 'desk' ? desk : Promise.resolve(shop));

function limited() {
  const clock = { at: 90_000, now: () => clock.at };
  return { clock, enter: limitRate(signIn, 2, clock) };
}

test('lets an account through as often as the museum allows, and says when the next minute begins', () => {
  const { clock, enter } = limited();
  assert.equal(enter('desk', ''), desk);
  assert.equal(enter('desk', ''), desk);
  clock.at = 118_500;
  assert.throws(
    () => enter('desk', ''),
    (error) =>
      error instanceof HttpRefusal &&
      error.kind === 'too-many-requests' &&
      problemAnswer(error).headers['retry-after'] === '2' &&
      / The next one is accepted in 2 s\.$/.test(problemOf(error).detail),
  );
});

test('counts anew in the next minute', () => {
  const { clock, enter } = limited();
  enter('desk', '');
  enter('desk', '');
  clock.at = 120_000;
  assert.equal(enter('desk', ''), desk);
});

test('counts anew when the clock was set back: nobody waits for a minute that comes again much later', () => {
  const { clock, enter } = limited();
  enter('desk', '');
  enter('desk', '');
  clock.at = 30_000;
  assert.equal(enter('desk', ''), desk);
});

test('counts each account for itself, whether its sign-in took a moment or not', async () => {
  const { enter } = limited();
  enter('desk', '');
  enter('desk', '');
  await enter('shop', '');
  assert.equal(await enter('shop', ''), shop);
  await assert.rejects(async () => enter('shop', ''), HttpRefusal);
});

test('holds for the whole interface when MUSEUM_RATE_LIMIT is set', async (t) => {
  const museum = await openForTest(t, { settings: { MUSEUM_RATE_LIMIT: '2' } });
  const statuses = [];
  for (const as of ['cashier', 'cashier', 'cashier', 'viewer'] as const)
    statuses.push((await museum.api('GET', '/special-events', { as })).status);
  assert.deepEqual(statuses, [200, 200, 429, 200]);
});
