import { findAccountId, findUsernames, USERNAME_CHARACTERS } from '../../accounts/index.ts';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { dayBounds } from '../../core/zoned-time.ts';
import { findEventTitles } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import {
  type FoundEntry,
  findEntries,
  JOURNAL_KINDS,
  type JournalKind,
  systemUserOf,
} from '../../journal/index.ts';
import { type Fields, fieldsOf, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { folded } from '../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../pages/table.ts';
import { type Language, wordTexts } from '../../pages/texts.ts';
import { findAbout, withTicketIds } from '../../tickets/index.ts';
import { accountLink } from './accounts-page.ts';
import { calendarTexts } from './calendar/calendar-texts.ts';
import { dayInputs, readDays } from './days-asked.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { journalTexts, kindTexts } from './journal-texts.ts';
import { orderAddress, ticketAddress } from './links.ts';
import { orderTexts } from './order-texts.ts';
import { faultsAmong } from './post-form.ts';

const ADDRESS = '/desk/journal';
const SHOWN = 50;

const NAMES = ['from', 'to', 'kind', 'subject', 'account'] as const;
type Name = (typeof NAMES)[number];
type Typed = Readonly<Record<Name, string>>;

/** What happened, who did it and when, for admins. */
export async function showJournal(desk: DeskRequest): Promise<Answer> {
  const { language, query } = desk;
  const read = (name: string) => (query.get(name) ?? '').trim();
  const values = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Typed;
  const accountId = values.account === '' ? undefined : await findAccountId(desk.store, values.account);
  const { from, to, faults } = readDays(desk, values);
  const question = {
    ...dayBounds(desk.timeZone, from, to),
    kind: JOURNAL_KINDS.find((kind) => kind === values.kind),
    about: values.subject === '' ? undefined : await findAbout(desk.store, values.subject),
    accountId,
    before: /^\d{1,15}$/.test(read('before')) ? Number(read('before')) : undefined,
  };
  const say = journalTexts(language);
  const account = values.account !== '' && accountId === undefined && say('accountFault');
  const fields = fieldsOf<Name>(language, { values, ...faultsAmong<Name>({ ...faults, account }) });
  const main = html`${form(desk, fields)}${!fields.isFaulty && (await found(desk, values, question))}`;
  return deskPage(desk, {
    title: say('journal'),
    main,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function form(clerk: Clerk, fields: Fields<Name>): Html {
  const say = journalTexts(clerk.language);
  const kinds = JOURNAL_KINDS.map((value) => ({ value, text: kindTexts(clerk.language)(value) }));
  const account = { ...VERBATIM_INPUT, maxlength: USERNAME_CHARACTERS };
  const subject = { ...VERBATIM_INPUT, maxlength: 200 };
  return html`
    <form method="get" action="${ADDRESS}" class="asks">
      ${dayInputs(clerk, fields)}
      ${fields.select('kind', { label: say('kind'), options: [{ value: '', text: say('any') }, ...kinds] })}
      ${fields.input('account', { label: say('account'), with: account })}
      ${fields.input('subject', { label: say('subject'), hint: say('subjectHint'), with: subject })}
      <button class="action">${say('find')}</button>
    </form>
  `;
}

async function found(
  desk: DeskRequest,
  values: Typed,
  question: Omit<Parameters<typeof findEntries>[2], 'limit'>,
): Promise<Html> {
  const entries = await findEntries(desk.store, desk.actor, { ...question, limit: SHOWN + 1 });
  const [shown, last] = [entries.slice(0, SHOWN), entries[SHOWN - 1]];
  const isMore = entries.length > SHOWN && last !== undefined;
  return html`${await entryTable(desk, shown)}${isMore && older(desk, values, last.position)}`;
}

async function entryTable(desk: DeskRequest, found: readonly FoundEntry[]): Promise<Html> {
  const { store, language, words } = desk;
  const say = journalTexts(language);
  const names = await findUsernames(store, [...new Set(found.flatMap(({ accountId }) => accountId ?? []))]);
  const ofEvents = found.filter(({ kind }) => kind.startsWith('event.'));
  const titles = await findEventTitles(store, [...new Set(ofEvents.map(({ subject }) => subject as Uuid))]);
  const events = new Map([...titles].map(([eventId, { name }]) => [eventId as string, name]));
  const who = (entry: FoundEntry) =>
    (entry.accountId && names.get(entry.accountId)) ?? systemUserOf(entry) ?? say('byItself');
  const details = ({ details, requestId: id }: FoundEntry) =>
    folded(say('details'), [
      html`<pre>${JSON.stringify(details, null, 2)}</pre>\n`,
      id !== null && html`<p>${say('request', { id })}</p>`,
    ]);
  const columns: Column<FoundEntry>[] = [
    { head: say('at'), cell: ({ at }) => words.instant(at) },
    { head: say('kind'), cell: ({ kind }) => kindOf(desk, kind) },
    { head: say('subject'), cell: (entry) => subjectOf(desk, entry, events) },
    { head: say('account'), cell: (entry) => `${who(entry)} · ${say(entry.channel)}` },
    { head: say('details'), cell: details },
  ];
  return table(unseenCaption(say('journal')), await withTicketIds(store, found), columns, say('none'));
}

/** The kind in words; an entry of a later version may have a kind that is unknown here. */
function kindOf({ language }: Clerk, kind: JournalKind): string {
  return JOURNAL_KINDS.includes(kind) ? kindTexts(language)(kind) : kind;
}

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
function subjectOf(
  { language, words }: Clerk,
  { kind, subject, details }: FoundEntry,
  events: ReadonlyMap<string, string>,
): Piece {
  const isOfAccount = /^(?:account|drawer)\./.test(kind) || kind === 'tickets.imported';
  if (isOfAccount && 'name' in details) return accountLink(subject, `${details.name}`);
  if (/^(?:order|payment|refund)\./.test(kind))
    return html`<a href="${orderAddress(subject)}">${orderTexts(language)('order')}</a>`;
  if (kind === 'tickets.sold') {
    const { tickets } = details as { readonly tickets: readonly string[] };
    const count = journalTexts(language)('tickets', { count: tickets.length });
    return tickets.length === 1 ? html`<a href="${ticketAddress(tickets[0])}">${count}</a>` : count;
  }
  const day = parseCalendarDay(subject);
  const named = ONLY_ONES[`${kind} ${subject}`]?.(language) ?? events.get(subject) ?? subject;
  const text = day === undefined ? named : words.day(day);
  return html`<a href="${`${ADDRESS}?${new URLSearchParams({ subject })}`}">${text}</a>`;
}

function older({ language }: Clerk, values: Typed, before: number): Html {
  const query = new URLSearchParams({ ...values, before: `${before}` });
  return html`<p><a href="${ADDRESS}?${`${query}`}" rel="next">${journalTexts(language)('older')}</a></p>\n`;
}
