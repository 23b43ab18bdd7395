import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { isOpenOn } from '../hours/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL } from './product.ts';
import { type Slot, slotKey } from './slot.ts';

/**
 * The keys of those slots that take place no more: the event was cancelled or lost the day, or the museum is closed.
 * Whoever holds places there can't buy them. A time that was taken away goes on for who holds it.
 */
export async function findGone(queries: Queries, slots: readonly Slot[], lock = ''): Promise<Set<string>> {
  const products = new Set(slots.map(({ product }) => product));
  const eventIds = [...products].filter((product): product is Uuid => product !== GENERAL);
  const generalDays = new Set(slots.flatMap(({ product, day }) => (product === GENERAL ? day : [])));
  const [dates, openDays] = await Promise.all([
    findDates(queries, eventIds, lock),
    Promise.all([...generalDays].map(async (day) => ((await isOpenOn(queries, day)) ? day : []))),
  ]);
  const open = new Set(openDays.flat());
  const takesPlace = ({ product, day }: Slot) =>
    product === GENERAL ? open.has(day) : dates.get(product)?.includes(day) === true;
  return new Set(slots.filter((slot) => !takesPlace(slot)).map(slotKey));
}

/** As `findGone`, and nobody can change it until the transaction ends. */
export async function lockGone(
  tx: Transaction,
  slots: readonly Slot[],
  { rules }: OfferTerms,
): Promise<Set<string>> {
  if (slots.some(({ product }) => product === GENERAL)) await rules.lock(tx);
  return findGone(tx, slots, tx.dialect.lockForShare);
}

async function findDates(
  queries: Queries,
  eventIds: readonly Uuid[],
  lock: string,
): Promise<Map<Uuid, readonly CalendarDay[]>> {
  const rows = await queries.all<{ event_id: Uuid; dates: string }>(
    `SELECT event_id, dates FROM special_events WHERE event_id IN ? AND cancelled_at IS NULL
      ORDER BY event_id${lock}`,
    [eventIds],
  );
  return new Map(rows.map(({ event_id, dates }) => [event_id, JSON.parse(dates) as CalendarDay[]]));
}
