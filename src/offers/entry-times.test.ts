import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import { localTimes } from '../core/zoned-time.ts';
import { eventTimesOn, type GeneralTimes, generalTimesOn } from './entry-times.ts';

const HALF_HOURS: GeneralTimes = { every: 30, places: 40, lastEntry: 60 };

function general(
  times: GeneralTimes,
  hours: string,
  { day = '2027-03-14', timeZone = 'Europe/Berlin' } = {},
): string[] {
  const [timeOpen = '', timeClose = ''] = hours.split('-');
  const on = generalTimesOn(times, calendarDay(day), { timeOpen, timeClose }, localTimes(timeZone));
  return on.map(({ entryTime, at }) => `${entryTime} ${new Date(at).toISOString().slice(5, 16)}`);
}

const times = (shown: readonly string[]) => shown.map((each) => each.slice(0, 5));

describe('the entry times of general entry', () => {
  it('go from opening to the last entry, both included, by the hours of the day', () => {
    assert.deepEqual(times(general(HALF_HOURS, '10:00-13:00')), [
      '10:00',
      '10:30',
      '11:00',
      '11:30',
      '12:00',
    ]);
    assert.deepEqual(times(general({ ...HALF_HOURS, every: 45 }, '10:00-13:00')), [
      '10:00',
      '10:45',
      '11:30',
    ]);
  });

  it('begin at opening, rounded up to five minutes', () => {
    assert.deepEqual(times(general(HALF_HOURS, '09:02-10:40')), ['09:05', '09:35']);
    assert.deepEqual(times(general(HALF_HOURS, '23:58-02:00')), ['00:00', '00:30', '01:00']);
  });

  it('are none on a day that closes before the first would be the last', () => {
    assert.deepEqual(general(HALF_HOURS, '10:00-10:59'), []);
    assert.deepEqual(times(general(HALF_HOURS, '10:00-11:00')), ['10:00']);
  });

  it('lead into the night after the day, and are given once in a museum that never closes', () => {
    const night = general({ ...HALF_HOURS, every: 120 }, '20:00-02:00');
    assert.deepEqual(night, ['20:00 03-14T19:00', '22:00 03-14T21:00', '00:00 03-14T23:00']);
    const always = times(general({ every: 60, places: null, lastEntry: 0 }, '08:00-08:00'));
    assert.equal(always.length, 24);
    assert.equal(new Set(always).size, 24);
  });

  it('leave out what clocks skip, and give the first of what they show twice', () => {
    const night: GeneralTimes = { every: 30, places: 40, lastEntry: 0 };
    const forward = general(night, '23:30-04:00', { day: '2027-03-27' });
    assert.deepEqual(times(forward), [
      '23:30',
      '00:00',
      '00:30',
      '01:00',
      '01:30',
      '03:00',
      '03:30',
      '04:00',
    ]);
    assert.equal(forward[5], '03:00 03-28T01:00');
    const back = general(night, '01:30-03:30', { day: '2027-10-31' });
    assert.deepEqual(back, [
      '01:30 10-30T23:30',
      '02:00 10-31T00:00',
      '02:30 10-31T00:30',
      '03:00 10-31T02:00',
      '03:30 10-31T02:30',
    ]);
    const santiago = { day: '2027-09-05', timeZone: 'America/Santiago' };
    assert.deepEqual(times(general(night, '00:00-02:00', santiago)), ['01:00', '01:30', '02:00']);
  });
});

describe('the entry times of an event', () => {
  it('are on the date itself, in order, without those that clocks skip', () => {
    const on = (day: string) =>
      eventTimesOn(['14:30', '02:30', '01:00'], calendarDay(day), localTimes('Europe/Berlin')).map(
        ({ entryTime, at }) => `${entryTime} ${new Date(at).toISOString().slice(5, 16)}`,
      );
    assert.deepEqual(on('2027-03-14'), ['01:00 03-14T00:00', '02:30 03-14T01:30', '14:30 03-14T13:30']);
    assert.deepEqual(on('2027-03-28'), ['01:00 03-28T00:00', '14:30 03-28T12:30']);
  });
});
