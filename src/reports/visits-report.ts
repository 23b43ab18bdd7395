import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange, monthOf } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { entriesAfter } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { sumCardVisits } from '../visits/index.ts';
import { findProgress } from './aggregation-job.ts';
import { BY_CARD, BY_CATEGORY, BY_DAY, BY_ENTRY, BY_EVENT, BY_HOUR, BY_MONTH } from './groupings.ts';
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
  entry: { ...BY_ENTRY, storedBy: 'entry' },
  card: { ...BY_CARD, storedBy: null },
} as const satisfies Partial<Record<GroupingName, Grouping & { readonly storedBy: VisitsStoredBy | null }>>;

type VisitsBy = keyof typeof GROUPINGS;

/** The admissions on those days, each ticket once per day, and people without a ticket. */
export const visitsReport = {
  description:
    'Gets who came in on the days of a range: with tickets, with passes, whose entries count, with cards of others, and counted without a ticket. All but the first count as general entry. A partner gets only the tickets that it sold.',
  groupings: GROUPINGS,
  figures: {
    admitted: {
      kind: 'count',
      description:
        'Tickets that were admitted, each counted once per day, and entries of passes; people without a ticket count one each.',
    },
    persons: { kind: 'count', description: 'Persons that came in.' },
    left: {
      kind: 'count',
      description:
        'Of these, tickets and passes whose visitor has left, and people without a ticket who left.',
    },
    conflicts: {
      kind: 'count',
      description:
        'Second admissions of a ticket or pass, by gates that did not know of the first because they were offline.',
    },
  } satisfies Readonly<Record<keyof VisitFigures, Figure>>,
  rows: 'One row for each day, month, event, hour, category, way in, or month and card, with figures. All are in order; events are sorted by name.',
  find: findSubtotals,
} as const satisfies Report<VisitsBy>;

/** The stored figures, and those of days with later changes, which are counted now. */
async function findSubtotals(
  { queries, localOf, visits: counted }: ReportMuseum,
  { range, by }: ReportRequest<VisitsBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const { storedBy } = GROUPINGS[by];
  if (storedBy === null) return seller === undefined ? findCardSubtotals(queries, range) : [];
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

/** Who came with cards of others: partners sell none. */
async function findCardSubtotals(queries: Queries, { from, to }: DayRange): Promise<Subtotal[]> {
  const visits = await sumCardVisits(queries, from, to);
  return visits.map(({ card, month, worthCents: worth, ...figures }) => {
    return { key: `${month} ${card}`, figures: { ...figures, worth } };
  });
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

/** Days without rows by entry were counted by the version before, in which everybody had a ticket. */
const HAS_ENTRY = `(row_of = 'entry' OR (row_of = 'day' AND NOT EXISTS (
  SELECT 1 FROM visit_figures AS entries WHERE entries.row_of = 'entry' AND entries.day = visit_figures.day)))`;
const ENTRY_KEY = `CASE row_of WHEN 'day' THEN 'ticket' ELSE row_key END`;

function findStored(
  queries: Queries,
  { from, to, uncounted }: RangePart,
  by: VisitsStoredBy,
  seller: Uuid | null | undefined,
): Promise<KeyedFigures[]> {
  const [others, days] = uncounted.length > 0 ? [' AND day NOT IN ?', [uncounted]] : ['', []];
  const [own, sellers] = seller === undefined ? ['', []] : [' AND sold_by = ?', [seller]];
  const [key, isMeant] = by === 'entry' ? [ENTRY_KEY, HAS_ENTRY] : ['row_key', 'row_of = ?'];
  return queries.all<KeyedFigures>(
    `SELECT ${key} AS "key", sum(admitted) AS "admitted", sum(persons) AS "persons",
            sum(went_out) AS "left", sum(conflicts) AS "conflicts"
       FROM visit_figures WHERE ${isMeant} AND day >= ? AND day <= ?${others}${own} GROUP BY ${key}`,
    [...(by === 'entry' ? [] : [by]), from, to, ...days, ...sellers],
  );
}
