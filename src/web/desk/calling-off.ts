import { REFUNDINGS, type Refunding } from '../../called-off/index.ts';
import {
  type CallingOff,
  type CallingOffFigures,
  callOffEvent,
  closeMuseum,
  EVENT_ON_CLOSED_DAY,
  type EventOnClosedDay,
  rehearse,
} from '../../calling-off/index.ts';
import type { CalendarDay, DayRange } from '../../core/calendar-day.ts';
import { hasLength, REASON_CHARACTERS } from '../../core/text.ts';
import type { Uuid } from '../../core/uuid.ts';
import { listProgramme } from '../../events/index.ts';
import type { FieldFaults, Fields } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import type { Language } from '../../pages/texts.ts';
import { callingOffTexts } from './calling-off-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';

export type DecisionField = `event-${string}`;
export type CallingOffField = 'reason' | 'refund' | DecisionField;

/** What calling something off does. */
export function callingOffList(
  desk: DeskRequest,
  { tickets, persons, orders, mails, moneyCents }: CallingOffFigures,
): Html {
  const { language, words, currency } = desk;
  const say = callingOffTexts(language);
  return factList('figures', [
    [say('tickets'), words.number(tickets)],
    [say('persons'), words.number(persons)],
    [say('orders'), words.number(orders)],
    [say('mails'), words.number(mailsSent(desk, mails))],
    [say('money'), words.money(moneyCents, currency)],
  ]);
}

/** How many of those mails are sent: none, where mail is not set up. */
export function mailsSent({ mail }: DeskRequest, mails: number): number {
  return mail === undefined ? 0 : mails;
}

export function callingOffReason(fields: Fields<'reason'>, { language }: Clerk): Html {
  const say = callingOffTexts(language);
  return fields.input('reason', {
    label: say('reason'),
    hint: say('reasonHint'),
    with: { maxlength: REASON_CHARACTERS, autocomplete: 'off' },
  });
}

export function refundChoice(fields: Fields<'refund'>, { language }: Clerk, usual: Refunding): Html {
  const say = callingOffTexts(language);
  const options = REFUNDINGS.map((value) => ({ value, text: say(value) }));
  return fields.choice('refund', { label: say('refund'), options, value: usual });
}

/** What the form says of reason and money; nothing of money: as is usual. */
export function readCallingOff(
  language: Language,
  { reason = '', refund }: { readonly reason?: string | undefined; readonly refund?: string | undefined },
): CallingOff | FieldFaults<'reason' | 'refund'> {
  const say = callingOffTexts(language);
  if (!hasLength(reason, 0, REASON_CHARACTERS))
    return { faults: { reason: say('reasonFault', { most: REASON_CHARACTERS }) } };
  const chosen = REFUNDINGS.find((value) => value === refund);
  if (refund !== undefined && chosen === undefined) return { faults: { refund: say('refundFault') } };
  return { reason: reason || null, ...(chosen !== undefined && { refund: chosen }) };
}

/** An event of days that are to be closed, and what calling it off on these days does. */
export interface EventAhead {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
  readonly figures: CallingOffFigures;
}

/** What closing the museum on those days does, and what it would do to call their events off. */
export async function foreseeClosing(
  desk: DeskRequest,
  range: DayRange,
): Promise<{ readonly museum: CallingOffFigures; readonly events: readonly EventAhead[] }> {
  const { actor, days } = desk;
  const on = await eventsOn(desk, range);
  const events = new Map(on.map(({ eventId }) => [eventId, 'takes-place' as const]));
  const museum = await rehearse(desk, actor, (context) => closeMuseum(context, { ...range, events, days }));
  const ahead: EventAhead[] = [];
  for (const event of on) {
    const { eventId, dates } = event;
    const figures = await rehearse(desk, actor, (context) => callOffEvent(context, { eventId, dates, days }));
    ahead.push({ ...event, figures });
  }
  return { museum, events: ahead };
}

/** The events that take place on those days, by their first one. */
export async function eventsOn(
  { store, actor }: DeskRequest,
  range: DayRange,
): Promise<Omit<EventAhead, 'figures'>[]> {
  const programme = await listProgramme(store, actor, range);
  const on = Map.groupBy(
    programme.filter(({ isCancelled }) => !isCancelled),
    ({ eventId }) => eventId,
  );
  return [...on].map(([eventId, all]) => {
    return { eventId, name: all[0]?.eventName ?? '', dates: all.map(({ day }) => day) };
  });
}

/** For each event, whether it takes place. Nothing is chosen beforehand. */
export function eventChoices(
  desk: DeskRequest,
  fields: Fields<DecisionField>,
  events: readonly EventAhead[],
): Html | false {
  const { language, words, currency } = desk;
  const say = callingOffTexts(language);
  const choices = events.map(({ eventId, name, dates, figures }) => {
    const { tickets, persons, moneyCents } = figures;
    const mails = mailsSent(desk, figures.mails);
    const money = words.money(moneyCents, currency);
    const options = [
      { value: 'takes-place', text: say('takes-place') },
      { value: 'called-off', text: say('called-off', { tickets, persons, mails, money }) },
    ];
    const label = say('eventOn', { event: name, days: words.list(dates.map(words.date)) });
    return fields.choice(`event-${eventId}`, { label, options });
  });
  return choices.length > 0 && html`<h2>${say('events')}</h2>\n${choices}`;
}

/** What the form says of each event, or which it says nothing of. */
export function readEvents(
  language: Language,
  values: { readonly [Name in DecisionField]?: string | undefined },
  events: readonly Pick<EventAhead, 'eventId' | 'name'>[],
): { readonly events: ReadonlyMap<Uuid, EventOnClosedDay> } | FieldFaults<DecisionField> {
  const say = callingOffTexts(language);
  const decided = new Map<Uuid, EventOnClosedDay>();
  const faults: Record<DecisionField, string> = {};
  for (const { eventId, name } of events) {
    const wanted = EVENT_ON_CLOSED_DAY.find((each) => each === values[`event-${eventId}`]);
    if (wanted === undefined) faults[`event-${eventId}`] = say('decide', { event: name });
    else decided.set(eventId, wanted);
  }
  return Object.keys(faults).length > 0 ? { faults } : { events: decided };
}
