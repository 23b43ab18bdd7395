import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CalendarDay, firstOfMonth, parseCalendarDay } from '../../../core/calendar-day.ts';
import { Refusal } from '../../../core/refusal.ts';
import { isUuid, parseUuid, type Uuid } from '../../../core/uuid.ts';
import {
  announceEvent,
  changeEvent,
  type EventOverview,
  getEventOverview,
  setEventCapacity,
} from '../../../events/index.ts';
import { listOpenDays } from '../../../hours/index.ts';
import { type Answer, send } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { answerOnce } from '../../../idempotency/index.ts';
import type { SoldDay } from '../affected-visitors.ts';
import type { DeskOptions } from '../desk-options.ts';
import { arrangerOf, type Clerk } from '../desk-page.ts';
import { deskTexts } from '../desk-texts.ts';
import { ChangedMeanwhile, whoChanged } from '../edit-conflict.ts';
import { pathId } from '../path-id.ts';
import { sentenceOf } from '../refusals.ts';
import {
  differences,
  draftOf,
  type EventDraft,
  isDraft,
  LIMITS,
  merged,
  rangeIn,
  readWritten,
  seenIn,
  type WrittenEvent,
  writtenAs,
} from './event-draft.ts';
import { type EventForm, eventFormPage } from './event-form-page.ts';
import { eventFormTexts } from './event-form-texts.ts';

/** In bytes: a form holds the longest description twice, and may need many bytes for each character. */
const BODY_LIMIT = 256 * 1024;

const EMPTY: Omit<EventDraft, 'priceCents'> = {
  name: '',
  location: '',
  description: '',
  dates: [],
  capacity: null,
};

/** Announcing, copying and changing events. */
export function routeEventForm(app: FastifyInstance, desk: DeskOptions): void {
  const taking = { bodyLimit: BODY_LIMIT };
  app.get('/desk/events/new', async (request, reply) => send(request, reply, await beginNew(request, desk)));
  app.post('/desk/events/new', taking, async (request, reply) =>
    send(request, reply, await writeNew(request, desk)),
  );
  app.get('/desk/events/:eventId/edit', async (request, reply) =>
    send(request, reply, await beginEdit(request, desk)),
  );
  app.post('/desk/events/:eventId/edit', taking, async (request, reply) =>
    send(request, reply, await writeEdit(request, desk)),
  );
}

async function beginNew(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const { copy = '' } = request.query as { copy?: string };
  const month = firstOfMonth(desk.calendar.today());
  const written = writtenAs(clerk.language, { ...EMPTY, priceCents: 0 }, month);
  const form: EventForm = {
    written: { ...written, typed: { ...written.typed, price: '' } },
    key: randomUUID(),
  };
  const eventId = parseUuid(copy);
  if (eventId === undefined) return eventFormPage(clerk, desk, form);
  const model = { ...seenOf(await getEventOverview(desk.store, clerk.actor, eventId)), dates: [] };
  return eventFormPage(clerk, desk, { ...form, written: writtenAs(clerk.language, model, month) });
}

function seenOf({ event, capacity }: EventOverview): EventDraft {
  const { eventId: _, ...announcement } = event;
  return { ...announcement, capacity };
}

async function writeNew(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const sent = formOf(request);
  const given = sent.get('key') ?? '';
  const form: EventForm = {
    written: readWritten(sent, desk.calendar.today()),
    key: isUuid(given) ? given : randomUUID(),
  };
  const other = await turned(clerk, desk, sent, form);
  if (other !== undefined) return other;
  const draft = draftOf(clerk.language, form.written);
  if (!isDraft(draft)) return eventFormPage(clerk, desk, { ...form, faults: draft }, 400);
  try {
    return seeOther(
      `/desk/events/${await announceOnce(clerk, desk, draft, form.key as string)}?done=announced`,
    );
  } catch (error) {
    return refused(clerk, desk, { ...form, key: randomUUID() }, error);
  }
}

/** Announces the event; sending the form twice makes one event. */
async function announceOnce(
  { actor }: Clerk,
  { store, clock, hashes }: DeskOptions,
  draft: EventDraft,
  key: string,
): Promise<Uuid> {
  const { capacity, ...announcement } = draft;
  const hash = hashes.of('desk: announce', { ...draft });
  const request = { accountId: actor.accountId, key: `desk: ${key}`, hash };
  const made = await answerOnce(store, clock, request, async (tx) => {
    const now = clock.now();
    const { eventId } = await announceEvent(tx, actor, announcement, now);
    if (capacity !== null) await setEventCapacity(tx, actor, eventId, capacity, now);
    return { answer: eventId, made: eventId };
  });
  return made as Uuid;
}

/** Another month, or more days: the form again, with everything that is in it. Undefined when it is to be saved. */
async function turned(
  clerk: Clerk,
  desk: DeskOptions,
  sent: URLSearchParams,
  form: EventForm,
): Promise<Answer | undefined> {
  const step = sent.get('step') ?? 'save';
  const { written } = form;
  const month = parseCalendarDay(step);
  if (month !== undefined)
    return eventFormPage(clerk, desk, {
      ...form,
      written: { ...written, month: firstOfMonth(month) },
      pressed: month < written.month ? 'previousMonth' : 'nextMonth',
    });
  if (step !== 'add') return undefined;
  const range = rangeIn(written.typed);
  if (range === undefined) {
    const faults = { from: eventFormTexts(clerk.language)('rangeFault', { most: LIMITS.dates }) };
    return eventFormPage(clerk, desk, { ...form, faults }, 400);
  }
  const open = await listOpenDays(desk.store, clerk.actor, range.from, range.to);
  const dates = [...new Set([...written.dates, ...open.map(({ date }) => date)])].sort();
  const typed = { ...written.typed, from: '', to: '' };
  const added: WrittenEvent = { typed, dates, month: firstOfMonth(range.from) };
  return eventFormPage(clerk, desk, { ...form, written: added, pressed: step });
}

