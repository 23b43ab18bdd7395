import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_DATABASE } from '../../test/support/databases.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { openStore } from '../store/index.ts';
import {
  clearDay,
  listDaysClosedBy,
  MuseumDays,
  type Opening,
  setDay,
  setWeek,
  takeGeneralPlaces,
} from './index.ts';

const day = calendarDay('2027-03-27');
const LATE: Opening = { timeOpen: '20:00', timeClose: '03:30' };
const everyDay = (opening: Opening | null) => Array.from({ length: 7 }, () => opening);

test('a day ends when it closes, as the hours are now, also on the night of the change of clocks', async (t) => {
  const [store, clock] = [await temporaryStore(t), manualClock()];
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const end = async () => new Date(await days.endOf(day)).toISOString();
  assert.equal(await end(), '2027-03-27T23:00:00.000Z');
  await store.transaction((tx) => setWeek(tx, OPERATOR, everyDay(LATE), 0));
  assert.equal(await end(), '2027-03-28T01:30:00.000Z', 'at 3:30 in summer time');
  const skipped = { timeOpen: '20:00', timeClose: '02:30' };
  await store.transaction((tx) => setDay(tx, OPERATOR, day, { opening: skipped, reason: null }, 0));
  assert.equal(await end(), '2027-03-28T01:00:00.000Z', 'when the clocks skip 2:30');
  await store.transaction((tx) => clearDay(tx, OPERATOR, day, 0));
  assert.equal(await end(), '2027-03-28T01:30:00.000Z');
});

test('at the instant in which a day ends it is over, at midnight and at closing time', async (t) => {
  const [store, clock] = [await temporaryStore(t), manualClock()];
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const next = calendarDay('2027-03-28');
  for (const [opening, on, end] of [
    [{ timeOpen: '09:00', timeClose: '18:00' }, [day], '2027-03-27T23:00:00Z'],
    [{ timeOpen: '20:00', timeClose: '20:00' }, [day, next], '2027-03-28T18:00:00Z'],
  ] as const) {
    await store.transaction((tx) => setDay(tx, OPERATOR, day, { opening, reason: null }, 0));
    assert.deepEqual(await days.at(Date.parse(end) - 1), on);
    assert.deepEqual(await days.at(Date.parse(end)), [next]);
  }
});

test('the days that a new week would close are listed if tickets were sold, they were open, and they have no special hours', async (t) => {
  const store = await temporaryStore(t);
  const days = ['2027-03-22', '2027-03-23', '2027-03-24'].map(calendarDay);
  const [monday, tuesday, wednesday] = days as [typeof day, typeof day, typeof day];
  await store.transaction(async (tx) => {
    for (const each of days) await takeGeneralPlaces(tx, each, 2);
    await setDay(tx, OPERATOR, tuesday, { opening: LATE, reason: null }, 0);
    const week = everyDay(LATE).with(0, null);
    await setWeek(tx, OPERATOR, week, 0);
  });
  const closed = await listDaysClosedBy(store, OPERATOR, everyDay(null), monday);
  assert.deepEqual(
    closed.map((each) => ({ ...each })),
    [{ date: wednesday, sold: 2 }],
  );
});

for (const { name, fresh } of ONE_DATABASE) {
  test(`${name}: closing a day waits for the sale that is being decided`, async (t) => {
    const store = await openStore(await fresh(t));
    t.after(() => store.close());
    const isWaiting = async () =>
      store.dialect.name === 'sqlite' || // everything that writes
      (await store.get(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )) !== undefined;
    const order: string[] = [];
    let closing: Promise<unknown> | undefined;
    await store.transaction(async (tx) => {
      await takeGeneralPlaces(tx, day, 1);
      closing ??= store
        .transaction((other) => setDay(other, OPERATOR, day, { opening: null, reason: 'Storm' }, 0))
        .then(() => order.push('closed'));
      while (order.length === 0 && !(await isWaiting())) await sleep(5);
      order.push('sold');
    });
    await closing;
    assert.deepEqual(order, ['sold', 'closed']);
    assert.equal(await store.transaction((tx) => takeGeneralPlaces(tx, day, 1)), undefined);
  });
}
