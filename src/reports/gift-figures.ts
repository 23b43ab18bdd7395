import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findGiftSales, type GiftSale } from '../gifts/index.ts';
import { findPaidSales } from '../payments/index.ts';
import type { ReportMuseum } from './report.ts';

const ORDERS_AT_ONCE = 500;

/** What gift vouchers were sold for on a day, less what they were bought back for. */
export interface DayGifts {
  readonly day: CalendarDay;
  readonly cents: number;
  /** What whoever sold them has collected, of sales that recorded no payment. */
  readonly collected: number;
}

/** What gift vouchers of orders were sold and bought back for on those days. @param seller undefined: all count */
export async function findGiftsOn(
  { queries, currency }: ReportMuseum,
  range: DayRange,
  seller: Uuid | null | undefined,
): Promise<DayGifts[]> {
  const sales = await findGiftSales(queries, range, { currency, soldBy: seller });
  const paid = await findPaid(
    queries,
    sales.filter(({ issued }) => issued > 0),
  );
  return sales.map(({ orderId, day, issued, returned }) => {
    return { day, cents: issued - returned, collected: paid.has(orderId) ? 0 : issued };
  });
}

async function findPaid(
  queries: ReportMuseum['queries'],
  sales: readonly GiftSale[],
): Promise<ReadonlySet<Uuid>> {
  const paid = new Set<Uuid>();
  for (let from = 0; from < sales.length; from += ORDERS_AT_ONCE) {
    const ids = sales.slice(from, from + ORDERS_AT_ONCE).map(({ orderId }) => orderId);
    for (const orderId of await findPaidSales(queries, ids)) paid.add(orderId);
  }
  return paid;
}
