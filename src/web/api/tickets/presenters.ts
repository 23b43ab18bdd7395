import { instant } from '../../../core/clock.ts';
import { fromCents } from '../../../core/money.ts';
import { ticketTypeOf } from '../../../offers/index.ts';
import type { SoldTicket, Ticket } from '../../../tickets/index.ts';
import type { OutputOf } from '../contract/index.ts';
import { wireNames } from '../wanted.ts';
import type { TicketFields } from './fields.ts';

const PURCHASED = {
  general: 'Museum general entry ticket purchased',
  event: 'Museum special event ticket purchased',
} as const;

export function showPurchase({ ticket, eventName }: SoldTicket): OutputOf<'buyMuseumTickets'> {
  return { message: PURCHASED[ticketTypeOf(ticket.product)], ...presentTicket(ticket, eventName) };
}

/** All of a ticket that is shown anywhere. Answers are serialised from their schemas, which drop what they don't declare. */
export function presentTicket(ticket: Ticket, eventName?: string | null): TicketFields {
  const { ticketId, product, day, entryTime, category, places } = ticket;
  return {
    ticketId,
    ...wireNames(product, day),
    ...(eventName && { eventName }),
    ...(entryTime !== null && { entryTime }),
    category,
    places,
    confirmationCode: ticket.confirmationCode,
    orderId: ticket.orderId ?? ticketId,
    price: fromCents(ticket.priceCents),
    currency: ticket.currency,
    soldAt: instant(ticket.soldAt),
  };
}
