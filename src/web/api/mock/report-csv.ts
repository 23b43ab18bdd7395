import { toCents } from '../../../core/money.ts';
import type { Answer } from '../../../http/answer.ts';
import { csvAnswer } from '../../../http/csv.ts';
import type { PaymentsRow } from '../../../payments/index.ts';
import {
  paymentsTable,
  type SalesRow,
  salesTable,
  type VisitsRow,
  visitsTable,
} from '../../../reports/index.ts';
import type { OutputOf } from '../contract/index.ts';

type Sales = OutputOf<'getSalesReport'>;
type Visits = OutputOf<'getVisitsReport'>;
type Payments = OutputOf<'getPaymentsReport'>;

/** A report that is shown as JSON, as the CSV that the service makes of it. */
export function reportAsCsv(report: Sales | Visits | Payments): Answer {
  const days = `${report.startDate}-${report.endDate}`;
  if ('paid' in report.total) return paymentsAsCsv(report as Payments);
  if ('currency' in report) {
    const rows = (report as Sales).rows.map((row) => ({
      ...whatOf(report.by, row),
      ...takings(row),
      general: takings(row.general),
      event: takings(row.event),
    })) as SalesRow[];
    const { by, currency } = report as Sales;
    return csvAnswer(`sales-${days}`, salesTable({ rows }, by, currency));
  }
  const { rows, by } = report as Visits;
  const shown = rows.map((row) => ({ ...row, ...whatOf(by, row) })) as VisitsRow[];
  return csvAnswer(`visits-${days}`, visitsTable({ rows: shown }, by));
}

function paymentsAsCsv({ rows, by, currency, startDate, endDate }: Payments): Answer {
  const shown = rows.map(({ date = '', month = '', method, seller = '', count, paid, refunded }) => ({
    ...{ by, day: date, month, method, seller, count },
    ...{ paidCents: toCents(paid), refundedCents: toCents(refunded) },
  })) as PaymentsRow[];
  return csvAnswer(`payments-${startDate}-${endDate}`, paymentsTable({ rows: shown }, by, currency));
}

function whatOf(by: string, row: Partial<Sales['rows'][number] & Visits['rows'][number]>) {
  const { date = '', month = '', eventId = null, eventName, seller = '', hour = '' } = row;
  const { category, categoryName } = row;
  const what = { eventId, eventName, seller, category, categoryName };
  return { by, day: date, month, ...what, hour: Number.parseInt(hour, 10) };
}

function takings({ revenue, ...counts }: Omit<Sales['total'], 'general' | 'event'>) {
  return { ...counts, revenueCents: toCents(revenue) };
}
