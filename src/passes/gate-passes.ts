import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlParameter } from '../store/index.ts';

/** A pass with which a gate must not let in any more. */
export interface WithdrawnPass {
  readonly passId: Uuid;
  readonly isVoid: boolean;
}

/** The blocked and void passes that would be valid on that day or later; of all, or of those with these first ids. */
export async function findWithdrawnPasses(
  queries: Queries,
  day: CalendarDay,
  firstIds?: readonly Uuid[],
): Promise<WithdrawnPass[]> {
  const [which, values] = among(firstIds);
  const rows = await queries.all<{ passId: Uuid; isVoid: number }>(
    `SELECT pass_id AS "passId", CASE WHEN void_at IS NULL THEN 0 ELSE 1 END AS "isVoid" FROM passes
      WHERE to_day >= ? AND (blocked_at IS NOT NULL OR void_at IS NOT NULL)${which}`,
    [day, ...values],
  );
  return rows.map(({ passId, isVoid }) => ({ passId, isVoid: isVoid === 1 }));
}

/** How many entries are left on a pass that does not admit any number of times. */
export interface EntriesLeft {
  readonly firstId: Uuid;
  readonly entriesLeft: number;
}

/**
 * The entries that are left of passes that are valid on that day or later, where that is not as many as their types have now; of all, or
 * of those with these first ids.
 */
export function findEntriesLeft(
  queries: Queries,
  day: CalendarDay,
  firstIds?: readonly Uuid[],
): Promise<EntriesLeft[]> {
  const [which, values] = among(firstIds);
  return queries.all<EntriesLeft>(
    `SELECT "firstId", CASE WHEN entries > used THEN entries - used ELSE 0 END AS "entriesLeft"
       FROM (SELECT passes.first_id AS "firstId", passes.entries AS entries, pass_types.entries AS usual,
                    CAST((SELECT count(*) FROM pass_entries
                           WHERE pass_entries.first_id = passes.first_id AND undone_at IS NULL) AS INTEGER) AS used
               FROM passes JOIN pass_types ON pass_types.pass_type = passes.pass_type
              WHERE passes.to_day >= ? AND passes.entries IS NOT NULL AND replaced_at IS NULL${which}) AS used_passes
      WHERE used > 0 OR usual IS NULL OR usual <> entries`,
    [day, ...values],
  );
}

/** The ids of all that replaced each other, by the first of them. */
export async function findReplacing(queries: Queries, firstIds: readonly Uuid[]): Promise<Map<Uuid, Uuid[]>> {
  const ids = new Map<Uuid, Uuid[]>();
  for (let from = 0; from < firstIds.length; from += AT_ONCE) {
    const rows = await queries.all<{ passId: Uuid; firstId: Uuid }>(
      'SELECT pass_id AS "passId", first_id AS "firstId" FROM passes WHERE first_id IN ? ORDER BY pass_id',
      [firstIds.slice(from, from + AT_ONCE)],
    );
    for (const { passId, firstId } of rows) ids.set(firstId, [...(ids.get(firstId) ?? []), passId]);
  }
  return ids;
}

/** By which those passes are known. */
export function findFirstIds(
  queries: Queries,
  passIds: readonly Uuid[],
): Promise<readonly Pick<EntriesLeft, 'firstId'>[]> {
  return queries.all('SELECT DISTINCT first_id AS "firstId" FROM passes WHERE pass_id IN ?', [passIds]);
}

const AT_ONCE = 500;

function among(firstIds: readonly Uuid[] | undefined): readonly [string, readonly SqlParameter[]] {
  return firstIds === undefined ? ['', []] : [' AND passes.first_id IN ?', [firstIds]];
}
