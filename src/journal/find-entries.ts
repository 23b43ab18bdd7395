import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { inList, type Queries, type SqlValue } from '../store/index.ts';
import type { Entry, JournalKind } from './journal.ts';
import { EVERY_ENTRY, findNumberBefore, fromRow } from './read.ts';
import { ROW_COLUMNS, type SealedRow } from './seal.ts';

/** What entries are looked for by; what is given must all hold. */
export interface JournalQuestion {
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

/** An entry as it is found. */
export interface FoundEntry extends Entry {
  readonly position: number;
  /** Null: it is not sealed yet. */
  readonly number: number | null;
}

/** By so much may an entry stand out of the order of time. */
const DISORDER_MS = 60 * 60_000;
/** Kinds that may have more entries than a busy account has. Any other kind has few. */
const OFTEN: readonly JournalKind[] = ['tickets.sold', 'tickets.admitted', 'tickets.left'];

/** The entries that are looked for, sealed or not, the newest first. @throws Refusal forbidden */
export async function findEntries(
  queries: Queries,
  actor: Actor,
  question: JournalQuestion,
): Promise<FoundEntry[]> {
  requirePermission(actor, 'read-journal');
  return select(queries, question);
}

/** Positions of the entries of that kind and instant whose details name the ticket of that number. */
export async function findNaming(
  queries: Queries,
  number: number,
  { kind, at }: { readonly kind: JournalKind; readonly at: number },
): Promise<number[]> {
  const entries = await select(queries, { from: at, to: at + 1, kind, limit: Number.MAX_SAFE_INTEGER });
  const names = ({ details }: FoundEntry) =>
    'tickets' in details && (details.tickets as readonly number[]).includes(number);
  return entries.filter(names).map(({ position }) => position);
}

async function select(
  queries: Queries,
  { from, to, kind, about, accountId, before, limit }: JournalQuestion,
): Promise<FoundEntry[]> {
  const [first, last] = await Promise.all([
    from === undefined ? undefined : positionAround(queries, from - DISORDER_MS, 0),
    to === undefined ? undefined : positionAround(queries, to + DISORDER_MS, 1),
  ]);
  // What is about one thing is little: the concatenation keeps SQLite from going through all of one kind or account.
  const unindexed = about === undefined ? '' : " || ''";
  const isSeldom = kind !== undefined && !OFTEN.includes(kind);
  const conditions: [string, ...(SqlValue | undefined)[]][] = [
    ['position < ?', before],
    ['position >= ?', first],
    ['position <= ?', last],
    ['at >= ?', from],
    ['at < ?', to],
    [`kind${unindexed} = ?`, kind],
    [`account_id${isSeldom ? " || ''" : unindexed} = ?`, accountId],
    ...(about === undefined ? [] : [await conditionOf(queries, about)]),
  ];
  const given = conditions.filter(([, ...values]) => !values.includes(undefined));
  const asked = given.map(([condition]) => ` AND ${condition}`).join('');
  const values = [...given.flatMap(([, ...values]) => values as SqlValue[]), limit];
  // Each part of the journal by its own indexes: PostgreSQL sorts all of a union before it takes the newest.
  // What is about one thing is sorted instead: the sum keeps PostgreSQL from looking for it from the journal's end.
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
): Promise<[string, ...SqlValue[]]> {
  const named = inList<SqlValue>(subjects);
  const isNamed = `subject IN ${named.list}`;
  if (positions.length === 0) return [isNamed, ...named.values];
  // Asked for both in one statement, SQLite or PostgreSQL reads the whole journal.
  const rows = await queries.all<{ position: number }>(
    `SELECT position FROM ${EVERY_ENTRY} WHERE ${isNamed}`,
    named.values,
  );
  const placed = inList<SqlValue>([...positions, ...rows.map(({ position }) => position)]);
  return [`position IN ${placed.list}`, ...placed.values];
}

/** Position of the last sealed entry before that instant, or of one `further` on; undefined: there is none. */
async function positionAround(queries: Queries, at: number, further: number): Promise<number | undefined> {
  const number = (await findNumberBefore(queries, at)) + further;
  const row = await queries.get<{ position: number }>('SELECT position FROM journal WHERE number = ?', [
    number,
  ]);
  return row?.position;
}
