import type { Entry } from './check-journal.ts';
import type { History } from './history.ts';
import type { OrderRow, StoredFor, TicketRow } from './stored-rows.ts';

/**
 * Checks that places were only taken where the capacity allowed it: tickets that are not void and held orders together. For
 * that it repeats the journal. An entry about places or their number is written while the slots are locked, so that
 * the entries of each slot are in the order in which it happened.
 */
export function checkPlaces(
  entries: readonly Entry[],
  tickets: readonly TicketRow[],
  orders: readonly OrderRow[],
  history: History,
): void {
  const ticketOf = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  const orderOf = new Map(orders.map((order) => [order.orderId, order]));
  const changes = entries.filter(({ kind }) => kind === 'order.changed');
  const lastChange = new Map(changes.map(({ subject, position }) => [subject, position]));
  const capacities = new Map<string, number | null>();
  const taken = new Map<string, number>();
  /** The orders that have their places. */
  const withPlaces = new Set<string>();

  for (const { position, kind, subject, facts } of entries) {
    if (kind === 'event.capacity-set' || kind === 'capacity.day-set') capacities.set(subject, facts.after);
    else if (kind === 'capacity.day-cleared') capacities.delete(subject);
    else if (kind === 'times.general-set') capacities.set(GENERAL_TIMES, facts.after?.places ?? null);
    else if (kind === 'tickets.sold') for (const number of facts.tickets) sell(ticketOf.get(number));
    // What an order was for before it was changed is not known.
    else if (kind === 'order.held' && !lastChange.has(subject)) takeAll(subject);
    // What stayed of it was taken before, perhaps at a higher capacity.
    else if (kind === 'order.changed' && lastChange.get(subject) === position) addAll(subject);
    else if (kind === 'order.released' || kind === 'order.void') giveBack(subject);
  }

  function sell(ticket: TicketRow | undefined): void {
    if (ticket === undefined) return;
    const { orderId, number, places } = ticket;
    if (orderId === null) take(ticket, places, `the ticket ${number}`);
    else if (!withPlaces.has(orderId)) takeAll(orderId);
  }

  function takeAll(orderId: string): void {
    withPlaces.add(orderId);
    const { items = [], reference } = orderOf.get(orderId) ?? {};
    for (const item of items) take(item, item.places * item.ticketIds.length, `a ticket of ${reference}`);
  }

  function addAll(orderId: string): void {
    withPlaces.add(orderId);
    for (const item of orderOf.get(orderId)?.items ?? []) add(item, item.places * item.ticketIds.length);
  }

  function giveBack(orderId: string): void {
    if (!withPlaces.delete(orderId)) return;
    for (const item of orderOf.get(orderId)?.items ?? []) add(item, -item.places * item.ticketIds.length);
  }

  function take(of: StoredFor, places: number, what: string): void {
    const total = add(of, places);
    const capacity = capacities.get(capacityKey(of)) ?? null;
    if (capacity !== null && total > capacity)
      history.addViolation(`${what} was sold place ${total} of ${capacity} on ${slotOf(of)}`);
  }

  /** @returns how many are taken now */
  function add(of: StoredFor, places: number): number {
    const total = (taken.get(slotOf(of)) ?? 0) + places;
    taken.set(slotOf(of), total);
    return total;
  }
}

/** All entry times of general entry have the same capacity. */
const GENERAL_TIMES = 'times';

function capacityKey({ eventId, ticketDate, entryTime }: StoredFor): string {
  return eventId ?? (entryTime === null ? ticketDate : GENERAL_TIMES);
}

function slotOf({ eventId, ticketDate, entryTime }: StoredFor): string {
  return `${eventId ?? 'general'} ${ticketDate}${entryTime === null ? '' : ` ${entryTime}`}`;
}
