import type { CalendarDay } from '../../core/calendar-day.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import { type ClosedDay, closedNote } from './calendar/closed-day.ts';
import { sellTexts } from './sell-texts.ts';

/**
 * The day that a form is about, and why the museum is closed on it. Its button sends the whole form and shows it again, so that
 * nothing typed is lost.
 */
export function chooseDay(language: Language, day: CalendarDay, closed?: ClosedDay): Html {
  const say = sellTexts(language);
  return html`<input type="hidden" name="shown" value="${day}">
<div class="choose">
<label for="date">${say('day')}</label>
<input type="date" id="date" name="date" value="${day}" required>
<button name="step" value="show" formnovalidate>${say('showDay')}</button>
</div>
${closedNote(closed)}`;
}

/** Whether another day was chosen: it has to be shown before anything is done for it. */
export function showsAnotherDay(form: URLSearchParams): boolean {
  const shown = form.get('shown');
  return form.get('step') === 'show' || (shown !== null && shown !== form.get('date'));
}
