import { lockCurrentKeyId } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { uuidV7 } from '../core/uuid.ts';
import { GENERAL, STANDARD } from '../offers/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { orderOf, type Ticket } from '../tickets/index.ts';
import type { OrderItem, Seller, SellingOptions } from './order.ts';
import { TicketWriter } from './sell.ts';
import { lockSold } from './sold-order.ts';
import { makeTicketsVoid } from './void-order.ts';

/** Makes a ticket of general entry for nobody: it costs nothing and takes no place, so no figure counts it. */
export async function makeTrialTicket(
  tx: Transaction,
  seller: Seller,
  day: CalendarDay,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Ticket> {
  const now = options.clock.now();
  const writer = new TicketWriter(numbers, await lockCurrentKeyId(tx), now, options);
  const item: Omit<OrderItem, 'ticketIds'> = {
    ...{ product: GENERAL, day, entryTime: null, category: STANDARD, categoryNumber: 0 },
    ...{ places: 0, priceCents: 0, vat: null },
  };
  const ticket = writer.make({ seller, buyer: {} }, item, uuidV7(now), {});
  await writer.write(tx);
  return ticket;
}

export async function endTrialTicket(context: ActionContext, ticket: Ticket): Promise<void> {
  const sold = await lockSold(context.tx, context.actor, 'all', orderOf(ticket));
  await makeTicketsVoid(context, sold, [ticket], {
    reason: 'The gate was tried with it.',
    isReturned: false,
  });
}
