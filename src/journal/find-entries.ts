import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlParameter, SqlValue } from '../store/index.ts';
import type { Entry, JournalKind } from './journal.ts';
import { EVERY_ENTRY, findNumberBefore, fromRow } from './read.ts';
import { ROW_COLUMNS, type SealedRow } from './seal.ts';

/** Criteria for entries; an entry must meet all that are given. */
export interface JournalFilter {
  /** Instants: not before, and before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly kind?: JournalKind | undefined;
  readonly about?: About | undefined;
  readonly accountId?: Uuid | undefined;
  /** Position of an entry: those recorded before it. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Entries about one thing: those with one of these subjects, and those at these positions. */
export interface About {
  readonly subjects: readonly [string, ...string[]];
  readonly positions: readonly number[];
}

/** An entry that was found, sealed or not. */
export interface FoundEntry extends Entry {
  readonly position: number;
  /** Null: it is not sealed yet. */
  readonly number: number | null;
}

/** How far entries may be out of chronological order. */
const MAX_CLOCK_SKEW_MS = 60 * 60_000;
/** Kinds that may have more entries than a busy account. Any other kind has few. */
const FREQUENT_KINDS: readonly JournalKind[] = ['tickets.sold', 'tickets.admitted', 'tickets.left'];

/** The entries that meet the filter, sealed or not, the newest first. @throws Refusal forbidden */
export async function findEntries(
  queries: Queries,
  actor: Actor,
  filter: JournalFilter,
): Promise<FoundEntry[]> {
  requirePermission(actor, 'read-journal');
  return select(queries, filter);
}

/** Positions of the entries of that kind and instant whose details name the ticket of that number. */
export async function findNaming(
  queries: Queries,
  number: number,
  { kind, at }: { readonly kind: JournalKind; readonly at: number },
): Promise<number[]> {
  const entries = await select(queries, { from: at, to: at + 1, kind, limit: Number.MAX_SAFE_INTEGER });
  return entries.filter(({ details }) => names(details, number)).map(({ position }) => position);
}

/** Whether these details name the ticket, in a list of numbers or in a range. */
function names(details: Details, number: number): boolean {
  const { tickets, first, last } = details;
  return (
    tickets?.includes(number) ??
    (first !== undefined && last !== undefined && first <= number && number <= last)
  );
}

interface Details {
  readonly tickets?: readonly number[];
  readonly first?: number;
  readonly last?: number;
}

async function select(
  queries: Queries,
  { from, to, kind, about, accountId, before, limit }: JournalFilter,
): Promise<FoundEntry[]> {
  const [first, last] = await Promise.all([
    from === undefined ? undefined : positionAround(queries, from - MAX_CLOCK_SKEW_MS, 0),
    to === undefined ? undefined : positionAround(queries, to + MAX_CLOCK_SKEW_MS, 1),
  ]);
  // A subject has few entries: the concatenation keeps SQLite from using the index of kinds or accounts instead.
  const unindexed = about === undefined ? '' : " || ''";
  const isSeldom = kind !== undefined && !FREQUENT_KINDS.includes(kind);
  const conditions: [string, SqlParameter | undefined][] = [
    ['position < ?', before],
    ['position >= ?', first],
    ['position <= ?', last],
    ['at >= ?', from],
    ['at < ?', to],
    [`kind${unindexed} = ?`, kind],
    [`account_id${isSeldom ? " || ''" : unindexed} = ?`, accountId],
    ...(about === undefined ? [] : [await conditionOf(queries, about)]),
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const asked = given.map(([condition]) => ` AND ${condition}`).join('');
  const values = [...given.map(([, value]) => value as SqlParameter), limit];
  // Each part of the journal is queried with its own indexes: PostgreSQL would sort a whole union before it takes the newest.
  // For a subject the sum keeps PostgreSQL from scanning the journal backwards; it sorts the few entries instead.
  const order = about === undefined ? 'position' : 'position + 0';
  const part = (number: 'NULL' | 'NOT NULL') =>
    `SELECT * FROM (SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number IS ${number}${asked}
      ORDER BY ${order} DESC LIMIT ?) AS part`;
  const rows = await queries.all<SealedRow>(
    `SELECT * FROM (${part('NOT NULL')} UNION ALL ${part('NULL')}) AS entries ORDER BY position DESC LIMIT ?`,
    [...values, ...values, limit],
  );
  return rows.map((row) => ({ ...fromRow(row), position: row.position }));
}

async function conditionOf(
  queries: Queries,
  { subjects, positions }: About,
): Promise<[string, readonly SqlValue[]]> {
  const isNamed = 'subject IN ?';
  if (positions.length === 0) return [isNamed, subjects];
  // Asked for both in one statement, SQLite or PostgreSQL reads the whole journal.
  const rows = await queries.all<{ position: number }>(
    `SELECT position FROM ${EVERY_ENTRY} WHERE ${isNamed}`,
    [subjects],
  );
  return ['position IN ?', [...positions, ...rows.map(({ position }) => position)]];
}

/** Position of the last sealed entry before that instant, or of one `further` on; undefined: there is none. */
async function positionAround(queries: Queries, at: number, further: number): Promise<number | undefined> {
  const number = (await findNumberBefore(queries, at)) + further;
  const row = await queries.get<{ position: number }>('SELECT position FROM journal WHERE number = ?', [
    number,
  ]);
  return row?.position;
}
