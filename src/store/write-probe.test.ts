import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { StoreUnavailable } from './index.ts';
import { WriteProbe } from './write-probe.ts';

test('writes once for all who ask within five seconds, and not at all where others write', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const store = await temporaryStore(t);
  const probe = new WriteProbe(store);
  const probes = async () => (await store.get('SELECT probes FROM write_probes'))?.probes;
  await Promise.all([1, 2, 3].map(() => probe.requireWritable()));
  now = 4_999;
  await probe.requireWritable();
  assert.equal(await probes(), 1);
  await store.transaction((tx) => tx.run('DELETE FROM special_days'));
  now = 9_998;
  await probe.requireWritable();
  assert.equal(await probes(), 1);
  now = 10_000;
  await probe.requireWritable();
  assert.equal(await probes(), 2);
});

test('knows of a write that failed, until another goes through or five seconds are over', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const store = await temporaryStore(t);
  const probe = new WriteProbe(store);
  const fail = (error: Error) =>
    assert.rejects(
      store.transaction(async () => {
        throw error;
      }),
      error,
    );
  await fail(new StoreUnavailable('the disk is full'));
  await assert.rejects(probe.requireWritable(), /the disk is full/);
  await fail(new Error('sold out'));
  await assert.rejects(probe.requireWritable(), /the disk is full/);
  await store.transaction((tx) => tx.run('DELETE FROM special_days'));
  await probe.requireWritable();
  await fail(new StoreUnavailable('the disk is full'));
  now = 5_000;
  await probe.requireWritable();
});
