import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts, PASSWORD } from '../../fixtures/museum.ts';
import { sealAll } from '../../fixtures/sealing.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { listAccounts } from './account-store.ts';
import { findPresence } from './session-store.ts';
import { Sessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

const MINUTE_MS = 60_000;

test('an account’s last sign-in is its own, and one that was never used has none', async (t) => {
  const store = await temporaryStore(t);
  const clock = manualClock();
  await addAccounts(store, clock, [
    { username: 'early', role: 'cashier' },
    { username: 'late', role: 'viewer' },
    { username: 'never', role: 'admin' },
  ]);
  const sessions = new Sessions({
    store,
    clock,
    signIn: createSignIn({ store, clock }),
    settings: { now: { name: 'Museum' } },
  });
  const signIn = async (username: string) => {
    clock.advance(MINUTE_MS);
    await sessions.open({ username, password: PASSWORD }, '192.0.2.1');
    return clock.now();
  };
  const presence = async () => {
    const accounts = await listAccounts(store);
    const ids = accounts.map(({ accountId }) => accountId);
    const known = await findPresence(store, ids, clock.now());
    return Object.fromEntries(accounts.map(({ username, accountId }) => [username, known.get(accountId)]));
  };
  const [early, late] = [await signIn('early'), await signIn('late')];
  const seen = {
    early: { sessions: 1, lastSignInAt: early },
    late: { sessions: 1, lastSignInAt: late },
    never: undefined,
  };
  assert.deepEqual(await presence(), seen);
  await sealAll(store);
  assert.deepEqual(await presence(), seen);
  const again = await signIn('early');
  assert.deepEqual(await presence(), { ...seen, early: { sessions: 2, lastSignInAt: again } });
});
