import { type Postponing, postpone, rehearse } from '../../../calling-off/index.ts';
import { parseCalendarDay } from '../../../core/calendar-day.ts';
import { Refusal } from '../../../core/refusal.ts';
import { hasLength, REASON_CHARACTERS } from '../../../core/text.ts';
import { labelled } from '../../../core/words.ts';
import { getEventOverview, type SpecialEvent } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { factList } from '../../../pages/parts.ts';
import { runAction } from '../../../store/index.ts';
import { callingOffReason, mailsSent } from '../calling-off.ts';
import { callingOffTexts } from '../calling-off-texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, requireSeen, seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { faultsAmong, formTo, postForm, type Sent } from '../post-form.ts';
import { eventsTexts } from './events-texts.ts';
import { postponeTexts } from './postpone-texts.ts';

type Name = 'from' | 'to' | 'reason' | 'force' | 'seen';

/** Asks which date is postponed, and to when. */
export async function showPostpone(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, words } = desk;
  const say = postponeTexts(language);
  const { event, isCancelled } = await overviewOf(desk);
  const at = eventAddress(event.eventId);
  if (isCancelled) return done(at, 'eventCancelled');
  const today = await desk.days.current();
  const ahead = event.dates.filter((day) => day >= today).sort();
  const options = ahead.map((day) => ({ value: day, text: words.day(day) }));
  const fields = fieldsOf<Name>(language, submitted);
  const value = desk.query.get('date') ?? ahead[0];
  const form = html`
    ${fields.hidden('seen', seenAs(tagOf(event)))}
    ${fields.select('from', { label: say('from'), options, value })}
    ${fields.input('to', { label: say('to'), with: { type: 'date', required: true, min: today } })}
    ${callingOffReason(fields, desk)}
    ${fields.checkbox('force', { label: say('force') })}
    <p class="actions">
      <button class="action">${say('show')}</button>
      <a class="button" href="${at}">${say('keep')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: say('title', { name: event.name }),
    lead: event.location,
    main: html`
      <p>${say('means')}</p>
      ${formTo(desk, `${at}/postpone`, form)}`,
    here: '/desk/events',
    form: fields,
  });
}

/** Postpones the date, once it was shown what that does. */
export const postponeDate = postForm<Name>(
  async (desk, sent) => {
    const { actor, store, clock } = desk;
    const { event } = await overviewOf(desk);
    const read = readPostponing(desk, sent, event);
    if ('faults' in read) return sent.again(read);
    if (!sent.form.has('confirmed')) return confirmPage(desk, sent, event, read);
    await runAction({ store, clock }, actor, (context) =>
      postpone(context, { ...read, expect: (now) => requireSeen(tagOf(now), sent.values.seen) }),
    );
    return done(eventAddress(event.eventId), 'datePostponed');
  },
  showPostpone,
  (error, { language, words }) => {
    if (error instanceof ChangedMeanwhile)
      return { fault: eventsTexts(language)('changedMeanwhile'), status: 409 };
    if (!(error instanceof Refusal) || error.kind !== 'sold-out') return undefined;
    const { day } = (error as Refusal<'sold-out'>).facts;
    return { faults: { force: postponeTexts(language)('tooFew', { day: words.day(day) }) }, status: 409 };
  },
);

function overviewOf({ store, actor, request }: DeskRequest) {
  return getEventOverview(store, actor, pathId(request, 'eventId'));
}

/** A hash of the event, which changes with it. */
function tagOf(event: SpecialEvent): string {
  return entityTag(JSON.stringify(event));
}

function readPostponing(
  { language, days }: DeskRequest,
  { values }: Sent<Name>,
  { eventId, dates }: SpecialEvent,
): Postponing | Required<Pick<Submitted<Name>, 'faults'>> {
  const say = postponeTexts(language);
  const { reason = '', force } = values;
  const [from, to] = [parseCalendarDay(values.from ?? ''), parseCalendarDay(values.to ?? '')];
  const isReason = hasLength(reason, 0, REASON_CHARACTERS);
  const faults = faultsAmong<Name>({
    from: (from === undefined || !dates.includes(from)) && say('fromFault'),
    to: (to === undefined || to === from) && say('toFault'),
    reason: !isReason && callingOffTexts(language)('reasonFault', { most: REASON_CHARACTERS }),
  });
  if (faults?.faults !== undefined || from === undefined || to === undefined)
    return { faults: faults?.faults ?? {} };
  return { eventId, from, to, reason: reason || null, force: force !== undefined, days };
}

/** What postponing does, to be confirmed. */
async function confirmPage(
  desk: DeskRequest,
  { values }: Sent<Name>,
  { eventId, name, location }: SpecialEvent,
  postponing: Postponing,
): Promise<Answer> {
  const { language, words, actor } = desk;
  const [say, sayOff] = [postponeTexts(language), callingOffTexts(language)];
  const at = eventAddress(eventId);
  const moved = await rehearse(desk, actor, (context) => postpone(context, postponing));
  const persons = moved.tickets.reduce((sum, { places }) => sum + places, 0);
  const [from, to] = [words.day(postponing.from), words.day(postponing.to)];
  const carried = Object.entries({ ...values, confirmed: '1' });
  const form = html`
    ${carried.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">\n`)}
    <p class="actions">
      <button class="action">${say('now', { to })}</button>
      <a class="button" href="${at}">${say('keep')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: say('confirmTitle', { name, from, to }),
    lead: location,
    main: html`
      ${factList('figures', [
        [say('tickets'), words.number(moved.tickets.length)],
        [say('persons'), words.number(persons)],
        [say('held'), words.number(moved.held)],
        [say('mails'), words.number(mailsSent(desk, moved.mails))],
      ])}
      ${postponing.reason && html`<p>${labelled(language, sayOff('reason'), postponing.reason)}</p>`}
      <p>${say('means')}</p>
      ${formTo(desk, `${at}/postpone`, form)}`,
    here: '/desk/events',
  });
}
