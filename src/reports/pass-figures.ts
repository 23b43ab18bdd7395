import { addDays, type CalendarDay, type DayRange, dayNumber, MS_PER_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findPassSales } from '../passes/index.ts';
import { findPaidSales } from '../payments/index.ts';
import type { ReportMuseum } from './report.ts';

/** A pass that was sold on a day, or paid back. */
export interface DayPass {
  readonly day: CalendarDay;
  readonly what: 'sold' | 'returned';
  readonly orderId: Uuid;
  readonly vat: number | null;
  /** The account that sold it. */
  readonly soldBy: Uuid;
  readonly cents: number;
}

/** The passes that were sold or paid back on those days of the museum. @param seller undefined: all count */
export async function findPassesOn(
  { queries, currency, localOf }: ReportMuseum,
  { from, to }: DayRange,
  seller: Uuid | null | undefined,
): Promise<DayPass[]> {
  if (seller === null) return [];
  // A day more at either end: the museum's days begin at other times than those of UTC.
  const between = { from: startOf(addDays(from, -1)), to: startOf(to) + 2 * MS_PER_DAY };
  const sales = await findPassSales(queries, { ...between, currency, soldBy: seller });
  return sales
    .map(({ at, ...sale }) => ({ ...sale, day: localOf(at).day }))
    .filter(({ day }) => day >= from && day <= to);
}

const ORDERS_AT_ONCE = 500;

/** Those of the passes that were sold without a payment: whoever sold them has collected the price. */
export async function findCollectedPasses(
  { queries }: Pick<ReportMuseum, 'queries'>,
  passes: readonly DayPass[],
): Promise<DayPass[]> {
  const sold = passes.filter(({ what }) => what === 'sold');
  const paid = new Set<Uuid>();
  for (let from = 0; from < sold.length; from += ORDERS_AT_ONCE) {
    const ids = sold.slice(from, from + ORDERS_AT_ONCE).map(({ orderId }) => orderId);
    for (const orderId of await findPaidSales(queries, ids)) paid.add(orderId);
  }
  return sold.filter(({ orderId }) => !paid.has(orderId));
}

function startOf(day: CalendarDay): number {
  return dayNumber(day) * MS_PER_DAY;
}
