import { parseCalendarDay } from '../../core/calendar-day.ts';
import type { Language } from '../../core/language.ts';
import type { FoundEntry } from '../../journal/index.ts';
import { html, type Piece } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { ACCOUNTS } from './accounts-page.ts';
import { calendarTexts } from './calendar/calendar-texts.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { journalTexts } from './journal-texts.ts';
import { orderTexts } from './order-texts.ts';

/** Subjects that exist only once are named by a word of the program in the journal. */
const ONLY_ONES: Readonly<Record<string, (language: Language) => string>> = {
  'hours.week-set week': (language) => calendarTexts(language)('usualWeek'),
  'capacity.general-set general': (language) => wordTexts(language)('generalEntry'),
  'mail.retried mail': (language) => deskTexts(language)('mail'),
};

/**
 * The subject of an entry in words, with a link: to the account or the only ticket, otherwise to the entries about the subject.
 * @param events names of events, by their ids
 */
export function subjectOf(
  { language, words }: Clerk,
  { kind, subject, details }: FoundEntry,
  events: ReadonlyMap<string, string>,
): Piece {
  const isOfAccount = kind.startsWith('account.') || kind === 'drawer.counted' || kind === 'tickets.imported';
  if (isOfAccount && 'name' in details)
    return html`<a href="${`${ACCOUNTS}/${subject}`}">${`${details.name}`}</a>`;
  if (/^(?:order|payment|refund)\./.test(kind))
    return html`<a href="/desk/orders/${subject}">${orderTexts(language)('order')}</a>`;
  if (kind === 'tickets.sold') {
    const { tickets } = details as { readonly tickets: readonly string[] };
    const count = journalTexts(language)('tickets', { count: tickets.length });
    return tickets.length === 1 ? html`<a href="/desk/tickets/${tickets[0]}">${count}</a>` : count;
  }
  const day = parseCalendarDay(subject);
  const named = ONLY_ONES[`${kind} ${subject}`]?.(language) ?? events.get(subject) ?? subject;
  const text = day === undefined ? named : words.day(day);
  return html`<a href="${`/desk/journal?${new URLSearchParams({ subject })}`}">${text}</a>`;
}
