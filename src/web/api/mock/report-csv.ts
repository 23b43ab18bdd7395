import { toCents } from '../../../core/money.ts';
import type { Answer } from '../../../http/answer.ts';
import { csvAnswer } from '../../../http/csv.ts';
import { type SalesRow, salesTable, type VisitsRow, visitsTable } from '../../../reports/index.ts';
import type { OutputOf } from '../contract/index.ts';

type Sales = OutputOf<'getSalesReport'>;
type Visits = OutputOf<'getVisitsReport'>;

/** A report that is shown as JSON, as the CSV that the service makes of it. */
export function reportAsCsv(report: Sales | Visits): Answer {
  const days = `${report.startDate}-${report.endDate}`;
  if ('currency' in report) {
    const rows = report.rows.map((row) => ({
      ...whatOf(report.by, row),
      ...takings(row),
      general: takings(row.general),
      event: takings(row.event),
    })) as SalesRow[];
    return csvAnswer(`sales-${days}`, salesTable({ rows }, report.by, report.currency));
  }
  const rows = report.rows.map((row) => ({ ...row, ...whatOf(report.by, row) })) as VisitsRow[];
  return csvAnswer(`visits-${days}`, visitsTable({ rows }, report.by));
}

function whatOf(by: string, row: Partial<Sales['rows'][number] & Visits['rows'][number]>) {
  const { date = '', eventId = null, eventName, seller = '', hour = '' } = row;
  const { category, categoryName } = row;
  const what = { eventId, eventName, seller, category, categoryName };
  return { by, day: date, ...what, hour: Number.parseInt(hour, 10) };
}

function takings({ revenue, ...counts }: Omit<Sales['total'], 'general' | 'event'>) {
  return { ...counts, revenueCents: toCents(revenue) };
}
