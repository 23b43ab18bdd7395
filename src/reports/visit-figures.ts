import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Entry } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findArrivals, findCheckIns } from '../visits/index.ts';

/** Tickets that came in, those of them that are out again, and second admissions by gates that could not know of the first. */
export interface VisitFigures {
  readonly admitted: number;
  readonly left: number;
  readonly conflicts: number;
}

/** What the rows of a report of visits stand for. */
export const VISITS_BY = ['day', 'event', 'hour'] as const;
export type VisitsBy = (typeof VISITS_BY)[number];

/** The figures of one row and seller on a day: each ticket when it first came in, and when it left for good. */
export interface VisitPiece extends VisitFigures {
  readonly day: CalendarDay;
  readonly by: VisitsBy;
  /** The day; the id of the event, or '' for general entry; the hour of the museum's clocks, 00 to 23. */
  readonly key: string;
  readonly soldBy: Uuid;
}

export const NOBODY: VisitFigures = { admitted: 0, left: 0, conflicts: 0 };
const COLUMNS = ['row_of', 'day', 'row_key', 'sold_by', 'admitted', 'went_out', 'conflicts'] as const;

/** The days of which those entries of the journal tell that somebody came or went, or that it was not so. */
export async function daysVisited(
  queries: Queries,
  entries: readonly Entry[],
  localOf: LocalOf,
): Promise<CalendarDay[]> {
  const passed = entries.filter(({ kind }) => kind === 'tickets.admitted' || kind === 'tickets.left');
  const changed = entries.filter(({ kind }) => kind === 'admission.undone' || kind === 'check-in.corrected');
  const checkIns = await findCheckIns(
    queries,
    changed.map(({ subject }) => subject as Uuid),
  );
  // A correction may have moved it from another day, which is the one on the calendar or the one before.
  const before = changed.flatMap(({ details }) => {
    const { at } = (details as { before?: { at?: number } }).before ?? {};
    if (at === undefined) return [];
    const { day } = localOf(at);
    return [day, addDays(day, -1)];
  });
  return [
    ...new Set([
      ...passed.map(({ subject }) => subject as CalendarDay),
      ...[...checkIns.values()].map(({ day }) => day),
      ...before,
    ]),
  ];
}

/** The figures of a day, counted now, in each way in which they are asked for. */
export async function countVisits(
  queries: Queries,
  day: CalendarDay,
  localOf: LocalOf,
): Promise<VisitPiece[]> {
  const pieces = new Map<string, { -readonly [Member in keyof VisitPiece]: VisitPiece[Member] }>();
  for (const { from, eventId, soldBy, what, count } of await findArrivals(queries, day)) {
    const keys = { day, event: eventId ?? '', hour: localOf(from).time.slice(0, 2) };
    for (const by of VISITS_BY) {
      const place = [by, keys[by], soldBy].join(' ');
      const piece = pieces.get(place) ?? { day, by, key: keys[by], soldBy, ...NOBODY };
      piece[what === 'conflict' ? 'conflicts' : what] += count;
      pieces.set(place, piece);
    }
  }
  return [...pieces.values()];
}

/** The days on which something has happened since they were counted, in order. */
export async function findUncounted(queries: Queries): Promise<CalendarDay[]> {
  const rows = await queries.all<{ day: CalendarDay }>('SELECT day FROM uncounted_days ORDER BY day');
  return rows.map(({ day }) => day);
}

export async function addUncounted(tx: Transaction, days: readonly CalendarDay[]): Promise<void> {
  await Promise.all(
    days.map((day) =>
      tx.run('INSERT INTO uncounted_days (day) VALUES (?) ON CONFLICT (day) DO NOTHING', [day]),
    ),
  );
}

/** Puts the figures of the day in the place of what was counted before: it is counted now. */
export async function replaceVisits(
  tx: Transaction,
  day: CalendarDay,
  pieces: readonly VisitPiece[],
): Promise<void> {
  await tx.run('DELETE FROM uncounted_days WHERE day = ?', [day]);
  await tx.run('DELETE FROM visit_figures WHERE day = ?', [day]);
  await tx.insert(
    'visit_figures',
    COLUMNS,
    pieces.map(({ by, key, soldBy, admitted, left, conflicts }) => [
      by,
      day,
      key,
      soldBy,
      admitted,
      left,
      conflicts,
    ]),
  );
}
