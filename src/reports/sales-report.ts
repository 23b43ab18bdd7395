import { setImmediate as nextTurn } from 'node:timers/promises';
import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import {
  addDays,
  type CalendarDay,
  type DayRange,
  firstOfMonth,
  lastOfMonth,
  monthAt,
  monthOf,
} from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { entriesAfter } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { sumsByDay } from '../tickets/index.ts';
import type { Progress } from './aggregation-job.ts';
import { type CategoryRow, categoryRows } from './category-rows.ts';
import { findEventNames } from './range.ts';
import { findOldTickets, type SalesSubtotal, type StoredBy, sumSales, sumTickets } from './sales-figures.ts';

/** The groupings of a sales report. */
export const SALES_BY = ['day', 'month', 'event', 'seller', 'category'] as const;
export type SalesBy = (typeof SALES_BY)[number];

/** The day that a ticket is counted on: that of its sale (and of its voiding or exchange), or that of the visit it is for. */
export const DAYS_OF = ['sale', 'visit'] as const;
export type DayOf = (typeof DAYS_OF)[number];

/** Numbers of tickets that were sold, voided and exchanged, and the revenue. */
export interface Takings {
  readonly sold: number;
  /** Without those that were exchanged. */
  readonly void: number;
  readonly exchanged: number;
  /** Sales less void and exchanged tickets, for tickets in the museum's currency. */
  readonly revenueCents: number;
}

export interface SalesTakings extends Takings {
  readonly general: Takings;
  readonly event: Takings;
}

export type SalesRow = SalesTakings &
  (
    | { readonly by: 'day'; readonly day: CalendarDay }
    /** YYYY-MM */
    | { readonly by: 'month'; readonly month: string }
    /** Null and undefined: general entry. */
    | { readonly by: 'event'; readonly eventId: Uuid | null; readonly eventName: string | undefined }
    /** User name. */
    | { readonly by: 'seller'; readonly seller: string }
    | CategoryRow
  );

export interface SalesReport {
  readonly rows: readonly SalesRow[];
  readonly total: SalesTakings;
}

export interface SalesReportRequest {
  readonly range: DayRange;
  readonly by: SalesBy;
  readonly dayOf: DayOf;
  /** ISO 4217, of the museum. */
  readonly currency: string;
  readonly localOf: LocalOf;
}

/**
 * The tickets that were sold, voided or exchanged on those days of the museum, whatever day they are for, or the tickets
 * for those days. A partner gets its own sales only. Rows without figures are left out. Days, months and categories are in
 * order, events and sellers are sorted by name.
 * @throws Refusal forbidden
 */
export async function getSalesReport(
  queries: Queries,
  actor: Actor,
  request: SalesReportRequest,
): Promise<SalesReport> {
  const scope = requirePermission(actor, 'read-reports');
  const { by } = request;
  const find = request.dayOf === 'sale' ? findSubtotals : findSubtotalsOfVisits;
  const subtotals = await find(queries, request, scope === 'own' ? actor.accountId : undefined);
  const groups = Map.groupBy(subtotals, ({ key }) => key);
  const names = await namesOf(queries, by, [...groups.keys()]);
  const categories = by === 'category' ? await categoryRows(queries) : new Map<string, CategoryRow>();
  const rows = [...groups].map(([key, some]): SalesRow => {
    const takings = takingsOf(some);
    if (by === 'day') return { by, day: key as CalendarDay, ...takings };
    if (by === 'month') return { by, month: key, ...takings };
    if (by === 'seller') return { by, seller: names.get(key as Uuid) ?? '', ...takings };
    if (by === 'category') return { ...(categories.get(key) as CategoryRow), ...takings };
    return { by, eventId: key === '' ? null : (key as Uuid), eventName: names.get(key as Uuid), ...takings };
  });
  return {
    rows: rows.sort((one, other) => compareText(placeOf(one), placeOf(other))),
    total: takingsOf(subtotals),
  };
}

/** What rows are sorted by. */
function placeOf(row: SalesRow): string {
  switch (row.by) {
    case 'day':
      return row.day;
    case 'month':
      return row.month;
    case 'seller':
      return row.seller;
    case 'event':
      return row.eventName ?? '';
    case 'category':
      return row.place;
  }
}

/** Takings of one row, for general entry or for events. */
interface Subtotal extends Takings {
  /** The key of its row: a day or a month, the id of an event or '' for general entry, the id of an account, the number of a category. */
  readonly key: string;
  readonly isGeneral: boolean;
}

/** The aggregated figures, and those of entries since. The first are read in one query with their progress. */
async function findSubtotals(
  queries: Queries,
  { range, by, currency, localOf }: SalesReportRequest,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const ranges = storedRangesOf(range, by);
  const own = seller === undefined ? [] : [seller];
  const between = ranges.map(() => '(row_of = ? AND period >= ? AND period <= ?)').join(' OR ');
  const rows = await queries.all<FigureRow>(
    figuresBy(by, own.length > 0 ? `(${between}) AND sold_by = ?` : between),
    [currency, ...ranges.flat(), ...own],
  );
  const stored = rows.filter(isFilled).map(({ key, isGeneral, ...rest }): Subtotal => {
    return { ...rest, key: `${key}`, isGeneral: isGeneral === 1 };
  });
  // The figures of all categories are stored, and those of each but standard.
  const others = by === 'category' ? stored.filter(({ key }) => key !== '0') : [];
  const subtotals = [...stored, ...others.map((each) => ({ ...negative(each), key: '0' }))];
  const add = (more: readonly SalesSubtotal[]) => {
    const meant = more.filter(({ day }) => day >= range.from && day <= range.to);
    const mine = meant.filter(({ soldBy }) => seller === undefined || soldBy === seller);
    subtotals.push(...mine.map((subtotal) => subtotalOf(subtotal, by, currency)));
  };
  const [{ readTo, oldTicketsTo }] = rows as [FigureRow];
  for await (const entries of entriesAfter(queries, readTo)) add(await sumSales(queries, entries, localOf));
  for (let last = oldTicketsTo; last !== null; ) {
    const tickets = await findOldTickets(queries, last);
    add(sumTickets(tickets, localOf));
    last = tickets.at(-1)?.number ?? null;
    await nextTurn();
  }
  return subtotals;
}

