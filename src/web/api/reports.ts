import type { MuseumCalendar } from '../../core/clock.ts';
import { fromCents } from '../../core/money.ts';
import { localTimes } from '../../core/zoned-time.ts';
import type { Answer } from '../../http/answer.ts';
import { csvAnswer, prefersCsv } from '../../http/csv.ts';
import { getPaymentsReport, type PaymentFigures, type PaymentsRow } from '../../payments/index.ts';
import {
  clockTime,
  getSalesReport,
  getVisitsReport,
  paymentsTable,
  reportRange,
  type SalesRow,
  type SalesTakings,
  salesTable,
  type Takings,
  type VisitsRow,
  visitsTable,
} from '../../reports/index.ts';
import type { Store } from '../../store/index.ts';
import type { HandlersOf } from './route.ts';
import { success } from './success.ts';

export interface ReportHandlerOptions {
  readonly store: Store;
  readonly calendar: MuseumCalendar;
  readonly timeZone: string;
  /** ISO 4217 */
  readonly currency: string;
}

export function reportHandlers({
  store,
  calendar,
  timeZone,
  currency,
}: ReportHandlerOptions): HandlersOf<'getSalesReport' | 'getVisitsReport' | 'getPaymentsReport'> {
  const localOf = localTimes(timeZone);
  return {
    getSalesReport: async ({ actor, query: { by = 'day', dayOf = 'sale', ...days } }, { accept }) => {
      const range = reportRange(calendar.today(), days);
      const report = await getSalesReport(store, actor, { range, by, dayOf, currency, localOf });
      const name = `sales-${range.from}-${range.to}`;
      if (prefersCsv(accept)) return varying(csvAnswer(name, salesTable(report, by, currency)));
      const { rows, total } = report;
      const shown = { rows: rows.map(showSales), total: showTakings(total) };
      return varying(
        success('getSalesReport', {
          startDate: range.from,
          endDate: range.to,
          by,
          dayOf,
          currency,
          ...shown,
        }),
      );
    },

    getPaymentsReport: async ({ actor, query: { by = 'day', ...days } }, { accept }) => {
      const range = reportRange(calendar.today(), days);
      const report = await getPaymentsReport(store, actor, { range, by, currency });
      const name = `payments-${range.from}-${range.to}`;
      if (prefersCsv(accept)) return varying(csvAnswer(name, paymentsTable(report, by, currency)));
      const shown = { rows: report.rows.map(showPayments), total: showPaid(report.total) };
      return varying(
        success('getPaymentsReport', { startDate: range.from, endDate: range.to, by, currency, ...shown }),
      );
    },

    getVisitsReport: async ({ actor, query: { by = 'day', ...days } }, { accept }) => {
      const range = reportRange(calendar.today(), days);
      const report = await getVisitsReport(store, actor, { range, by, localOf });
      const name = `visits-${range.from}-${range.to}`;
      if (prefersCsv(accept)) return varying(csvAnswer(name, visitsTable(report, by)));
      const { rows, total } = report;
      const shown = { rows: rows.map((row) => ({ ...whatOf(row), ...figuresOf(row) })), total };
      return varying(success('getVisitsReport', { startDate: range.from, endDate: range.to, by, ...shown }));
    },
  };
}

function varying(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
}

function showSales(row: SalesRow) {
  return { ...whatOf(row), ...showTakings(row) };
}

function showPayments(row: PaymentsRow) {
  const { by } = row;
  if (by === 'day') return { date: row.day, ...showPaid(row) };
  if (by === 'month') return { month: row.month, ...showPaid(row) };
  return by === 'method'
    ? { method: row.method, ...showPaid(row) }
    : { seller: row.seller, ...showPaid(row) };
}

function showPaid({ count, paidCents, refundedCents }: PaymentFigures) {
  return { count, paid: fromCents(paidCents), refunded: fromCents(refundedCents) };
}

function whatOf(row: SalesRow | VisitsRow) {
  switch (row.by) {
    case 'day':
      return { date: row.day };
    case 'month':
      return { month: row.month };
    case 'hour':
      return { hour: clockTime(row.hour) };
    case 'seller':
      return { seller: row.seller };
    case 'category':
      return { category: row.category, categoryName: row.categoryName };
    case 'event':
      return { eventId: row.eventId, eventName: row.eventName ?? 'General entry' };
  }
}

function figuresOf({ admitted, left, conflicts }: VisitsRow) {
  return { admitted, left, conflicts };
}

function showTakings(takings: SalesTakings) {
  const { general, event } = takings;
  return { ...showSome(takings), general: showSome(general), event: showSome(event) };
}

function showSome({ sold, void: voided, exchanged, revenueCents }: Takings) {
  return { sold, void: voided, exchanged, revenue: fromCents(revenueCents) };
}
