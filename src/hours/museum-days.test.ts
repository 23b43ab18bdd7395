import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay, FIRST_DAY } from '../core/calendar-day.ts';
import { clearDay, MuseumDays, type Opening, setDay, setWeek } from './index.ts';

const day = calendarDay('2027-03-27');
const LATE: Opening = { timeOpen: '20:00', timeClose: '03:30' };
const everyDay = (opening: Opening | null) => Array.from({ length: 7 }, () => opening);

test('a day ends when it closes, as the hours are now, also on the night of the change of clocks', async (t) => {
  const [store, clock] = [await temporaryStore(t), manualClock()];
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const end = async () => new Date(await days.endOf(day)).toISOString();
  assert.equal(await end(), '2027-03-27T23:00:00.000Z');
  await store.transaction((tx) => setWeek({ tx, actor: OPERATOR, now: 0 }, everyDay(LATE), day));
  assert.equal(await end(), '2027-03-28T01:30:00.000Z', 'at 3:30 in summer time');
  const skipped = { timeOpen: '20:00', timeClose: '02:30' };
  await store.transaction((tx) =>
    setDay({ tx, actor: OPERATOR, now: 0 }, day, { opening: skipped, reason: null }),
  );
  assert.equal(await end(), '2027-03-28T01:00:00.000Z', 'when the clocks skip 2:30');
  await store.transaction((tx) => clearDay({ tx, actor: OPERATOR, now: 0 }, day));
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
    await store.transaction((tx) => setDay({ tx, actor: OPERATOR, now: 0 }, day, { opening, reason: null }));
    assert.deepEqual(await days.at(Date.parse(end) - 1), on);
    assert.deepEqual(await days.at(Date.parse(end)), [next]);
  }
});

test('an entry time is on the date; in general before a night’s opening it is in the night after, and an event’s is not', async (t) => {
  const [store, clock] = [await temporaryStore(t), manualClock()];
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const at = async (entryTime: string, ticketDate: string, eventId: string | null = null) =>
    new Date(await days.entryAt({ day: calendarDay(ticketDate), entryTime, eventId })).toISOString();
  assert.equal(await at('01:00', '2027-03-26'), '2027-03-26T00:00:00.000Z', 'no night');
  await store.transaction((tx) =>
    setWeek({ tx, actor: OPERATOR, now: 0 }, everyDay({ ...LATE, timeClose: '02:00' }), FIRST_DAY),
  );
  assert.equal(await at('20:00', '2027-03-26'), '2027-03-26T19:00:00.000Z', 'at opening');
  assert.equal(await at('01:00', '2027-03-26'), '2027-03-27T00:00:00.000Z', 'after midnight');
  assert.equal(await at('01:00', '2027-03-26', 'a'), '2027-03-26T00:00:00.000Z', 'an event');
  assert.equal(await at('02:30', '2027-10-30'), '2027-10-31T00:30:00.000Z', 'the first of two');
  assert.equal(
    await at('02:30', '2027-10-31', 'a'),
    '2027-10-31T00:30:00.000Z',
    'the first of two, of an event',
  );
});

test('an entry time is where the clocks of that day are, in Santiago too, where they change at midnight', async (t) => {
  const days = new MuseumDays(await temporaryStore(t), manualClock(), 'America/Santiago');
  const at = async (entryTime: string, ticketDate: string) =>
    new Date(await days.entryAt({ day: calendarDay(ticketDate), entryTime, eventId: null })).toISOString();
  assert.equal(await at('10:30', '2027-04-03'), '2027-04-03T13:30:00.000Z', 'in summer');
  assert.equal(await at('23:30', '2027-04-03'), '2027-04-04T02:30:00.000Z', 'the first of two');
  assert.equal(await at('10:30', '2027-04-04'), '2027-04-04T14:30:00.000Z', 'in winter');
  assert.equal(await at('00:30', '2027-09-05'), '2027-09-05T04:00:00.000Z', 'a time that is skipped');
});
