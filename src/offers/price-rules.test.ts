import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CalendarDay, calendarDay, eachDay } from '../core/calendar-day.ts';
import { minutesOf } from './entry-times.ts';
import { type PriceRule, pricesByRules } from './price-rules.ts';

const USUAL = [price('standard', 1_200), price('child', 600)];

function price(category: string, priceCents: number) {
  return { category, priceCents, vat: null };
}

/** What standard costs under a rule is 100 for the first, 200 for the second and so on. */
function standardOn(conditions: readonly Partial<PriceRule>[], day: CalendarDay, minutes?: number): number {
  const rules = conditions.map((each, index): PriceRule => {
    return { name: `Rule ${index}`, prices: [price('standard', (index + 1) * 100)], ...each };
  });
  const found = pricesByRules(new Map(), USUAL, rules)(day, minutes);
  return found.find(({ category }) => category === 'standard')?.priceCents ?? 0;
}

function daysOf(month: string, rule: Partial<PriceRule>): string[] {
  const days = eachDay(calendarDay(`${month}-01`), calendarDay(`${month}-31`));
  return days.filter((day) => standardOn([rule], day) === 100).map((day) => day.slice(8));
}

function hoursOf(rule: Partial<PriceRule>, times: readonly number[]): number[] {
  return times.filter((hour) => standardOn([rule], calendarDay('2027-03-01'), hour * 60) === 100);
}

describe('the prices of general entry', () => {
  const day = calendarDay('2027-03-07');

  it('are those of the first rule that fits the day, and the usual ones where none does', () => {
    const march = { from: calendarDay('2027-03-01'), to: calendarDay('2027-03-07') };
    assert.equal(standardOn([{ weekdays: [1] }, march, {}], day), 200);
    assert.equal(standardOn([march], calendarDay('2027-02-28')), 1_200);
    assert.equal(standardOn([march], calendarDay('2027-03-08')), 1_200);
    assert.equal(pricesByRules(new Map(), USUAL, [{ name: 'All', prices: [] }])(), USUAL);
  });

  it('leave what a rule does not name as usual, and what it takes away unsold', () => {
    const rule = { name: 'Free', prices: [price('standard', 0), { ...price('child', 0), priceCents: null }] };
    assert.deepEqual(pricesByRules(new Map(), USUAL, [rule])(day), [price('standard', 0)]);
    const reduced = { name: 'Cheap', prices: [price('standard', 300)] };
    assert.deepEqual(pricesByRules(new Map(), USUAL, [reduced])(day), [
      price('child', 600),
      price('standard', 300),
    ]);
  });

  it('are the day’s own whatever rules say', () => {
    const own = [price('standard', 500)];
    const rules = [{ name: 'Free', prices: [price('standard', 0)] }];
    assert.equal(pricesByRules(new Map([[day, own]]), USUAL, rules)(day, 600), own);
  });

  it('hold on weekdays, on all of them or on the first, the fourth or the last of a month', () => {
    assert.deepEqual(daysOf('2027-05', { weekdays: [7] }), ['02', '09', '16', '23', '30']);
    assert.deepEqual(daysOf('2027-05', { weekdays: [6, 7], nth: 1 }), ['01', '02']);
    assert.deepEqual(daysOf('2027-05', { nth: 1 }), ['01', '02', '03', '04', '05', '06', '07']);
    assert.deepEqual(daysOf('2027-05', { weekdays: [7], nth: 4 }), ['23']);
    assert.deepEqual(daysOf('2027-05', { weekdays: [5, 7], nth: 'last' }), ['28', '30']);
    assert.equal(standardOn([{ weekdays: [5], nth: 'last' }], calendarDay('9999-12-31')), 100);
  });

  it('hold from one time until before another, where a time is known', () => {
    const evening = { fromTime: '17:00', toTime: '19:00' };
    assert.deepEqual(hoursOf(evening, [16, 17, 18, 19]), [17, 18]);
    assert.deepEqual(hoursOf({ fromTime: '17:00' }, [16, 17, 23, 25]), [17, 23, 25]);
    assert.deepEqual(hoursOf({ toTime: '12:00' }, [9, 11, 12, 25]), [9, 11]);
    assert.equal(standardOn([evening, {}], calendarDay('2027-03-01')), 200);
    assert.equal(minutesOf('17:05'), 1_025);
  });

  it('hold in the night after a day by the clock', () => {
    assert.deepEqual(hoursOf({ fromTime: '22:00', toTime: '02:00' }, [1, 21, 22, 25, 26]), [1, 22, 25]);
    assert.deepEqual(hoursOf({ fromTime: '00:00', toTime: '02:00' }, [1, 3, 24, 26]), [1, 24]);
  });
});
