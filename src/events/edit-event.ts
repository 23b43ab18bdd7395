import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { lockOpeningRulesShared } from '../hours/index.ts';
import { type EventTimes, lockSlotsOf, type Price, STANDARD } from '../offers/index.ts';
import type { ActionContext } from '../store/index.ts';
import { type Announcement, lockEvent, type SpecialEvent, type Visibility } from './event.ts';
import {
  announceEvent,
  changeEvent,
  setEventCapacity,
  setEventPrices,
  setEventTimes,
} from './event-actions.ts';
import { setEventTexts, type TextIn } from './event-texts.ts';
import { type EventOverview, getEventOverview } from './programme.ts';

/** An event as staff write it: its announcement, and on what terms it is sold. */
export interface EventDraft extends Announcement, EventTimes {
  /** Hundredths of a percent of value added tax in the price, which is that of standard; null: as usual. */
  readonly vat: number | null;
  /** Whether standard is sold: it always is where no other category is. */
  readonly isStandardSold: boolean;
  /** In each other category in which it is sold. */
  readonly prices: readonly Price[];
  /** Places on each of its dates, at each of its times; null: no limit. */
  readonly capacity: number | null;
  /** The language of its texts; null: that of the museum. */
  readonly textLanguage: Language | null;
  /** What it says in other languages, by language. */
  readonly texts: readonly TextIn[];
}

export function draftOf({ event, capacity, prices, entry, ...said }: EventOverview): EventDraft {
  const { textLanguage } = said;
  const texts = Object.entries(said.texts).map(([language, text]) => ({
    language: language as Language,
    ...text,
  }));
  const { eventId: _, ...announcement } = event;
  const standard = prices.find(({ category }) => category === STANDARD);
  const others = prices.filter((price) => price !== standard);
  const isStandardSold = standard?.onSale !== false;
  const sold = { vat: standard?.vat ?? null, isStandardSold, prices: others, capacity, ...entry };
  return { ...announcement, ...sold, textLanguage, texts };
}

/** The members of `now` that differ from `before`. Text that a form can't hold as it is (line ends) is the same. */
export function differences(before: EventDraft, now: EventDraft): Partial<EventDraft> {
  const members = Object.keys(now) as (keyof EventDraft)[];
  return Object.fromEntries(
    members.filter((member) => !isEqual(before[member], now[member])).map((member) => [member, now[member]]),
  );
}

function isEqual(one: EventDraft[keyof EventDraft], other: EventDraft[keyof EventDraft]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = new Set(other.map((each) => JSON.stringify(each)));
    return one.length === other.length && one.every((each) => others.has(JSON.stringify(each)));
  }
  return typeof one === 'string' && typeof other === 'string'
    ? asTyped(one) === asTyped(other)
    : one === other;
}

