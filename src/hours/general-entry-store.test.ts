import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { calendarDay } from '../core/calendar-day.ts';
import type { Transaction } from '../store/index.ts';
import {
  findGeneralDays,
  removeDayCapacity,
  replaceDayCapacity,
  replaceGeneralCapacity,
  takeGeneralPlaces,
} from './general-entry-store.ts';
import { replaceSpecialDay } from './opening-store.ts';

const day = calendarDay('2027-03-14');
const take = (count: number) => async (tx: Transaction) => (await takeGeneralPlaces(tx, day, count))?.count;

test('takes all the places that are asked for while there is no limit', async (t) => {
  const store = await temporaryStore(t);
  assert.equal(await store.transaction(take(500)), 500);
  assert.deepEqual(await findGeneralDays(store, day, day), [
    { date: day, capacity: null, hasOwnCapacity: false, sold: 500 },
  ]);
});

test('takes as many as are left, and then none', async (t) => {
  const store = await temporaryStore(t);
  await store.transaction((tx) => replaceGeneralCapacity(tx, 10));
  const all = (tx: Transaction) => takeGeneralPlaces(tx, day, 7);
  assert.deepEqual(await store.transaction(all), { count: 7, isLast: false });
  assert.deepEqual(await store.transaction(all), { count: 3, isLast: true });
  assert.deepEqual(await store.transaction(all), { count: 0, isLast: false });
});

test('writes nothing for a day that has no places at all', async (t) => {
  const store = await temporaryStore(t);
  await store.transaction((tx) => replaceGeneralCapacity(tx, 0));
  assert.equal(await store.transaction(take(1)), 0);
  assert.deepEqual(await store.all('SELECT * FROM general_days'), []);
});

test('goes by the day’s own figure while it has one, and by the general one again after', async (t) => {
  const store = await temporaryStore(t);
  await store.transaction((tx) => replaceGeneralCapacity(tx, 1));
  await store.transaction((tx) => replaceDayCapacity(tx, day, 3));
  assert.equal(await store.transaction(take(2)), 2);
  assert.equal(await store.transaction((tx) => removeDayCapacity(tx, day)), true);
  assert.equal(await store.transaction(take(1)), 0);
  assert.equal(await store.transaction((tx) => removeDayCapacity(tx, day)), false);
});

test('keeps the day’s own figure when the general one changes, also of a day that was sold before', async (t) => {
  const store = await temporaryStore(t);
  assert.equal(await store.transaction(take(2)), 2);
  await store.transaction((tx) => replaceDayCapacity(tx, day, 3));
  await store.transaction((tx) => replaceGeneralCapacity(tx, 1));
  assert.deepEqual(await findGeneralDays(store, day, day), [
    { date: day, capacity: 3, hasOwnCapacity: true, sold: 2 },
  ]);
  await store.transaction((tx) => removeDayCapacity(tx, day));
  await store.transaction((tx) => replaceGeneralCapacity(tx, 4));
  assert.equal(await store.transaction(take(9)), 2);
});

test('sells nothing where fewer places are left than were sold', async (t) => {
  const store = await temporaryStore(t);
  assert.equal(await store.transaction(take(5)), 5);
  await store.transaction((tx) => replaceGeneralCapacity(tx, 3));
  assert.equal(await store.transaction(take(1)), 0);
  assert.deepEqual((await findGeneralDays(store, day, day))[0]?.sold, 5);
});

test('sells nothing for a closed day, and again once it is open', async (t) => {
  const store = await temporaryStore(t);
  await store.transaction((tx) => replaceSpecialDay(tx, day, { opening: null, reason: 'Storm' }));
  assert.equal(await store.transaction(take(1)), undefined);
  await store.transaction((tx) =>
    replaceSpecialDay(tx, day, { opening: { timeOpen: '10:00', timeClose: '12:00' }, reason: null }),
  );
  assert.equal(await store.transaction(take(1)), 1);
});
