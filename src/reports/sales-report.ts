import { setImmediate as nextTurn } from 'node:timers/promises';
import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay, firstOfMonth, lastOfMonth, monthAt } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { entriesAfter } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import type { Progress } from './add-up.ts';
import { findEventNames, type Range } from './range.ts';
import { findOldTickets, monthOf, type SalesPiece, sumSales, sumTickets } from './sales-figures.ts';

/** What the rows of a report of sales stand for. */
export const SALES_BY = ['day', 'event', 'seller'] as const;
export type SalesBy = (typeof SALES_BY)[number];

/** How many tickets were sold, made void, and given back for another, and what that comes to. */
export interface Takings {
  readonly sold: number;
  /** Without those that were exchanged. */
  readonly void: number;
  readonly exchanged: number;
  /** What was sold less what was made void or exchanged, of tickets in the museum's currency. */
  readonly revenueCents: number;
}

export interface SalesTakings extends Takings {
  readonly general: Takings;
  readonly event: Takings;
}

export type SalesRow = SalesTakings &
  (
    | { readonly by: 'day'; readonly day: CalendarDay }
    /** Null and undefined: general entry. */
    | { readonly by: 'event'; readonly eventId: Uuid | null; readonly eventName: string | undefined }
    /** User name. */
    | { readonly by: 'seller'; readonly seller: string }
  );

export interface SalesReport {
  readonly rows: readonly SalesRow[];
  readonly total: SalesTakings;
}

export interface SalesQuestion {
  readonly range: Range;
  readonly by: SalesBy;
  /** ISO 4217, of the museum. */
  readonly currency: string;
  readonly localOf: LocalOf;
}

/**
 * What was sold on those days of the museum, and made void or exchanged on them, whatever day the tickets are for; of a
 * partner's, its own. Rows are those of which something happened: days in order, events and sellers by name.
 * @throws Refusal forbidden
 */
export async function getSalesReport(
  queries: Queries,
  actor: Actor,
  question: SalesQuestion,
): Promise<SalesReport> {
  const scope = requirePermission(actor, 'read-reports');
  const { by } = question;
  const pieces = await findPieces(queries, question, scope === 'own' ? actor.accountId : undefined);
  const groups = Map.groupBy(pieces, ({ key }) => key);
  const names = await namesOf(queries, by, [...groups.keys()]);
  const rows = [...groups].map(([key, some]): SalesRow => {
    const takings = takingsOf(some);
    if (by === 'day') return { by, day: key as CalendarDay, ...takings };
    if (by === 'seller') return { by, seller: names.get(key as Uuid) ?? '', ...takings };
    return { by, eventId: key === '' ? null : (key as Uuid), eventName: names.get(key as Uuid), ...takings };
  });
  const nameOf = (row: SalesRow) =>
    row.by === 'day' ? row.day : row.by === 'seller' ? row.seller : (row.eventName ?? '');
  return {
    rows: rows.sort((one, other) => compareText(nameOf(one), nameOf(other))),
    total: takingsOf(pieces),
  };
}

/** Takings of one row, for general entry or for events. */
interface Piece extends Takings {
  /** What the row stands for: a day, the id of an event or '' for general entry, the id of an account. */
  readonly key: string;
  readonly isGeneral: boolean;
}

/** What was added up, and what has happened since: the first is read together with how far it goes. */
async function findPieces(
  queries: Queries,
  { range, by, currency, localOf }: SalesQuestion,
  seller: Uuid | null | undefined,
): Promise<Piece[]> {
  const ranges = piecesOf(range, by);
  const own = seller === undefined ? [] : [seller];
  const between = ranges.map(() => '(row_of = ? AND period >= ? AND period <= ?)').join(' OR ');
  const rows = await queries.all<FigureRow>(
    figuresBy(by, own.length > 0 ? `(${between}) AND sold_by = ?` : between),
    [currency, ...ranges.flat(), ...own],
  );
  const pieces: Piece[] = rows
    .filter(isFilled)
    .map(({ isGeneral, ...rest }) => ({ ...rest, isGeneral: isGeneral === 1 }));
  const add = (more: readonly SalesPiece[]) => {
    const meant = more.filter(({ day }) => day >= range.from && day <= range.to);
    const mine = meant.filter(({ soldBy }) => seller === undefined || soldBy === seller);
    pieces.push(...mine.map((piece) => pieceOf(piece, by, currency)));
  };
  const [{ readTo, oldTicketsTo }] = rows as [FigureRow];
  for await (const entries of entriesAfter(queries, readTo)) add(await sumSales(queries, entries, localOf));
  for (let last = oldTicketsTo; last !== null; ) {
    const tickets = await findOldTickets(queries, last);
    add(sumTickets(tickets, localOf));
    last = tickets.at(-1)?.number ?? null;
    await nextTurn();
  }
  return pieces;
}

interface FigureRow extends Progress, Takings {
  /** Null: there are no figures, but how far they go. */
  readonly key: string | null;
  readonly isGeneral: number;
}

function isFilled(row: FigureRow): row is FigureRow & { readonly key: string } {
  return row.key !== null;
}

const COLUMNS = { day: 'period', event: 'event_id', seller: 'sold_by' } as const;

/** One row at least, without figures when there are none. */
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

/** Which figures make up the range: of events by whole months, as far as it holds some, and by the days that are left over. */
function piecesOf({ from, to }: Range, by: SalesBy): Between[] {
  if (by !== 'event') return [['day', from, to]];
  const first = from.endsWith('-01') ? from : monthAt(from, 1);
  const last = lastOfMonth(to) === to ? to : addDays(firstOfMonth(to), -1);
  if (first === undefined || first > last) return [['day-event', from, to]];
  const months: Between = ['month-event', monthOf(first), monthOf(last)];
  const before: Between = ['day-event', from, addDays(first, -1)];
  const after: Between = ['day-event', addDays(last, 1), to];
  return [months, ...(from < first ? [before] : []), ...(to > last ? [after] : [])];
}

type Between = readonly [of: string, from: string, to: string];

function pieceOf(piece: SalesPiece, by: SalesBy, currency: string): Piece {
  const { day, eventId, soldBy, sold, exchanged } = piece;
  const cents = piece.soldCents - piece.voidCents - piece.exchangedCents;
  return {
    key: { day, event: eventId ?? '', seller: soldBy }[by],
    isGeneral: eventId === null,
    sold,
    void: piece.void,
    exchanged,
    revenueCents: piece.currency === currency ? cents : 0,
  };
}

function takingsOf(pieces: readonly Piece[]): SalesTakings {
  return {
    ...sumOf(pieces),
    general: sumOf(pieces.filter(({ isGeneral }) => isGeneral)),
    event: sumOf(pieces.filter(({ isGeneral }) => !isGeneral)),
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
  if (by === 'day') return new Map();
  return by === 'event' ? findEventNames(queries, ids) : findUsernames(queries, ids);
}
