import { keysetPages, type Queries } from '../store/index.ts';
import { ROW_COLUMNS, type SealedRow, sealOf } from './seal.ts';

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
