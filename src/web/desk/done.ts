import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import type { Language } from '../../pages/texts.ts';
import { doneTexts } from './done-texts.ts';

export type Done = keyof typeof doneTexts.texts.en;

/** Leads to the page at `address` (a path), which then says what was done. */
export function done(address: string, what: Done, values: { readonly count?: number } = {}): Answer {
  const count = values.count === undefined ? '' : `&count=${values.count}`;
  return seeOther(`${address}?done=${what}${count}`);
}

/** What was done just before, by the query of the page; undefined: nothing. */
export function doneIn(query: URLSearchParams): Done | undefined {
  const what = query.get('done') ?? '';
  return Object.hasOwn(doneTexts.texts.en, what) ? (what as Done) : undefined;
}

/** What was done, in words. */
export function doneMessage(language: Language, query: URLSearchParams): string | undefined {
  const count = Number(/^\d{1,9}$/.exec(query.get('count') ?? '')?.[0] ?? 0);
  const what = doneIn(query);
  return what && doneTexts(language)(what as 'webhookReplay', { count });
}
