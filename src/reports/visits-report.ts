import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay, type DayRange, monthOf } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { entriesAfter, Readings } from '../journal/index.ts';
import { inList, type Queries, type SqlValue } from '../store/index.ts';
import { findProgress } from './aggregation-job.ts';
import { type CategoryRow, categoryRows } from './category-rows.ts';
import { clockTime, findEventNames } from './range.ts';
import {
  countVisits,
  daysVisited,
  findUncounted,
  NO_VISITS,
  type VisitFigures,
  type VisitSubtotal,
  type VisitsStoredBy,
} from './visit-figures.ts';

const UNCOUNTED_AT_ONCE = 100;
/** Today and a few other days, shared by all who ask: counting a full house takes a tenth of a second. */
const counted = new Readings<VisitSubtotal[]>(8);

/** The groupings of a visits report. */
export const VISITS_BY = ['day', 'month', 'event', 'hour', 'category'] as const;
export type VisitsBy = (typeof VISITS_BY)[number];

export type VisitsRow = VisitFigures &
  (
    | { readonly by: 'day'; readonly day: CalendarDay }
    /** YYYY-MM */
    | { readonly by: 'month'; readonly month: string }
    /** Null and undefined: general entry. */
    | { readonly by: 'event'; readonly eventId: Uuid | null; readonly eventName: string | undefined }
    /** 0 to 23 on the museum's clocks. */
    | { readonly by: 'hour'; readonly hour: number }
    | CategoryRow
  );

export interface VisitsReport {
  readonly rows: readonly VisitsRow[];
  readonly total: VisitFigures;
}

export interface VisitsReportRequest {
  readonly range: DayRange;
  readonly by: VisitsBy;
  readonly localOf: LocalOf;
}

/**
 * The admissions on those days, each ticket once per day. A partner gets its own sales only. Days, months, hours and categories are
 * in order, events are sorted by name.
 * @throws Refusal forbidden
 */
export async function getVisitsReport(
  queries: Queries,
  actor: Actor,
  request: VisitsReportRequest,
): Promise<VisitsReport> {
  const scope = requirePermission(actor, 'read-reports');
  const { by } = request;
  const subtotals = await findSubtotals(queries, request, scope === 'own' ? actor.accountId : undefined);
  const groups = Map.groupBy(subtotals, ({ key }) => (by === 'month' ? monthOf(key as CalendarDay) : key));
  const events = by === 'event' ? [...groups.keys()].filter((key) => key !== '') : [];
  const names = await findEventNames(queries, events as Uuid[]);
  const categories = by === 'category' ? await categoryRows(queries) : new Map<string, CategoryRow>();
  const rows = [...groups].map(([key, some]): VisitsRow => {
    const figures = sumOf(some);
    if (by === 'day') return { by, day: key as CalendarDay, ...figures };
    if (by === 'month') return { by, month: key, ...figures };
    if (by === 'hour') return { by, hour: Number(key), ...figures };
    if (by === 'category') return { ...(categories.get(key) as CategoryRow), ...figures };
    return { by, eventId: key === '' ? null : (key as Uuid), eventName: names.get(key as Uuid), ...figures };
  });
  return {
    rows: rows.sort((one, other) => compareText(placeOf(one), placeOf(other))),
    total: sumOf(subtotals),
  };
}

/** What rows are sorted by. */
function placeOf(row: VisitsRow): string {
  switch (row.by) {
    case 'day':
      return row.day;
    case 'month':
      return row.month;
    case 'hour':
      return clockTime(row.hour);
    case 'event':
      return row.eventName ?? '';
    case 'category':
      return row.place;
  }
}

type Subtotal = Pick<VisitSubtotal, 'key'> & VisitFigures;

/** The stored figures, and those of days with later changes, which are counted now. */
async function findSubtotals(
  queries: Queries,
  { range, by: groupedBy, localOf }: VisitsReportRequest,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const by = groupedBy === 'month' ? 'day' : groupedBy;
  const { readTo } = await findProgress(queries);
  const changed = new Set<CalendarDay>(await findUncounted(queries));
  for await (const entries of entriesAfter(queries, readTo)) {
    for (const day of await daysVisited(queries, entries, localOf)) changed.add(day);
  }
  const days = [...changed].filter((day) => day >= range.from && day <= range.to).sort();
  const subtotals: Subtotal[] = [];
  for (const part of partsOf(range, days)) {
    subtotals.push(...(await findStored(queries, part, by, seller)));
    for (const day of part.uncounted) {
      const visits = await counted.get(queries, day, () => countVisits(queries, day, localOf));
      const meant = visits.filter((visit) => seller === undefined || visit.soldBy === seller);
      subtotals.push(...meant.filter((visit) => visit.by === by));
      await nextTurn();
    }
  }
  return subtotals;
}

interface RangePart extends DayRange {
  /** In order. */
  readonly uncounted: readonly CalendarDay[];
}

/** Splits the range so that no part has many uncounted days, and no statement a long list. */
function partsOf({ from, to }: DayRange, uncounted: readonly CalendarDay[]): RangePart[] {
  const parts: RangePart[] = [];
  let first = from;
  for (let index = 0; index < uncounted.length; index += UNCOUNTED_AT_ONCE) {
    const some = uncounted.slice(index, index + UNCOUNTED_AT_ONCE);
    const last = some.at(-1) as CalendarDay;
    parts.push({ from: first, to: last, uncounted: some });
    if (last === to) return parts;
    first = addDays(last, 1);
  }
  return [...parts, { from: first, to, uncounted: [] }];
}

function findStored(
  queries: Queries,
  { from, to, uncounted }: RangePart,
  by: VisitsStoredBy,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const { list, values } = inList<SqlValue>(uncounted);
  const [others, days] = uncounted.length > 0 ? [` AND day NOT IN ${list}`, values] : ['', []];
  const [own, sellers] = seller === undefined ? ['', []] : [' AND sold_by = ?', [seller]];
  return queries.all<Subtotal>(
    `SELECT row_key AS "key", sum(admitted) AS "admitted", sum(went_out) AS "left", sum(conflicts) AS "conflicts"
       FROM visit_figures WHERE row_of = ? AND day >= ? AND day <= ?${others}${own} GROUP BY row_key`,
    [by, from, to, ...days, ...sellers],
  );
}

function sumOf(subtotals: readonly VisitFigures[]): VisitFigures {
  const sum = { ...NO_VISITS } as { -readonly [Figure in keyof VisitFigures]: number };
  for (const { admitted, left, conflicts } of subtotals) {
    sum.admitted += admitted;
    sum.left += left;
    sum.conflicts += conflicts;
  }
  return sum;
}
