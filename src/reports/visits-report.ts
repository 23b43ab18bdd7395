import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange, monthOf } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { entriesAfter } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { findProgress } from './aggregation-job.ts';
import { BY_CATEGORY, BY_DAY, BY_EVENT, BY_HOUR, BY_MONTH } from './groupings.ts';
import type {
  Figure,
  Grouping,
  GroupingName,
  Report,
  ReportMuseum,
  ReportRequest,
  Subtotal,
} from './report.ts';
import {
  countVisits,
  daysVisited,
  findUncounted,
  type VisitFigures,
  type VisitSubtotal,
  type VisitsStoredBy,
} from './visit-figures.ts';

const UNCOUNTED_AT_ONCE = 100;

const GROUPINGS = {
  day: { ...BY_DAY, storedBy: 'day' },
  month: { ...BY_MONTH, storedBy: 'day' },
  event: { ...BY_EVENT, storedBy: 'event' },
  hour: { ...BY_HOUR, storedBy: 'hour' },
  category: { ...BY_CATEGORY, storedBy: 'category' },
} as const satisfies Partial<Record<GroupingName, Grouping & { readonly storedBy: VisitsStoredBy }>>;

type VisitsBy = keyof typeof GROUPINGS;

/** The admissions on those days, each ticket once per day. */
export const visitsReport = {
  description:
    'Gets the tickets that were admitted on the days of a range. A partner gets only the tickets that it sold.',
  groupings: GROUPINGS,
  figures: {
    admitted: { kind: 'count', description: 'Tickets that were admitted, each counted once per day.' },
    persons: { kind: 'count', description: 'Persons that came in with these tickets.' },
    left: { kind: 'count', description: 'Of these, tickets whose visitor has left.' },
    conflicts: {
      kind: 'count',
      description:
        'Second admissions of a ticket, by gates that did not know of the first because they were offline.',
    },
  } satisfies Readonly<Record<keyof VisitFigures, Figure>>,
  rows: 'One row for each day, month, event, hour or category with figures. Days, months, hours and categories are in order; events are sorted by name.',
  find: findSubtotals,
} as const satisfies Report<VisitsBy>;

/** The stored figures, and those of days with later changes, which are counted now. */
async function findSubtotals(
  { queries, localOf, visits: counted }: ReportMuseum,
  { range, by }: ReportRequest<VisitsBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const { storedBy } = GROUPINGS[by];
  const { readTo, visitsFrom } = await findProgress(queries);
  const changed = new Set<CalendarDay>(await findUncounted(queries));
  for await (const entries of entriesAfter(queries, Math.max(readTo, visitsFrom))) {
    for (const day of await daysVisited(queries, entries, localOf)) changed.add(day);
  }
  const days = [...changed].filter((day) => day >= range.from && day <= range.to).sort();
  const found: KeyedFigures[] = [];
  for (const part of partsOf(range, days)) {
    found.push(...(await findStored(queries, part, storedBy, seller)));
    for (const day of part.uncounted) {
      const visits = await counted.get(day, () => countVisits(queries, day, localOf));
      const meant = visits.filter((visit) => seller === undefined || visit.soldBy === seller);
      found.push(...meant.filter((visit) => visit.by === storedBy));
      await nextTurn();
    }
  }
  return found.map(({ key, admitted, persons, left, conflicts }) => ({
    key: by === 'month' ? monthOf(key as CalendarDay) : key,
    figures: { admitted, persons, left, conflicts },
  }));
}

type KeyedFigures = Pick<VisitSubtotal, 'key'> & VisitFigures;

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
): Promise<KeyedFigures[]> {
  const [others, days] = uncounted.length > 0 ? [' AND day NOT IN ?', [uncounted]] : ['', []];
  const [own, sellers] = seller === undefined ? ['', []] : [' AND sold_by = ?', [seller]];
  return queries.all<KeyedFigures>(
    `SELECT row_key AS "key", sum(admitted) AS "admitted", sum(persons) AS "persons",
            sum(went_out) AS "left", sum(conflicts) AS "conflicts"
       FROM visit_figures WHERE row_of = ? AND day >= ? AND day <= ?${others}${own} GROUP BY row_key`,
    [by, from, to, ...days, ...sellers],
  );
}
