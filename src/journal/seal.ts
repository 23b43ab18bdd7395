import { hash } from 'node:crypto';
import { keysetPages, type Queries, type Transaction } from '../store/index.ts';

/**
 * Sealing gives the entries of the journal their final order and makes a hash chain: each seal is the SHA-256 of the
 * seal before it and of the entry, so that changing, removing or inserting an entry makes every later seal wrong. It is
 * done after the commit, so that concurrent actions do not wait for each other.
 */

export const SEAL_BATCH_SIZE = 500;
/** The seal before the first entry. */
export const BEGINNING = '';

interface Row {
  readonly position: number;
  readonly at: number;
  readonly account_id: string | null;
  readonly channel: string;
  readonly request_id: string | null;
  readonly kind: string;
  readonly subject: string;
  readonly details: string;
}

export interface SealedRow extends Row {
  readonly number: number;
  readonly seal: string;
}

export const ROW_COLUMNS = 'position, at, account_id, channel, request_id, kind, subject, details';

/**
 * Seals up to SEAL_BATCH_SIZE entries in `tx`, in the order of their positions. An entry is not sealed before every
 * transaction older than its own has ended: on PostgreSQL an older one may still commit an entry with a lower position.
 * Only one process may seal at a time.
 * @returns how many were sealed.
 */
export async function sealJournal(tx: Transaction): Promise<number> {
  const last = await lastSeal(tx);
  const rows = await tx.all<Row & { is_settled: number }>(
    `SELECT ${ROW_COLUMNS}, CASE WHEN ${tx.dialect.isSettled('journal')} THEN 1 ELSE 0 END AS is_settled
       FROM journal WHERE number IS NULL ORDER BY position LIMIT ${SEAL_BATCH_SIZE}`,
  );
  const unsettled = rows.findIndex(({ is_settled }) => is_settled === 0);
  const settled = unsettled === -1 ? rows : rows.slice(0, unsettled);
  let { number, seal } = last;
  const sealed = settled.map((row) => {
    number += 1;
    seal = sealOf(seal, number, row);
    return [row.position, number, seal];
  });
  await tx.update('journal', ['position', 'number', 'seal'], sealed);
  return settled.length;
}

/** Whether anything waits to be sealed. */
export async function hasUnsealed(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT position FROM journal WHERE number IS NULL LIMIT 1')) !== undefined;
}

/** Entries that exist at every position from the first to the last. */
export interface PositionRange {
  readonly first: number;
  readonly last: number;
}

/** The unsealed entries from the lowest position up to the first gap, SEAL_BATCH_SIZE at most. */
export async function findUnsealedRun(queries: Queries): Promise<PositionRange | undefined> {
  const rows = await queries.all<{ position: number }>(
    `SELECT position FROM journal WHERE number IS NULL ORDER BY position LIMIT ${SEAL_BATCH_SIZE}`,
  );
  const first = rows[0]?.position;
  if (first === undefined) return undefined;
  const gap = rows.findIndex(({ position }, index) => position !== first + index);
  return { first, last: first + (gap === -1 ? rows.length : gap) - 1 };
}

/** The number and seal of the newest sealed entry; 0 and BEGINNING when none is sealed. */
export async function lastSeal(queries: Queries): Promise<{ number: number; seal: string }> {
  const row = await queries.get<{ number: number; seal: string }>(
    'SELECT number, seal FROM journal WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1',
  );
  return row ?? { number: 0, seal: BEGINNING };
}

/** SHA-256, in hex, of the seal before, the number and the entry, as a JSON array. */
export function sealOf(before: string, number: number, row: Row): string {
  const { at, account_id, channel, request_id, kind, subject, details } = row;
  const text = JSON.stringify([before, number, at, account_id, channel, request_id, kind, subject, details]);
  return hash('sha256', text);
}

const ENTRIES_AT_ONCE = 1_000;

/** How many entries are sealed; `head` is the newest seal, which covers all of them. */
export interface JournalFigures {
  readonly entries: number;
  readonly head: string;
}

/** Verifies the chain of seals from the beginning, and yields a sentence for each break. */
export async function* checkJournal(queries: Queries): AsyncGenerator<string, JournalFigures> {
  let [number, seal] = [0, ''];
  const sealed = `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number IS NOT NULL`;
  const select = `SELECT * FROM (${sealed}) AS sealed`;
  for await (const rows of keysetPages<SealedRow>(queries, select, ['number'], ENTRIES_AT_ONCE)) {
    for (const row of rows) {
      if (row.number !== number + 1) yield `The journal has no entries between ${number} and ${row.number}.`;
      else if (sealOf(seal, row.number, row) !== row.seal)
        yield `Entry ${row.number} of the journal differs from what was sealed, or an earlier entry was changed.`;
      // The check goes on from the stored seal, so that each break is reported once.
      ({ number, seal } = row);
    }
  }
  return { entries: number, head: seal };
}

/** The number of the entry with that seal; undefined: there is none. */
export async function findSealed(queries: Queries, seal: string): Promise<number | undefined> {
  const row = await queries.get<{ number: number }>('SELECT number FROM journal WHERE seal = ?', [seal]);
  return row?.number;
}
