import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay, LAST_DAY } from '../../core/calendar-day.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { dayPage, pageLinks, rangeOf } from './day-pages.ts';

const day = calendarDay;
const WEEK = { from: day('2027-03-01'), to: day('2027-03-08') };

describe('a listing paged in days', () => {
  it('ends a week after its start unless told otherwise', () => {
    assert.deepEqual(rangeOf(day('2027-12-28')), { from: '2027-12-28', to: '2028-01-04' });
    assert.deepEqual(rangeOf(day('2027-12-28'), day('2027-12-28')), { from: '2027-12-28', to: '2027-12-28' });
    assert.throws(() => rangeOf(day('2027-12-28'), day('2027-12-27')), HttpRefusal);
    assert.deepEqual(rangeOf(LAST_DAY), { from: LAST_DAY, to: LAST_DAY });
  });

  it('cuts the range into pages, the last of which may be shorter', () => {
    assert.deepEqual(dayPage(WEEK, 1, 3).days, { from: '2027-03-01', to: '2027-03-03' });
    assert.deepEqual(dayPage(WEEK, 2, 3).days, { from: '2027-03-04', to: '2027-03-06' });
    assert.deepEqual(dayPage(WEEK, 3, 3).days, { from: '2027-03-07', to: '2027-03-08' });
    assert.equal(dayPage(WEEK, 4, 3).days, undefined);
    assert.equal(dayPage(WEEK, 1e300, 30).days, undefined);
  });

  it('links to first, previous, next and last page, with the days written out', () => {
    assert.deepEqual(linksOf(2, 3), {
      first: '/list?startDate=2027-03-01&endDate=2027-03-08&page=1&limit=3',
      prev: '/list?startDate=2027-03-01&endDate=2027-03-08&page=1&limit=3',
      next: '/list?startDate=2027-03-01&endDate=2027-03-08&page=3&limit=3',
      last: '/list?startDate=2027-03-01&endDate=2027-03-08&page=3&limit=3',
    });
    assert.deepEqual(Object.keys(linksOf(1, 10)), ['first', 'last']);
    assert.deepEqual(Object.keys(linksOf(3, 3)), ['first', 'prev', 'last']);
    assert.match(linksOf(99, 3).prev as string, /page=3&/);
  });

  it('leads on through a range that ends on the last day there is', () => {
    const links = linksOf(1, 10, { from: day('9999-12-01'), to: LAST_DAY });
    assert.match(links.next as string, /endDate=9999-12-31/);
    assert.match(links.last as string, /page=4&/);
  });

  it('has no last page when the range is open', () => {
    const links = linksOf(2, 10, { from: day('2027-03-01'), to: LAST_DAY, isOpen: true });
    assert.deepEqual(Object.keys(links), ['first', 'prev', 'next']);
    assert.doesNotMatch(links.next as string, /endDate/);
  });
});

function linksOf(page: number, limit: number, range: Parameters<typeof dayPage>[0] = WEEK) {
  const header = pageLinks('/list', dayPage(range, page, limit));
  const links = header.split(', ').map((link) => {
    const [, target, relation] = /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? [];
    return [relation, target] as const;
  });
  return Object.fromEntries(links) as Record<string, string | undefined>;
}
