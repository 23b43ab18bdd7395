import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { openStore, secretOf } from '../store/index.ts';

test('a secret is made once, also when two processes ask for it at once, and differs by name', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  const stores = [await openStore({ kind: 'sqlite', path }), await openStore({ kind: 'sqlite', path })];
  t.after(() => Promise.all(stores.map((store) => store.close())));
  const clock = manualClock();
  const secrets = await Promise.all(
    [...stores, ...stores, ...stores].map((store) => secretOf(store, clock, 'one')),
  );
  assert.equal(new Set(secrets).size, 1);
  assert.equal(Buffer.from(secrets[0] ?? '', 'base64').length, 32);
  for (const store of stores) assert.equal(await secretOf(store, clock, 'one'), secrets[0]);
  for (const store of stores) assert.notEqual(await secretOf(store, clock, 'another'), secrets[0]);
});
