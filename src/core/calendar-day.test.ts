import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  calendarDay,
  countDays,
  dayNumber,
  eachDay,
  FIRST_DAY,
  firstOfMonth,
  isoWeekday,
  LAST_DAY,
  lastOfMonth,
  monthAt,
  parseCalendarDay,
  weekOf,
} from './calendar-day.ts';

const DAYS = dayNumber(LAST_DAY) - dayNumber(FIRST_DAY);
const anyDay = fc.integer({ min: 0, max: DAYS }).map((offset) => addDays(FIRST_DAY, offset));

describe('a calendar day', () => {
  it('is a day that exists, written YYYY-MM-DD', () => {
    for (const day of ['2027-03-14', '2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '0004-02-29']) {
      assert.equal(parseCalendarDay(day), day);
    }
    for (const text of [
      ...['2027-02-29', '1900-02-29', '2100-02-29', '2027-13-01', '2027-00-01', '2027-01-00', '2027-01-32'],
      ...['2027-04-31', '2027-06-31', '2027-09-31', '2027-11-31', '0000-01-01', '10000-01-01', '-001-01-01'],
      ...[
        '27-1-1',
        '2027-3-14',
        '20270314',
        '2027/03/14',
        '2027-03-14T00:00:00Z',
        ' 2027-03-14',
        '2027-03-14\n',
      ],
      ...['', 'today', '２０２７-０３-１４', '2027-03-1a', '+2027-03-14'],
    ]) {
      assert.equal(parseCalendarDay(text), undefined, text);
      assert.throws(() => calendarDay(text), RangeError);
    }
  });

  it('exists exactly when the proleptic Gregorian calendar has it', () => {
    const numbers = fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32));
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const text = [
          String(year).padStart(4, '0'),
          ...[month, day].map((n) => String(n).padStart(2, '0')),
        ].join('-');
        const date = new Date(`${text}T00:00:00Z`);
        const exists = year > 0 && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
        assert.equal(parseCalendarDay(text) !== undefined, exists, text);
      }),
    );
  });

  it('is followed by the next, over months, leap days and years', () => {
    assert.equal(addDays(calendarDay('2027-02-28'), 1), '2027-03-01');
    assert.equal(addDays(calendarDay('2028-02-28'), 1), '2028-02-29');
    assert.equal(addDays(calendarDay('2027-12-31'), 1), '2028-01-01');
    assert.equal(addDays(calendarDay('2028-01-01'), -1), '2027-12-31');
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1_000, max: 1_000 }), (day, count) => {
        const other = addDays(day, count);
        assert.equal(parseCalendarDay(other), other);
        if (other !== FIRST_DAY && other !== LAST_DAY) assert.equal(addDays(other, -count), day);
        assert.equal(Math.sign(count), day === other ? Math.sign(count) : day < other ? 1 : -1);
      }),
    );
  });

  it('is never before the first nor after the last', () => {
    assert.equal(addDays(LAST_DAY, 1), LAST_DAY);
    assert.equal(addDays(FIRST_DAY, -1), FIRST_DAY);
    assert.equal(addDays(FIRST_DAY, 1e300), LAST_DAY);
    assert.equal(addDays(LAST_DAY, Number.NEGATIVE_INFINITY), FIRST_DAY);
  });

  it('is counted with both ends of a range', () => {
    assert.equal(countDays(calendarDay('2027-03-01'), calendarDay('2027-03-01')), 1);
    assert.equal(countDays(calendarDay('2027-01-01'), calendarDay('2027-12-31')), 365);
    assert.equal(countDays(calendarDay('2027-03-02'), calendarDay('2027-03-01')), 0);
    assert.deepEqual(eachDay(calendarDay('2028-02-28'), calendarDay('2028-03-01')), [
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    assert.deepEqual(eachDay(calendarDay('2027-03-02'), calendarDay('2027-03-01')), []);
    assert.deepEqual(eachDay(LAST_DAY, LAST_DAY), [LAST_DAY]);
  });

  it('knows its weekday: Monday is 1, Sunday 7', () => {
    assert.equal(isoWeekday(calendarDay('2027-03-01')), 1);
    assert.equal(isoWeekday(calendarDay('2027-03-07')), 7);
    assert.equal(isoWeekday(calendarDay('2000-02-29')), 2);
  });
});

test('a month begins and ends, also in a leap year and in the last one', () => {
  assert.equal(firstOfMonth(calendarDay('2028-02-29')), '2028-02-01');
  const lasts = ['2028-02-11', '2027-02-28', '2027-04-01', '9999-12-31'].map((day) =>
    lastOfMonth(calendarDay(day)),
  );
  assert.deepEqual(lasts, ['2028-02-29', '2027-02-28', '2027-04-30', '9999-12-31']);
});

test('months are counted across years, up to the ends of the calendar', () => {
  const march = calendarDay('2027-03-31');
  assert.deepEqual(
    [-3, -2, 0, 9, 10].map((count) => monthAt(march, count)),
    ['2026-12-01', '2027-01-01', '2027-03-01', '2027-12-01', '2028-01-01'],
  );
  assert.equal(monthAt(calendarDay('9999-12-01'), 1), undefined);
  assert.equal(monthAt(calendarDay('0001-01-31'), -1), undefined);
});

test('a week begins on Monday', () => {
  assert.deepEqual(weekOf(calendarDay('2027-03-07')), weekOf(calendarDay('2027-03-01')));
  assert.equal(weekOf(calendarDay('2027-03-03'))[0], '2027-03-01');
});
