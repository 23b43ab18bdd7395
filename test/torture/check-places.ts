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
  const voids = entries.filter(({ kind }) => kind === 'ticket.void');
  /** By the number of a ticket that another was exchanged for: that one. */
  const replaced = new Map(voids.map(({ facts }) => [facts.replacedBy, ticketOf.get(facts.number)]));
  const capacities = new Map<string, { readonly from: number; readonly capacity: number | null }[]>();
  const heldAt = new Map<string, number>();
  const taken = new Map<string, number>();
  /** The orders that have their places. */
  const withPlaces = new Set<string>();

  for (const { position, kind, subject, facts } of entries) {
    if (kind === 'order.held') heldAt.set(subject, position);
    if (kind === 'event.capacity-set' || kind === 'capacity.day-set') limit(subject, position, facts.after);
    else if (kind === 'capacity.day-cleared') limit(subject, position, null);
    else if (kind === 'times.general-set') limit(GENERAL_TIMES, position, facts.after?.places ?? null);
    else if (kind === 'tickets.sold') sellAll(facts.tickets);
    // What an order was for before it was changed is not known.
    else if (kind === 'order.held' && !lastChange.has(subject)) takeAll(subject);
    // What stayed of it was taken before, perhaps at a higher capacity.
    else if (kind === 'order.changed' && lastChange.get(subject) === position)
      takeAll(subject, heldAt.get(subject));
    else if (kind === 'order.released') giveBack(subject);
    else if (kind === 'ticket.void' && facts.replacedBy === undefined) giveBackOf(ticketOf.get(facts.number));
  }

  function sellAll(numbers: readonly number[]): void {
    const tickets = numbers.flatMap((number) => ticketOf.get(number) ?? []);
    exchange(tickets.filter(({ isJoined }) => isJoined));
    for (const ticket of tickets) if (!ticket.isJoined) sell(ticket);
  }

  /** Where no more places are taken than given back, they are had whatever the capacity is. */
  function exchange(made: readonly TicketRow[]): void {
    const old = made.flatMap(({ number }) => replaced.get(number) ?? []);
    for (const ticket of old) giveBackOf(ticket);
    for (const [slot, some] of Map.groupBy(made, slotOf)) {
      const [first] = some as [TicketRow];
      const places = placesOf(some);
      if (places <= placesOf(old.filter((ticket) => slotOf(ticket) === slot))) add(first, places);
      else take(first, places, `the ticket ${first.number}, in exchange,`);
    }
  }

  function giveBackOf(ticket: TicketRow | undefined): void {
    if (ticket !== undefined) add(ticket, -ticket.places);
  }

  function sell(ticket: TicketRow): void {
    const { orderId, number, places } = ticket;
    if (orderId === null) take(ticket, places, `the ticket ${number}`);
    else if (!withPlaces.has(orderId)) takeAll(orderId);
  }

  /** @param since the position of the entry since which its places may have been taken; left out: now */
  function takeAll(orderId: string, since?: number): void {
    withPlaces.add(orderId);
    const { items = [], reference } = orderOf.get(orderId) ?? {};
    for (const item of items)
      take(item, item.places * item.ticketIds.length, `a ticket of ${reference}`, since);
  }

  function giveBack(orderId: string): void {
    if (!withPlaces.delete(orderId)) return;
    for (const item of orderOf.get(orderId)?.items ?? []) add(item, -item.places * item.ticketIds.length);
  }

  function take(of: StoredFor, places: number, what: string, since?: number): void {
    const total = add(of, places);
    const capacity = highestSince(capacityKey(of), since);
    if (capacity !== null && total > capacity)
      history.addViolation(`${what} was sold place ${total} of ${capacity} on ${slotOf(of)}`);
  }

  function limit(key: string, from: number, capacity: number | null): void {
    capacities.set(key, [...(capacities.get(key) ?? []), { from, capacity }]);
  }

  /** The highest capacity that has applied since that entry; null: no limit. */
  function highestSince(key: string, since = Number.POSITIVE_INFINITY): number | null {
    const all = capacities.get(key) ?? [];
    const first = all.findLastIndex(({ from }) => from <= since);
    const applied = all.slice(Math.max(0, first)).map(({ capacity }) => capacity ?? Number.POSITIVE_INFINITY);
    return first === -1 ? null : Math.max(...applied);
  }

  /** @returns how many are taken now */
  function add(of: StoredFor, places: number): number {
    const total = (taken.get(slotOf(of)) ?? 0) + places;
    taken.set(slotOf(of), total);
    return total;
  }
}

function placesOf(tickets: readonly TicketRow[]): number {
  return tickets.reduce((sum, { places }) => sum + places, 0);
}

/** All entry times of general entry have the same capacity. */
const GENERAL_TIMES = 'times';

function capacityKey({ eventId, ticketDate, entryTime }: StoredFor): string {
  return eventId ?? (entryTime === null ? ticketDate : GENERAL_TIMES);
}

function slotOf({ eventId, ticketDate, entryTime }: StoredFor): string {
  return `${eventId ?? 'general'} ${ticketDate}${entryTime === null ? '' : ` ${entryTime}`}`;
}
