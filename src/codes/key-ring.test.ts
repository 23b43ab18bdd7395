import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshMuseum } from '../../fixtures/postgres.ts';
import { OPERATOR } from '../core/actor.ts';
import { openStore } from '../store/index.ts';
import { ensureSigningKey, findKeys, KeyRing, revokeKey, rotateKeys } from './signing-keys.ts';

const BECAUSE = { reason: 'A backup was lost', isMailed: false };

test('a key that another instance has just made is found', async (test) => {
  const address = { kind: 'postgres', url: await freshMuseum(test) } as const;
  const [here, elsewhere] = await Promise.all([openStore(address), openStore(address)]);
  test.after(() => Promise.all([here.close(), elsewhere.close()]));
  await ensureSigningKey(here, 0);
  const ring = new KeyRing(here);
  const [first] = await findKeys(here);
  // Not waited for: the change is committed, and this instance may go on with its copy for some milliseconds.
  const rotation = rotateKeys(elsewhere, OPERATOR, 1);
  let second: string | undefined;
  while (second === undefined) {
    await ring.signingFor(first?.keyId as string);
    const keys = await findKeys(here);
    second = keys.find(({ isCurrent, keyId }) => isCurrent && keyId !== first?.keyId)?.keyId;
  }
  assert.equal((await ring.signingFor(second)).keyId, second);
  await rotation;
});

test('no instance signs with a revoked key after the answer, whichever key it had at hand', async (test) => {
  const address = { kind: 'postgres', url: await freshMuseum(test) } as const;
  const [here, elsewhere] = await Promise.all([openStore(address), openStore(address)]);
  test.after(() => Promise.all([here.close(), elsewhere.close()]));
  await ensureSigningKey(here, 0);
  const ring = new KeyRing(here);
  for (let round = 0; round < 10; round += 1) {
    const keyId = (await findKeys(here)).find(({ isCurrent }) => isCurrent)?.keyId as string;
    assert.equal((await ring.signingFor(keyId)).keyId, keyId);
    const { replacedBy } = await revokeKey(elsewhere, OPERATOR, keyId, BECAUSE, round);
    assert.equal((await ring.signingFor(keyId)).keyId, replacedBy);
  }
});

test('all keys that were revoked one after the other are replaced by the last one', async (test) => {
  const store = await openStore({ kind: 'postgres', url: await freshMuseum(test) });
  test.after(() => store.close());
  await ensureSigningKey(store, 0);
  const currentId = async () => (await findKeys(store)).find(({ isCurrent }) => isCurrent)?.keyId as string;
  const first = await currentId();
  const { replacedBy: second } = await revokeKey(store, OPERATOR, first, BECAUSE, 1);
  const revoked = await revokeKey(store, OPERATOR, second, BECAUSE, 2);
  assert.deepEqual(revoked, { replacedBy: await currentId(), isNew: true, withdrawn: [second, first] });
  const third = await currentId();
  await rotateKeys(store, OPERATOR, 3);
  const fourth = await currentId();
  const retired = await revokeKey(store, OPERATOR, third, BECAUSE, 4);
  assert.deepEqual([retired.replacedBy, retired.isNew], [fourth, false], 'the current key takes its place');
  const ring = new KeyRing(store);
  for (const keyId of [first, second, third]) assert.equal((await ring.signingFor(keyId)).keyId, fourth);
});

test('a key is revoked once, and only one that there is', async (test) => {
  const store = await openStore({ kind: 'postgres', url: await freshMuseum(test) });
  test.after(() => store.close());
  await ensureSigningKey(store, 0);
  const [key] = await findKeys(store);
  const keyId = key?.keyId as string;
  const twice = [1, 2].map((at) => revokeKey(store, OPERATOR, keyId, BECAUSE, at));
  const outcomes = (await Promise.allSettled(twice)).map(({ status }) => status);
  assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected']);
  assert.equal((await findKeys(store)).length, 2, 'one new key was made');
  await assert.rejects(revokeKey(store, OPERATOR, keyId, BECAUSE, 3), /is revoked already/);
  await assert.rejects(revokeKey(store, OPERATOR, '..', BECAUSE, 3), /^KeyRefused: there is no key \.\./);
  const mailed = await revokeKey(store, OPERATOR, keyId, { ...BECAUSE, isMailed: true }, 4);
  assert.equal(mailed.isNew, false, 'asked for its mails afterwards, nothing else changes');
});

test('a key that nobody made is not found', async (test) => {
  const store = await openStore({ kind: 'postgres', url: await freshMuseum(test) });
  test.after(() => store.close());
  await ensureSigningKey(store, 0);
  const ring = new KeyRing(store);
  assert.equal(await ring.find('none'), undefined);
  await assert.rejects(ring.signingFor('none'), /There is no signing key none\./);
});
