import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RevisionCache } from './revision-cache.ts';
import type { Store } from './store.ts';

/** A cache, and its museum, whose revision the test sets. */
function open() {
  const museum = { revision: 1 };
  const store = { revision: () => museum.revision } as unknown as Store;
  return { museum, cache: new RevisionCache<{ readonly text: string }>(store, 'hours', () => 1) };
}

test('concurrent callers share one value, which is then cached', async () => {
  const { cache } = open();
  const made = await Promise.all([
    cache.get('today', async () => ({ text: 'open' })),
    cache.get('today', () => assert.fail('made twice')),
  ]);
  assert.equal(made[0], made[1]);
  assert.equal(
    cache.get('today', () => assert.fail('made again')),
    made[0],
  );
});

test('a value that was begun before a change is neither given to later callers nor cached', async () => {
  const { museum, cache } = open();
  const old = Promise.withResolvers<{ readonly text: string }>();
  const before = cache.get('today', () => old.promise);
  museum.revision = 2;
  const after = cache.get('today', async () => ({ text: 'closed' }));
  old.resolve({ text: 'open' });
  assert.deepEqual(await after, { text: 'closed' });
  assert.deepEqual(await before, { text: 'open' });
  assert.deepEqual(await cache.get('today', () => assert.fail('made again')), { text: 'closed' });
});

test('a failure is not cached: the next caller makes the value again', async () => {
  const { cache } = open();
  await assert.rejects(async () => cache.get('today', () => Promise.reject(new Error('not now'))));
  assert.deepEqual(await cache.get('today', async () => ({ text: 'open' })), { text: 'open' });
});
