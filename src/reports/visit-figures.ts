import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Entry, JournalKind } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findArrivals, findCheckIns } from '../visits/index.ts';

/**
 * Tickets and passes that were admitted, for how many persons, those of them that have left, and second admissions by gates that were
 * offline. People without a ticket count one each.
 */
export interface VisitFigures {
  readonly admitted: number;
  readonly persons: number;
  readonly left: number;
  readonly conflicts: number;
}

/** The groupings by which figures are stored. */
const STORED_BY = ['day', 'event', 'hour', 'category', 'entry'] as const;
export type VisitsStoredBy = (typeof STORED_BY)[number];

/** The figures of one row and seller on a day. Counted as in `findArrivals`. */
export interface VisitSubtotal extends VisitFigures {
  readonly day: CalendarDay;
  readonly by: VisitsStoredBy;
  /** The day; the id of the event, or '' for general entry; the hour of the museum's clocks, 00 to 23; the number of a
   * category; the kind of entry. */
  readonly key: string;
  /** '': nobody. */
  readonly soldBy: Uuid | '';
}

export const NO_VISITS: VisitFigures = { admitted: 0, persons: 0, left: 0, conflicts: 0 };
const COLUMNS = ['row_of', 'day', 'row_key', 'sold_by', 'admitted', 'persons', 'went_out', 'conflicts'];

/** What happened on the day that is the subject. */
const PASSED: readonly JournalKind[] = [
  'tickets.admitted',
  'tickets.left',
  'passes.admitted',
  'passes.left',
  'cards.admitted',
  'cards.left',
  'visitors.counted',
];

/** The days on which, by those journal entries, visitors came or left, or for which that was corrected. */
export async function daysVisited(
  queries: Queries,
  entries: readonly Entry[],
  localOf: LocalOf,
): Promise<CalendarDay[]> {
  const passed = entries.filter(({ kind }) => PASSED.includes(kind));
  const uncounted = entries.filter(({ kind }) => kind === 'count.undone');
  const changed = entries.filter(({ kind }) => kind === 'admission.undone' || kind === 'check-in.corrected');
  const checkIns = await findCheckIns(
    queries,
    changed.map(({ subject }) => subject as Uuid),
  );
  // A correction may have moved a passage from another day: the calendar day of its time, or the day before.
  const before = changed.flatMap(({ details }) => {
    const { at } = (details as { before?: { at?: number } }).before ?? {};
    if (at === undefined) return [];
    const { day } = localOf(at);
    return [day, addDays(day, -1)];
  });
  return [
    ...new Set([
      ...passed.map(({ subject }) => subject as CalendarDay),
      ...uncounted.map(({ details }) => (details as { day: CalendarDay }).day),
      ...[...checkIns.values()].map(({ day }) => day),
      ...before,
    ]),
  ];
}

/** Counts the figures of a day, for each grouping. */
export async function countVisits(
  queries: Queries,
  day: CalendarDay,
  localOf: LocalOf,
): Promise<VisitSubtotal[]> {
  const subtotals = new Map<string, { -readonly [Member in keyof VisitSubtotal]: VisitSubtotal[Member] }>();
  for (const arrivals of await findArrivals(queries, day)) {
    const { entry, from, eventId, categoryNumber, soldBy, what, count, persons } = arrivals;
    const hour = localOf(from).time.slice(0, 2);
    const keys = { day, event: eventId ?? '', hour, category: `${categoryNumber}`, entry };
    for (const by of STORED_BY) {
      const place = [by, keys[by], soldBy].join(' ');
      const subtotal = subtotals.get(place) ?? { day, by, key: keys[by], soldBy, ...NO_VISITS };
      subtotal[what === 'conflict' ? 'conflicts' : what] += count;
      if (what === 'admitted') subtotal.persons += persons;
      subtotals.set(place, subtotal);
    }
  }
  return [...subtotals.values()];
}

/**
 * The days on which something has happened since they were counted, or whose persons an instance of the version before has not
 * counted, in order.
 */
export async function findUncounted(queries: Queries): Promise<CalendarDay[]> {
  const rows = await queries.all<{ day: CalendarDay }>(
    'SELECT day FROM uncounted_days UNION SELECT day FROM visit_figures WHERE persons IS NULL ORDER BY day',
  );
  return rows.map(({ day }) => day);
}

export async function addUncounted(tx: Transaction, days: readonly CalendarDay[]): Promise<void> {
  await Promise.all(
    days.map((day) =>
      tx.run('INSERT INTO uncounted_days (day) VALUES (?) ON CONFLICT (day) DO NOTHING', [day]),
    ),
  );
}

/** Replaces the stored figures of the day, and marks it as counted. */
export async function replaceVisits(
  tx: Transaction,
  day: CalendarDay,
  subtotals: readonly VisitSubtotal[],
): Promise<void> {
  await tx.run('DELETE FROM uncounted_days WHERE day = ?', [day]);
  await tx.run('DELETE FROM visit_figures WHERE day = ?', [day]);
  await tx.insert(
    'visit_figures',
    COLUMNS,
    subtotals.map(({ by, key, soldBy, admitted, persons, left, conflicts }) => [
      ...[by, day, key, soldBy, admitted, persons, left, conflicts],
    ]),
  );
}
