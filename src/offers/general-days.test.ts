import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { termsIn } from '../../fixtures/offer-terms.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { type CalendarDay, calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { type Opening, setDay, setWeek } from '../hours/index.ts';
import { openStore, type Transaction } from '../store/index.ts';
import { STANDARD } from './category.ts';
import { listDaysClosedBy } from './general-days.ts';
import { sellPlaces } from './sell-places.ts';
import { slotKey, slotOf } from './slots.ts';

const day = calendarDay('2027-03-27');
const LATE: Opening = { timeOpen: '20:00', timeClose: '03:30' };
const everyDay = (opening: Opening | null) => Array.from({ length: 7 }, () => opening);
const terms = termsIn(manualClock());

/** Why the places for general entry were refused; undefined: they were not. */
async function sellGeneral(tx: Transaction, day: CalendarDay, places: number): Promise<string | undefined> {
  const slot = slotOf({ product: 'general', day });
  const wants = Array.from({ length: places }, () => {
    return {
      slot,
      key: slotKey(slot),
      categories: [STANDARD],
      mayBeLate: true,
      seesDrafts: false,
      hasAccess: true,
    };
  });
  const [outcome] = await sellPlaces(tx, wants, terms);
  return outcome instanceof Refusal ? outcome.kind : undefined;
}

test('the days that a new week would close are listed if tickets were sold, they were open, and they have no special hours', async (t) => {
  const store = await temporaryStore(t);
  const days = ['2027-03-22', '2027-03-23', '2027-03-24'].map(calendarDay);
  const [monday, tuesday, wednesday] = days as [typeof day, typeof day, typeof day];
  await store.transaction(async (tx) => {
    for (const each of days) await sellGeneral(tx, each, 2);
    await setDay({ tx, actor: OPERATOR, now: 0 }, tuesday, { opening: LATE, reason: null });
    const week = everyDay(LATE).with(0, null);
    await setWeek({ tx, actor: OPERATOR, now: 0 }, week, tuesday);
  });
  const closed = await listDaysClosedBy(store, OPERATOR, everyDay(null), monday);
  assert.deepEqual(
    closed.map((each) => ({ ...each })),
    [{ day: wednesday, sold: 2 }],
  );
});

for (const { name, withSchema } of ONE_DATABASE) {
  test(`${name}: closing a day waits for the sale that is being decided`, async (t) => {
    const store = await openStore(await withSchema(t));
    t.after(() => store.close());
    const isWaiting = async () =>
      store.dialect.name === 'sqlite' || // everything that writes
      (await store.get(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )) !== undefined;
    const order: string[] = [];
    let closing: Promise<unknown> | undefined;
    await store.transaction(async (tx) => {
      await sellGeneral(tx, day, 1);
      closing ??= store
        .transaction((other) =>
          setDay({ tx: other, actor: OPERATOR, now: 0 }, day, { opening: null, reason: 'Storm' }),
        )
        .then(() => order.push('closed'));
      while (order.length === 0 && !(await isWaiting())) await sleep(5);
      order.push('sold');
    });
    await closing;
    assert.deepEqual(order, ['sold', 'closed']);
    assert.equal(await store.transaction((tx) => sellGeneral(tx, day, 1)), 'museum-closed');
  });
}
