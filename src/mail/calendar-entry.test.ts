import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import type { Opening } from '../hours/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { calendarEntries } from './calendar-entry.ts';

const ticket = {
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  confirmationCode: 'ticket-event-p3wz8r-b6gta',
  soldAt: 0,
} as Ticket;

/** Begin and end of the entry, for a museum in New York that is open from one time to the other. */
async function timesOf(day: string, timeOpen: string, timeClose: string): Promise<string[]> {
  const opening: Opening = { timeOpen, timeClose };
  const facts = {
    tickets: [ticket],
    title: 'A',
    location: 'B',
    day: calendarDay(day),
    opening,
    isConfirmed: true,
  };
  const sender = { name: 'Museum', address: 'tickets@museum.example' };
  const calendar = await calendarEntries([facts], { timeZone: 'America/New_York', sender, now: 0 });
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
