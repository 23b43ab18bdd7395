import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { GENERAL, type Product, slotKey, WHOLE_DAY } from './slots.ts';

const SLOTS_AT_ONCE = 1_000;

export interface SlotFigures {
  readonly eventDays: number;
  readonly generalDays: number;
  /** Slots with more places sold than there are, as after lowering a capacity. */
  readonly overfullDays: number;
}

/**
 * Recounts the ledger of places, and yields a sentence for each difference. `sold` counts the places of tickets and
 * held orders under `slotKey`; those whose slot is there are taken out of it.
 */
export async function* checkSlots(queries: Queries, sold: Tally): AsyncGenerator<string, SlotFigures> {
  const rules = await queries.all('SELECT id FROM general_admission');
  if (rules.length !== 1) yield 'The row of the general capacity is missing.';
  const figures = { eventDays: 0, generalDays: 0, overfullDays: 0 };
  const select = `SELECT product, day, starts_at, capacity, own_capacity, sold, by_time,
      CASE WHEN product <> '${GENERAL}' THEN (SELECT capacity FROM special_events WHERE event_id = product)
        WHEN starts_at = '${WHOLE_DAY}' THEN (SELECT capacity FROM general_admission WHERE id = 1)
        WHEN day IN (SELECT day FROM general_times)
          THEN (SELECT places_each FROM general_times WHERE general_times.day = slots.day)
        ELSE (SELECT places_each FROM general_admission WHERE id = 1) END AS usual,
      CASE WHEN listed = 1 AND starts_at = '${WHOLE_DAY}'
        THEN (SELECT CASE coalesce(own_times, times) WHEN '[]' THEN 0 ELSE 1 END
                FROM special_events WHERE event_id = product)
        END AS has_times FROM slots`;
  const key = ['product', 'day', 'starts_at'] as const;
  let last = '';
  for await (const slots of keysetPages<SlotRow>(queries, select, key, SLOTS_AT_ONCE)) {
    for (const slot of slots) {
      yield* checkSlot(slot, sold.take(keyOf(slot)));
      const isLimited = slot.capacity !== null && slot.by_time === 0;
      if (isLimited && slot.sold > (slot.capacity as number)) figures.overfullDays++;
      const day = `${slot.product} ${slot.day}`;
      if (day === last) continue; // another time of the same day
      last = day;
      if (slot.product === GENERAL) figures.generalDays++;
      else figures.eventDays++;
    }
  }
  for (const [missing, count] of sold.entries())
    yield `${nameOf(missing)}: tickets and held orders take ${count} places, but there is no counter.`;
  return figures;
}

function* checkSlot(slot: SlotRow, places: number) {
  const { product, capacity, own_capacity, usual, by_time, has_times } = slot;
  const name = nameOf(keyOf(slot));
  if (slot.sold !== places)
    yield `${name}: the counter says ${slot.sold} sold, but tickets and held orders take ${places} places.`;
  if (has_times !== null && has_times !== by_time) {
    yield by_time === 1
      ? `${name}: sold for entry times, but the event has none.`
      : `${name}: sold for the whole day, but the event has entry times.`;
  }
  if (own_capacity === 0 && capacity !== usual) {
    const whose = product === GENERAL ? 'the general capacity' : 'the event’s capacity';
    yield `${name}: its capacity is ${say(capacity)}, but ${whose} is ${say(usual)}.`;
  }
}

function keyOf({ product, day, starts_at }: SlotRow): string {
  return slotKey({ product, day, startsAt: starts_at });
}

/** `Event <eventId> on <day>`, or `General entry on <day>`. */
function nameOf(key: string): string {
  const [product, ...when] = key.split(' ');
  return `${product === GENERAL ? 'General entry' : `Event ${product}`} on ${when.join(' ')}`;
}

function say(capacity: number | null): string {
  return capacity === null ? 'no limit' : String(capacity);
}

interface SlotRow {
  readonly product: Product;
  readonly day: CalendarDay;
  readonly starts_at: string;
  readonly capacity: number | null;
  readonly own_capacity: number;
  readonly sold: number;
  readonly by_time: number;
  /** For a listed day of an event: 1 when the event has entry times, or else 0. */
  readonly has_times: number | null;
  readonly usual: number | null;
}
