import type { Queries } from '../store/index.ts';
import { ROW_COLUMNS, type SealedRow, sealOf } from './seal.ts';

const ENTRIES_AT_ONCE = 1_000;

/** What the journal holds; `head` is the newest seal, which stands for all before it. */
export interface JournalFigures {
  readonly entries: number;
  readonly head: string;
}

/** Follows the chain of seals from the beginning, and says where it is broken, one sentence each. */
export async function* checkJournal(queries: Queries): AsyncGenerator<string, JournalFigures> {
  let [number, seal] = [0, ''];
  for (;;) {
    const rows = await queries.all<SealedRow>(
      `SELECT ${ROW_COLUMNS}, number, seal FROM journal WHERE number > ? ORDER BY number LIMIT ${ENTRIES_AT_ONCE}`,
      [number],
    );
    if (rows.length === 0) return { entries: number, head: seal };
    for (const row of rows) {
      if (row.number !== number + 1)
        yield `The journal lacks the entries between ${number} and ${row.number}.`;
      else if (sealOf(seal, row.number, row) !== row.seal)
        yield `The journal’s entry ${row.number} is not what was sealed, or one before it was changed.`;
      // From here on the chain is followed as it stands, so that one break is told once.
      ({ number, seal } = row);
    }
  }
}
