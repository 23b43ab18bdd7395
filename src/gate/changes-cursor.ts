import { type CalendarDay, parseCalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { findUnsealedRun, lastSeal, type PositionRange, sealAt } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';

/**
 * The position of a gate in the changes of a day: an entry of the sealed journal. The beginning of the entry's seal
 * identifies the journal, so that a cursor of another museum, or from before a restored backup, is noticed.
 */
export interface ChangesCursor {
  readonly day: CalendarDay;
  readonly number: number;
  readonly seal: string;
  /**
   * For a day that lasts past midnight: the changes include the next day's tickets and, once it has begun (`on`), its
   * events.
   */
  readonly next?: NextDay | undefined;
  /** The positions of entries that were sent already before they were sealed. */
  readonly sentUnsealed?: PositionRange | undefined;
}

export type NextDay = 'ahead' | 'on';

/** Characters of a seal, in hexadecimal. */
const SEAL_LENGTH = 16;
/** With more entries than this to catch up on, a new snapshot is faster. */
const MAX_ENTRIES_BEHIND = 10_000;

/** The cursor for everything up to now. Under load, the next changes may repeat some of it. */
export async function newestCursor(
  queries: Queries,
  day: CalendarDay,
  next: NextDay | undefined,
): Promise<ChangesCursor> {
  const { number, seal } = await lastSeal(queries);
  return {
    day,
    number,
    seal: seal.slice(0, SEAL_LENGTH),
    next,
    sentUnsealed: await findUnsealedRun(queries),
  };
}

export function writeChangesCursor({ day, number, seal, next, sentUnsealed }: ChangesCursor): string {
  const parts: (string | number)[] = [day, number, seal];
  if (next !== undefined) parts.push(next);
  if (sentUnsealed !== undefined) parts.push(`${sentUnsealed.first}-${sentUnsealed.last}`);
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** Undefined when the text is no cursor. */
export function readChangesCursor(text: string): ChangesCursor | undefined {
  const match = /^(\S+) (\d{1,15}) ([0-9a-f]*)(?: (ahead|on))?(?: (\d{1,15})-(\d{1,15}))?$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const day = parseCalendarDay(match?.[1] ?? '');
  if (match === null || day === undefined) return undefined;
  const next = match[4] as NextDay | undefined;
  const sentUnsealed =
    match[5] === undefined ? undefined : { first: Number(match[5]), last: Number(match[6]) };
  const cursor = { day, number: Number(match[2]), seal: match[3] as string, next, sentUnsealed };
  return writeChangesCursor(cursor) === text ? cursor : undefined;
}

/**
 * @throws Refusal cursor-expired when the cursor is of another journal or other days, or too many entries came after it
 */
export async function requireFresh(
  queries: Queries,
  cursor: ChangesCursor,
  newest: ChangesCursor,
): Promise<void> {
  const seal = await sealAt(queries, cursor.number);
  const isOurs = seal?.slice(0, SEAL_LENGTH) === cursor.seal;
  const isOfSameDays = cursor.day === newest.day && cursor.next === newest.next;
  if (!isOurs || !isOfSameDays || newest.number - cursor.number > MAX_ENTRIES_BEHIND)
    throw new Refusal('cursor-expired', {});
}
