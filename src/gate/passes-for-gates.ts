import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Days } from '../hours/index.ts';
import type { Entry, JournalKind } from '../journal/index.ts';
import {
  findEntriesLeft,
  findFirstIds,
  findPassTypes,
  findReplacing,
  findWithdrawnPasses,
  type NumberedPassType,
} from '../passes/index.ts';
import type { Queries } from '../store/index.ts';
import {
  findPassesOfCheckIns,
  findPassesSeenSince,
  findPassPassages,
  type PassPassage,
} from '../visits/index.ts';
import { EntryTimeline } from './entry-timeline.ts';

/** What a gate needs to let in with passes, beside their types. */
export interface PassesForGates {
  /** Those that admit nobody any more, but for void ones; in changes, those of `passEntries` that do not. */
  readonly blockedPasses: readonly Uuid[];
  readonly voidPasses: readonly Uuid[];
  /** What passes were used for, where they were; in changes, of each that has changed all there is to know. */
  readonly passEntries: readonly PassAtGates[];
}

/** How a pass was used on the day. */
export interface PassAtGates {
  readonly passId: Uuid;
  /** Left out: nobody came in with it on the day. */
  readonly is?: 'inside' | 'out';
  /** When and where somebody last came in with it. */
  readonly at?: number;
  readonly gate?: string;
  /** How often it has admitted anew on the day. */
  readonly entries: number;
  /** Left out: as many as its type has. */
  readonly entriesLeft?: number;
}

/** All types of passes, for the numbers in their codes. */
export type PassTypeForGates = Pick<
  NumberedPassType,
  'number' | 'passType' | 'name' | 'names' | 'covers' | 'walkIn' | 'named' | 'perDay' | 'entries'
>;

export async function findPassTypesForGates(queries: Queries): Promise<PassTypeForGates[]> {
  return findPassTypes(queries);
}

/** What is to be known of all passes that are valid on one of the days or later; or of those with these first ids, also what was taken back. */
export async function findPassesForGates(
  queries: Queries,
  days: Days,
  changed?: readonly Uuid[],
): Promise<PassesForGates> {
  if (changed?.length === 0) return { blockedPasses: [], voidPasses: [], passEntries: [] };
  const [day] = days;
  const [withdrawn, left, passages] = await Promise.all([
    findWithdrawnPasses(queries, day, changed),
    findEntriesLeft(queries, day, changed),
    findPassPassages(queries, days, changed),
  ]);
  const entriesLeft = new Map(left.map((each) => [each.firstId, each.entriesLeft]));
  const told = changed ?? [...new Set([...entriesLeft.keys(), ...passages.keys()])];
  const ids = await findReplacing(queries, told);
  return {
    blockedPasses: withdrawn.flatMap(({ passId, isVoid }) => (isVoid ? [] : passId)),
    voidPasses: withdrawn.flatMap(({ passId, isVoid }) => (isVoid ? passId : [])),
    passEntries: told.flatMap((firstId) => {
      const used = usedOn(days, passages.get(firstId) ?? [], entriesLeft.get(firstId));
      return (ids.get(firstId) ?? []).map((passId) => ({ passId, ...used }));
    }),
  };
}

function usedOn(
  days: Days,
  passages: readonly PassPassage[],
  entriesLeft: number | undefined,
): Omit<PassAtGates, 'passId'> {
  const timeline = new EntryTimeline(passages);
  const { lastDirection, lastIn } = timeline.standingAt(days);
  return {
    ...(lastDirection !== undefined && { is: lastDirection === 'in' ? 'inside' : 'out' }),
    ...lastIn,
    entries: timeline.countEntries(days),
    ...(entriesLeft !== undefined && { entriesLeft }),
  };
}

const PASSED: readonly JournalKind[] = ['passes.admitted', 'passes.left'];
const TAKEN_BACK: readonly JournalKind[] = ['admission.undone', 'check-in.corrected'];
const CHANGED: readonly JournalKind[] = ['pass.blocked', 'pass.unblocked', 'pass.replaced', 'passes.void'];
/** The kinds of entries by which passes change at gates. */
export const PASS_KINDS: readonly JournalKind[] = [...PASSED, ...TAKEN_BACK, ...CHANGED];

/** The first ids of the passes that the entries are about: with which somebody passed, or that admit nobody any more, or do again. */
export async function changedPasses(
  queries: Queries,
  days: readonly CalendarDay[],
  entries: readonly Entry[],
): Promise<Uuid[]> {
  const of = (kinds: readonly JournalKind[]) => entries.filter(({ kind }) => kinds.includes(kind));
  const passed = of(PASSED);
  const since = passed.reduce((earliest, { at }) => Math.min(earliest, at), Number.MAX_SAFE_INTEGER);
  const takenBack = of(TAKEN_BACK).map(({ subject }) => subject as Uuid);
  const found = await Promise.all([
    passed.length === 0 ? [] : findPassesSeenSince(queries, days, since),
    findPassesOfCheckIns(queries, takenBack),
    findFirstIds(queries, of(CHANGED).flatMap(passesIn)),
  ]);
  return [...new Set(found.flat().map(({ firstId }) => firstId))];
}

/** One that was replaced has the same first id as the other. */
function passesIn({ subject, details }: Entry): Uuid[] {
  const { passes = [subject as Uuid] } = details as { readonly passes?: readonly Uuid[] };
  return [...passes];
}
