import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';

/** The category of visitors that everything on sale has a price for. */
export const STANDARD = 'standard';

/** Joins each event with its price, `price_cents`. */
export const WITH_PRICE = `JOIN prices ON prices.product = special_events.event_id AND prices.day = ''
    AND prices.category = '${STANDARD}'`;

/** Sets what a ticket for the event costs. */
export async function replacePrice(tx: Transaction, eventId: Uuid, priceCents: number): Promise<void> {
  await tx.run(
    `INSERT INTO prices (product, day, category, price_cents) VALUES (?, '', ?, ?)
       ON CONFLICT (product, day, category) DO UPDATE SET price_cents = excluded.price_cents`,
    [eventId, STANDARD, priceCents],
  );
}
