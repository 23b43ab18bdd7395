import type { CalendarDay } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import { type EventOverview, findEventEntry, getEventOverview } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { listCategories } from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../../pages/html.ts';
import { type Fact, factList, folded } from '../../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { findPictures } from '../../../pictures/index.ts';
import { soldOn } from '../affected-visitors.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { placesInWords, pricesInWords } from '../figure-fields.ts';
import { eventAddress, pathId } from '../links.ts';
import { staffPicture } from '../pictures.ts';
import { picturesTexts } from '../pictures-texts.ts';
import { dateTimesAddress } from './date-times.ts';
import { entryInWords } from './entry.ts';
import { entryTexts } from './entry-texts.ts';
import { timesInWords } from './event-form-page.ts';
import { eventFormTexts } from './event-form-texts.ts';
import { leftOf } from './events.ts';
import { eventsTexts } from './events-texts.ts';
import { holdersAddress } from './holders.ts';
import { holdersTexts } from './holders-texts.ts';
import { postponeTexts } from './postpone-texts.ts';
import { type VisibilityField, visibilityForm, visibilityInWords } from './visibility.ts';

/** An event, with what is sold for each of its dates. */
export async function showEvent(desk: DeskRequest, submitted?: Submitted<VisibilityField>): Promise<Answer> {
  const overview = await getEventOverview(desk.store, desk.actor, pathId(desk.request, 'eventId'));
  const { language, words } = desk;
  const { event, isCancelled, visibility, capacity, prices, entry } = overview;
  const categories = await listCategories(desk.store, desk.actor);
  const picture = (await findPictures(desk.store, [event.eventId])).get(event.eventId);
  const isTimed = entry.times.length > 0;
  const arranges = may(desk.actor.role, 'arrange-programme') && !isCancelled;
  const say = eventsTexts(language);
  const sold = prices.filter(({ onSale }) => onSale !== false);
  const facts: Fact[] = [
    prices.length > 1
      ? [say('prices'), pricesInWords(desk, sold, categories)]
      : [say('price'), words.price(event)],
    [say(isTimed ? 'placesEach' : 'capacity'), placesInWords(desk, capacity)],
  ];
  if (isTimed) {
    facts.push([say('times'), timesInWords(desk, entry)]);
    facts.push([say('length'), say('minutes', { count: entry.minutes })]);
  }
  if (visibility !== 'public') facts.push([say('visibility'), visibilityInWords(language, visibility)]);
  const shopAt = desk.shopAt();
  if (visibility === 'unlisted' && shopAt !== undefined) {
    const link = `${shopAt}/events/${event.eventId}`;
    facts.push([say('link'), html`<a href="${link}">${link}</a>`]);
  }
  if (visibility === 'code' && shopAt !== undefined)
    facts.push([say('linkWithCode'), `${shopAt}/events/${event.eventId}?code=`]);
  const combined = await findEventEntry(desk.store, event.eventId);
  if (combined?.includesEntry || combined?.takesPlace)
    facts.push([entryTexts(language)('link'), entryInWords(desk, combined)]);
  const main = html`
    ${isCancelled && html`<p><strong>${say('wasCancelled')}</strong></p>`}
    ${actions(desk, overview)}
    ${picture && staffPicture(desk, picture)}
    ${event.description !== '' && html`<p class="written" dir="auto">${event.description}</p>`}
    ${factList('facts', facts)}
    ${sales(desk, overview, await desk.days.current())}
    ${arranges && visibilityForm(desk, event.eventId, visibility, submitted)}
    ${holdersLink(desk, overview)}`;
  const form = submitted && fieldsOf<VisibilityField>(language, submitted);
  return deskPage(desk, {
    title: event.name,
    lead: event.location,
    main,
    here: '/desk/events',
    ...(form && { form }),
  });
}

/** To the holders of tickets for days that were cancelled. */
function holdersLink(
  { language, actor }: Clerk,
  { event: { eventId }, isCancelled, days }: EventOverview,
): Html | false {
  const hasHolders = isCancelled || days.some(({ isTakenOff }) => isTakenOff);
  if (!hasHolders || !may(actor.role, 'void-tickets')) return false;
  return html`<p><a href="${holdersAddress({ product: eventId })}">${holdersTexts(language)('holdersLink')}</a></p>\n`;
}

