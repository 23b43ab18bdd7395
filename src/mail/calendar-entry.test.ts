import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import type { Opening } from '../hours/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { type CalendarFacts, calendarEntries } from './calendar-entry.ts';

const ticket = {
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  confirmationCode: 'ticket-event-p3wz8r-b6gta',
  soldAt: 0,
} as Ticket;

/** Begin and end of the entry, for a museum, in New York unless told otherwise, that is open from one time to the other. */
async function timesOf(
  day: string,
  timeOpen: string,
  timeClose: string,
  timed: Partial<CalendarFacts> = {},
  timeZone = 'America/New_York',
): Promise<string[]> {
  const opening: Opening = { timeOpen, timeClose };
  const facts = {
    first: ticket,
    codes: [ticket.confirmationCode],
    title: 'A',
    location: 'B',
    day: calendarDay(day),
    entryTime: null,
    minutes: undefined,
    opening,
    ...timed,
  };
  const sender = { name: 'Museum', address: 'tickets@museum.example' };
  const calendar = await calendarEntries([facts], { timeZone, sender, domain: 'museum.example', now: 0 });
  return calendar.match(/^DT(?:START|END).*(?=\r)/gm) ?? [];
}

test('an entry lasts from when the museum opens until it closes, past midnight too', async () => {
  assert.deepEqual(await timesOf('2027-11-06', '18:00', '01:30'), [
    'DTSTART:20271106T220000Z',
    'DTEND:20271107T053000Z',
  ]);
});

test('an entry is of the whole day where the museum is open in the hour that the clocks skip', async () => {
  assert.deepEqual(await timesOf('2027-03-14', '02:00', '03:00'), [
    'DTSTART;VALUE=DATE:20270314',
    'DTEND;VALUE=DATE:20270315',
  ]);
});

test('an entry begins at the entry time, and lasts until the event is over or the museum closes', async () => {
  assert.deepEqual(await timesOf('2027-11-06', '10:00', '18:00', { entryTime: '11:30', minutes: 60 }), [
    'DTSTART:20271106T153000Z',
    'DTEND:20271106T163000Z',
  ]);
  assert.deepEqual(await timesOf('2027-11-06', '18:00', '02:00', { entryTime: '00:30' }), [
    'DTSTART:20271107T043000Z',
    'DTEND:20271107T070000Z',
  ]);
});

test('an entry time is the hour on the clock, on the days on which the clocks change too', async () => {
  const berlin = (day: string, entryTime: string, minutes?: number) =>
    timesOf(day, '20:00', '02:00', { entryTime, minutes }, 'Europe/Berlin');
  assert.deepEqual(await berlin('2027-03-28', '21:00', 60), [
    'DTSTART:20270328T190000Z',
    'DTEND:20270328T200000Z',
  ]);
  assert.deepEqual(await berlin('2027-10-30', '23:30', 60), [
    'DTSTART:20271030T213000Z',
    'DTEND:20271030T223000Z',
  ]);
  assert.deepEqual(await berlin('2027-10-31', '01:00'), [
    'DTSTART:20271101T000000Z',
    'DTEND:20271101T010000Z',
  ]);
  const santiago = (day: string) =>
    timesOf(day, '10:00', '18:00', { entryTime: '11:30', minutes: 90 }, 'America/Santiago');
  assert.deepEqual(await santiago('2027-04-03'), ['DTSTART:20270403T143000Z', 'DTEND:20270403T160000Z']);
  assert.deepEqual(await santiago('2027-04-04'), ['DTSTART:20270404T153000Z', 'DTEND:20270404T170000Z']);
  assert.deepEqual(await santiago('2027-09-05'), ['DTSTART:20270905T143000Z', 'DTEND:20270905T160000Z']);
});
