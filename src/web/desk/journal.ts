import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAccountId, findUsernames } from '../../accounts/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { dayBounds } from '../../core/zoned-time.ts';
import { findEventTitles } from '../../events/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { type FoundEntry, findEntries, JOURNAL_KINDS, type JournalKind } from '../../journal/index.ts';
import { type Fields, fieldsOf } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { table, unseenCaption } from '../../pages/table.ts';
import { findAbout, withTicketIds } from '../../tickets/index.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { subjectOf } from './journal-subject.ts';
import { journalTexts, kindTexts } from './journal-texts.ts';

const ADDRESS = '/desk/journal';
const SHOWN = 50;

const NAMES = ['from', 'to', 'kind', 'subject', 'account'] as const;
type Name = (typeof NAMES)[number];
type Typed = Readonly<Record<Name, string>>;

/** What happened, who did it and when, for admins. */
export function routeJournal(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => send(request, reply, await journalPage(request, desk)));
}

async function journalPage(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const { language, actor } = clerk;
  const say = journalTexts(language);
  const query = request.query as Readonly<Record<string, string | undefined>>;
  const read = (name: string) => (query[name] ?? '').trim();
  const values = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Typed;
  const accountId = values.account === '' ? undefined : await findAccountId(desk.store, values.account);
  const [from, to] = [parseCalendarDay(values.from), parseCalendarDay(values.to)];
  const faults = faultsOf(clerk, values, { from, to, accountId });
  const question = {
    ...dayBounds(desk.timeZone, from, to),
    kind: JOURNAL_KINDS.find((kind) => kind === values.kind),
    about: values.subject === '' ? undefined : await findAbout(desk.store, values.subject),
    accountId,
    before: /^\d{1,15}$/.test(read('before')) ? Number(read('before')) : undefined,
  };
  // Queried even when the result is not shown, because the query checks the permission.
  const found = await findEntries(desk.store, actor, { ...question, limit: SHOWN + 1 });
  const fields = fieldsOf<Name>(language, { values, faults });
  const main = html`${fields.faults()}${form(clerk, fields)}${
    !fields.isFaulty && (await entries(clerk, desk, found.slice(0, SHOWN)))
  }${!fields.isFaulty && found.length > SHOWN && older(clerk, values, found[SHOWN - 1]?.position ?? 0)}`;
  const { isFaulty } = fields;
  return deskPage(
    clerk,
    desk,
    { title: say('journal'), main, here: ADDRESS, isFaulty },
    isFaulty ? 400 : 200,
  );
}

function faultsOf(
  { language }: Clerk,
  values: Typed,
  read: {
    readonly from: CalendarDay | undefined;
    readonly to: CalendarDay | undefined;
    readonly accountId: Uuid | undefined;
  },
): Partial<Record<Name, string>> {
  const say = journalTexts(language);
  const isBackwards = read.from !== undefined && read.to !== undefined && read.to < read.from;
  return {
    ...(values.from !== '' && read.from === undefined && { from: say('dayFault') }),
    ...(values.to !== '' && read.to === undefined && { to: say('dayFault') }),
    ...(isBackwards && { to: say('rangeFault') }),
    ...(values.account !== '' && read.accountId === undefined && { account: say('accountFault') }),
  };
}

function form({ language }: Clerk, fields: Fields<Name>): Html {
  const say = journalTexts(language);
  const kind = kindTexts(language);
  const kinds = JOURNAL_KINDS.map((value) => ({ value, text: kind(value) }));
  const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
  const day = { type: 'date' };
  return html`<form method="get" action="${ADDRESS}" class="asks">
${fields.input('from', { label: say('from'), with: day })}${fields.input('to', { label: say('to'), with: day })}${fields.select(
  'kind',
  { label: say('kind'), options: [{ value: '', text: say('any') }, ...kinds] },
)}${fields.input('account', { label: say('account'), with: { ...plain, maxlength: 64 } })}${fields.input(
  'subject',
  { label: say('subject'), hint: say('subjectHint'), with: { ...plain, maxlength: 200 } },
)}<button class="action">${say('find')}</button>
</form>
`;
}

async function entries(clerk: Clerk, { store }: DeskOptions, found: readonly FoundEntry[]): Promise<Html> {
  const { language, words } = clerk;
  const say = journalTexts(language);
  const names = await findUsernames(store, [...new Set(found.flatMap(({ accountId }) => accountId ?? []))]);
  const ofEvents = found.filter(({ kind }) => kind.startsWith('event.'));
  const titles = await findEventTitles(store, [...new Set(ofEvents.map(({ subject }) => subject as Uuid))]);
  const events = new Map([...titles].map(([eventId, { name }]) => [eventId as string, name]));
  const columns = [
    { text: say('at') },
    { text: say('kind') },
    { text: say('subject') },
    { text: say('account') },
    { text: say('details') },
  ];
  const rows = (await withTicketIds(store, found)).map((entry) => [
    words.instant(entry.at),
    kindOf(clerk, entry.kind),
    subjectOf(clerk, entry, events),
    `${(entry.accountId && names.get(entry.accountId)) ?? say('byItself')} · ${say(entry.channel)}`,
    html`<details><summary>${say('details')}</summary>
<pre>${JSON.stringify(entry.details, null, 2)}</pre>
${entry.requestId !== null && html`<p>${say('request', { id: entry.requestId })}</p>`}</details>`,
  ]);
  return table(unseenCaption(say('journal')), columns, rows, say('none'));
}

/** The kind in words; an entry of a later version may have a kind that is unknown here. */
function kindOf({ language }: Clerk, kind: JournalKind): string {
  return JOURNAL_KINDS.includes(kind) ? kindTexts(language)(kind) : kind;
}

function older({ language }: Clerk, values: Typed, before: number): Html {
  const query = new URLSearchParams({ ...values, before: `${before}` });
  return html`<p><a href="${`${ADDRESS}?${query}`}" rel="next">${journalTexts(language)('older')}</a></p>
`;
}
