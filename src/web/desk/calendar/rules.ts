import type { Opening } from '../../../hours/index.ts';
import type { JournalKind } from '../../../journal/index.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import type { DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import { whoChanged } from '../edit-conflict.ts';
import { formTo } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';

/** What the pages of the calendar share. */

/** That somebody else has replaced a rule, who and when, and what it says `now`. */
export async function ruleChanged(
  desk: DeskRequest,
  kinds: readonly JournalKind[],
  subject: string,
  now: string,
): Promise<string> {
  const by = await whoChanged(desk, kinds, subject);
  return calendarTexts(desk.language)('changedMeanwhile', { ...by, now });
}

/** "09:00 to 18:00", or that and why the museum is closed. */
export function hoursOf({ language }: Clerk, opening: Opening | null, reason?: string | null): string {
  const say = calendarTexts(language);
  if (opening !== null) return say('hours', { open: opening.timeOpen, close: opening.timeClose });
  return reason ? say('closedFor', { reason }) : say('closed');
}

/** Asks to confirm a closing, or a reopening, with a form that carries what was typed. `back` is the page to return to. */
export function closeForm(
  clerk: Clerk,
  { at, back }: { readonly at: string; readonly back: string },
  values: Readonly<Record<string, string | undefined>>,
  consequences: Piece,
  labels: { readonly go: 'closeNow' | 'reopenNow'; readonly stay: 'keepOpen' | 'keepClosed' } = {
    ...{ go: 'closeNow', stay: 'keepOpen' },
  },
): Html {
  const say = calendarTexts(clerk.language);
  const carried = Object.entries({ ...values, confirmed: '1' });
  const content = html`${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<p class="actions"><button class="action">${say(labels.go)}</button>
<a class="button" href="${back}">${say(labels.stay)}</a></p>
`;
  return html`${consequences}${formTo(clerk, at, content)}`;
}
