import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { GENERAL, type Product } from './product.ts';
import { slotKey } from './slot.ts';

const SLOTS_AT_ONCE = 1_000;

export interface SlotFigures {
  readonly eventDays: number;
  readonly generalDays: number;
  /** Slots with more tickets than places, as after lowering a capacity. */
  readonly overfullDays: number;
}

/**
 * Recounts the ledger of places, and yields a sentence for each difference. `sold` counts the tickets under `slotKey`;
 * those whose slot is there are taken out of it.
 */
export async function* checkSlots(queries: Queries, sold: Tally): AsyncGenerator<string, SlotFigures> {
  const rules = await queries.all('SELECT id FROM general_admission');
  if (rules.length !== 1) yield 'The row of the general capacity is missing.';
  const figures = { eventDays: 0, generalDays: 0, overfullDays: 0 };
  const select = `SELECT product, day, starts_at, capacity, own_capacity, sold,
      CASE WHEN product = '${GENERAL}' THEN (SELECT capacity FROM general_admission WHERE id = 1)
        ELSE (SELECT capacity FROM special_events WHERE event_id = product) END AS usual FROM slots`;
  const key = ['product', 'day', 'starts_at'] as const;
  for await (const slots of keysetPages<SlotRow>(queries, select, key, SLOTS_AT_ONCE)) {
    for (const slot of slots) {
      yield* checkSlot(slot, sold.take(keyOf(slot)));
      if (slot.capacity !== null && slot.sold > slot.capacity) figures.overfullDays++;
      if (slot.product === GENERAL) figures.generalDays++;
      else figures.eventDays++;
    }
  }
  for (const [missing, count] of sold.entries())
    yield `${nameOf(missing)}: there are ${count} tickets, but no counter.`;
  return figures;
}

function* checkSlot(slot: SlotRow, tickets: number) {
  const { product, capacity, own_capacity, usual } = slot;
  const name = nameOf(keyOf(slot));
  if (slot.sold !== tickets)
    yield `${name}: the counter says ${slot.sold} sold, but there are ${tickets} tickets.`;
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
  readonly usual: number | null;
}
