import type { Tally } from '../core/tally.ts';
import { keysetPages, type Queries } from '../store/index.ts';

const CODES_AT_ONCE = 1_000;

/**
 * Compares how often each code is used with the tickets that have it.
 * @param used how many held and sold tickets have each, by its id
 */
export async function* checkDiscounts(queries: Queries, used: Tally): AsyncGenerator<string> {
  const select = 'SELECT code_id, code, used FROM discount_codes';
  for await (const page of keysetPages<UsedRow>(queries, select, ['code_id'], CODES_AT_ONCE))
    for (const { code_id, code, used: said } of page) {
      const counted = used.take(code_id);
      if (said !== counted) yield `The code ${code} says that ${said} tickets have it, but ${counted} do.`;
    }
  for (const [codeId, count] of used.entries())
    yield `There is no code ${codeId}, but ${count} tickets have it.`;
}

interface UsedRow {
  readonly code_id: string;
  readonly code: string;
  readonly used: number;
}
