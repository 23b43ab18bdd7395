import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../core/refusal.ts';
import {
  cancelEvent,
  type EventOverview,
  getEventOverview,
  type SpecialEvent,
} from '../../../events/index.ts';
import { type Answer, send } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { csrfField, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskOptions } from '../desk-options.ts';
import { arrangerOf, type Clerk, deskPage } from '../desk-page.ts';
import { ChangedMeanwhile } from '../edit-conflict.ts';
import { pathId } from '../path-id.ts';
import { eventsTexts } from './events-texts.ts';

/** Cancels an event, after a page that names the consequences. */
export function routeCancelEvent(app: FastifyInstance, desk: DeskOptions): void {
  const address = '/desk/events/:eventId/cancel';
  app.get(address, async (request, reply) => {
    const { clerk, overview } = await begin(request, desk);
    const answer = overview.isCancelled ? done(overview) : await confirmPage(clerk, desk, overview);
    send(request, reply, answer);
  });
  app.post(address, async (request, reply) => send(request, reply, await cancel(request, desk)));
}

async function begin(request: FastifyRequest, desk: DeskOptions) {
  const clerk = arrangerOf(request, desk);
  return { clerk, overview: await getEventOverview(desk.store, clerk.actor, pathId(request, 'eventId')) };
}

function done({ event }: EventOverview): Answer {
  return seeOther(`/desk/events/${event.eventId}?done=cancelled`);
}

/** A hash of the event, by which a form notices that the event has changed since it was shown. */
function tagOf(event: SpecialEvent): string {
  return entityTag(JSON.stringify(event));
}

async function cancel(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const { clerk, overview } = await begin(request, desk);
  if (overview.isCancelled) return done(overview); // pressed twice
  const { eventId } = overview.event;
  const seen = formOf(request).get('seen');
  const requireSeen = (event: SpecialEvent) => {
    if (tagOf(event) !== seen) throw new ChangedMeanwhile(event);
  };
  try {
    await desk.store.transaction((tx) =>
      cancelEvent(tx, clerk.actor, eventId, desk.clock.now(), requireSeen),
    );
    return done(overview);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'event-not-found') return done(overview); // at the same moment
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const fault = eventsTexts(clerk.language)('changedBefore');
    const { overview: now } = await begin(request, desk);
    return confirmPage(clerk, desk, now, { fault });
  }
}

async function confirmPage(
  clerk: Clerk,
  desk: DeskOptions,
  overview: EventOverview,
  submitted: Submitted<never> = {},
): Promise<Answer> {
  const { language, session, actor } = clerk;
  const { event, days } = overview;
  const say = eventsTexts(language);
  const today = await desk.days.current();
  const concerned = days.filter(({ date, sold, isTakenOff }) => date >= today && sold > 0 && !isTakenOff);
  const people = await countAddresses(
    desk.store,
    actor,
    event.eventId,
    concerned.map(({ date }) => date),
  );
  const fields = fieldsOf<never>(language, submitted);
  const at = `/desk/events/${event.eventId}`;
  const consequences: Html = html`<p><strong>${say('stopAdmitting', { count: soldOn(concerned) })}</strong></p>
${whoIsTold(clerk, desk, people)}${soldDaysTable(clerk, concerned, { caption: say('soldFor'), day: say('day'), sold: say('sold') })}`;
  const main = html`${fields.faults()}${
    concerned.length > 0 ? consequences : html`<p>${say('nobodyConcerned')}</p>\n`
  }<p>${say('cancelMeans')}</p>
<form method="post" action="${at}/cancel">
${csrfField(session.csrfToken)}<input type="hidden" name="seen" value="${tagOf(event)}">
<p class="actions"><button class="action">${say('cancelNow', { name: event.name })}</button>
<a class="button" href="${at}">${say('keep')}</a></p>
</form>`;
  return deskPage(
    clerk,
    desk,
    {
      title: say('cancelTitle', { name: event.name }),
      lead: event.location,
      main,
      here: '/desk/events',
      isFaulty: fields.isFaulty,
    },
    fields.isFaulty ? 409 : 200,
  );
}
