import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import type { Actor } from '../core/actor.ts';
import { type CalendarDay, eachDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { localTimes } from '../core/zoned-time.ts';
import type { Entry } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import type { ReportRequest } from './report.ts';
import { reportTable } from './report-table.ts';
import { Reports } from './reports.ts';
import { addSales, type SalesSubtotal } from './sales-figures.ts';
import { salesReport } from './sales-report.ts';
import { addUncounted, daysVisited, replaceVisits, type VisitSubtotal } from './visit-figures.ts';

const [OWN, OTHER] = ['a', 'b'].map((letter) => `01a0d5c4-a3d1-7042-b6c8-91e5d30f7a2${letter}`) as [
  Uuid,
  Uuid,
];

const REQUEST: Omit<ReportRequest, 'range' | 'by'> = { dayOf: 'sale' };

function reportsOn(queries: Queries): Reports {
  return new Reports({ queries, currency: 'EUR', localOf: localTimes('Europe/Berlin') });
}

function sold(day: string, soldBy: Uuid, count: number): SalesSubtotal {
  return {
    ...{ day: day as CalendarDay, eventId: OTHER, categoryNumber: 0, vat: null, soldBy, currency: 'EUR' },
    codeId: count === 4 ? OWN : null,
    ...{
      sold: count,
      void: 0,
      exchanged: 0,
      cancelled: 0,
      persons: 2 * count,
      revenueCents: 100 * count,
      soldCents: 100 * count,
      collectedCents: 0,
    },
  };
}

test('a partner gets its own sales only, from whole months and from single days', async (t) => {
  const store = await temporaryStore(t);
  const days = ['2027-01-14', '2027-01-15', '2027-02-05', '2027-03-10', '2027-03-11'];
  const subtotals = days.flatMap((day, index) => [sold(day, OWN, 2 ** index), sold(day, OTHER, 100)]);
  await store.transaction((tx) => addSales(tx, subtotals));
  const partner: Actor = { accountId: OWN, role: 'partner', channel: 'api' };
  const range = { from: '2027-01-15' as CalendarDay, to: '2027-03-10' as CalendarDay };
  // Of tickets: a report by article has none.
  for (const by of Object.keys(salesReport.groupings).filter((name) => name !== 'article')) {
    const { total } = await reportsOn(store).get(partner, 'sales', { ...REQUEST, range, by });
    assert.deepEqual([total.figures.sold, total.figures.persons, total.figures.revenue], [14, 28, 1_400], by);
  }
});

test('by code, what was sold without one is what all sold less what was sold with one', async (t) => {
  const store = await temporaryStore(t);
  const day = '2027-02-05' as CalendarDay;
  await store.transaction((tx) => addSales(tx, [sold(day, OWN, 4), sold(day, OWN, 3)]));
  const viewer: Actor = { accountId: OWN, role: 'viewer', channel: 'api' };
  const range = { from: day, to: day };
  const { rows } = await reportsOn(store).get(viewer, 'sales', { ...REQUEST, range, by: 'code' });
  const counts = rows.map(({ cells: [codeId], figures, parts }) => [codeId, figures.sold, parts.event?.sold]);
  assert.deepEqual(counts, [
    [null, 3, 3],
    [OWN, 4, 4],
  ]);
});

test('a partner gets only the visits with tickets that it sold', async (t) => {
  const store = await temporaryStore(t);
  const day = '2027-01-14' as CalendarDay;
  const subtotals = [OWN, OTHER].map(
    (soldBy, index): VisitSubtotal => ({
      ...{ day, by: 'day', key: day, soldBy },
      ...{ admitted: 3 + index, persons: 5, left: 2, conflicts: 1 },
    }),
  );
  await store.transaction((tx) => replaceVisits(tx, day, subtotals));
  const range = { from: day, to: day };
  const partner: Actor = { accountId: OWN, role: 'partner', channel: 'api' };
  const { total } = await reportsOn(store).get(partner, 'visits', { ...REQUEST, range, by: 'day' });
  assert.deepEqual(total.figures, { admitted: 3, persons: 5, left: 2, conflicts: 1 });
});

test('thousands of uncounted days are counted in parts, one after another', async (t) => {
  const store = await temporaryStore(t);
  const days = eachDay('2027-01-01' as CalendarDay, '2028-12-31' as CalendarDay);
  const [first, ...others] = days as [CalendarDay, ...CalendarDay[]];
  for (const day of [first, '2028-12-31' as CalendarDay])
    await store.transaction((tx) =>
      replaceVisits(tx, day, [
        { day, by: 'hour', key: '10', soldBy: OWN, admitted: 3, persons: 5, left: 2, conflicts: 1 },
      ]),
    );
  await store.transaction((tx) => addUncounted(tx, others));
  let [running, most, longest] = [0, 0, 0];
  const watched: Queries = {
    get: (sql, values) => store.get(sql, values),
    async all(sql, values = []) {
      running += 1;
      [most, longest] = [Math.max(most, running), Math.max(longest, values.length)];
      return store.all<never>(sql, values).finally(() => {
        running -= 1;
      });
    },
  };
  const viewer: Actor = { accountId: OWN, role: 'viewer', channel: 'api' };
  const reportOf = (from: CalendarDay, to: CalendarDay) =>
    reportsOn(watched).get(viewer, 'visits', { ...REQUEST, by: 'hour', range: { from, to } });
  const whole = await reportOf('2026-12-01' as CalendarDay, '2029-01-31' as CalendarDay);
  // The last day has been uncounted since its figures were stored, and nobody came.
  assert.deepEqual(whole.total.figures, { admitted: 3, persons: 5, left: 2, conflicts: 1 });
  assert.deepEqual((await reportOf(first, first)).total, whole.total);
  assert.deepEqual((await reportOf(others[0] as CalendarDay, '2028-12-31' as CalendarDay)).rows, []);
  assert.ok(most <= 2 && longest <= 200, `${most} statements at once, one with ${longest} values`);
});

test('money in a table has two decimals, also when more was given back than taken', () => {
  const takings = (revenue: number) => ({
    sold: 0,
    void: 1,
    exchanged: 0,
    cancelled: 0,
    persons: -1,
    revenue,
  });
  const row = { date: '2027-01-14', ...takings(-12.5), general: takings(-0.05), event: takings(12_345) };
  const { rows } = reportTable('sales', { by: 'day', currency: 'EUR', rows: [row] });
  assert.deepEqual(
    rows[0]?.filter((cell) => /\./.test(`${cell}`)),
    ['-12.50', '-0.05', '12345.00'],
  );
});

test('a correction makes both days be counted again that its scan may have counted for', async (t) => {
  const at = Date.parse('2027-03-01T10:00:00Z');
  const entry = { kind: 'check-in.corrected', subject: OWN, details: { before: { at } } } as unknown as Entry;
  const days = await daysVisited(await temporaryStore(t), [entry], localTimes('Europe/Berlin'));
  assert.deepEqual(days, ['2027-03-01', '2027-02-28']);
});
