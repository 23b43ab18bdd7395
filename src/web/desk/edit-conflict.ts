import { findUsernames } from '../../accounts/index.ts';
import { findLatest, type JournalKind } from '../../journal/index.ts';
import { affectedTexts } from './affected-texts.ts';
import type { DeskRequest } from './desk-options.ts';

/** Thrown when somebody else has changed the subject of a form since it was opened. */
export class ChangedMeanwhile extends Error {
  /** The current value. */
  readonly now: unknown;

  constructor(now: unknown) {
    super('changed meanwhile');
    this.now = now;
  }
}

/** What a form carries in its field `seen`, by which it notices that somebody else has changed the value meanwhile. */
export function seenAs(value: unknown): string {
  return JSON.stringify(value);
}

/**
 * Optimistic locking for an action that replaces `now`: the form's writer must have seen it, or want what is there already.
 * @throws ChangedMeanwhile with the current value
 */
export function requireSeen(now: unknown, seen: string | undefined, wanted?: unknown): void {
  const current = seenAs(now);
  if (current !== seen && (wanted === undefined || current !== seenAs(wanted)))
    throw new ChangedMeanwhile(now);
}

/** Whether the form changes nothing: the writer wants what they saw, and it is still the same. */
export function isAsItWas(now: unknown, seen: string | undefined, wanted: unknown): boolean {
  return [now, wanted].every((value) => seenAs(value) === seen);
}

/** Who changed it last, and when, in words. */
export async function whoChanged(
  { language, words, store }: DeskRequest,
  kinds: readonly JournalKind[],
  subject: string,
): Promise<{ readonly who: string; readonly time: string }> {
  const latest = await findLatest(store, kinds, subject);
  const accountId = latest?.accountId ?? undefined;
  const names = await findUsernames(store, accountId === undefined ? [] : [accountId]);
  const who = accountId && names.get(accountId);
  return { who: who || affectedTexts(language)('somebody'), time: latest ? words.time(latest.at) : '' };
}
