import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEventOfTicket, type SpecialEvent } from '../events/index.ts';
import { type Opening, openDays, type SpecialDay, type Week } from '../hours/index.ts';
import type { JournalKind, SealedEntry } from '../journal/index.ts';
import { type Price, STANDARD } from '../offers/index.ts';
import { findOrdersById } from '../orders/index.ts';
import { findPass, type KnownPass, knownPasses } from '../passes/index.ts';
import type { Queries } from '../store/index.ts';
import {
  findStandings,
  findTicket,
  findTicketsByNumber,
  type Standing,
  sellerOf,
  type Ticket,
} from '../tickets/index.ts';

/** The content of webhook messages. An interface converts it to JSON. */
export type Message =
  | {
      readonly type: 'special-event.published' | 'special-event.changed' | 'special-event.cancelled';
      readonly event: SpecialEvent;
    }
  | {
      readonly type: 'ticket.sold' | 'ticket.void' | 'ticket.admitted' | 'ticket.admission-undone';
      readonly ticket: Ticket;
      /** As it stands when the message is made. */
      readonly standing: Standing;
      /** The account whose sale it is. */
      readonly seller: Uuid;
      /** The seller's own number of its order; null: it has none. */
      readonly reference: string | null;
    }
  | {
      readonly type: 'pass.sold' | 'pass.blocked';
      readonly pass: KnownPass;
      /** The account whose sale it is. */
      readonly seller: Uuid;
    }
  | {
      readonly type: 'day.sold-out';
      readonly day: CalendarDay;
      /** Undefined: general entry. */
      readonly event: SpecialEvent | undefined;
    }
  /** One day, or the usual week. */
  | { readonly type: 'hours.changed'; readonly hours: HoursMessage | { readonly week: Week } }
  | { readonly type: 'keys.revoked'; readonly keyId: string; readonly replacedBy: string }
  | { readonly type: 'webhook.test'; readonly webhookId: Uuid };

type TicketMessage = Extract<Message, { readonly ticket: Ticket }>;

export interface HoursMessage {
  readonly day: CalendarDay;
  /** Null: closed. */
  readonly opening: Opening | null;
  /** Why it differs from the week. */
  readonly reason: string | null;
}

/**
 * The messages about a journal entry, in order; none for most kinds.
 * @param today the museum’s current day
 */
export async function messagesOf(
  queries: Queries,
  entry: SealedEntry,
  today: CalendarDay,
): Promise<Message[]> {
  return (await READERS[entry.kind]?.(queries, entry, today)) ?? [];
}

type Reader = (queries: Queries, entry: SealedEntry, today: CalendarDay) => Promise<Message[]> | Message[];

const READERS: Partial<Record<JournalKind, Reader>> = {
  'event.announced': (_, { subject, details }) => [
    { type: 'special-event.published', event: { eventId: subject as Uuid, ...(details as Announced).after } },
  ],
  'event.changed': (queries, entry) => eventMessages(queries, entry, 'special-event.changed'),
  'event.prices-set': (queries, entry) => {
    const { before, after } = entry.details as PriceLists;
    return priceOf(before) === priceOf(after) ? [] : eventMessages(queries, entry, 'special-event.changed');
  },
  'event.postponed': (queries, entry) => eventMessages(queries, entry, 'special-event.changed'),
  'event.cancelled': (queries, entry) => eventMessages(queries, entry, 'special-event.cancelled'),
  'tickets.sold': (queries, entry, today) => ticketsMessages(queries, entry, 'ticket.sold', today),
  'ticket.void': voidMessages,
  'tickets.admitted': (queries, entry, today) => ticketsMessages(queries, entry, 'ticket.admitted', today),
  'admission.undone': (queries, entry, today) =>
    ticketsMessages(queries, entry, 'ticket.admission-undone', today),
  'check-in.corrected': (queries, entry, today) => {
    const { before, after } = entry.details as Correction;
    if (before.verdict !== 'admitted' || after.verdict === 'admitted') return [];
    return ticketsMessages(queries, entry, 'ticket.admission-undone', today);
  },
  'passes.sold': (queries, { details }, today) => {
    const { passes } = details as { readonly passes: readonly { readonly passId: Uuid }[] };
    const passIds = passes.map(({ passId }) => passId);
    return passMessages(queries, passIds, 'pass.sold', today);
  },
  'pass.blocked': (queries, { subject }, today) =>
    passMessages(queries, [subject as Uuid], 'pass.blocked', today),
  'pass.replaced': (queries, { subject }, today) =>
    passMessages(queries, [subject as Uuid], 'pass.blocked', today),
  'day.sold-out': soldOutMessages,
  'hours.week-set': (_, { details }) => [
    { type: 'hours.changed', hours: { week: (details as { after: Week }).after } },
  ],
  'hours.day-set': (_, { subject, details }) => {
    const { opening, reason } = (details as { after: SpecialDay }).after;
    return [{ type: 'hours.changed', hours: { day: subject as CalendarDay, opening, reason } }];
  },
  'hours.day-cleared': async (queries, { subject }) => {
    const day = subject as CalendarDay;
    const [open] = await openDays(queries, day, day);
    const opening = open === undefined ? null : { timeOpen: open.timeOpen, timeClose: open.timeClose };
    return [{ type: 'hours.changed', hours: { day, opening, reason: null } }];
  },
  'keys.revoked': (_, { subject: keyId, details }) => {
    const { instead } = details as { instead: string };
    return [{ type: 'keys.revoked', keyId, replacedBy: instead }];
  },
};

