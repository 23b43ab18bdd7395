import type { TicketType } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { openDays } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { findGeneralDays } from './general-days.ts';
import type { OfferTerms } from './offer-terms.ts';
import { WITH_PRICE } from './prices.ts';
import { GENERAL, type Product } from './product.ts';
import { placesLeft } from './slots.ts';

/** What is for sale in one slot: general entry, or one event, on a day. */
export interface Offer {
  readonly product: Product;
  readonly date: CalendarDay;
  /** Of a special event. */
  readonly event: { readonly eventId: Uuid; readonly name: string; readonly location: string } | undefined;
  readonly priceCents: number;
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
  /** Null: no limit. */
  readonly left: number | null;
  /** Whether a ticket can be bought now. */
  readonly onSale: boolean;
}

/** A range of days, both included, optionally for one ticket type or one event. */
export interface OfferFilter extends DayRange {
  readonly ticketType?: TicketType;
  readonly eventId?: Uuid;
}

/**
 * Everything that is for sale from day to day, sold out or not: by date; general entry first, also on closed days; then by
 * the event's name and id.
 * @throws Refusal forbidden
 */
export async function listOffers(
  queries: Queries,
  actor: Actor,
  { ticketType, eventId, ...range }: OfferFilter,
  terms: OfferTerms,
): Promise<Offer[]> {
  requirePermission(actor, 'read-programme');
  const found = await Promise.all([
    ticketType === 'event' || eventId !== undefined ? [] : generalEntry(queries, range, terms),
    ticketType === 'general' ? [] : events(queries, range, eventId, terms),
  ]);
  return found.flat().sort(compareOffers);
}

async function generalEntry(
  queries: Queries,
  { from, to }: DayRange,
  { calendar, generalPriceCents }: OfferTerms,
): Promise<Offer[]> {
  const today = calendar.today();
  const [open, days] = await Promise.all([openDays(queries, from, to), findGeneralDays(queries, from, to)]);
  const isOpen = new Set(open.map(({ date }) => date));
  return days.map(({ date, capacity, sold }) => {
    const left = placesLeft({ capacity, sold });
    const onSale = date >= today && isOpen.has(date) && left !== 0;
    const price = { product: GENERAL, event: undefined, priceCents: generalPriceCents } as const;
    return { ...price, date, capacity, sold, left, onSale };
  });
}

interface EventRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly location: string;
  readonly price_cents: number;
  readonly date: CalendarDay;
  readonly capacity: number | null;
  readonly sold: number;
}

async function events(
  queries: Queries,
  { from, to }: DayRange,
  eventId: Uuid | undefined,
  { calendar }: OfferTerms,
): Promise<Offer[]> {
  const today = calendar.today();
  const rows = await queries.all<EventRow>(
    `SELECT event_id, name, location, price_cents, slots.day AS date, slots.capacity AS capacity, sold
       FROM slots JOIN special_events ON event_id = slots.product ${WITH_PRICE}
      WHERE listed = 1 AND slots.day BETWEEN ? AND ? ${eventId === undefined ? '' : 'AND slots.product = ?'}`,
    eventId === undefined ? [from, to] : [from, to, eventId],
  );
  return rows.map(({ event_id, name, location, price_cents, date, capacity, sold }) => {
    const left = placesLeft({ capacity, sold });
    const event = { eventId: event_id, name, location };
    const onSale = date >= today && left !== 0;
    return { product: event_id, date, event, priceCents: price_cents, capacity, sold, left, onSale };
  });
}

function compareOffers(one: Offer, other: Offer): number {
  return (
    compareText(one.date, other.date) ||
    compareText(one.event?.name ?? '', other.event?.name ?? '') ||
    compareText(one.event?.eventId ?? '', other.event?.eventId ?? '')
  );
}
