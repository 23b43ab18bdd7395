import type { Queries } from '../store/index.ts';
import type { Entry } from './journal.ts';
import { ROW_COLUMNS, type SealedRow } from './seal.ts';

/** An entry in its final place. */
export interface SealedEntry extends Entry {
  /** Counted up from 1 without gaps: the cursor of whoever feeds on the journal. */
  readonly number: number;
}

/**
 * The sealed entries after `cursor` (0: from the beginning), in order, at most `limit`. Whoever goes on from the
 * last number that it has read misses none and gets none twice, whatever is being committed meanwhile.
 */
export async function readJournal(queries: Queries, cursor: number, limit: number): Promise<SealedEntry[]> {
  const rows = await queries.all<SealedRow>(
    `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number > ? ORDER BY number LIMIT ?`,
    [cursor, limit],
  );
  return rows.map(fromRow);
}

export function fromRow(row: SealedRow): SealedEntry {
  return {
    number: row.number,
    at: row.at,
    accountId: row.account_id as SealedEntry['accountId'],
    door: row.door as SealedEntry['door'],
    requestId: row.request_id,
    kind: row.kind as SealedEntry['kind'],
    subject: row.subject,
    details: JSON.parse(row.details),
  };
}
