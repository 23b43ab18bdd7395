import { addDays, type CalendarDay, countDays, type DayRange } from '../../core/calendar-day.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';

/** The days that a client asks for. */
export interface RequestedRange extends DayRange {
  /** Whether the range has no end, so that `to` is the last calendar day. */
  readonly isOpen?: boolean;
}

/** Listings paged in days: a range of days, both ends included, cut into pages of `limit` days. */
export interface DayPage {
  readonly range: RequestedRange;
  readonly page: number;
  readonly limit: number;
  /** The days of this page; undefined when the page lies past the range. */
  readonly days: DayRange | undefined;
}

const DAYS_AFTER_START = 7;

/**
 * The days from `startDate` to `endDate`, which is 7 days later when left out. Validation has compared the two, but with
 * today as the start, midnight may have come since.
 * @throws HttpRefusal invalid-request when the end is before the start
 */
export function rangeOf(startDate: CalendarDay, endDate = addDays(startDate, DAYS_AFTER_START)): DayRange {
  if (endDate >= startDate) return { from: startDate, to: endDate };
  const detail = `endDate must not be before startDate, which is ${startDate}.`;
  throw new HttpRefusal('invalid-request', { faults: [{ in: 'query', pointer: '/endDate', detail }] });
}

export function dayPage(range: RequestedRange, page = 1, limit = 10): DayPage {
  const skipped = (page - 1) * limit;
  if (skipped >= countDays(range.from, range.to)) return { range, page, limit, days: undefined };
  const from = addDays(range.from, skipped);
  const to = addDays(from, limit - 1);
  return { range, page, limit, days: { from, to: to < range.to ? to : range.to } };
}

/**
 * The header Link (RFC 8288) with first, prev, next and last. The days are written out even when the client
 * left them to the service, so that following a link at midnight does not skip or repeat a day.
 * A range without an end of its own has no last page.
 */
export function pageLinks(
  path: string,
  { range, page, limit }: DayPage,
  filters: Record<string, string> = {},
): string {
  const { isOpen = false } = range;
  const lastPage = Math.max(1, Math.ceil(countDays(range.from, range.to) / limit));
  const link = (number: number, relation: string) => {
    const end: Record<string, string> = isOpen ? {} : { endDate: range.to };
    const query = new URLSearchParams({
      startDate: range.from,
      ...end,
      ...filters,
      page: `${number}`,
      limit: `${limit}`,
    });
    return `<${path}?${query}>; rel="${relation}"`;
  };
  return [
    link(1, 'first'),
    ...(page > 1 ? [link(Math.min(page - 1, lastPage), 'prev')] : []),
    ...(page < lastPage ? [link(page + 1, 'next')] : []),
    ...(isOpen ? [] : [link(lastPage, 'last')]),
  ].join(', ');
}
