import type { Uuid } from '../../core/uuid.ts';
import type { OrderItem, OrderRecord, TicketOfOrder } from '../../orders/index.ts';
import type { TicketState } from '../../tickets/index.ts';

/** Tickets of an order that are for the same, of one category and at one price. */
export interface OrderRow {
  readonly item: OrderItem;
  /** The name of the field for how many of them are chosen. */
  readonly field: `of.${number}`;
  readonly tickets: readonly TicketOfOrder[];
  /** Those that are not void, in the order in which a number chooses them. */
  readonly standing: readonly TicketOfOrder[];
}

/** The field of a ticket that is chosen by itself. */
export const TICKET_FIELD = 'ticket';

const CHOSEN_FIRST: readonly TicketState[] = ['valid', 'cancelled', 'expired', 'admitted'];

/** The tickets of a sold order. */
export function orderRows({ items, tickets }: Pick<OrderRecord, 'items' | 'tickets'>): OrderRow[] {
  return items.map((item, index) => {
    const all = item.ticketIds.flatMap((ticketId) => tickets.get(ticketId) ?? []);
    const standing = all
      .filter(({ state }) => state !== 'void')
      .toSorted((one, other) => rankOf(one) - rankOf(other));
    return { item, field: `of.${index}`, tickets: all, standing };
  });
}

function rankOf({ state, isUsed }: TicketOfOrder): number {
  return CHOSEN_FIRST.indexOf(isUsed && state !== 'cancelled' ? 'admitted' : state);
}

/** The tickets that were chosen: of each row those that are ticked, else so many. Where nothing is asked, all that are not void. */
export function chosenAmong(rows: readonly OrderRow[], asked: URLSearchParams): TicketOfOrder[] {
  const ticked = asked.getAll(TICKET_FIELD);
  const isAsked = ticked.length > 0 || rows.some(({ field }) => asked.has(field));
  return rows.flatMap(({ field, standing }) => {
    if (!isAsked) return standing;
    const byCode = standing.filter(({ ticket }) => ticked.includes(ticket.ticketId));
    return byCode.length > 0 ? byCode : standing.slice(0, Math.max(0, Number(asked.get(field)) || 0));
  });
}

export function idsOf(tickets: readonly TicketOfOrder[]): Uuid[] {
  return tickets.map(({ ticket }) => ticket.ticketId);
}
