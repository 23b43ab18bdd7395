import type { CalendarDay } from '../core/calendar-day.ts';
import type { PlacesLeft } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { type EventTimes, eventTimesOn } from './entry-times.ts';
import { type Price, usualPrice, WITH_PRICE } from './prices.ts';
import { findTimesSold, LISTED, placesLeft } from './slots.ts';

/** An event that is sold. */
export interface EventOnSale extends EventTimes {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
  /** Places on each of its dates, or at each of its times; null: no limit. */
  readonly capacity: number | null;
}

const COLUMNS = 'event_id, name, dates, times, minutes, capacity';
const WHICH = 'WHERE event_id = ? AND cancelled_at IS NULL';

/** The event with its price in the category standard; undefined when there is none, or it was cancelled. */
export async function findEventOnSale(
  queries: Queries,
  eventId: Uuid,
): Promise<{ readonly event: EventOnSale; readonly price: Price } | undefined> {
  const row = await queries.get<EventRow & { price_cents: number; vat: number | null }>(
    `SELECT ${COLUMNS}, price_cents, vat FROM special_events ${WITH_PRICE} ${WHICH}`,
    [eventId],
  );
  return row && { event: fromRow(row), price: { ...usualPrice(row.price_cents), vat: row.vat } };
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
    tx.all<{ day: CalendarDay; capacity: number | null; sold: number }>(
      `SELECT day, capacity, sold FROM slots
        WHERE product = ? AND day >= ? AND ${LISTED} ORDER BY day`,
      [eventId, from],
    ),
    times.length === 0 ? [] : findTimesSold(tx, eventId, from),
  ]);
  const soldAt = new Map(sold.map(({ day, startsAt, sold }) => [`${day} ${startsAt}`, sold]));
  return days.map(({ day, capacity, sold }) => {
    if (times.length === 0 || capacity === null) return { date: day, left: placesLeft({ capacity, sold }) };
    const left = eventTimesOn(times, day, localOf).map(
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
}

function fromRow({ event_id, name, dates, times, minutes, capacity }: EventRow): EventOnSale {
  return { eventId: event_id, name, dates: JSON.parse(dates), times: JSON.parse(times), minutes, capacity };
}
