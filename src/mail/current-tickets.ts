import type { BecauseCalledOff, Refunding } from '../called-off/index.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEventOfTicket, type SpecialEvent } from '../events/index.ts';
import { eventIn, includesEntry, type Product } from '../offers/index.ts';
import { findOrdersById, type Order } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import {
  findCalledOffFor,
  findContacts,
  findReplaced,
  findTicketsByNumber,
  findVoids,
  type Standing,
  standingOf,
  type Ticket,
} from '../tickets/index.ts';
import { findPassages, firstUseOf } from '../visits/index.ts';
import type { HolderState, Validity } from './mail-kind.ts';

/** A ticket in its current state, with the address of its holder. */
export interface TicketNow extends HolderState {
  readonly ticket: Ticket;
  readonly event: SpecialEvent | undefined;
  /** How many minutes the event takes from an entry time. */
  readonly minutes: number | undefined;
  /** The order that it belongs to; undefined: it was sold alone. */
  readonly order: Order | undefined;
  /** Undefined: nobody left an address, or it was erased. */
  readonly email: string | undefined;
  /** Whether general entry of its day is included. */
  readonly includesEntry: boolean;
  /** The state that the holder was mailed last; undefined: none yet. */
  readonly lastMailed: HolderState | undefined;
  /** The delivery that brings the ticket, if staff have asked for one; null: that of the sale. */
  readonly mailId: Uuid | null;
  /** Number of the ticket in whose place it was sold. */
  readonly replaces: number | undefined;
  /** What visitors are told of why it was called off; null: nothing, or it was not. */
  readonly reason: string | null;
  /** How what was paid for it goes back, if it was called off. */
  readonly refund: Refunding | undefined;
  /** Whether it was exchanged. The mail about the new ticket also covers this one. */
  readonly isExchanged: boolean;
}

/** The existing ones of the tickets, in the order in which they were sold. */
export async function findTicketsNow(queries: Queries, numbers: readonly number[]): Promise<TicketNow[]> {
  const tickets = (await findTicketsByNumber(queries, numbers)).toReversed();
  const events = await findEventsOf(queries, tickets);
  const replaced = await findReplaced(queries, numbers);
  const voids = await findVoids(queries, numbers);
  const calledOff = await findCalledOffFor(queries, tickets);
  const passages = await findPassages(queries, tickets);
  const contacts = await findContacts(queries, numbers);
  const orders = await findOrdersById(queries, [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))]);
  return tickets.map((ticket): TicketNow => {
    const { number, day } = ticket;
    const sold = events.get(ticket.product);
    const contact = contacts.get(number);
    const madeVoid = voids.get(number);
    const off = calledOff.get(number);
    const firstUsedAt = firstUseOf(passages.get(number) ?? []);
    return {
      ticket,
      event: sold?.event,
      minutes: sold?.minutes,
      includesEntry: includesEntry(ticket.ticketId, sold),
      order: ticket.orderId === null ? undefined : orders.get(ticket.orderId),
      email: contact?.email,
      lastMailed: readHolderState(contact?.lastMailed ?? null) ?? undefined,
      mailId: contact?.mailId ?? null,
      replaces: replaced.get(ticket.number),
      isExchanged: madeVoid !== undefined && madeVoid.replacedBy !== null,
      // Whether its day is over makes no difference.
      validity: validityOf(standingOf({ day, madeVoid, calledOff: off, firstUsedAt, today: day })),
      reason: off?.reason ?? null,
      refund: off?.refund,
      place: sold?.event.location ?? null,
    };
  });
}

/** What a ticket is for whose day was called off. */
export const VALIDITY = {
  'event-cancelled': 'cancelled',
  'date-removed': 'day-lost',
  'day-closed': 'closed',
} as const satisfies Record<BecauseCalledOff, Validity>;

function validityOf({ state, because }: Standing): Validity {
  if (state === 'void') return 'void';
  return state === 'cancelled' ? VALIDITY[because as BecauseCalledOff] : 'valid';
}

type SoldEvent = NonNullable<Awaited<ReturnType<typeof findEventOfTicket>>>;

async function findEventsOf(
  queries: Queries,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<Product, SoldEvent>> {
  const ids = new Set(tickets.flatMap(({ product }) => eventIn(product) ?? []));
  const found = await Promise.all(
    [...ids].map(async (eventId) => [eventId, await findEventOfTicket(queries, eventId)] as const),
  );
  return new Map(found.filter((each): each is [Uuid, SoldEvent] => each[1] !== undefined));
}

export function readHolderState(text: string | null): HolderState | null {
  return text === null ? null : (JSON.parse(text) as HolderState);
}
