import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshSchema } from '../../test/support/postgres.ts';
import { OPERATOR } from '../core/actor.ts';
import { openStore } from '../store/index.ts';
import { KeyRing } from './key-ring.ts';
import { ensureSigningKey, findKeys, rotateKeys } from './signing-key-store.ts';

test('a key that another instance has just made is found', async (test) => {
  const address = { kind: 'postgres', url: await freshSchema() } as const;
  const [here, elsewhere] = await Promise.all([openStore(address), openStore(address)]);
  test.after(() => Promise.all([here.close(), elsewhere.close()]));
  await ensureSigningKey(here, 0);
  const ring = new KeyRing(here);
  const [first] = await findKeys(here);
  // Not waited for: the change is committed, and this instance may go on with its copy for some milliseconds.
  const rotation = rotateKeys(elsewhere, OPERATOR, 1);
  let second: string | undefined;
  while (second === undefined) {
    await ring.get(first?.keyId as string);
    const keys = await findKeys(here);
    second = keys.find(({ isCurrent, keyId }) => isCurrent && keyId !== first?.keyId)?.keyId;
  }
  assert.equal((await ring.get(second)).keyId, second);
  await rotation;
});

test('a key that nobody made is not found', async (test) => {
  const store = await openStore({ kind: 'postgres', url: await freshSchema() });
  test.after(() => store.close());
  await ensureSigningKey(store, 0);
  const ring = new KeyRing(store);
  assert.equal(await ring.find('none'), undefined);
  await assert.rejects(ring.get('none'), /There is no signing key none\./);
});
