import type { Queries, Transaction } from '../store/index.ts';

/** The readers of the journal that plan deliveries from it. */
export type FeedName = 'webhooks' | 'mail';

/** The position of a feed in the journal. */
export interface Cursor {
  /** The number of the last entry whose deliveries are all planned. */
  readonly readTo: number;
  /** When the next entry concerns many tickets: the number of the last ticket that was handled; otherwise 0. */
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

/** To be called in the transaction that plans the deliveries, so that both are committed together. */
export async function moveCursor(
  tx: Transaction,
  feed: FeedName,
  readTo: number,
  lookedAt = 0,
): Promise<void> {
  await tx.run('UPDATE feeds SET read_to = ?, looked_at = ? WHERE name = ?', [readTo, lookedAt, feed]);
}
