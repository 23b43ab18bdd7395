import {
  type CalendarDay,
  firstOfMonth,
  isoWeekday,
  lastOfMonth,
  monthAt,
  parseCalendarDay,
  weekOf,
} from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import { asHeading } from '../../../core/words.ts';
import { listProgramme, type ProgrammeDay } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import {
  listMuseumDays,
  listOffers,
  type MuseumDay,
  type Offer,
  type TimeOffer,
} from '../../../offers/index.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { turning } from '../../../pages/parts.ts';
import { wordTexts } from '../../../pages/texts.ts';
import { shareBar } from '../bars.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskAssets, deskPage } from '../desk-page.ts';
import { timesSpan } from '../entry-times.ts';
import { entryTimesTexts } from '../entry-times-texts.ts';
import { eventLink } from '../links.ts';
import { calendarTexts } from './calendar-texts.ts';
import { hoursOf } from './rules.ts';

const EVENTS_A_DAY = 4;

interface Month {
  /** The day that was asked for. */
  readonly day: CalendarDay;
  readonly days: readonly MuseumDay[];
  readonly events: ReadonlyMap<CalendarDay, readonly ProgrammeDay[]>;
  /** General entry on each of the days. */
  readonly general: readonly Offer[];
  readonly today: CalendarDay;
}

/** A month: when the museum is open, what takes place, and how full each day is. */
export async function showMonth(desk: DeskRequest): Promise<Answer> {
  const day = parseCalendarDay(desk.query.get('date') ?? '') ?? desk.calendar.today();
  const { language, words, actor } = desk;
  const say = calendarTexts(language);
  const [from, to] = [firstOfMonth(day), lastOfMonth(day)];
  const [days, programme, general] = await Promise.all([
    listMuseumDays(desk.store, actor, from, to),
    listProgramme(desk.store, actor, { from, to }),
    listOffers(desk.store, actor, { from, to, ticketType: 'general' }, desk.terms),
  ]);
  const events = Map.groupBy(
    programme.filter(({ isCancelled }) => !isCancelled),
    ({ day }) => day,
  );
  const toMonth = (month: CalendarDay | undefined, text: 'earlier' | 'later') =>
    month && { href: `?date=${month}`, text: say(text, { month: words.month(month) }) };
  const toRules = html`<a class="button" href="/desk/calendar/closing">${say('closeOrReopen')}</a>`;
  const toPrices = html`<a class="button" href="/desk/settings/prices">${say('categoriesAndPrices')}</a>`;
  const main = html`
    <div class="beside">
      <form class="choose" action="/desk/calendar">
        <label for="date">${say('toDay')}</label>
        <input type="date" id="date" name="date" value="${day}" required>
        <button>${say('show')}</button>
      </form>
      <p class="actions">
        ${may(actor.role, 'arrange-programme') && toRules}
        ${!may(actor.role, 'read-settings') && toPrices}
      </p>
    </div>
    ${turning([toMonth(monthAt(from, -1), 'earlier'), toMonth(monthAt(from, 1), 'later')])}
    ${monthTable(desk, { day, days, events, general, today: desk.calendar.today() })}`;
  return deskPage(desk, {
    title: asHeading(words.month(from)),
    main,
    here: '/desk/calendar',
    scripts: [deskAssets.address('calendar.js')],
  });
}

/** A week a row; where there is no room for that, each day below the other, and the weeks folded but that of the day. */
function monthTable(clerk: Clerk, month: Month): Html {
  const { words } = clerk;
  const [first] = month.days as [MuseumDay];
  const heads = weekOf(first.day).map((day) => html`<th scope="col">${asHeading(words.weekday(day))}</th>`);
  const blanks = Array.from({ length: isoWeekday(first.day) - 1 }, () => undefined);
  const cells = [...blanks, ...month.days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday]),
  );
  return html`
    <table class="calendar">
      <caption class="unseen">${words.month(first.day)}</caption>
      <thead><tr>${heads}</tr></thead>
      ${weeks.map((week) => weekRows(clerk, month, week))}
    </table>`;
}

function weekRows(clerk: Clerk, month: Month, week: readonly (MuseumDay | undefined)[]): Html {
  const { language, words } = clerk;
  const dates = week.flatMap((each) => each?.day ?? []);
  const [from = '', to = ''] = [dates.at(0), dates.at(-1)].map((date) => date && words.nearDate(date));
  const name = from === to ? from : calendarTexts(language)('daysOfWeek', { from, to });
  const isOpen = attributes({ type: 'checkbox', checked: dates.includes(month.day) });
  return html`
    <tbody>
      <tr class="week">
        <th scope="rowgroup" colspan="7"><label><input${isOpen}>${asHeading(name)}</label></th>
      </tr>
      <tr>${week.map((day) => cellOf(clerk, month, day))}</tr>
    </tbody>
  `;
}

function cellOf(clerk: Clerk, { events, general: offers, today }: Month, day: MuseumDay | undefined): Html {
  if (day === undefined) return html`<td class="blank"></td>`;
  const { language, words } = clerk;
  const { day: date, opening, special, sold } = day;
  const { capacity = day.capacity, times } = offers.find((offer) => offer.day === date) ?? {};
  const kinds = [date === today && 'today', opening === null && 'closed'].filter(Boolean).join(' ');
  const general = html`
    <p>
      <span>${wordTexts(language)('generalEntry')}</span>
      ${soldOf(clerk, sold, capacity)}
      ${times && generalTimes(clerk, times)}
    </p>
  `;
  const isToday = attributes({ 'aria-current': date === today && 'date' });
  return html`
    <td${attributes({ class: kinds || undefined })}>
      <a class="day" href="/desk/calendar/${date}" aria-label="${words.day(date)}"${isToday}>
        <b>${Number(date.slice(8))}</b><span>${words.day(date)}</span>
      </a>
      <p class="quiet">${hoursOf(clerk, opening, special?.reason)}</p>
      ${(opening !== null || sold > 0) && general}
      ${eventsOf(clerk, events.get(date) ?? [])}
    </td>`;
}

/** "17 entry times, 3 times sold out" */
function generalTimes({ language }: Clerk, times: readonly TimeOffer[]): Html {
  const say = entryTimesTexts(language);
  const count = times.filter(({ left }) => left === 0).length;
  const full = count > 0 && say('soldOutTimes', { count });
  const words = [say('times', { count: times.length }), full].filter(Boolean).join(', ');
  return html`<span class="quiet">${words}</span>`;
}

function soldOf({ language }: Clerk, sold: number, capacity: number | null): Html {
  const say = calendarTexts(language);
  const words = capacity === null ? say('soldOnly', { count: sold }) : say('soldOf', { sold, capacity });
  return html`<span>${words}</span>${shareBar(sold, capacity)}`;
}

function eventsOf(clerk: Clerk, events: readonly ProgrammeDay[]): Html | undefined {
  if (events.length === 0) return undefined;
  const shown = events.slice(0, EVENTS_A_DAY);
  const items = shown.map(
    ({ eventId, eventName, sold, capacity, times }) =>
      html`
        <li>
          ${eventLink(eventId, eventName)}
          ${soldOf(clerk, sold, capacity)}
          ${times.length > 0 && html`<span class="quiet">${timesSpan(clerk, times)}</span>`}
        </li>
      `,
  );
  const rest = events.length - shown.length;
  return html`
    <ul>
      ${items}
      ${rest > 0 && html`<li>${calendarTexts(clerk.language)('more', { count: rest })}</li>`}
    </ul>
  `;
}
