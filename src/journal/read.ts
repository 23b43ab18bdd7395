import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { allOf, type Queries, type SqlValue, type Transaction } from '../store/index.ts';
import type { Entry, JournalKind } from './journal.ts';
import { BEGINNING, type PositionRange, ROW_COLUMNS, type SealedRow } from './seal.ts';

const PAGE = 500;

/** A subquery for all entries: the sealed ones, by their indexes, and the few that are not sealed yet. */
export const EVERY_ENTRY =
  '(SELECT * FROM journal WHERE number IS NOT NULL UNION ALL SELECT * FROM journal WHERE number IS NULL) AS entries';

/** An entry in its final place. */
export interface SealedEntry extends Entry {
  /** Counts up from 1 without gaps. Readers of the journal use it as their cursor. */
  readonly number: number;
}

/**
 * The sealed entries after `cursor` (0: from the beginning), in order, at most `limit`. A reader that continues from
 * the last number it has read misses none and gets none twice, also while others commit.
 */
export async function readJournal(queries: Queries, cursor: number, limit: number): Promise<SealedEntry[]> {
  const rows = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number > ? ORDER BY number LIMIT ?`,
    [cursor, limit],
  );
  return rows.map(fromRow);
}

/**
 * Every entry after `cursor`, unsealed ones too, in pages; other requests are handled between two pages. Unsealed
 * entries come first, so that none is missed if it is sealed meanwhile. None comes twice.
 */
export async function* entriesAfter(queries: Queries, cursor: number): AsyncGenerator<Entry[]> {
  const unsealed = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number IS NULL`,
  );
  const told = new Set(unsealed.map(({ position }) => position));
  yield unsealed.map(fromRow);
  for (let last = cursor; ; ) {
    const rows = await queries.all<SealedRow>(
      `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number > ? ORDER BY number LIMIT ${PAGE}`,
      [last],
    );
    yield rows.filter(({ position }) => !told.has(position)).map(fromRow);
    if (rows.length < PAGE) return;
    await nextTurn();
    last = (rows.at(-1) as SealedRow).number;
  }
}

/** The last entry of those kinds about `subject`, sealed or not: its time and account (null: no account). */
export async function findLatest(
  queries: Queries,
  kinds: readonly JournalKind[],
  subject: string,
): Promise<{ readonly at: number; readonly accountId: Uuid | null } | undefined> {
  return queries.get(
    `SELECT at AS "at", account_id AS "accountId" FROM ${EVERY_ENTRY} WHERE subject = ? AND kind IN ?
      ORDER BY position DESC LIMIT 1`,
    [subject, kinds],
  );
}

/** All entries of those kinds about those subjects, sealed or not, in the order in which they were recorded. There are few. */
export async function findOfKinds(
  queries: Queries,
  kinds: readonly JournalKind[],
  subjects: readonly string[],
): Promise<Entry[]> {
  // The concatenation makes SQLite use the index of kinds: a day has many entries of other kinds.
  const rows = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM ${EVERY_ENTRY}
      WHERE kind IN ? AND subject || '' IN ? ORDER BY position`,
    [kinds, subjects],
  );
  return rows.map(fromRow);
}

/** The entries about any of those subjects, sealed or not, in the order in which they were recorded. */
export async function findHappenedTo(queries: Queries, subjects: readonly string[]): Promise<Entry[]> {
  const rows = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM ${EVERY_ENTRY} WHERE subject IN ? ORDER BY position`,
    [subjects],
  );
  return rows.map(fromRow);
}

/** The number of the newest sealed entry; 0: there is none. */
export async function findLastNumber(queries: Queries): Promise<number> {
  const row = await queries.get<{ number: number }>(
    'SELECT number FROM journal WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1',
  );
  return row?.number ?? 0;
}

/** The number of entries, sealed or not. Sealing does not change it, but every commit with an entry does. */
export async function findLength(queries: Queries): Promise<number> {
  const row = await queries.get<{ length: number }>(
    `SELECT coalesce((SELECT number FROM journal WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1), 0) +
            (SELECT count(*) FROM journal WHERE number IS NULL) AS length`,
  );
  return row?.length ?? 0;
}

/**
 * The number that the last entry has, or gets once it is sealed. Every entry that is recorded from now on gets a higher
 * one: no other transaction records any until `tx` ends, so sales wait for it. Call it last, after every other lock
 * that `tx` takes, and before `tx` records anything itself: whoever records keeps others from it, so two such would
 * wait for each other.
 */
export async function findEnd(tx: Transaction): Promise<number> {
  const lock = tx.dialect.lockTable('journal');
  if (lock !== undefined) await tx.run(lock);
  return findLength(tx);
}

