import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RevisionCache } from './revision-cache.ts';
import type { Store } from './store.ts';

/** Values of a museum whose revision is set by the test. */
function values() {
  const museum = { revision: 1 };
  const store = { revision: () => museum.revision } as unknown as Store;
  return { museum, kept: new RevisionCache<{ readonly text: string }>(store, 'hours', () => 1) };
}

test('what is being made for one is handed to whoever else asks for it, and kept', async () => {
  const { kept } = values();
  const made = await Promise.all([
    kept.get('today', async () => ({ text: 'open' })),
    kept.get('today', () => assert.fail('made twice')),
  ]);
  assert.equal(made[0], made[1]);
  assert.equal(
    kept.get('today', () => assert.fail('made again')),
    made[0],
  );
});

test('what was being made before a change is neither handed to whoever asks after it nor kept', async () => {
  const { museum, kept } = values();
  const old = Promise.withResolvers<{ readonly text: string }>();
  const before = kept.get('today', () => old.promise);
  museum.revision = 2;
  assert.deepEqual(await kept.get('today', async () => ({ text: 'closed' })), { text: 'closed' });
  old.resolve({ text: 'open' });
  assert.deepEqual(await before, { text: 'open' });
  assert.deepEqual(await kept.get('today', () => assert.fail('made again')), { text: 'closed' });
});

test('what could not be made is made anew for whoever asks next', async () => {
  const { kept } = values();
  await assert.rejects(async () => kept.get('today', () => Promise.reject(new Error('not now'))));
  assert.deepEqual(await kept.get('today', async () => ({ text: 'open' })), { text: 'open' });
});
