import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findOverfullSlots, GENERAL, type OverfullSlot, type PlacesIn } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** That somebody came in with a pass. To come in again after leaving is none. */
export interface PassEntry {
  /** The id of its check-in. */
  readonly entryId: Uuid;
  /** The id of the first of the passes that replaced each other. */
  readonly firstId: Uuid;
  /** The museum's day. */
  readonly day: CalendarDay;
  readonly persons: number;
  /** Null: it was erased, and only the day is left. */
  readonly at: number | null;
  readonly gate: string | null;
  /** The time of general entry whose places it has taken, HH:mm, or '' for the whole day; null: none. */
  readonly startsAt: string | null;
}

const COLUMNS = `entry_id AS "entryId", first_id AS "firstId", day, persons, at, gate, starts_at AS "startsAt"`;

export async function addPassEntries(tx: Transaction, entries: readonly PassEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => [
    ...[entry.entryId, entry.firstId, entry.day, entry.persons, entry.at, entry.gate, entry.startsAt],
  ]);
  await tx.insert(
    'pass_entries',
    ['entry_id', 'first_id', 'day', 'persons', 'at', 'gate', 'starts_at'],
    rows,
  );
}

/** The entries with those passes that were not undone, by the first id, the oldest first. */
export async function findPassEntries(
  queries: Queries,
  firstIds: readonly Uuid[],
): Promise<Map<Uuid, PassEntry[]>> {
  if (firstIds.length === 0) return new Map();
  const entries = await queries.all<PassEntry>(
    `SELECT ${COLUMNS} FROM pass_entries
      WHERE first_id IN ? AND undone_at IS NULL ORDER BY day, at, entry_id`,
    [firstIds],
  );
  return Map.groupBy(entries, ({ firstId }) => firstId);
}

/** The places of general entry that it has taken. */
export function placesOfEntry({ day, startsAt, persons }: PassEntry): PlacesIn[] {
  return startsAt === null ? [] : [{ slot: { product: GENERAL, day, startsAt }, places: persons }];
}

/** The slots of that day and later in which more came with passes than there were places, because a gate was offline. */
export async function findOverfull(queries: Queries, from: CalendarDay): Promise<OverfullSlot[]> {
  const overfull = await findOverfullSlots(queries, from);
  if (overfull.length === 0) return [];
  const taken = await queries.all<Pick<OverfullSlot, 'day' | 'startsAt'>>(
    `SELECT DISTINCT day, starts_at AS "startsAt" FROM pass_entries
      WHERE day >= ? AND starts_at IS NOT NULL AND undone_at IS NULL`,
    [from],
  );
  const withPasses = new Set(taken.map(({ day, startsAt }) => `${day} ${startsAt}`));
  return overfull.filter(({ day, startsAt }) => withPasses.has(`${day} ${startsAt}`));
}

/** Takes an entry back. @returns it, if it was one and was not undone before */
export function undoPassEntry(
  tx: Transaction,
  entryId: Uuid,
  undoneAt: number,
): Promise<PassEntry | undefined> {
  return tx.get<PassEntry>(
    `UPDATE pass_entries SET undone_at = ? WHERE entry_id = ? AND undone_at IS NULL RETURNING ${COLUMNS}`,
    [undoneAt, entryId],
  );
}

/** Removes the entries of check-ins that are recorded again. @returns those that were not undone */
export async function removePassEntries(tx: Transaction, entryIds: readonly Uuid[]): Promise<PassEntry[]> {
  if (entryIds.length === 0) return [];
  const removed = await tx.all<PassEntry & { readonly undoneAt: number | null }>(
    `DELETE FROM pass_entries WHERE entry_id IN ? RETURNING ${COLUMNS}, undone_at AS "undoneAt"`,
    [entryIds],
  );
  return removed.filter(({ undoneAt }) => undoneAt === null);
}

/** Leaves of entries from before that instant the day and the persons only. @returns how many of at most `limit` had more */
export function forgetEntryTimes(tx: Transaction, before: number, limit: number): Promise<number> {
  return tx.run(
    `UPDATE pass_entries SET at = NULL, gate = NULL
      WHERE entry_id IN (SELECT entry_id FROM pass_entries WHERE at IS NOT NULL AND at < ? ORDER BY at LIMIT ?)`,
    [before, limit],
  );
}
