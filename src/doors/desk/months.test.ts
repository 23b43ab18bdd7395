import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from '../../core/calendar-day.ts';
import { firstOfMonth, lastOfMonth, monthAt, weekOf } from './months.ts';

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