/**
 * The number of the last sealed entry before the instant `at`; 0: there is none. Entries are nearly in chronological
 * order.
 */
export async function findNumberBefore(queries: Queries, at: number): Promise<number> {
  let [low, high] = [0, await findLastNumber(queries)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = await queries.get<{ at: number }>('SELECT at FROM journal WHERE number = ?', [middle]);
    if (row !== undefined && row.at < at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Goes on from `cursor` by up to `limit` sealed entries, but not as far as the first one from `since` or later.
 * @returns the number of the last one that it has passed
 */
export async function findLastBefore(
  queries: Queries,
  cursor: number,
  since: number,
  limit: number,
): Promise<number> {
  const last = Math.min(cursor + limit, await findLastNumber(queries));
  const first = await queries.get<{ number: number }>(
    'SELECT number FROM journal WHERE number > ? AND number <= ? AND at >= ? ORDER BY number LIMIT 1',
    [cursor, last, since],
  );
  return first === undefined ? last : first.number - 1;
}

/** The seal of that entry; for 0, the beginning of the chain; undefined when there is no such entry. */
export async function sealAt(queries: Queries, number: number): Promise<string | undefined> {
  if (number === 0) return BEGINNING;
  const row = await queries.get<{ seal: string }>('SELECT seal FROM journal WHERE number = ?', [number]);
  return row?.seal;
}

/** An entry that may not be sealed yet; then its number is null. */
export interface PlacedEntry extends Entry {
  readonly number: number | null;
}

/**
 * The entries of those kinds that were sealed after `cursor`, and those not sealed yet, without the positions in
 * `told`, in the order in which they were recorded.
 */
export async function findKindsSince(
  queries: Queries,
  kinds: readonly JournalKind[],
  cursor: number,
  told: PositionRange = { first: 0, last: -1 },
): Promise<PlacedEntry[]> {
  const isNew = `kind || '' IN ? AND position NOT BETWEEN ? AND ?`;
  const newValues = [kinds, told.first, told.last];
  // The concatenation keeps SQLite from using the index of kinds, which would read all entries of these kinds.
  const rows = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number > ? AND ${isNew}
     UNION ALL
     SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number IS NULL AND ${isNew}`,
    [cursor, ...newValues, ...newValues],
  );
  return rows.toSorted((one, other) => one.position - other.position).map(fromRow);
}

/**
 * Those of the changes that were made after the entry with that number: what they say was before was so at that entry.
 */
export function changesAfter<Change extends PlacedEntry>(
  changes: readonly Change[],
  subject: string,
  number: number,
): Change[] {
  return changes.filter((change) => change.subject === subject && (change.number ?? Infinity) > number);
}

export function fromRow(row: SealedRow): SealedEntry {
  return {
    number: row.number,
    at: row.at,
    accountId: row.account_id as SealedEntry['accountId'],
    channel: row.channel as SealedEntry['channel'],
    requestId: row.request_id,
    kind: row.kind as SealedEntry['kind'],
    subject: row.subject,
    details: JSON.parse(row.details),
  };
}

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
const FREQUENT_KINDS: readonly JournalKind[] = [
  'tickets.sold',
  'tickets.admitted',
  'tickets.left',
  'passes.admitted',
  'passes.left',
  'cards.admitted',
  'cards.left',
  'visitors.counted',
];

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
  const { where, values } = allOf([
    ['position < ?', before],
    ['position >= ?', first],
    ['position <= ?', last],
    ['at >= ?', from],
    ['at < ?', to],
    [`kind${unindexed} = ?`, kind],
    [`account_id${isSeldom ? " || ''" : unindexed} = ?`, accountId],
    ...(about === undefined ? [] : [await conditionOf(queries, about)]),
  ]);
  const asked = where && ` AND ${where}`;
  // Each part of the journal is queried with its own indexes: PostgreSQL would sort a whole union before it takes the
  // newest. For a subject the sum keeps PostgreSQL from scanning the journal backwards; it sorts the few entries
  // instead.
  const order = about === undefined ? 'position' : 'position + 0';
  const part = (number: 'NULL' | 'NOT NULL') =>
    `SELECT * FROM (SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number IS ${number}${asked}
      ORDER BY ${order} DESC LIMIT ?) AS part`;
  const rows = await queries.all<SealedRow>(
    `SELECT * FROM (${part('NOT NULL')} UNION ALL ${part('NULL')}) AS entries ORDER BY position DESC LIMIT ?`,
    [...values, limit, ...values, limit, limit],
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
