import { changeProgramme } from '../../../calling-off/index.ts';
import { Refusal } from '../../../core/refusal.ts';
import { cancelEvent, getEventOverview, type SpecialEvent, soldDaysAhead } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, requireSeen, seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { formTo, postForm } from '../post-form.ts';
import { eventsTexts } from './events-texts.ts';

/** Asks to confirm that an event is cancelled, with the consequences. */
export async function askToCancel(desk: DeskRequest, submitted?: Submitted<never>): Promise<Answer> {
  const { language, actor } = desk;
  const say = eventsTexts(language);
  const overview = await getEventOverview(desk.store, actor, pathId(desk.request, 'eventId'));
  const { event, isCancelled } = overview;
  const at = eventAddress(event.eventId);
  if (isCancelled) return done(at, 'eventCancelled');
  const concerned = soldDaysAhead(overview, await desk.days.current());
  const dates = concerned.map(({ day }) => day);
  const people = await countAddresses(desk.store, actor, event.eventId, dates);
  const caption = { caption: say('soldFor'), day: say('day'), sold: say('sold') };
  const consequences = html`
    <p><strong>${say('stopAdmitting', { count: soldOn(concerned) })}</strong></p>
    ${whoIsTold(desk, people)}
    ${soldDaysTable(desk, concerned, caption)}
  `;
  const form = html`
    <input type="hidden" name="seen" value="${seenAs(tagOf(event))}">
    <p class="actions">
      <button class="action">${say('cancelNow', { name: event.name })}</button>
      <a class="button" href="${at}">${say('keep')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: say('cancelTitle', { name: event.name }),
    lead: event.location,
    main: html`
      ${concerned.length > 0 ? consequences : html`<p>${say('nobodyConcerned')}</p>`}
      <p>${say('cancelMeans')}</p>
      ${formTo(desk, `${at}/cancel`, form)}`,
    here: '/desk/events',
    form: fieldsOf(language, submitted),
  });
}

/** A hash of the event, which changes with it. */
function tagOf(event: SpecialEvent): string {
  return entityTag(JSON.stringify(event));
}

export const cancel = postForm<'seen'>(
  async ({ actor, store, clock, days, request }, { values: { seen } }) => {
    const eventId = pathId(request, 'eventId');
    await runAction({ store, clock }, actor, (context) =>
      changeProgramme(context, { product: eventId, days }, () =>
        cancelEvent(context, eventId, (event) => requireSeen(tagOf(event), seen)),
      ),
    );
    return done(eventAddress(eventId), 'eventCancelled');
  },
  askToCancel,
  (error, { language }) => {
    if (error instanceof ChangedMeanwhile)
      return { fault: eventsTexts(language)('changedBefore'), status: 409 };
    // It is cancelled already: the page leads on to the event.
    return error instanceof Refusal && error.kind === 'event-not-found' ? {} : undefined;
  },
);