function actions(
  { language, actor }: Clerk,
  { event: { eventId }, isCancelled, days }: EventOverview,
): Html | false {
  if (!may(actor.role, 'arrange-programme')) return false;
  const say = eventsTexts(language);
  const at = eventAddress(eventId);
  return html`
    <p class="actions">
      ${!isCancelled && html`<a class="button action" href="${at}/edit">${say('edit')}</a>`}
      <a class="button" href="/desk/events/new?copy=${eventId}">${say('copy')}</a>
      ${days.length > 0 && html`<a class="button" href="/desk/events/new?copy=${eventId}&amp;again">${say('repeat')}</a>`}
      ${!isCancelled && html`<a class="button" href="${at}/picture">${picturesTexts(language)('picture')}</a>`}
      ${!isCancelled && html`<a class="button" href="${at}/entry">${entryTexts(language)('link')}</a>`}
      ${!isCancelled && html`<a class="button" href="${at}/postpone">${postponeTexts(language)('postpone')}</a>`}
      ${!isCancelled && html`<a class="button" href="${at}/cancel">${say('cancel')}</a>`}
    </p>
  `;
}

/** The days to come, and those that are over folded. */
function sales(clerk: Clerk, overview: EventOverview, today: CalendarDay): Html {
  const say = eventsTexts(clerk.language);
  const ahead = overview.days.filter(({ day }) => day >= today);
  const over = overview.days.filter(({ day }) => day < today);
  if (over.length === 0) return salesTable(clerk, overview, ahead, say('salesPerDate'), true);
  const title = say('datesOver', { count: over.length });
  return html`
    ${ahead.length > 0 && salesTable(clerk, overview, ahead, say('datesAhead'), true)}
    ${folded(title, salesTable(clerk, overview, over, unseenCaption(title)))}
  `;
}

function salesTable(
  clerk: Clerk,
  { event, entry, isCancelled }: EventOverview,
  days: EventOverview['days'],
  caption: Piece,
  isAhead = false,
): Html {
  const { language, words } = clerk;
  const say = eventsTexts(language);
  const hasTimesLink = isAhead && !isCancelled && may(clerk.actor.role, 'arrange-programme');
  const rows = days.map(({ day: date, ownTimes, capacity, sold, isTakenOff }) => {
    const day = words.day(date);
    return {
      day: html`
        ${entry.times.length > 0 ? html`<a href="/desk/calendar/${date}">${day}</a>` : day}
        ${ownTimes !== null && html`<small>${timesInWords(clerk, { times: ownTimes })}</small>`}
        ${isTakenOff && html`<strong>${say('takenOff')}</strong>`}
        ${hasTimesLink && !isTakenOff && timesLink(clerk, event.eventId, date)}`,
      sold: html`${words.number(sold)}`,
      left: !isTakenOff && !isCancelled && leftOf(clerk, capacity, sold),
    };
  });
  const sum = {
    day: html`<strong>${say('together')}</strong>`,
    sold: html`<strong>${words.number(soldOn(days))}</strong>`,
    left: false as const,
  };
  const columns: Column<(typeof rows)[number]>[] = [
    { head: say('day'), cell: ({ day }) => day },
    { head: say('sold'), cell: ({ sold }) => sold, isNumber: true },
    { head: say('left'), cell: ({ left }) => left, isNumber: true },
  ];
  return table(caption, rows.length > 1 ? [...rows, sum] : rows, columns, say('noDates'));
}

/** To the form for the entry times of one date. */
function timesLink({ language, words }: Clerk, eventId: string, day: CalendarDay): Html {
  const name = eventsTexts(language)('timesOfDate', { day: words.day(day) });
  const to = attributes({ href: dateTimesAddress(eventId, day), 'aria-label': name });
  return html`<a${to}>${eventFormTexts(language)('times')}</a>`;
}
