import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { secretOf } from './index.ts';

test('of two callers that make a secret at once, one runs whenMade, and both get the same secret', async (test) => {
  const store = await temporaryStore(test);
  const made: string[] = [];
  const ask = () =>
    secretOf(store, manualClock(), 'codes', async (_tx, secret) => {
      made.push(secret);
    });
  const [one, other] = await Promise.all([ask(), ask()]);
  assert.deepEqual(made, [one]);
  assert.equal(other, one);
  assert.equal(await ask(), one);
  assert.equal(made.length, 1);
});