async function beginEdit(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const overview = await getEventOverview(desk.store, clerk.actor, pathId(request, 'eventId'));
  if (overview.isCancelled) return seeOther(`/desk/events/${overview.event.eventId}`);
  const seen = seenOf(overview);
  const today = desk.calendar.today();
  const next = seen.dates.toSorted().find((day) => day >= today) ?? today;
  const written = writtenAs(clerk.language, seen, firstOfMonth(next));
  return eventFormPage(clerk, desk, { written, edited: { eventId: overview.event.eventId, seen } });
}

async function writeEdit(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const sent = formOf(request);
  const edited = { eventId: pathId(request, 'eventId'), seen: seenIn(sent) };
  const form: EventForm = { written: readWritten(sent, desk.calendar.today()), edited };
  const other = await turned(clerk, desk, sent, form);
  if (other !== undefined) return other;
  const draft = draftOf(clerk.language, form.written);
  if (!isDraft(draft)) return eventFormPage(clerk, desk, { ...form, faults: draft }, 400);
  try {
    await saveEvent(clerk, desk, edited, draft, sent.get('confirmed') ?? '');
    const isChanged = Object.keys(differences(edited.seen, draft)).length > 0;
    return seeOther(`/desk/events/${edited.eventId}?done=${isChanged ? 'changed' : 'nothing'}`);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return conflict(clerk, desk, form, draft, error.now as EventDraft);
    if (error instanceof TakesOff) return eventFormPage(clerk, desk, { ...form, takesOff: error.days }, 409);
    return refused(clerk, desk, form, error);
  }
}

/** Thrown when days with sold tickets would be taken off and that was not confirmed. */
class TakesOff extends Error {
  readonly days: readonly SoldDay[];

  constructor(days: readonly SoldDay[]) {
    super('takes off days');
    this.days = days;
  }
}

/**
 * Changes what the writer has changed, unless somebody else has changed anything since they saw it.
 * @param confirmed the days that may be taken off although tickets are sold for them
 * @throws ChangedMeanwhile with the event as it is, TakesOff
 */
async function saveEvent(
  { actor }: Clerk,
  { store, clock, days }: DeskOptions,
  { eventId, seen }: { readonly eventId: Uuid; readonly seen: EventDraft },
  draft: EventDraft,
  confirmed: string,
): Promise<void> {
  const today = await days.current();
  await store.transaction(async (tx) => {
    const now = clock.now();
    await changeEvent(tx, actor, eventId, {}, now); // locks the event
    const overview = await getEventOverview(tx, actor, eventId);
    const current = seenOf(overview);
    if (Object.keys(differences(current, draft)).length === 0) return; // sent twice
    if (Object.keys(differences(seen, current)).length > 0) throw new ChangedMeanwhile(current);
    const { capacity, ...change } = differences(seen, draft);
    const isLost = (day: CalendarDay) => change.dates !== undefined && !change.dates.includes(day);
    const lost = overview.days.filter(
      ({ date, sold, isTakenOff }) => sold > 0 && date >= today && !isTakenOff && isLost(date),
    );
    if (!lost.every(({ date }) => confirmed.includes(date))) throw new TakesOff(lost);
    await changeEvent(tx, actor, eventId, change, now);
    if (capacity !== undefined) await setEventCapacity(tx, actor, eventId, capacity, now);
  });
}

/** The form with the changes of both; the other's are used where the writer changed nothing. */
async function conflict(
  clerk: Clerk,
  desk: DeskOptions,
  form: EventForm,
  mine: EventDraft,
  now: EventDraft,
): Promise<Answer> {
  const { eventId, seen } = form.edited as NonNullable<EventForm['edited']>;
  const kinds = ['event.changed', 'event.capacity-set'] as const;
  const by = await whoChanged(clerk, desk, kinds, eventId);
  const fault = eventFormTexts(clerk.language)('changedMeanwhile', by);
  const written = writtenAs(clerk.language, merged(seen, now, mine), form.written.month);
  const changed = { before: seen, now, mine };
  return eventFormPage(clerk, desk, { written, edited: { eventId, seen: now }, fault, changed }, 409);
}

async function refused(clerk: Clerk, desk: DeskOptions, form: EventForm, error: unknown): Promise<Answer> {
  if (!(error instanceof Refusal) || error.kind === 'forbidden') throw error;
  if (error.kind === 'event-not-found')
    return eventFormPage(clerk, desk, { ...form, fault: deskTexts(clerk.language)('eventGone') }, 410);
  const { status, sentence } = sentenceOf(error, clerk.language, clerk.words);
  const where = error.kind === 'day-full-of-events' ? { faults: { dates: sentence } } : { fault: sentence };
  return eventFormPage(clerk, desk, { ...form, ...where }, status);
}
