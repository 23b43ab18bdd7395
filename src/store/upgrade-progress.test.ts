import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upgradeProgress } from './upgrade-progress.ts';

test('says how large an upgrade is and how long it may take, and every few seconds how far it has come', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const said: string[] = [];
  const step = upgradeProgress(55, 415_300_000, (what) => void said.push(what));
  for (let done = 0; done < 12; done++) {
    step();
    now += 500;
  }
  assert.deepEqual(said, [
    'Upgrading the database (416 MB) in 55 steps, which may take 2 minutes. An interruption loses nothing: the next start begins again.',
    'Upgrading the database: step 5 of 55, after 2 s.',
    'Upgrading the database: step 9 of 55, after 4 s.',
  ]);
});
