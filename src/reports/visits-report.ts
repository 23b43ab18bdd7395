import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { entriesAfter } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import type { Progress } from './add-up.ts';
import { findEventNames, type Range } from './range.ts';
import {
  countVisits,
  daysVisited,
  type LocalOf,
  NOBODY,
  type VisitFigures,
  type VisitPiece,
} from './visit-figures.ts';

/** What the rows of a report of visits stand for. */
export const VISITS_BY = ['day', 'event', 'hour'] as const;
export type VisitsBy = (typeof VISITS_BY)[number];

export type VisitsRow = VisitFigures &
  (
    | { readonly by: 'day'; readonly day: CalendarDay }
    /** Null and undefined: general entry. */
    | { readonly by: 'event'; readonly eventId: Uuid | null; readonly eventName: string | undefined }
    /** 0 to 23 on the museum's clocks. */
    | { readonly by: 'hour'; readonly hour: number }
  );

export interface VisitsReport {
  readonly range: Range;
  readonly rows: readonly VisitsRow[];
  readonly total: VisitFigures;
}

export interface VisitsQuestion {
  readonly range: Range;
  readonly by: VisitsBy;
  readonly localOf: LocalOf;
}

/**
 * Who was let in on those days, each ticket once on each; of a partner's, those that it sold. Days and hours are in
 * order, events by name.
 * @throws Refusal forbidden
 */
export async function getVisitsReport(
  queries: Queries,
  actor: Actor,
  question: VisitsQuestion,
): Promise<VisitsReport> {
  const scope = requirePermission(actor, 'read-reports');
  const { range, by } = question;
  const found = await findPieces(queries, question);
  const pieces = found.filter(({ soldBy }) => scope === 'all' || soldBy === actor.accountId);
  const groups = Map.groupBy(pieces, (piece) => keyOf(piece, by));
  const events = by === 'event' ? [...groups.keys()].filter((key) => key !== '') : [];
  const names = await findEventNames(queries, events as Uuid[]);
  const rows = [...groups].map(([key, some]): VisitsRow => {
    const figures = sumOf(some);
    if (by === 'day') return { by, day: key as CalendarDay, ...figures };
    if (by === 'hour') return { by, hour: Number(key), ...figures };
    return { by, eventId: key === '' ? null : (key as Uuid), eventName: names.get(key as Uuid), ...figures };
  });
  const nameOf = (row: VisitsRow) =>
    row.by === 'event' ? (row.eventName ?? '') : row.by === 'day' ? row.day : twoDigits(row.hour);
  return {
    range,
    rows: rows.sort((one, other) => compareText(nameOf(one), nameOf(other))),
    total: sumOf(pieces),
  };
}

/** What was counted, with the days that something has happened on since counted now. */
async function findPieces(queries: Queries, { range, localOf }: VisitsQuestion): Promise<VisitPiece[]> {
  const rows = await queries.all<Progress & VisitPiece>(
    `SELECT read_to AS "readTo", old_tickets_to AS "oldTicketsTo", day AS "day", event_id AS "eventId", sold_by AS "soldBy",
            hour AS "hour", admitted AS "admitted", went_out AS "left", conflicts AS "conflicts"
       FROM report_progress LEFT JOIN visit_figures ON day >= ? AND day <= ?`,
    [range.from, range.to],
  );
  const [{ readTo }] = rows as [Progress & VisitPiece];
  const changed = new Set<CalendarDay>();
  for await (const entries of entriesAfter(queries, readTo)) {
    for (const day of await daysVisited(queries, entries, localOf)) changed.add(day);
  }
  const days = [...changed].filter((day) => day >= range.from && day <= range.to);
  const counted = await Promise.all(days.map((day) => countVisits(queries, day, localOf)));
  return [...rows.filter(({ day }) => isDay(day) && !changed.has(day)), ...counted.flat()];
}

/** Without any figures there is one row, which has only how far they go. */
function isDay(day: CalendarDay | null): day is CalendarDay {
  return day !== null;
}

function keyOf({ day, eventId, hour }: VisitPiece, by: VisitsBy): string {
  return { day, event: eventId ?? '', hour: `${hour}` }[by];
}

function sumOf(pieces: readonly VisitFigures[]): VisitFigures {
  const sum = { ...NOBODY } as { -readonly [Figure in keyof VisitFigures]: number };
  for (const { admitted, left, conflicts } of pieces) {
    sum.admitted += admitted;
    sum.left += left;
    sum.conflicts += conflicts;
  }
  return sum;
}

function twoDigits(hour: number): string {
  return `${hour}`.padStart(2, '0');
}
