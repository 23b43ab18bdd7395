import {
  type CalendarDay,
  eachDay,
  firstOfMonth,
  isoWeekday,
  lastOfMonth,
  monthAt,
  weekOf,
} from '../../../core/calendar-day.ts';
import type { Fields } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { weekdayBoxes } from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import type { EventField, WrittenEvent } from './event-draft.ts';
import { eventFormTexts } from './event-form-texts.ts';

export interface DatePicker {
  readonly written: WrittenEvent;
  readonly fields: Fields<EventField>;
  readonly fault: string | undefined;
  /** The button that was pressed last. */
  readonly pressed: string | undefined;
  readonly today: CalendarDay;
}

/**
 * A month of days to tick. Each other month is a button that sends the whole form and shows it again, so that nothing
 * is lost: what is ticked in other months goes along in a hidden field.
 */
export function datePicker(desk: DeskRequest, picker: DatePicker): Html {
  const { language, words } = desk;
  const { written, fault } = picker;
  const { month, dates } = written;
  const say = eventFormTexts(language);
  const elsewhere = dates.filter((day) => firstOfMonth(day) !== month);
  const described = ['dates-hint', fault !== undefined && 'dates-fault'].filter(Boolean).join(' ');
  const tied = attributes({
    id: 'dates',
    tabindex: -1,
    'aria-describedby': described,
    class: fault === undefined ? 'field' : 'field faulty',
  });
  return html`
    <fieldset${tied}>
      <legend>${say('dates')}</legend>
      <p class="hint" id="dates-hint">${say('datesHint')}</p>
      ${fault !== undefined && html`<p class="fault" id="dates-fault">${fault}</p>`}
      <input type="hidden" name="month" value="${month}">
      <input type="hidden" name="picked" value="${elsewhere.join(' ')}">
      <h2>${words.month(month)}</h2>
      ${monthDays(desk, picker)}
      ${monthButtons(desk, picker)}
      <p role="status">${say('datesPicked', { count: dates.length })}</p>
      ${monthsPicked(desk, elsewhere)}
    </fieldset>
    ${rangeFields(desk, picker)}`;
}

function monthDays({ words }: Clerk, { written: { month, dates }, today }: DatePicker): Html {
  const heads = weekOf(month).map((day) => html`<span>${words.weekday(day, 'short')}</span>`);
  const days = eachDay(month, lastOfMonth(month)).map((day) => {
    const box = attributes({ value: day, checked: dates.includes(day), 'aria-label': words.day(day) });
    return html`
      <li>
        <label${attributes({ class: day === today && 'today' })}>
          ${Number(day.slice(8))}<input type="checkbox" name="date"${box}>
        </label>
      </li>
    `;
  });
  return html`
    <div class="weekdays" aria-hidden="true">${heads}</div>
    <ol class="month from-${isoWeekday(month)}">
      ${days}
    </ol>`;
}

function monthButtons({ language, words }: Clerk, { written: { month }, pressed }: DatePicker): Html {
  const say = eventFormTexts(language);
  const button = (to: CalendarDay | undefined, text: 'previousMonth' | 'nextMonth') => {
    const tied = attributes({ name: 'step', value: to, formnovalidate: true, autofocus: pressed === text });
    return to && html`<button${tied}>${say(text, { month: words.month(to) })}</button>`;
  };
  return html`
    <p class="turning">
      ${button(monthAt(month, -1), 'previousMonth')}
      ${button(monthAt(month, 1), 'nextMonth')}
    </p>`;
}

/** How many dates are picked in other months: a button for each month, which shows it. */
function monthsPicked({ language, words }: Clerk, days: readonly CalendarDay[]): Html | false {
  const say = eventFormTexts(language);
  const months = Map.groupBy(days, firstOfMonth);
  const buttons = [...months].map(([month, { length }]) => {
    const text = say('pickedIn', { month: words.month(month), count: length });
    const tied = attributes({ class: 'plain', name: 'step', value: month, formnovalidate: true });
    return html`<li><button${tied}>${text}</button></li>\n`;
  });
  return months.size > 0 && html`<ul class="months">${buttons}</ul>\n`;
}

/** Fields to add every open day of a range, for an exhibition, or those on some weekdays. */
function rangeFields(desk: DeskRequest, { written, fields, pressed }: DatePicker): Html {
  const say = eventFormTexts(desk.language);
  const { from, to } = written.typed;
  const open = from !== '' || to !== '' || pressed === 'add';
  const button = attributes({
    name: 'step',
    value: 'add',
    formnovalidate: true,
    autofocus: pressed === 'add',
  });
  return html`
    <details class="range"${attributes({ open })}>
      <summary>${say('wholeRange')}</summary>
      <p class="hint">${say('rangeHint')}</p>
      ${fields.input('from', { label: say('from'), with: { type: 'date' } })}
      ${fields.input('to', { label: say('to'), with: { type: 'date' } })}
      ${weekdayBoxes(desk, fields, say('rangeWeekdays'))}
      <p><button${button}>${say('addRange')}</button></p>
    </details>
  `;
}
