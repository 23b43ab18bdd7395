import { addDays, type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import { parseUuid } from '../../../core/uuid.ts';
import { asHeading } from '../../../core/words.ts';
import {
  type EventOverview,
  type EventTitle,
  findDayBatches,
  findTitlesByName,
  getEventOverview,
  listDrafts,
  listProgramme,
  type ProgrammeDay,
} from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Html, html } from '../../../pages/html.ts';
import { choices, section, turning } from '../../../pages/parts.ts';
import { type Column, table } from '../../../pages/table.ts';
import { shareBar } from '../bars.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { deskTexts } from '../desk-texts.ts';
import { placesInWords } from '../figure-fields.ts';
import { eventLink } from '../links.ts';
import { eventsTexts } from './events-texts.ts';

const DAYS_SHOWN = 28;

const VIEWS = {
  byDay: '/desk/events',
  byName: '/desk/events?by=name',
} as const;

/** The events by day, and all that there ever were by name. */
export function showEvents(desk: DeskRequest): Promise<Answer> {
  return desk.query.get('by') === 'name' ? byName(desk) : byDay(desk);
}

async function byDay(desk: DeskRequest): Promise<Answer> {
  const { language, words, actor, query } = desk;
  const from = parseCalendarDay(query.get('date') ?? '') ?? (await desk.days.current());
  const say = eventsTexts(language);
  const [piece] = await findDayBatches(desk.store, { from, to: addDays(from, DAYS_SHOWN - 1) });
  const to = piece?.to ?? from;
  const days = await listProgramme(desk.store, actor, { from, to });
  const columns: Column<ProgrammeDay>[] = [
    { head: say('day'), cell: ({ day }) => words.day(day) },
    { head: say('event'), cell: ({ eventName: name, ...event }) => titleLink({ ...event, name }, say) },
    { head: say('sold'), cell: ({ sold }) => words.number(sold), isNumber: true },
    {
      head: say('left'),
      cell: ({ isCancelled, capacity, sold }) => !isCancelled && leftOf(desk, capacity, sold),
      isNumber: true,
    },
  ];
  const span = { from: words.date(from), to: words.date(to) };
  const main = html`
    <form class="choose" action="/desk/events">
      <label for="date">${say('fromDay')}</label>
      <input type="date" id="date" name="date" value="${from}" required>
      <button>${say('show')}</button>
    </form>
    ${may(actor.role, 'arrange-programme') && draftList(desk, await listDrafts(desk.store, actor))}
    ${table(asHeading(say('fromTo', span)), days, columns, say('noneOnDays', span))}
    ${turning([
      { href: `?date=${addDays(from, -DAYS_SHOWN)}`, text: say('earlier') },
      { href: `?date=${addDays(to, 1)}`, text: say('later') },
    ])}`;
  return listPage(desk, 'byDay', main);
}

/** They are on no day yet. */
function draftList({ language }: Clerk, drafts: readonly EventTitle[]): Html | false {
  if (drafts.length === 0) return false;
  const items = drafts.map(({ eventId, name }) => html`<li>${eventLink(eventId, name)}</li>\n`);
  return section(eventsTexts(language)('drafts'), html`<ul>${items}</ul>`);
}

/** What is left, with a bar; or that there is no limit. */
export function leftOf(clerk: Clerk, capacity: number | null, sold: number): Html {
  const left = capacity === null ? null : Math.max(0, capacity - sold);
  return html`${placesInWords(clerk, left)}${shareBar(sold, capacity)}`;
}

type Titled = Pick<EventTitle, 'eventId' | 'name' | 'isCancelled'> & Partial<Pick<EventTitle, 'isDraft'>>;

function titleLink(
  { eventId, name, isCancelled, isDraft = false }: Titled,
  say: ReturnType<typeof eventsTexts>,
): Html {
  const link = eventLink(eventId, name);
  if (isCancelled) return html`<s>${link}</s> <strong>${say('cancelled')}</strong>`;
  return isDraft ? html`${link} <strong>${say('draft')}</strong>` : link;
}

async function byName(desk: DeskRequest): Promise<Answer> {
  const { language, words, actor, query } = desk;
  const say = eventsTexts(language);
  const asked = (query.get('name') ?? '').trim();
  const [after, before] = ['after', 'before'].map((name) => parseUuid(query.get(name) ?? ''));
  const question = { asked, language, after, before };
  const { shown, page, pages } = await findTitlesByName(desk.store, actor, question);
  const found = await Promise.all(shown.map((title) => datedEvent(desk, title)));
  const columns: Column<DatedEvent>[] = [
    { head: say('event'), cell: ({ title }) => titleLink(title, say) },
    { head: say('dates'), cell: ({ dates }) => dates },
    { head: say('where'), cell: ({ location }) => location },
    { head: say('price'), cell: words.price, isNumber: true },
  ];
  const to = (end: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ by: 'name', name: asked, ...end })}`;
  const [first, last] = [shown[0], shown.at(-1)];
  const main = html`
    <form class="choose" action="/desk/events">
      <input type="hidden" name="by" value="name">
      <label for="name">${say('name')}</label>
      <input type="search" id="name" name="name" value="${asked}" autocomplete="off">
      <button>${say('find')}</button>
    </form>
    ${table(say('page', { page, pages }), found, columns, say(asked === '' ? 'noneAtAll' : 'noneFound'))}
    ${turning([
      first && page > 1 && { href: to({ before: first.eventId }), text: say('earlier') },
      last && page < pages && { href: to({ after: last.eventId }), text: say('later') },
    ])}`;
  return listPage(desk, 'byName', main);
}

interface DatedEvent extends Pick<EventOverview['event'], 'location' | 'priceCents'> {
  readonly title: EventTitle;
  /** "3 to 9 May 2026 · 4 dates" */
  readonly dates: Html;
}

async function datedEvent(desk: DeskRequest, title: EventTitle): Promise<DatedEvent> {
  const { language, words, actor } = desk;
  const say = eventsTexts(language);
  const { event } = await getEventOverview(desk.store, actor, title.eventId);
  const dates = event.dates.toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  const isOver = last !== undefined && last < (await desk.days.current());
  const spanOf = (from: CalendarDay, to: CalendarDay) => {
    if (from === to) return words.date(from);
    const days = say('fromTo', { from: words.date(from), to: words.date(to) });
    return `${days} · ${say('dateCount', { count: dates.length })}`;
  };
  const span = first && last ? spanOf(first, last) : say('noDates');
  const over = isOver && !title.isCancelled && html` <small class="quiet">${say('over')}</small>`;
  return { ...event, title, dates: html`${span}${over}` };
}

function listPage(desk: DeskRequest, view: keyof typeof VIEWS, list: Html): Answer {
  const { language, actor } = desk;
  const say = eventsTexts(language);
  const views = Object.entries(VIEWS).map(([name, href]) => ({ href, text: say(name as typeof view) }));
  const announces = may(actor.role, 'arrange-programme');
  const main = html`
    <div class="beside">
      ${choices(say('views'), views, VIEWS[view], 'views')}
      ${announces && html`<a class="button action" href="/desk/events/new">${say('announce')}</a>`}
    </div>
    ${list}`;
  return deskPage(desk, { title: deskTexts(language)('events'), main, here: '/desk/events' });
}
