import type { FastifyRequest } from 'fastify';
import { changeProgramme } from '../../../calling-off/index.ts';
import {
  addDays,
  type CalendarDay,
  countDays,
  firstOfMonth,
  isoWeekday,
  parseCalendarDay,
} from '../../../core/calendar-day.ts';
import { Refusal } from '../../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../../core/uuid.ts';
import {
  announceDraft,
  differences,
  draftOf,
  EVENT_LIMITS,
  type EventDraft,
  editEvent,
  findEventEntry,
  getEventOverview,
  merged,
  type Visibility,
} from '../../../events/index.ts';
import { listOpenDays } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { once } from '../../../idempotency/index.ts';
import { ENTRY_TIME_LIMITS } from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import { runAction } from '../../../store/index.ts';
import { includeEntry } from '../../../tickets/index.ts';
import type { DeskOptions, DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import { deskTexts } from '../desk-texts.ts';
import { done } from '../done.ts';
import { whoChanged } from '../edit-conflict.ts';
import { formOnce } from '../form-once.ts';
import { eventAddress, pathId } from '../links.ts';
import { postForm } from '../post-form.ts';
import { sentenceOf } from '../refusals.ts';
import { isDraft, rangeIn, readDraft, readWritten, seenIn, timesAdded, writtenAs } from './event-draft.ts';
import { ADD_TIMES, type EventForm, type EventFormField, eventFormPage } from './event-form-page.ts';
import { eventFormTexts } from './event-form-texts.ts';
import { visibilityIn } from './visibility.ts';

const EMPTY: EventDraft = {
  name: '',
  location: '',
  description: '',
  dates: [],
  priceCents: 0,
  vat: null,
  isStandardSold: true,
  prices: [],
  capacity: null,
  times: [],
  minutes: 60,
  textLanguage: null,
  texts: [],
};

/** The form for a new event: empty, or a copy of another event, without its dates or with them in another year. */
export async function showNewEvent(desk: DeskRequest): Promise<Answer> {
  const { language, actor, query } = desk;
  const month = firstOfMonth(desk.calendar.today());
  const copied = parseUuid(query.get('copy') ?? '');
  if (copied !== undefined) {
    const draft = draftOf(await getEventOverview(desk.store, actor, copied));
    const dates = query.has('again') ? yearLater(draft.dates, desk.calendar.today()) : [];
    const shown = dates[0] === undefined ? month : firstOfMonth(dates[0]);
    const { textLanguage } = draft;
    const written = writtenAs(language, { ...draft, dates }, shown);
    return eventFormPage(desk, { written, copied, textLanguage });
  }
  const { typed, ...written } = writtenAs(language, EMPTY, month);
  return eventFormPage(desk, { written: { ...written, typed: { ...typed, price: '' } } });
}

/** In whole weeks: the same days of the week, a year later, or as many years as the last of them needs to be ahead. */
function yearLater(dates: readonly CalendarDay[], today: CalendarDay): CalendarDay[] {
  const last = dates.toSorted().at(-1) ?? today;
  const years = Math.max(1, Math.ceil(countDays(last, today) / DAYS_OF_52_WEEKS));
  return [...new Set(dates.map((day) => addDays(day, years * DAYS_OF_52_WEEKS)))].sort();
}

const DAYS_OF_52_WEEKS = 364;

export const announce = postForm<EventFormField>(
  async (desk, { form, values, again }) => {
    const sent: EventForm = { written: readWritten(form, desk.calendar.today()), submitted: { values } };
    const other = await turned(desk, form, sent);
    if (other !== undefined) return other;
    const copied = parseUuid(values.copied ?? '');
    const model = copied && draftOf(await getEventOverview(desk.store, desk.actor, copied));
    const draft = readDraft(desk, sent.written, model ?? EMPTY);
    if (!isDraft(draft)) return again(draft);
    const visibility = visibilityIn(values.visibility);
    const eventId = await announceOnce(desk, draft, { visibility, copied }, values.key);
    return done(eventAddress(eventId), visibility === 'draft' ? 'eventDrafted' : 'eventAnnounced');
  },
  (desk, submitted) => {
    const written = readWritten(formOf(desk.request), desk.calendar.today());
    return eventFormPage(desk, { written, submitted });
  },
  refusedEvent,
);

/** Announces the event; sending the form twice makes one event. A copy has of general entry what its original has. */
async function announceOnce(
  desk: DeskRequest,
  draft: EventDraft,
  { visibility, copied }: { readonly visibility: Visibility; readonly copied: Uuid | undefined },
  key: string | undefined,
): Promise<string> {
  const request = formOnce<string>(desk, 'announce', key, { ...draft, visibility }, String);
  const outcome = await once(desk, desk.actor, request, async (context) => {
    const { eventId } = await announceDraft(context, draft, visibility);
    const entry = copied && (await findEventEntry(context.tx, copied));
    if (entry?.includesEntry || entry?.takesPlace) await includeEntry(context, eventId, entry);
    return { outcome: eventId, made: eventId };
  });
  return typeof outcome === 'string' ? outcome : outcome.kept;
}

/** Another month, or more days: the form again, with everything that is in it. Undefined when it is to be saved. */
async function turned(
  desk: DeskRequest,
  sent: URLSearchParams,
  form: EventForm,
): Promise<Answer | undefined> {
  const step = sent.get('step') ?? 'save';
  const { written, submitted } = form;
  const month = parseCalendarDay(step);
  if (month !== undefined) {
    const pressed = month < written.month ? 'previousMonth' : 'nextMonth';
    return eventFormPage(desk, {
      ...form,
      written: { ...written, month: firstOfMonth(month) },
      pressed,
    });
  }
  if (step === ADD_TIMES) return withTimes(desk, form);
  if (step !== 'add') return undefined;
  const range = rangeIn(written.typed);
  if (range === undefined) {
    const faults = { from: eventFormTexts(desk.language)('rangeFault', { most: EVENT_LIMITS.dates }) };
    return eventFormPage(desk, { ...form, submitted: { ...submitted, faults } });
  }
  const open = await listOpenDays(desk.store, desk.actor, range.from, range.to);
  const { weekdays } = written;
  const meant = open.filter(({ date }) => weekdays.length === 0 || weekdays.includes(isoWeekday(date)));
  const dates = [...new Set([...written.dates, ...meant.map(({ date }) => date)])].sort();
  const typed = { ...written.typed, from: '', to: '' };
  const added = { ...written, typed, dates, weekdays: [], month: firstOfMonth(range.from) };
  return eventFormPage(desk, { ...form, written: added, pressed: step });
}

/** The form again, with times at equal distances. */
function withTimes(desk: DeskRequest, form: EventForm): Promise<Answer> {
  const { written, submitted } = form;
  const times = timesAdded(written.typed);
  if (times === undefined) {
    const most = ENTRY_TIME_LIMITS.mostTimes;
    const faults = { every: eventFormTexts(desk.language)('manyTimesFault', { most }) };
    return eventFormPage(desk, { ...form, submitted: { ...submitted, faults } });
  }
  const typed = { ...written.typed, times, every: '', timeFrom: '', timeTo: '' };
  return eventFormPage(desk, { ...form, written: { ...written, typed }, pressed: ADD_TIMES });
}

/** The form for an existing event. */
export async function showEventToEdit(desk: DeskRequest): Promise<Answer> {
  const overview = await getEventOverview(desk.store, desk.actor, pathId(desk.request, 'eventId'));
  const { eventId } = overview.event;
  if (overview.isCancelled) return seeOther(eventAddress(eventId));
  const seen = draftOf(overview);
  const today = desk.calendar.today();
  const next = seen.dates.toSorted().find((day) => day >= today) ?? today;
  const written = writtenAs(desk.language, seen, firstOfMonth(next));
  return eventFormPage(desk, { written, edited: { eventId, seen } });
}

export const edit = postForm<EventFormField>(
  async (desk, { form, again }) => {
    const sent = sentEdit(desk.request, desk);
    const other = await turned(desk, form, sent);
    if (other !== undefined) return other;
    const { eventId, seen } = sent.edited;
    const wanted = readDraft(desk, sent.written, seen);
    if (!isDraft(wanted)) return again(wanted);
    const confirmed = (form.get('confirmed') ?? '').split(' ').map(parseCalendarDay);
    const change = { eventId, seen, wanted, confirmed: confirmed.filter((day) => day !== undefined) };
    const outcome = await runAction(desk, desk.actor, (context) =>
      changeProgramme(context, { product: eventId, days: desk.days }, (_, today) =>
        editEvent(context, change, today),
      ),
    );
    if (outcome.is === 'conflict') return conflictPage(desk, sent, wanted, outcome.now);
    if (outcome.is === 'unconfirmed') return eventFormPage(desk, { ...sent, takesOff: outcome.lost });
    const isChanged = Object.keys(differences(seen, wanted)).length > 0;
    return done(eventAddress(eventId), isChanged ? 'eventChanged' : 'nothing');
  },
  (desk, submitted) => eventFormPage(desk, { ...sentEdit(desk.request, desk), submitted }),
  refusedEvent,
);

function sentEdit(request: FastifyRequest, desk: DeskOptions) {
  const form = formOf(request);
  const edited = { eventId: pathId(request, 'eventId'), seen: seenIn(form) };
  return { written: readWritten(form, desk.calendar.today()), edited };
}

const EDITS = [
  ...(['event.changed', 'event.capacity-set', 'event.prices-set', 'event.times-set'] as const),
  'event.texts-set',
] as const;

/** The form with the changes of both; the other's are used where the writer changed nothing. */
async function conflictPage(
  desk: DeskRequest,
  { written, edited: { eventId, seen } }: ReturnType<typeof sentEdit>,
  mine: EventDraft,
  now: EventDraft,
): Promise<Answer> {
  const by = await whoChanged(desk, EDITS, eventId);
  const fault = eventFormTexts(desk.language)('changedMeanwhile', by);
  return eventFormPage(desk, {
    written: writtenAs(desk.language, merged(seen, now, mine), written.month),
    edited: { eventId, seen: now },
    submitted: { fault, status: 409 },
    changed: { before: seen, now, mine },
  });
}

function refusedEvent(error: unknown, { language, words }: Clerk): Submitted<EventFormField> | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.kind === 'event-not-found') return { fault: deskTexts(language)('eventGone'), status: 410 };
  if (error.kind !== 'day-full-of-events') return undefined;
  const { status, sentence } = sentenceOf(error, language, words);
  return { faults: { dates: sentence }, status };
}
