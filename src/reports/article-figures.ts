import {
  type ArticleSum,
  type ArticleTerms,
  findOrderArticles,
  type OrderArticles,
  sumArticles,
} from '../articles/index.ts';
import { addDays, type CalendarDay, type DayRange, dayNumber, MS_PER_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findPaidSales } from '../payments/index.ts';
import type { ReportMuseum } from './report.ts';

/** What was sold beside tickets, or given back, on a day. */
export interface DayArticles extends ArticleSum {
  readonly day: CalendarDay;
}

/** What was sold beside tickets, and given back, on those days of the museum. @param seller undefined: all count */
export async function findArticlesOn(
  museum: ReportMuseum,
  range: DayRange,
  seller: Uuid | null | undefined,
): Promise<DayArticles[]> {
  if (seller === null) return [];
  const sums = await sumArticles(museum.queries, termsFor(museum, range, seller));
  return onDays(museum, range, sums, ({ at }) => at);
}

const ORDERS_AT_ONCE = 500;

/** What sellers have collected for articles on those days, of sales that recorded no payment. */
export async function findCollectedFor(
  museum: ReportMuseum,
  range: DayRange,
  seller: Uuid | null | undefined,
): Promise<(OrderArticles & { readonly day: CalendarDay })[]> {
  if (seller === null) return [];
  const { queries } = museum;
  const sold = await findOrderArticles(queries, termsFor(museum, range, seller));
  const meant = onDays(museum, range, sold, ({ soldAt }) => soldAt);
  const collected = [];
  for (let from = 0; from < meant.length; from += ORDERS_AT_ONCE) {
    const some = meant.slice(from, from + ORDERS_AT_ONCE);
    const paid = await findPaidSales(
      queries,
      some.map(({ orderId }) => orderId),
    );
    collected.push(...some.filter(({ orderId }) => !paid.has(orderId)));
  }
  return collected;
}

/** A day more at either end: the museum's days begin at other times than those of UTC. */
function termsFor(
  { currency }: ReportMuseum,
  { from, to }: DayRange,
  soldBy: Uuid | undefined,
): ArticleTerms {
  const startOf = (day: CalendarDay) => dayNumber(day) * MS_PER_DAY;
  return { from: startOf(addDays(from, -1)), to: startOf(to) + 2 * MS_PER_DAY, currency, soldBy };
}

function onDays<Found extends object>(
  { localOf }: ReportMuseum,
  { from, to }: DayRange,
  found: readonly Found[],
  instantOf: (each: Found) => number,
): (Found & { readonly day: CalendarDay })[] {
  return found
    .map((each) => ({ ...each, day: localOf(instantOf(each)).day }))
    .filter(({ day }) => day >= from && day <= to);
}
