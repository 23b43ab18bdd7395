import { findUsernames } from '../../accounts/index.ts';
import { findLatest, type JournalKind } from '../../journal/index.ts';
import { affectedTexts } from './affected-texts.ts';
import type { DeskOptions } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';

/** Thrown when somebody else has changed the subject of a form since it was opened. */
export class ChangedMeanwhile extends Error {
  /** The current value. */
  readonly now: unknown;

  constructor(now: unknown) {
    super('changed meanwhile');
    this.now = now;
  }
}

/** Who changed it last, and when, in words. */
export async function whoChanged(
  { language, words }: Clerk,
  { store }: DeskOptions,
  kinds: readonly JournalKind[],
  subject: string,
): Promise<{ readonly who: string; readonly time: string }> {
  const latest = await findLatest(store, kinds, subject);
  const accountId = latest?.accountId ?? undefined;
  const names = await findUsernames(store, accountId === undefined ? [] : [accountId]);
  const who = accountId && names.get(accountId);
  return { who: who || affectedTexts(language)('somebody'), time: latest ? words.time(latest.at) : '' };
}
