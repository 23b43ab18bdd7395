import { needKeysUntil } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Expectation,
  getTimesOn,
  lockEvent,
  moveDate,
  recordOnEvent,
  type SpecialEvent,
} from '../events/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import {
  addPlaces,
  findPlacesLeftIn,
  GENERAL,
  giveBackPlaces,
  lockSlotsOf,
  type PlacesIn,
  placesTaken,
  type Slot,
  sumPlaces,
  takePlaces,
} from '../offers/index.ts';
import { heldItems, lockSalesOf, moveOrders, type PostponedDay } from '../orders/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { findContacts, findUnused, findVoids, moveTickets, type Ticket } from '../tickets/index.ts';
import { moveScans } from '../visits/index.ts';
import { requireToCome } from './change-hours.ts';
import { changeProgramme } from './change-programme.ts';

export interface Postponing {
  readonly eventId: Uuid;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** What visitors are told. */
  readonly reason?: string | null;
  /** Whether the new date may have more tickets than places. */
  readonly force?: boolean;
  readonly days: MuseumDays;
  readonly expect?: Expectation;
}

export interface PostponedEvent {
  readonly event: SpecialEvent;
  /** Those that are for the new date now. */
  readonly tickets: readonly Ticket[];
  /** How many held orders have moved. */
  readonly held: number;
  /** What is told to those who left an address: one for each buyer. */
  readonly mails: number;
}

/**
 * Moves a date of an event, with its tickets that stand and were not used and with held orders, all or none. Tickets keep their
 * ids and codes.
 * @throws Refusal forbidden, event-not-found, date-past, not-an-event-day, day-full-of-events, sold-out; times-missing naming
 * entry times that the new date does not have
 */
export async function postpone(context: ActionContext, postponing: Postponing): Promise<PostponedEvent> {
  const { eventId, from, to, days, expect } = postponing;
  requirePermission(context.actor, 'arrange-programme');
  const postponed: PostponedDay = { product: eventId, from, to };
  await lockSalesOf(context.tx, postponed);
  return changeProgramme(context, { product: eventId, days }, async (_, today) => {
    const { name, dates } = await lockEvent(context, eventId, expect);
    if (!dates.includes(from)) throw new Refusal('not-an-event-day', { eventName: name, day: from, dates });
    for (const day of [from, to]) requireToCome(day, today);
    return move(context, postponing, postponed);
  });
}

/** Moves the date, of an event whose slots are locked: nothing more is sold for it. */
async function move(
  context: ActionContext,
  { eventId, from, to, reason = null, force = false }: Postponing,
  postponed: PostponedDay,
): Promise<PostponedEvent> {
  const { tx, now } = context;
  const sales = await lockSalesOf(tx, postponed); // also what was sold meanwhile
  const tickets = await findMovable(tx, sales.tickets);
  const items = heldItems(sales.orders, postponed);
  const event = await moveDate(context, eventId, { from, to });
  await requireTimes(context, { eventId, to }, [...tickets, ...items]);
  const taken = [
    ...tickets.flatMap((ticket) => placesTaken(ticket)),
    ...items.flatMap((item) => placesTaken(item, item.ticketIds.length)),
  ];
  await movePlaces(tx, event, taken, { to, force });
  const numbers = tickets.map(({ number }) => number);
  await moveTickets(tx, numbers, { from, to, now });
  await moveScans(tx, numbers, from, to);
  await needKeysUntil(tx, [...new Set(tickets.map(({ keyId }) => keyId))], to);
  const held = await moveOrders(
    context,
    sales.orders,
    postponed,
    new Set(tickets.map(({ ticketId }) => ticketId)),
  );
  const details = { from, to, ...(reason && { reason }), tickets: numbers };
  await recordOnEvent(context, 'event.postponed', eventId, details);
  return { event, tickets, held, mails: await countBuyers(tx, numbers) };
}

async function countBuyers(tx: Transaction, numbers: readonly number[]): Promise<number> {
  const contacts = [...(await findContacts(tx, numbers)).values()];
  return new Set(contacts.flatMap(({ email }) => (email === undefined ? [] : mailboxOf(email)))).size;
}

/** Those that stand and were not used. */
async function findMovable(tx: Transaction, sold: readonly Ticket[]): Promise<Ticket[]> {
  const voids = await findVoids(
    tx,
    sold.map(({ number }) => number),
  );
  return findUnused(
    tx,
    sold.filter(({ number }) => !voids.has(number)),
  );
}

async function requireTimes(
  { tx, actor }: ActionContext,
  { eventId, to }: Pick<Postponing, 'eventId' | 'to'>,
  moved: readonly { readonly entryTime: string | null }[],
): Promise<void> {
  const times = await getTimesOn(tx, actor, eventId, to);
  const wanted = new Set(moved.flatMap(({ entryTime }) => entryTime ?? []));
  const missing = [...wanted].filter((time) => !times.includes(time)).sort();
  if (missing.length > 0) throw new Refusal('times-missing', { day: to, entryTimes: missing });
}

async function movePlaces(
  tx: Transaction,
  { eventId, name }: SpecialEvent,
  taken: readonly PlacesIn[],
  { to, force }: { readonly to: CalendarDay; readonly force: boolean },
): Promise<void> {
  await lockSlotsOf(tx, eventId); // also those of the new date
  await giveBackPlaces(tx, taken);
  for (const { slot, places } of sumPlaces(taken)) {
    const there = { ...slot, day: to };
    const event = slot.product === GENERAL ? {} : { event: { eventId, name, otherDates: [] } };
    if (force) await addPlaces(tx, there, places);
    else if (!(await takeThere(tx, there, places))) throw new Refusal('sold-out', { day: to, ...event });
  }
}

/** @returns false when too few are left. Places of the event are locked, those of general entry are sold meanwhile. */
async function takeThere(tx: Transaction, slot: Slot, places: number): Promise<boolean> {
  if (slot.product === GENERAL) return (await takePlaces(tx, slot, [places]))?.fits[0] === true;
  const left = await findPlacesLeftIn(tx, slot);
  if (left !== null && left < places) return false;
  await addPlaces(tx, slot, places);
  return true;
}
