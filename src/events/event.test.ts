import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { byFirstDate, firstDateWithin, type SpecialEvent } from './event.ts';

const day = calendarDay;
const event: SpecialEvent = {
  eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid,
  name: 'Sorolla and the sea',
  location: 'East wing',
  description: '',
  dates: [day('2027-03-21'), day('2027-03-14')],
  priceCents: 1999,
};

describe('a special event', () => {
  it('is listed under the first of its dates within the page', () => {
    assert.equal(firstDateWithin(event, day('2027-03-01'), day('2027-03-31')), '2027-03-14');
    assert.equal(firstDateWithin(event, day('2027-03-15'), day('2027-03-31')), '2027-03-21');
    assert.equal(firstDateWithin(event, day('2027-03-15'), day('2027-03-20')), undefined);
  });

  it('comes after others by date, then name by code point, then id', () => {
    const make = (id: string, name: string, date: string): SpecialEvent => ({
      ...event,
      eventId: id as Uuid,
      name,
      dates: [day(date)],
    });
    const inOrder = [
      make('5', 'Z', '2027-03-13'),
      make('1', 'B', '2027-03-14'),
      make('2', 'B', '2027-03-14'),
      make('3', 'a', '2027-03-14'),
      make('4', '\uff5e', '2027-03-14'),
      make('0', '\u{1f3db}', '2027-03-14'),
    ];
    const order = byFirstDate(day('2027-03-01'), day('2027-03-31'));
    assert.deepEqual(inOrder.toReversed().sort(order), inOrder);
  });
});