interface Announced {
  readonly after: Omit<SpecialEvent, 'eventId'>;
}

interface PriceLists {
  readonly before: readonly Price[];
  readonly after: readonly Price[];
}

/** The price of the event. */
function priceOf(prices: readonly Price[]): number | undefined {
  return prices.find(({ category }) => category === STANDARD)?.priceCents;
}

/**
 * The verdict recorded before, and the one that the gate reported afterwards. A late admission has an entry of its own.
 */
interface Correction {
  readonly before: { readonly verdict?: string };
  readonly after: { readonly verdict: string };
}

/** The messages with the event as it is now: later changes have messages of their own. */
async function eventMessages(
  queries: Queries,
  { subject, details }: SealedEntry,
  type: 'special-event.changed' | 'special-event.cancelled',
): Promise<Message[]> {
  if ((details as { readonly hidden?: boolean }).hidden) return [];
  const found = await findEventOfTicket(queries, subject as Uuid);
  return found === undefined || found.visibility === 'draft' ? [] : [{ type, event: found.event }];
}

/** One for each ticket in the entry, also for repeated ones, in the order in which they were sold. */
async function ticketsMessages(
  queries: Queries,
  { details }: SealedEntry,
  type: TicketMessage['type'],
  today: CalendarDay,
): Promise<Message[]> {
  const { tickets } = details as { tickets: readonly number[] };
  const found = await findTicketsByNumber(queries, tickets);
  const messages = await ticketMessages(queries, found, type, today);
  const byNumber = new Map(messages.map((message) => [message.ticket.number, message]));
  return tickets.toSorted((one, other) => one - other).flatMap((number) => byNumber.get(number) ?? []);
}

/** One with which a gate is tried is nothing to tell: it takes no place, and nobody counts it. */
async function ticketMessages(
  queries: Queries,
  all: readonly Ticket[],
  type: TicketMessage['type'],
  today: CalendarDay,
): Promise<TicketMessage[]> {
  const tickets = all.filter(({ places }) => places > 0);
  const [orders, standings] = await Promise.all([
    findOrdersById(queries, [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))]),
    findStandings(queries, tickets, today),
  ]);
  return Promise.all(
    tickets.map(async (ticket) => {
      const order = ticket.orderId === null ? undefined : orders.get(ticket.orderId);
      const standing = standings.get(ticket.number) as Standing;
      const seller = order?.soldBy ?? (await sellerOf(queries, ticket));
      return { type, ticket, standing, seller, reference: order?.reference ?? null };
    }),
  );
}

async function passMessages(
  queries: Queries,
  passIds: readonly Uuid[],
  type: 'pass.sold' | 'pass.blocked',
  today: CalendarDay,
): Promise<Message[]> {
  const found = await Promise.all(passIds.map((passId) => findPass(queries, passId)));
  const passes = await knownPasses(
    queries,
    found.filter((pass) => pass !== undefined),
    { today },
  );
  return passes.map((pass) => ({ type, pass, seller: pass.pass.soldBy }));
}

async function voidMessages(
  queries: Queries,
  { subject }: SealedEntry,
  today: CalendarDay,
): Promise<Message[]> {
  const ticket = await findTicket(queries, subject as Uuid);
  return ticket === undefined ? [] : ticketMessages(queries, [ticket], 'ticket.void', today);
}

async function soldOutMessages(queries: Queries, { subject, details }: SealedEntry): Promise<Message[]> {
  const { eventId } = details as { eventId: Uuid | null };
  const sold = eventId === null ? undefined : await findEventOfTicket(queries, eventId);
  return [{ type: 'day.sold-out', day: subject as CalendarDay, event: sold?.event }];
}
