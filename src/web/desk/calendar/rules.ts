import type { Opening } from '../../../hours/index.ts';
import { csrfField } from '../../../pages/forms.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import type { Clerk } from '../desk-page.ts';
import { ChangedMeanwhile } from '../edit-conflict.ts';
import { calendarTexts } from './calendar-texts.ts';

/** What the pages of the calendar share. */

/** Parses HH:mm; undefined when it is not in that form. */
export function timeIn(text: string): string | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined;
}

/**
 * Optimistic locking for an action that replaces the rule `before` by `wanted`: the form's writer must have seen `before`, or
 * want the rule that is there already.
 * @param seen the rule that the writer saw, as JSON
 * @throws ChangedMeanwhile with the current rule
 */
export function requireSeen(before: unknown, seen: string, wanted: unknown): void {
  const now = JSON.stringify(before);
  if (now !== seen && now !== JSON.stringify(wanted)) throw new ChangedMeanwhile(before);
}

/** Whether the form changes nothing: the writer wants the rule that they saw, and it is still the same. @param seen JSON */
export function isAsItWas(now: unknown, seen: string, wanted: unknown): boolean {
  return [now, wanted].every((rule) => JSON.stringify(rule) === seen);
}

/** "09:00 to 18:00", or that and why the museum is closed. */
export function hoursOf({ language }: Clerk, opening: Opening | null, reason?: string | null): string {
  const say = calendarTexts(language);
  if (opening !== null) return say('hours', { open: opening.timeOpen, close: opening.timeClose });
  return reason ? say('closedFor', { reason }) : say('closed');
}

/** Asks to confirm a closing, with a form that carries what was typed. `back` is the page to return to. */
export function closeForm(
  { language, session }: Clerk,
  { at, back }: { readonly at: string; readonly back: string },
  values: Readonly<Record<string, string>>,
  consequences: Piece,
): Html {
  const say = calendarTexts(language);
  const carried = Object.entries({ ...values, confirmed: '1' });
  return html`${consequences}<form method="post" action="${at}">
${csrfField(session.csrfToken)}${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<p class="actions"><button class="action">${say('closeNow')}</button>
<a class="button" href="${back}">${say('keepOpen')}</a></p>
</form>`;
}
