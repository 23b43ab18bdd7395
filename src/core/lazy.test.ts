import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from './lazy.ts';

test('loads once, and again only after a failure', async () => {
  const outcomes = [() => Promise.reject(new Error('not now')), async () => 'first', async () => 'second'];
  const load = lazy(() => (outcomes.shift() as () => Promise<string>)());
  const both = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await Promise.all([load(), load()]), ['first', 'first']);
  assert.equal(await load(), 'first');
});
