import type { PaymentsReport, PaymentsRow } from '../payments/index.ts';
import { clockTime } from './range.ts';
import type { SalesReport, SalesRow, Takings } from './sales-report.ts';
import type { VisitsReport, VisitsRow } from './visits-report.ts';

export type DecimalMark = '.' | ',';

/** A report as other programs read it: money as text with two decimals, days as YYYY-MM-DD, hours as HH:mm. */
export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const KEY_COLUMNS = {
  day: ['date'],
  month: ['month'],
  event: ['eventId', 'eventName'],
  seller: ['seller'],
  category: ['category', 'categoryName'],
  hour: ['hour'],
} as const;
const TAKINGS = ['Sold', 'Void', 'Exchanged', 'Revenue'] as const;

export function salesTable(
  { rows }: Pick<SalesReport, 'rows'>,
  by: SalesRow['by'],
  currency: string,
  decimalMark?: DecimalMark,
): ReportTable {
  const cellsOf = cellsIn(decimalMark);
  return {
    columns: [
      ...KEY_COLUMNS[by],
      ...['sold', 'void', 'exchanged', 'revenue', 'currency'],
      ...['general', 'event'].flatMap((type) => TAKINGS.map((figure) => `${type}${figure}`)),
    ],
    rows: rows.map((row) => [
      ...keyCellsOf(row),
      ...cellsOf(row),
      currency,
      ...cellsOf(row.general),
      ...cellsOf(row.event),
    ]),
  };
}

export function visitsTable({ rows }: Pick<VisitsReport, 'rows'>, by: VisitsRow['by']): ReportTable {
  return {
    columns: [...KEY_COLUMNS[by], 'admitted', 'left', 'conflicts'],
    rows: rows.map((row) => [...keyCellsOf(row), row.admitted, row.left, row.conflicts]),
  };
}

export function paymentsTable(
  { rows }: Pick<PaymentsReport, 'rows'>,
  by: PaymentsRow['by'],
  currency: string,
  decimalMark?: DecimalMark,
): ReportTable {
  return {
    columns: [by === 'day' ? 'date' : by, 'count', 'paid', 'refunded', 'currency'],
    rows: rows.map((row) => [
      paymentsKeyOf(row),
      row.count,
      decimal(row.paidCents, decimalMark),
      decimal(row.refundedCents, decimalMark),
      currency,
    ]),
  };
}

function paymentsKeyOf(row: PaymentsRow): string {
  if (row.by === 'day') return row.day;
  if (row.by === 'month') return row.month;
  return row.by === 'method' ? row.method : row.seller;
}

function keyCellsOf(row: SalesRow | VisitsRow): (string | number)[] {
  switch (row.by) {
    case 'day':
      return [row.day];
    case 'month':
      return [row.month];
    case 'hour':
      return [clockTime(row.hour)];
    case 'seller':
      return [row.seller];
    case 'category':
      return [row.category, row.categoryName];
    case 'event':
      return row.eventId === null ? ['', 'General entry'] : [row.eventId, row.eventName ?? ''];
  }
}

function cellsIn(decimalMark?: DecimalMark) {
  return ({ sold, void: voided, exchanged, revenueCents }: Takings): (string | number)[] => [
    ...[sold, voided, exchanged, decimal(revenueCents, decimalMark)],
  ];
}

/** Whole hundredths with two decimals, exactly: -1250 is "-12.50". */
export function decimal(cents: number, mark: DecimalMark = '.'): string {
  const digits = `${Math.abs(cents)}`.padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}
