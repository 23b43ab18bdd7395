import { type CalendarDay, isoWeekday, lastOfMonth } from '../core/calendar-day.ts';
import { DAY_MINUTES, minutesOf } from './entry-times.ts';
import type { Price } from './prices.ts';

export const MOST_PRICE_RULES = 50;

export type NthInMonth = 1 | 2 | 3 | 4 | 'last';

/** Prices of general entry on the days, and at the entry times, that all of its conditions fit. */
export interface PriceRule {
  readonly name: string;
  /** A category that is left out keeps its usual price. */
  readonly prices: readonly RulePrice[];
  /** ISO 8601: 1 is Monday. */
  readonly weekdays?: readonly number[];
  /** Which of its weekday in its month a day is. */
  readonly nth?: NthInMonth;
  /** Both days are included. */
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  /** HH:mm: from this time on, and before that one. Where that one is earlier, it is in the night after. */
  readonly fromTime?: string;
  readonly toTime?: string;
}

export interface RulePrice extends Pick<Price, 'category' | 'vat'> {
  /** Null: the category is not sold. */
  readonly priceCents: number | null;
}

/**
 * The prices on a day: its own, or those of the first rule that fits, or the usual ones, as on no day in particular. In no order.
 * @param minutes of the entry time, or of the clock, since the day's midnight; left out: rules with times do not fit
 */
export type PricesOn = (day?: CalendarDay, minutes?: number) => readonly Price[];

/** @param own the prices of days that have their own */
export function pricesByRules(
  own: ReadonlyMap<string, readonly Price[]>,
  usual: readonly Price[],
  rules: readonly PriceRule[],
): PricesOn {
  const ruled = rules.map((rule) => ({ rule, prices: pricesUnder(rule, usual) }));
  // The times of a day are asked for one after the other.
  let last: { readonly day: CalendarDay; readonly ruled: typeof ruled } | undefined;
  return (day, minutes) => {
    if (day === undefined) return usual;
    const known = own.get(day);
    if (known !== undefined || ruled.length === 0) return known ?? usual;
    if (last?.day !== day) last = { day, ruled: ruled.filter(({ rule }) => fitsDay(rule, day)) };
    return last.ruled.find(({ rule }) => fitsTime(rule, minutes))?.prices ?? usual;
  };
}

/** The first rule that fits the whole day, and no other of its weekday in the month, such as a free first Sunday. */
export function ruleOfMonthOn(rules: readonly PriceRule[], day: CalendarDay): PriceRule | undefined {
  const rule = rules.find((each) => fitsTime(each, undefined) && fitsDay(each, day));
  return rule?.nth === undefined ? undefined : rule;
}

function pricesUnder({ prices }: PriceRule, usual: readonly Price[]): Price[] {
  const kept = usual.filter(({ category }) => !prices.some((price) => price.category === category));
  const ruled = prices.flatMap(({ priceCents, ...price }) =>
    priceCents === null ? [] : { ...price, priceCents },
  );
  return [...kept, ...ruled];
}

function fitsDay({ weekdays, nth, from, to }: PriceRule, day: CalendarDay): boolean {
  if ((from !== undefined && day < from) || (to !== undefined && day > to)) return false;
  if (weekdays !== undefined && !weekdays.includes(isoWeekday(day))) return false;
  return nth === undefined || isNthInMonth(nth, day);
}

/** Whether the day is the first of its weekday in the month, or the second and so on. */
function isNthInMonth(nth: NthInMonth, day: CalendarDay): boolean {
  const date = dateOf(day);
  return nth === 'last' ? date + 7 > dateOf(lastOfMonth(day)) : Math.ceil(date / 7) === nth;
}

function dateOf(day: CalendarDay): number {
  return Number(day.slice(8));
}

function fitsTime({ fromTime, toTime }: PriceRule, minutes: number | undefined): boolean {
  if (fromTime === undefined && toTime === undefined) return true;
  if (minutes === undefined) return false;
  const from = minutesOf(fromTime ?? '00:00');
  const until = toTime === undefined ? Number.POSITIVE_INFINITY : minutesOf(toTime);
  const to = until <= from ? until + DAY_MINUTES : until;
  const isIn = (at: number) => at >= from && at < to;
  if (fromTime === undefined || toTime === undefined) return isIn(minutes);
  // Two times are meant by the clock, also when the night after a day comes to them.
  return isIn(minutes) || isIn(minutes + DAY_MINUTES) || isIn(minutes - DAY_MINUTES);
}
