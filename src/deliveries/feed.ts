import type { Queries, Transaction } from '../store/index.ts';

/** Those who tell the world what the journal says. */
export type FeedName = 'webhooks' | 'mail';

/** How far a feed has come in the journal. */
export interface Cursor {
  /** The number of the last entry of which everything is planned. */
  readonly readTo: number;
  /** Of the next entry, when it concerns many tickets: the number of the last that was looked at. */
  readonly lookedAt: number;
}

export async function findCursor(queries: Queries, feed: FeedName): Promise<Cursor> {
  const row = await queries.get<Cursor>(
    'SELECT read_to AS "readTo", looked_at AS "lookedAt" FROM feeds WHERE name = ?',
    [feed],
  );
  if (row === undefined) throw new Error(`The table feeds has lost its row ${feed}.`);
  return row;
}

/** Nobody else may move it, or hold it by this, until the transaction ends. */
export async function lockCursor(tx: Transaction, feed: FeedName): Promise<void> {
  await tx.get(`SELECT name FROM feeds WHERE name = ?${tx.dialect.lockForUpdate}`, [feed]);
}

/** To be called in the transaction that plans: what is planned and how far that was are one. */
export async function moveCursor(
  tx: Transaction,
  feed: FeedName,
  readTo: number,
  lookedAt = 0,
): Promise<void> {
  await tx.run('UPDATE feeds SET read_to = ?, looked_at = ? WHERE name = ?', [readTo, lookedAt, feed]);
}
