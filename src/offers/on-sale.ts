import type { CalendarDay } from '../core/calendar-day.ts';
import type { PlacesLeft } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { isOpenOn } from '../hours/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { type EventTimes, eventTimesOn } from './entry-times.ts';
import type { IncludedEntry } from './included-entry.ts';
import type { OfferTerms } from './offer-terms.ts';
import { PRICE_COLUMNS, type Price, readPrice, type StoredPrice, WITH_PRICE } from './prices.ts';
import {
  findTimesSold,
  GENERAL,
  hasLocks,
  LISTED,
  lockSlots,
  placesLeft,
  type Slot,
  slotKey,
} from './slots.ts';

/** An event that is sold. */
export interface EventOnSale extends EventTimes, IncludedEntry {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
  /** Places on each of its dates, or at each of its times; null: no limit. */
  readonly capacity: number | null;
  /** Nobody buys it yet. */
  readonly isDraft: boolean;
  /** Whether it is sold only with a code that opens it. */
  readonly needsCode: boolean;
  /** Whether its tickets take places of general entry too. */
  readonly takesPlace: boolean;
}

const COLUMNS = 'event_id, name, dates, times, minutes, capacity, visibility, entry_through, takes_place';
const WHICH = 'WHERE event_id = ? AND cancelled_at IS NULL';

/** The event with its price in the category standard; undefined when there is none, or it was cancelled. */
export async function findEventOnSale(
  queries: Queries,
  eventId: Uuid,
): Promise<{ readonly event: EventOnSale; readonly price: Price } | undefined> {
  const row = await queries.get<EventRow & StoredPrice>(
    `SELECT ${COLUMNS}, ${PRICE_COLUMNS} FROM special_events ${WITH_PRICE} ${WHICH}`,
    [eventId],
  );
  return row && { event: fromRow(row), price: readPrice(row) };
}

/** The event, which can't be changed or cancelled until the transaction ends. */
export async function lockEventOnSale(tx: Transaction, eventId: Uuid): Promise<EventOnSale | undefined> {
  const row = await tx.get<EventRow>(
    `SELECT ${COLUMNS} FROM special_events ${WHICH}${tx.dialect.lockForShare}`,
    [eventId],
  );
  return row && fromRow(row);
}

/** The places left on each date of the event from `from` on, at all its times together, in order; null: no limit. */
export async function findPlacesLeft(
  tx: Transaction,
  { eventId, times }: EventOnSale,
  from: CalendarDay,
  localOf: LocalOf,
): Promise<PlacesLeft[]> {
  const [days, sold] = await Promise.all([
    tx.all<{ day: CalendarDay; capacity: number | null; sold: number; own: string | null }>(
      `SELECT day, capacity, sold, own_times AS own FROM slots
        WHERE product = ? AND day >= ? AND ${LISTED} ORDER BY day`,
      [eventId, from],
    ),
    findTimesSold(tx, eventId, from),
  ]);
  const soldAt = new Map(sold.map(({ day, startsAt, sold }) => [`${day} ${startsAt}`, sold]));
  return days.map(({ day, capacity, sold, own }) => {
    const onDay: readonly string[] = own === null ? times : JSON.parse(own);
    if (onDay.length === 0 || capacity === null) return { date: day, left: placesLeft({ capacity, sold }) };
    const left = eventTimesOn(onDay, day, localOf).map(
      ({ entryTime }) => placesLeft({ capacity, sold: soldAt.get(`${day} ${entryTime}`) ?? 0 }) ?? 0,
    );
    return { date: day, left: left.reduce((sum, each) => sum + each, 0) };
  });
}

interface EventRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly dates: string;
  readonly times: string;
  readonly minutes: number;
  readonly capacity: number | null;
  readonly visibility: string;
  readonly entry_through: Uuid | null;
  readonly takes_place: number;
}

function fromRow({ event_id, dates, times, visibility, ...row }: EventRow): EventOnSale {
  const { name, minutes, capacity, entry_through: entryThrough, takes_place } = row;
  return {
    ...{ eventId: event_id, name, dates: JSON.parse(dates), times: JSON.parse(times), minutes, capacity },
    ...{ isDraft: visibility === 'draft', needsCode: visibility === 'code' },
    ...{ entryThrough, takesPlace: takes_place === 1 },
  };
}

/**
 * The keys of those slots that take place no more: the event was cancelled or lost the day, or the museum is closed.
 * Whoever holds places there can't buy them. A time that was taken away goes on for who holds it.
 */
export async function findGone(queries: Queries, slots: readonly Slot[], lock = ''): Promise<Set<string>> {
  const generalDays = new Set(slots.flatMap(({ product, day }) => (product === GENERAL ? day : [])));
  const [dates, openDays] = await Promise.all([
    findDates(queries, slots, lock),
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

/** Locks the rules, the events and the slots, for whoever gives places back before it sells others. */
export async function lockPlaces(
  tx: Transaction,
  slots: readonly Slot[],
  { rules }: OfferTerms,
): Promise<void> {
  if (!hasLocks(tx)) return;
  await Promise.all([rules.lock(tx), findDates(tx, slots, tx.dialect.lockForShare), lockSlots(tx, slots)]);
}

/** The dates of the events among those products that are not cancelled. */
async function findDates(
  queries: Queries,
  slots: readonly Slot[],
  lock: string,
): Promise<Map<Uuid, readonly CalendarDay[]>> {
  const products = new Set(slots.map(({ product }) => product));
  const eventIds = [...products].filter((product): product is Uuid => product !== GENERAL);
  const rows = await queries.all<{ event_id: Uuid; dates: string }>(
    `SELECT event_id, dates FROM special_events WHERE event_id IN ? AND cancelled_at IS NULL
      ORDER BY event_id${lock}`,
    [eventIds],
  );
  return new Map(rows.map(({ event_id, dates }) => [event_id, JSON.parse(dates) as CalendarDay[]]));
}
