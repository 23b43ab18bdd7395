import type { TicketType } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import type { GeneralTimes } from './entry-times.ts';
import { listEventOffers } from './event-offers.ts';
import { listGeneralOffers } from './general-offers.ts';
import { type Offer, type OfferPrice, offerPrices } from './offer.ts';
import { type OfferTerms, salesUntil } from './offer-terms.ts';

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
  const rules = await terms.rules.current(queries);
  const [from, to] = [terms.calendar.today(), salesUntil(terms)];
  const isSoldOn = (day: CalendarDay) => day >= from && day <= to;
  const asked = { rules, terms, isSoldOn, sellsLate: may(actor.role, 'sell-past-times') };
  const found = await Promise.all([
    ticketType === 'event' || eventId !== undefined ? [] : listGeneralOffers(queries, range, asked),
    ticketType === 'general' ? [] : listEventOffers(queries, range, eventId, asked),
  ]);
  return found.flat().sort(compareOffers);
}

/** What general entry costs on usual days, in each category that is sold, and its entry times. @throws Refusal forbidden */
export async function getGeneralOffer(
  queries: Queries,
  actor: Actor,
  { rules }: OfferTerms,
): Promise<{ readonly prices: readonly OfferPrice[]; readonly times: GeneralTimes | null }> {
  requirePermission(actor, 'read-programme');
  const { categories, times, pricesOn } = await rules.current(queries);
  return { prices: offerPrices(pricesOn(), categories), times };
}

function compareOffers(one: Offer, other: Offer): number {
  return (
    compareText(one.date, other.date) ||
    compareText(one.event?.name ?? '', other.event?.name ?? '') ||
    compareText(one.event?.eventId ?? '', other.event?.eventId ?? '')
  );
}
