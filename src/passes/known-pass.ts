import type { ConfirmationCodes } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { allOf, type Queries } from '../store/index.ts';
import { findPass, findPassesWhere, holderKey, type Pass } from './pass.ts';
import { findPassEntries, type PassEntry } from './pass-entry.ts';

export const PASS_STATES = ['valid', 'not-yet', 'expired', 'blocked', 'used-up', 'void'] as const;
export type PassState = (typeof PASS_STATES)[number];

/** A pass with what is known about it. */
export interface KnownPass {
  readonly pass: Pass;
  readonly state: PassState;
  /** Null: it admits any number of times. */
  readonly entriesLeft: number | null;
  /** The oldest first. */
  readonly entries: readonly PassEntry[];
}

/** What it takes to say how passes stand. */
export interface PassReading {
  readonly codes: ConfirmationCodes;
  /** The museum’s current day, which may last beyond midnight. */
  readonly today: CalendarDay;
}

/** How a pass stands. One that was replaced is blocked. @param used how many entries it had */
export function passStateOf(
  { voidAt, blockedAt, from, to, entries }: Pick<Pass, 'voidAt' | 'blockedAt' | 'from' | 'to' | 'entries'>,
  used: number,
  today: CalendarDay,
): PassState {
  if (voidAt !== null) return 'void';
  if (blockedAt !== null) return 'blocked';
  if (to < today) return 'expired';
  if (from > today) return 'not-yet';
  return entries !== null && used >= entries ? 'used-up' : 'valid';
}

/** Those passes with what is known about them, in the same order. */
export async function knownPasses(
  queries: Queries,
  passes: readonly Pass[],
  { today }: Pick<PassReading, 'today'>,
): Promise<KnownPass[]> {
  const entriesOf = await findPassEntries(queries, [...new Set(passes.map(({ firstId }) => firstId))]);
  return passes.map((pass) => {
    const entries = entriesOf.get(pass.firstId) ?? [];
    const left = pass.entries === null ? null : Math.max(0, pass.entries - entries.length);
    const state = passStateOf(pass, entries.length, today);
    return { pass, state, entriesLeft: left, entries };
  });
}

/** @throws Refusal forbidden; pass-not-found, also for one that the actor may not see */
export async function getPass(
  queries: Queries,
  actor: Actor,
  passId: Uuid,
  reading: Pick<PassReading, 'today'>,
): Promise<KnownPass> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const pass = await findPass(queries, passId);
  if (pass === undefined || (scope === 'own' && pass.soldBy !== actor.accountId))
    throw new Refusal('pass-not-found', { passId });
  const [known] = await knownPasses(queries, [pass], reading);
  return known as KnownPass;
}

/** Criteria for passes: a pass must meet all that are given. */
export interface PassFilter {
  /** As typed, whole or its eleven characters. */
  readonly passCode?: string | undefined;
  /** The whole name, whatever its case and accents. */
  readonly holder?: string | undefined;
  /** A keyed hash of the buyer's address. */
  readonly emailHash?: number | undefined;
  readonly limit: number;
  /** The id of a pass: those sold before it. */
  readonly before?: string | undefined;
}

/** Above every id. */
const ABOVE_ALL = 'g';

/** The passes that meet the filter, the newest first; for a partner, only its own. @throws Refusal forbidden */
export async function listPasses(
  queries: Queries,
  actor: Actor,
  { passCode: typed, holder, emailHash, limit, before }: PassFilter,
  reading: PassReading,
): Promise<KnownPass[]> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const { where, values } = allOf([
    ['number = ?', typed && (reading.codes.read(typed) ?? 0)],
    ['holder_key = ?', holder && holderKey(holder)],
    ['email_hash = ?', emailHash],
    ['pass_id < ?', before ?? ABOVE_ALL],
    ['sold_by = ?', scope === 'all' ? undefined : actor.accountId],
  ]);
  const passes = await findPassesWhere(queries, `${where} ORDER BY pass_id DESC LIMIT ?`, [...values, limit]);
  return knownPasses(queries, passes, reading);
}
