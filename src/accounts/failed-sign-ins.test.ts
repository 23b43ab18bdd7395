import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { StoreUnavailable } from '../store/index.ts';
import { FailedSignIns } from './failed-sign-ins.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const clock = manualClock();
  const failed = new FailedSignIns(store, clock);
  return {
    store,
    clock,
    failed,
    async fail(times: number, username = 'desk', address = HERE) {
      for (let time = 0; time < times; time += 1) await failed.count(username, address);
    },
    async wait(username = 'desk', address = HERE) {
      return (await failed.throttleOf(username, address)).secondsToWait;
    },
  };
}

describe('failed sign-ins', () => {
  test('cause no delay ten times, then a second, twice as long each time, and a minute at most', async (t) => {
    const { clock, fail, wait } = await open(t);
    await fail(9);
    assert.equal(await wait(), 0);
    const waits = [];
    for (let failure = 10; failure < 20; failure += 1) {
      await fail(1);
      waits.push(await wait());
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    clock.advance(59_001);
    assert.equal(await wait(), 1);
    clock.advance(999);
    assert.equal(await wait(), 0);
  });

  test('of one name do not slow that name from another address', async (t) => {
    const { fail, wait } = await open(t);
    await fail(30);
    assert.equal(await wait('desk', HERE), 60);
    assert.equal(await wait('desk', ELSEWHERE), 0);
    assert.equal(await wait('gate', HERE), 0);
  });

  test('count together for all IPv6 addresses of a household', async (t) => {
    const { fail, wait } = await open(t);
    for (let host = 1; host <= 10; host += 1) await fail(1, 'desk', `2001:db8::${host}`);
    assert.equal(await wait('desk', '2001:db8::99'), 1);
    for (let name = 0; name < 90; name += 1) await fail(1, `name ${name}`, `2001:db8::${name}`);
    assert.equal(await wait('gate', '2001:db8::99'), 1);
    assert.equal(await wait('desk', '2001:db8:0:1::1'), 0);
  });

  test('of a hundred names from one address slow that address for every name', async (t) => {
    const { fail, wait } = await open(t);
    for (let name = 0; name < 100; name += 1) await fail(1, `name ${name}`);
    assert.equal(await wait('desk', HERE), 1);
    await fail(3, 'one more');
    assert.equal(await wait('desk', HERE), 8);
    assert.equal(await wait('desk', ELSEWHERE), 0);
  });

  test('of the name are cleared after a success, not those of the address as a whole', async (t) => {
    const { failed, fail, wait } = await open(t);
    await fail(12);
    assert.deepEqual(await failed.throttleOf('desk', HERE), { secondsToWait: 4, hasFailed: true });
    await failed.clear('desk', HERE);
    assert.deepEqual(await failed.throttleOf('desk', HERE), { secondsToWait: 0, hasFailed: false });
    await fail(88, 'gate');
    assert.equal(await wait('desk', HERE), 1);
  });

  test('are forgotten after a quarter of an hour without one', async (t) => {
    const { clock, fail, wait } = await open(t);
    await fail(9);
    clock.advance(14 * MINUTE);
    await fail(2);
    assert.equal(await wait(), 2);
    clock.advance(15 * MINUTE);
    await fail(9);
    assert.equal(await wait(), 0);
    await fail(1);
    assert.equal(await wait(), 1);
  });

  test('do not make anyone wait longer because the clock was set back', async (t) => {
    const { clock, fail, wait } = await open(t);
    await fail(12);
    clock.advance(-60 * MINUTE);
    assert.equal(await wait(), 4);
  });

  test('are counted together by every process, and by one started later', async (t) => {
    const { store, clock, fail } = await open(t);
    await fail(10);
    const other = new FailedSignIns(store, clock);
    assert.equal((await other.throttleOf('desk', HERE)).secondsToWait, 1);
  });

  test('are kept without names and addresses', async (t) => {
    const { store, fail } = await open(t);
    await fail(1);
    const rows = await store.all<{ counted_under: string }>('SELECT * FROM failed_sign_ins');
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row.counted_under, /^[A-Za-z0-9_-]{43}$/);
  });

  test('that are old are deleted by new ones', async (t) => {
    const { store, clock, fail } = await open(t);
    for (let name = 0; name < 25; name += 1) await fail(1, `name ${name}`, `192.0.2.${name}`);
    clock.advance(15 * MINUTE);
    await fail(5, 'desk', ELSEWHERE);
    const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM failed_sign_ins');
    assert.equal(row?.count, 2);
  });

  test('also count while the database can’t be written, and are written with the next one', async (t) => {
    const { store, clock, failed, fail, wait } = await open(t);
    await fail(5);
    const full = t.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('full')));
    clock.advance(SECOND);
    await fail(6);
    assert.equal(await wait(), 2);
    assert.deepEqual(await failed.throttleOf('gate', HERE), { secondsToWait: 0, hasFailed: false });
    full.mock.restore();
    await fail(1);
    assert.equal(await wait(), 4);
    const restarted = new FailedSignIns(store, clock);
    assert.equal((await restarted.throttleOf('desk', HERE)).secondsToWait, 4);
  });

  test('that could not be written are forgotten and cleared like the others', async (t) => {
    const { store, clock, failed, fail, wait } = await open(t);
    await fail(1, 'gate');
    t.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('full')));
    await fail(11);
    await failed.clear('desk', HERE);
    assert.deepEqual(await failed.throttleOf('desk', HERE), { secondsToWait: 0, hasFailed: false });
    await fail(11);
    assert.equal(await wait(), 2);
    clock.advance(15 * MINUTE);
    assert.equal(await wait(), 0);
    await fail(10);
    assert.equal(await wait(), 1);
  });

  test('that were written long ago do not count beside those that could not be written since', async (t) => {
    const { store, clock, fail, wait } = await open(t);
    await fail(20);
    clock.advance(15 * MINUTE);
    t.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('full')));
    await fail(10);
    assert.equal(await wait(), 1);
  });

  test('count from the moment they happen, before they are written', async (t) => {
    const { store, failed, fail, wait } = await open(t);
    await fail(9);
    const { promise, resolve } = Promise.withResolvers<never>();
    t.mock.method(store, 'transaction', () => promise);
    const counted = failed.count('desk', HERE);
    assert.equal(await wait(), 1);
    resolve(undefined as never);
    await counted;
  });
});
