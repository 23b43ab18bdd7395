import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';
import { type PurchaseOutcome, type Seller, type SellingOptions, sellBatch } from './sell-batch.ts';
import type { Purchase } from './ticket.ts';
import { findContacts } from './ticket-store.ts';
import { giveBack, lockTicketToVoid, writeVoid } from './void-ticket.ts';

/** What a ticket is exchanged for, and why. */
export interface ExchangeRequest {
  readonly ticketId: Uuid;
  readonly ticketType: Purchase['ticketType'];
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
  readonly entryTime?: string;
  /** Slug; by default that of the old ticket. */
  readonly category?: string;
  /** Replaces the known one. */
  readonly phone?: string;
  readonly reason: string;
}

/**
 * Makes a ticket void and sells another in its place to the same person; or does neither.
 * @param number a ticket number that was reserved for it
 * @returns the id of the new ticket
 * @throws Refusal forbidden, ticket-not-found, ticket-void, ticket-admitted, or why the other can't be sold
 */
export async function exchangeTicket(
  tx: Transaction,
  seller: Seller,
  request: ExchangeRequest,
  number: number,
  options: SellingOptions,
): Promise<Uuid> {
  const ticket = await lockTicketToVoid(tx, seller, request.ticketId, false);
  const contact = (await findContacts(tx, [ticket.number])).get(ticket.number);
  const { ticketType, eventId, ticketDate, entryTime, reason } = request;
  const { category = ticket.category, phone = contact?.phone ?? undefined } = request;
  const purchase = {
    ticketType,
    ticketDate,
    category,
    ...(entryTime !== undefined && { entryTime }),
    ...(eventId !== undefined && { eventId }),
    ...(contact !== undefined && { email: contact.email }),
    ...(phone !== undefined && { phone }),
  };
  await giveBack(tx, ticket); // first, since the other may be for the same day
  const { outcomes } = await sellBatch(tx, [{ seller, purchase, repeatable: undefined }], [number], options);
  const sold = outcomes[0] as PurchaseOutcome;
  if (sold instanceof Refusal) throw sold;
  if ('answer' in sold) throw new Error('An exchange has no answer of its own at the till.');
  await writeVoid(tx, seller, ticket, { reason, replacedBy: sold.ticket.number }, options.clock.now());
  return sold.ticket.ticketId;
}
