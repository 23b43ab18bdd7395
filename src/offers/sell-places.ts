import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { isOpenOn, lockOpeningRulesShared } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';
import type { OfferTerms } from './offer-terms.ts';
import { WITH_PRICE } from './prices.ts';
import { GENERAL } from './product.ts';
import { type Demand, findPlacesLeft, type Taken, takePlaces } from './slots.ts';

/** The places that were sold in one slot. */
export interface PlacesSold {
  /** For each ticket, in order: its price in cents, or why it was refused. */
  readonly outcomes: readonly (number | Refusal)[];
  /** Whether the slot's last place is among them. */
  readonly takesLast: boolean;
  /** Of a special event. */
  readonly eventName?: string;
}

/**
 * Sells places in several slots: in each to as many tickets as fit. The demands must be in the order of `slotKey`, as all
 * sales lock slots in that order. A slot with fewer places left than wanted takes a second statement, out of that order:
 * if two sales deadlock there, the database aborts one, which is tried again. Independent statements are sent together,
 * which saves round trips to PostgreSQL.
 */
export function sellPlaces(
  tx: Transaction,
  demands: readonly Demand[],
  terms: OfferTerms,
): Promise<PlacesSold[]> {
  return Promise.all(
    demands.map((demand) => {
      const { product } = demand.slot;
      return product === GENERAL
        ? sellGeneralEntry(tx, demand, terms)
        : sellEvent(tx, product, demand, terms.calendar.today());
    }),
  );
}

async function sellGeneralEntry(
  tx: Transaction,
  demand: Demand,
  { calendar, generalPriceCents }: OfferTerms,
): Promise<PlacesSold> {
  const { day } = demand.slot;
  const today = calendar.today();
  if (day < today) return refused(demand, new Refusal('date-past', { day, today }));
  // Sent together, and done in this order: a day that is being closed or limited is not sold meanwhile.
  const [, isOpen] = await Promise.all([lockOpeningRulesShared(tx), isOpenOn(tx, day)]);
  const taken = isOpen ? await takePlaces(tx, demand) : undefined;
  if (taken === undefined) return refused(demand, new Refusal('museum-closed', { day }));
  return sold(taken, generalPriceCents, () => new Refusal('sold-out', { day }));
}

async function sellEvent(
  tx: Transaction,
  eventId: Uuid,
  demand: Demand,
  today: CalendarDay,
): Promise<PlacesSold> {
  const { day } = demand.slot;
  const isPast = day < today;
  // Taking places locks the slot, so that the event can't be changed or cancelled any more. Both statements are sent
  // together. If fewer places were left, only a second attempt has locked the slot, so the event is read again after it.
  const [taken, read] = await Promise.all([
    isPast ? undefined : takePlaces(tx, demand),
    findEventOnSale(tx, eventId),
  ]);
  const isPartial = taken?.fits.includes(true) && taken.fits.includes(false);
  const event = isPartial ? await findEventOnSale(tx, eventId) : read;
  if (event === undefined) return refused(demand, new Refusal('event-not-found', { eventId }));
  const { name, dates, priceCents } = event;
  if (isPast) return refused(demand, new Refusal('date-past', { day, today }));
  if (taken === undefined)
    return refused(demand, new Refusal('not-an-event-day', { eventName: name, day, dates }));
  const left = taken.fits.includes(false) ? await findPlacesLeft(tx, eventId, today) : [];
  const otherDates = left.filter(({ date }) => date !== day);
  const soldOut = () => new Refusal('sold-out', { day, event: { eventId, name, otherDates } });
  return { ...sold(taken, priceCents, soldOut), eventName: name };
}

function sold({ fits, isLast }: Taken, priceCents: number, soldOut: () => Refusal): PlacesSold {
  const refusal = fits.includes(false) ? soldOut() : undefined;
  return { outcomes: fits.map((fit) => (fit ? priceCents : (refusal as Refusal))), takesLast: isLast };
}

function refused({ places }: Demand, refusal: Refusal): PlacesSold {
  return { outcomes: places.map(() => refusal), takesLast: false };
}

interface EventOnSale {
  readonly name: string;
  readonly dates: readonly CalendarDay[];
  readonly priceCents: number;
}

/** Undefined when there is no such event, or it was cancelled. */
async function findEventOnSale(tx: Transaction, eventId: Uuid): Promise<EventOnSale | undefined> {
  const row = await tx.get<{ name: string; dates: string; price_cents: number }>(
    `SELECT name, dates, price_cents FROM special_events ${WITH_PRICE} WHERE event_id = ? AND cancelled_at IS NULL`,
    [eventId],
  );
  return row && { name: row.name, dates: JSON.parse(row.dates), priceCents: row.price_cents };
}