/** The tickets for those days, which are added up now. */
async function findSubtotalsOfVisits(
  queries: Queries,
  { range, by, currency }: SalesReportRequest,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const subtotals: Subtotal[] = [];
  for await (const sums of sumsByDay(queries, range)) {
    const mine = sums.filter(({ soldBy }) => seller === undefined || soldBy === seller);
    subtotals.push(...mine.map((sum) => subtotalOf(sum, by, currency)));
  }
  return subtotals;
}

interface FigureRow extends Progress, Takings {
  /** Null: the row holds only the progress. */
  readonly key: string | number | null;
  readonly isGeneral: number;
}

function isFilled({ key }: FigureRow): boolean {
  return key !== null;
}

function negative({ sold, void: voided, exchanged, revenueCents, ...same }: Subtotal): Subtotal {
  return { ...same, sold: -sold, void: -voided, exchanged: -exchanged, revenueCents: -revenueCents };
}

const COLUMNS = {
  day: 'period',
  month: 'substr(period, 1, 7)',
  event: 'event_id',
  seller: 'sold_by',
  category: 'category',
} as const;

/** At least one row, which has no figures when there are none. */
function figuresBy(by: SalesBy, where: string): string {
  const isGeneral = `CASE WHEN event_id = '' THEN 1 ELSE 0 END`;
  return `
    SELECT read_to AS "readTo", old_tickets_to AS "oldTicketsTo", row_key AS "key", is_general AS "isGeneral",
           sold AS "sold", void AS "void", exchanged AS "exchanged", cents AS "revenueCents"
      FROM report_progress LEFT JOIN (
        SELECT ${COLUMNS[by]} AS row_key, ${isGeneral} AS is_general,
               sum(sold) AS sold, sum(void) AS void, sum(exchanged) AS exchanged,
               sum(CASE WHEN currency = ? THEN sold_cents - void_cents - exchanged_cents ELSE 0 END) AS cents
          FROM sales_figures WHERE ${where}
         GROUP BY ${COLUMNS[by]}, ${isGeneral}
      ) AS figures ON 1 = 1`;
}

/** The ranges of stored figures that make up `range`: for events whole months where possible, and days for the rest. */
function storedRangesOf({ from, to }: DayRange, by: SalesBy): StoredRange[] {
  if (by === 'category')
    return [
      ['day', from, to],
      ['day-category', from, to],
    ];
  if (by !== 'event') return [['day', from, to]];
  const first = from.endsWith('-01') ? from : monthAt(from, 1);
  const last = lastOfMonth(to) === to ? to : addDays(firstOfMonth(to), -1);
  if (first === undefined || first > last) return [['day-event', from, to]];
  const months: StoredRange = ['month-event', monthOf(first), monthOf(last)];
  const before: StoredRange = ['day-event', from, addDays(first, -1)];
  const after: StoredRange = ['day-event', addDays(last, 1), to];
  return [months, ...(from < first ? [before] : []), ...(to > last ? [after] : [])];
}

type StoredRange = readonly [of: StoredBy, from: string, to: string];

function subtotalOf(subtotal: SalesSubtotal, by: SalesBy, currency: string): Subtotal {
  const { day, eventId, categoryNumber, soldBy, sold, exchanged } = subtotal;
  const cents = subtotal.soldCents - subtotal.voidCents - subtotal.exchangedCents;
  return {
    key: { day, month: monthOf(day), event: eventId ?? '', seller: soldBy, category: `${categoryNumber}` }[
      by
    ],
    isGeneral: eventId === null,
    sold,
    void: subtotal.void,
    exchanged,
    revenueCents: subtotal.currency === currency ? cents : 0,
  };
}

function takingsOf(subtotals: readonly Subtotal[]): SalesTakings {
  return {
    ...sumOf(subtotals),
    general: sumOf(subtotals.filter(({ isGeneral }) => isGeneral)),
    event: sumOf(subtotals.filter(({ isGeneral }) => !isGeneral)),
  };
}

function sumOf(takings: readonly Takings[]): Takings {
  const sum = { sold: 0, void: 0, exchanged: 0, revenueCents: 0 };
  for (const each of takings) {
    sum.sold += each.sold;
    sum.void += each.void;
    sum.exchanged += each.exchanged;
    sum.revenueCents += each.revenueCents;
  }
  return sum;
}

async function namesOf(queries: Queries, by: SalesBy, keys: readonly string[]): Promise<Map<Uuid, string>> {
  const ids = keys.filter((key) => key !== '') as Uuid[];
  if (by === 'event') return findEventNames(queries, ids);
  return by === 'seller' ? findUsernames(queries, ids) : new Map();
}
