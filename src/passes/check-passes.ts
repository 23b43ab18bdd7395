import { ConfirmationCodes, isPassNumber } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { GENERAL, slotKey } from '../offers/index.ts';
import { findSecret, keysetPages, type Queries } from '../store/index.ts';

const PASSES_AT_ONCE = 500;

/**
 * Yields a sentence for each pass whose code is not that of its number, or of which others stand. Counts the places that were taken
 * with passes in `sold`, under `slotKey`.
 */
export async function* checkPasses(queries: Queries, sold: Tally): AsyncGenerator<string, void> {
  const codes = await codesOf(queries);
  for await (const page of keysetPages<PassRow>(queries, SELECT, ['pass_id'], PASSES_AT_ONCE))
    for (const row of page)
      for (const fault of faultsOf(row, codes))
        yield `Pass ${row.pass_id} of the order ${row.order_id}: ${fault}.`;
  const orphans = await queries.all<{ entryId: Uuid; firstId: Uuid }>(
    `SELECT entry_id AS "entryId", first_id AS "firstId" FROM pass_entries
      WHERE NOT EXISTS (SELECT 1 FROM passes WHERE pass_id = pass_entries.first_id) LIMIT 1000`,
  );
  for (const { entryId, firstId } of orphans)
    yield `The entry ${entryId} is with the pass ${firstId}, which does not exist.`;
  for (const { day, startsAt, places } of await queries.all<WalkInRow>(WALK_INS))
    sold.add(slotKey({ product: GENERAL, day, startsAt }), Number(places));
}

const WALK_INS = `SELECT day, starts_at AS "startsAt", sum(persons) AS "places" FROM pass_entries
  WHERE starts_at IS NOT NULL AND undone_at IS NULL GROUP BY day, starts_at`;

interface WalkInRow {
  readonly day: CalendarDay;
  readonly startsAt: string;
  readonly places: number;
}

const SELECT = `SELECT pass_id, first_id, order_id, number, pass_code, from_day, to_day, replaced_at, blocked_at,
    (SELECT count(*) FROM passes AS others WHERE others.first_id = passes.first_id AND others.replaced_at IS NULL) AS standing
  FROM passes`;

function* faultsOf(row: PassRow, codes: ConfirmationCodes | undefined) {
  const { number, pass_code: code, from_day: from, to_day: to, replaced_at: replacedAt } = row;
  if (!isPassNumber(number)) yield `its number ${number} is none of a pass`;
  if (codes !== undefined && codes.read(code) !== number)
    yield `it has the code ${code}, which is not that of its number`;
  if (to < from) yield `its last day, ${to}, is before its first`;
  if (replacedAt !== null && row.blocked_at === null) yield 'it was replaced, but is not blocked';
  if (row.standing !== 1) yield `${row.standing} passes have its place`;
}

/** Undefined: the secret is missing, which is told elsewhere. */
async function codesOf(queries: Queries): Promise<ConfirmationCodes | undefined> {
  const secret = await findSecret(queries, 'confirmation-codes');
  const key = Buffer.from(secret ?? '', 'base64');
  return key.length < 16 ? undefined : new ConfirmationCodes(key.subarray(0, 16));
}

interface PassRow {
  readonly pass_id: Uuid;
  readonly order_id: Uuid;
  readonly number: number;
  readonly pass_code: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly replaced_at: number | null;
  readonly blocked_at: number | null;
  readonly standing: number;
}
