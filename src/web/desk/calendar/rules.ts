import { Refusal } from '../../../core/refusal.ts';
import type { Opening } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import type { JournalKind } from '../../../journal/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import { type ActionContext, runAction } from '../../../store/index.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { daysToldOf, type SoldDay, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import { type Done, done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs, whoChanged } from '../edit-conflict.ts';
import { formTo, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';

/** What the pages of the calendar share. */

/** A change of a rule: of what is `now` to what is `wanted`. */
export interface RuleChange<Rule, Name extends string> {
  /** The page that shows the rule. */
  readonly at: string;
  readonly now: Rule;
  readonly wanted: Rule;
  /** Whether it changes nothing; by default, when the writer wants what they saw, and it is still the same. */
  readonly changesNothing?: boolean;
  /** A page that asks to confirm the consequences, if need be. */
  confirm?(): Answer | undefined | Promise<Answer | undefined>;
  /** @param expect is to be called with the rule that is replaced */
  save(action: ActionContext, expect: (before: Rule) => void): Promise<unknown>;
  readonly done: Done;
  /** The entries of the journal that say who has replaced it by what is `now`. */
  journalOf(now: Rule): readonly [subject: string, ...kinds: readonly JournalKind[]];
  /** What it says, in words. */
  inWords(rule: Rule): string;
  /** The field that shows it, if it is one. */
  readonly field?: Name;
}

/** Replaces a rule, unless somebody else has done so since the form was opened: then the form says who, when and to what. */
export async function changeRule<Rule, Name extends string>(
  desk: DeskRequest,
  { values, again }: Sent<Name | 'seen'>,
  change: RuleChange<Rule, Name>,
): Promise<Answer> {
  const { at, now, wanted } = change;
  const { seen } = values;
  if (change.changesNothing ?? isAsItWas(now, seen, wanted)) return done(at, 'nothing');
  const question = await change.confirm?.();
  if (question !== undefined) return question;
  try {
    await runAction(desk, desk.actor, (action) =>
      change.save(action, (before) => requireSeen(before, seen, wanted)),
    );
  } catch (error) {
    if (error instanceof ChangedMeanwhile)
      return again(await changedMeanwhile(desk, change, error.now as Rule));
    if (!isCleared(error)) throw error;
  }
  return done(at, change.done);
}

/** Whether what the form clears is cleared already. */
function isCleared(error: unknown): boolean {
  return error instanceof Refusal && error.kind === 'exception-not-found';
}

async function changedMeanwhile<Rule, Name extends string>(
  desk: DeskRequest,
  { journalOf, inWords, field }: RuleChange<Rule, Name>,
  now: Rule,
): Promise<Submitted<Name | 'seen'>> {
  const [subject, ...kinds] = journalOf(now);
  const by = await whoChanged(desk, kinds, subject);
  const fault = calendarTexts(desk.language)('changedMeanwhile', { ...by, now: inWords(now) });
  const where = field === undefined ? { fault } : { faults: { [field]: fault } };
  return { ...where, status: 409, values: { seen: seenAs(now) } } as Submitted<Name | 'seen'>;
}

/** "09:00 to 18:00", or that and why the museum is closed. */
export function hoursOf({ language }: Clerk, opening: Opening | null, reason?: string | null): string {
  const say = calendarTexts(language);
  if (opening !== null) return say('hours', { open: opening.timeOpen, close: opening.timeClose });
  return reason ? say('closedFor', { reason }) : say('closed');
}

/** How many tickets are for days that will be closed, and who is told. */
export async function whoIsConcerned(desk: DeskRequest, sold: readonly SoldDay[]): Promise<Html> {
  const say = calendarTexts(desk.language);
  const days = sold.map(({ day }) => day);
  const people = await countAddresses(desk.store, desk.actor, null, daysToldOf(desk, days));
  return html`
    <p><strong>${say('ticketsConcerned', { count: soldOn(sold) })}</strong> ${say('ticketsKept')}</p>
    ${whoIsTold(desk, people)}`;
}

/**
 * Asks to confirm a closing, or a reopening, with a form that carries what was typed, and has further fields. `back` is the page to
 * return to.
 */
export function closeForm(
  clerk: Clerk,
  { at, back }: { readonly at: string; readonly back: string },
  values: Readonly<Record<string, string | undefined>>,
  consequences: Piece,
  labels: { readonly go: string; readonly stay: string } = {
    go: calendarTexts(clerk.language)('closeNow'),
    stay: calendarTexts(clerk.language)('keepOpen'),
  },
  fields?: Piece,
): Html {
  const carried = Object.entries({ ...values, confirmed: '1' });
  const content = html`
    ${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
    ${fields}
    <p class="actions">
      <button class="action">${labels.go}</button>
      <a class="button" href="${back}">${labels.stay}</a>
    </p>
  `;
  return html`${consequences}${formTo(clerk, at, content)}`;
}
