import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import type { Store } from '../store/index.ts';
import { record } from './journal.ts';
import { Readings } from './readings.ts';

const happen = (store: Store) =>
  store.transaction((tx) =>
    record({ tx, actor: OPERATOR, now: 0 }, { kind: 'hours.week-set', subject: '', details: {} }),
  );

/** Readings that end when the test says so, each with its number. */
async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const readings = new Readings<{ readonly number: number }>(store, 2);
  const ends: (() => void)[] = [];
  let begun = 0;
  const read = async () => {
    const number = ++begun;
    await new Promise<void>((resolve) => ends.push(resolve));
    return { number };
  };
  const get = async (key = 'a') => (await readings.get(key, read)).number;
  const end = async () => {
    while (ends.length === 0) await new Promise(setImmediate);
    (ends.shift() as () => void)();
  };
  return { store, readings, get, end, begun: () => begun };
}

test('a value is read again when the journal has grown, and only then', async (t) => {
  const { store, get, end } = await open(t);
  const first = get();
  await end();
  assert.equal(await first, 1);
  assert.equal(await get(), 1);
  await happen(store);
  const second = get();
  await end();
  assert.equal(await second, 2);
});

test('a crowd shares two readings, and nobody gets what is older than the question', async (t) => {
  const { store, get, end, begun } = await open(t);
  const first = get();
  while (begun() === 0) await new Promise(setImmediate);
  await happen(store);
  const crowd = Promise.all(Array.from({ length: 50 }, () => get()));
  await end();
  assert.equal(await first, 1);
  await end();
  assert.deepEqual([...new Set(await crowd)], [2]);
});

test('one value is read at a time, whatever is asked for', async (t) => {
  const { get, end, begun } = await open(t);
  const both = Promise.all([get('a'), get('b')]);
  while (begun() === 0) await new Promise(setImmediate);
  assert.equal(begun(), 1);
  await end();
  await end();
  assert.deepEqual(await both, [1, 2]);
});

test('what could not be read is read again', async (t) => {
  const { readings, get, end } = await open(t);
  const broken = readings.get('a', () => Promise.reject(new Error('broken')));
  await assert.rejects(broken, { message: 'broken' });
  const read = get();
  await end();
  assert.equal(await read, 1);
});
