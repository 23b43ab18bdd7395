import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay, FIRST_DAY, LAST_DAY } from './calendar-day.ts';
import { dayBounds, instantOf, localTimes } from './zoned-time.ts';

const DAY = 86_400_000;

describe('the local time', () => {
  it('is the same after conversion to an instant and back, in every zone, from the first day to the last', () => {
    const days = [FIRST_DAY, '0001-01-02', '0999-12-31', '1000-01-01', '2027-03-01', '9999-12-30', LAST_DAY];
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const localOf = localTimes(zone);
      for (const day of days.map(calendarDay)) {
        const at = instantOf(localOf, day, '12:00');
        assert.ok(Math.abs(at - Date.parse(`${day}T12:00:00Z`)) < DAY, `${zone} ${day}`);
        assert.deepEqual(localOf(at), { day, time: '12:00' }, `${zone} ${day}`);
      }
    }
  });

  it('that clocks skip gives the instant of the change; one that they show twice gives the first instant', () => {
    const utc = (zone: string, day: string, time: string) =>
      new Date(instantOf(localTimes(zone), calendarDay(day), time)).toISOString();
    assert.equal(utc('Europe/Berlin', '2027-03-28', '02:30'), '2027-03-28T01:00:00.000Z');
    assert.equal(utc('Africa/Cairo', '2027-04-30', '00:00'), '2027-04-29T22:00:00.000Z');
    assert.equal(utc('Pacific/Apia', '2011-12-30', '12:00'), '2011-12-30T10:00:00.000Z');
    assert.equal(utc('Australia/Lord_Howe', '2027-10-03', '02:10'), '2027-10-02T15:30:00.000Z');
    assert.equal(utc('Europe/Berlin', '2027-10-31', '02:30'), '2027-10-31T00:30:00.000Z');
  });

  it('is on the first day for instants before the calendar, and on the last day for those after it', () => {
    const localOf = localTimes('America/New_York');
    assert.equal(localOf(Date.parse('0001-01-01T00:00:00Z')).day, FIRST_DAY);
    assert.equal(localOf(Date.parse('-007000-06-01T12:00:00Z')).day, FIRST_DAY);
    assert.equal(localOf(Date.parse('+010000-06-01T12:00:00Z')).day, LAST_DAY);
  });

  it('bounds a range of days; the last day of the calendar has no end', () => {
    const bounds = (first: string, last: string) => dayBounds('UTC', calendarDay(first), calendarDay(last));
    assert.deepEqual(bounds('0500-01-01', '0999-12-31'), {
      from: Date.parse('0500-01-01T00:00:00Z'),
      to: Date.parse('1000-01-01T00:00:00Z'),
    });
    const { to } = bounds('9999-12-31', '9999-12-31');
    assert.equal(to, undefined);
    assert.equal(bounds('0001-01-01', '9999-12-30').to, Date.parse('9999-12-31T00:00:00Z'));
  });
});