function asTyped(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/**
 * A three-way merge: what the writer has typed, with the changes of others in members that the writer has not changed.
 */
export function merged(seen: EventDraft, now: EventDraft, mine: EventDraft): EventDraft {
  const others = differences(seen, now);
  const own = differences(seen, mine);
  const added = now.dates.filter((day) => !seen.dates.includes(day));
  const gone = seen.dates.filter((day) => !now.dates.includes(day));
  const dates = [...new Set([...mine.dates, ...added])].filter((day) => !gone.includes(day)).sort();
  return { ...mine, ...others, ...own, dates };
}

/** What somebody wants an event to be, who saw it some time ago. */
export interface EventEdit {
  readonly eventId: Uuid;
  readonly seen: EventDraft;
  readonly wanted: EventDraft;
  /** The days that may be removed although tickets are sold for them. */
  readonly confirmed: readonly CalendarDay[];
}

/**
 * `conflict`: somebody else has changed the event since it was seen; `unconfirmed`: nobody has confirmed what is lost.
 */
export type EditOutcome =
  | { readonly is: 'saved' }
  | { readonly is: 'conflict'; readonly now: EventDraft }
  | { readonly is: 'unconfirmed'; readonly lost: readonly DayWithTickets[] };

export interface DayWithTickets {
  readonly day: CalendarDay;
  readonly sold: number;
}

/**
 * Changes what the writer has changed, or nothing at all.
 * @param today the museum’s current day, which may last beyond midnight
 * @throws Refusal forbidden, event-not-found, day-full-of-events or category-unknown
 */
export async function editEvent(
  context: ActionContext,
  { eventId, seen, wanted, confirmed }: EventEdit,
  today: CalendarDay,
): Promise<EditOutcome> {
  const { tx, actor } = context;
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRulesShared(tx); // before the event, as whoever sets its prices does
  await lockEvent(context, eventId);
  const overview = await getEventOverview(tx, actor, eventId);
  const current = draftOf(overview);
  if (isSame(current, wanted)) return { is: 'saved' }; // sent twice
  if (!isSame(seen, current)) return { is: 'conflict', now: current };
  const {
    capacity,
    vat,
    isStandardSold,
    prices,
    times,
    minutes,
    textLanguage: _,
    texts,
    ...change
  } = differences(seen, wanted);
  const { dates = current.dates } = change;
  const lost = soldDaysAhead(overview, today).filter(({ day }) => !dates.includes(day));
  if (!lost.every(({ day }) => confirmed.includes(day))) return { is: 'unconfirmed', lost };
  // First, because each change below also writes the revision, which is locked after slots (offers/slots.ts).
  await lockSlotsOf(tx, eventId);
  await changeEvent(context, eventId, change);
  if (capacity !== undefined) await setEventCapacity(context, eventId, capacity);
  if (vat !== undefined || isStandardSold !== undefined || prices !== undefined)
    await setEventPrices(context, eventId, pricesOf(wanted));
  if (times !== undefined || minutes !== undefined) await setEventTimes(context, eventId, entryOf(wanted));
  if (texts !== undefined) await sayIn(context, eventId, wanted);
  return { is: 'saved' };
}

/** Announces the event on all its terms. @throws Refusal forbidden, day-full-of-events or category-unknown */
export async function announceDraft(
  context: ActionContext,
  draft: EventDraft,
  visibility: Visibility = 'public',
): Promise<SpecialEvent> {
  const { tx, actor } = context;
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRulesShared(tx);
  const { vat, isStandardSold, prices, times, minutes, capacity, textLanguage, texts, ...announcement } =
    draft;
  const making = { visibility, ...(textLanguage && { textLanguage }) };
  const event = await announceEvent(context, announcement, making);
  const { eventId, priceCents } = event;
  if (capacity !== null) await setEventCapacity(context, eventId, capacity);
  if (vat !== null || prices.length > 0)
    await setEventPrices(context, eventId, pricesOf({ priceCents, vat, isStandardSold, prices }));
  if (times.length > 0) await setEventTimes(context, eventId, { times, minutes });
  if (texts.length > 0) await sayIn(context, eventId, draft);
  return event;
}

/** Says the event in other languages than its own. */
async function sayIn(
  context: ActionContext,
  eventId: Uuid,
  { textLanguage, texts }: Pick<EventDraft, 'textLanguage' | 'texts'>,
): Promise<void> {
  const others = texts.map(({ language, ...text }) => [language, text] as const);
  await setEventTexts(context, eventId, textLanguage ?? 'en', (before) => ({
    ...before,
    texts: Object.fromEntries(others.filter(([language]) => language !== before.textLanguage)),
  }));
}

type DraftPrices = Pick<EventDraft, 'priceCents' | 'vat' | 'isStandardSold' | 'prices'>;

function pricesOf({ priceCents, vat, isStandardSold, prices }: DraftPrices): Price[] {
  const standard = {
    category: STANDARD,
    priceCents,
    vat,
    ...(!isStandardSold && { onSale: false as const }),
  };
  return [standard, ...prices];
}

function entryOf({ times, minutes }: EventTimes): EventTimes {
  return { times, minutes };
}

/** The days of the event that are not over and have tickets, which would be lost with them. */
export function soldDaysAhead({ days }: EventOverview, today: CalendarDay): DayWithTickets[] {
  return days.filter(({ day, sold, isTakenOff }) => day >= today && sold > 0 && !isTakenOff);
}

function isSame(one: EventDraft, other: EventDraft): boolean {
  return Object.keys(differences(one, other)).length === 0;
}
