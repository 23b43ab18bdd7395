import type { Snapshot } from '../../src/store/index.ts';
import { type History, itemsOrdered, type OrderRecord, PLACES, type ShownOrder } from './history.ts';
import type { OrderRow, StoredFor, TicketRow } from './stored-rows.ts';

/** How long a hold may go on after its end, while the service is up: see docs/decisions/orders.md. */
const LATE_MS = 2_000;
/** What the end of a hold may differ by, for the clocks of processes are not quite the same. */
export const CLOCKS_MS = 1_000;

/**
 * Checks that every acknowledged order is there, as it was answered and once, that a refused one is not, and that holds end in
 * time. That its tickets and places add up is what `museum check` says.
 * @param asOf when the snapshot was taken, by the clock of the machine
 */
export async function checkOrders(
  snapshot: Snapshot,
  orders: readonly OrderRow[],
  tickets: readonly TicketRow[],
  history: History,
  asOf: number,
): Promise<void> {
  const stored: Stored = {
    tickets: new Map(tickets.map((ticket) => [ticket.ticketId, ticket])),
    byOrder: Map.groupBy(tickets, ({ orderId }) => orderId),
    payments: Map.groupBy(await readPayments(snapshot), ({ orderId }) => orderId),
  };
  const byReference = Map.groupBy(orders, ({ reference }) => reference);
  for (const record of history.orders) {
    const { reference, isRefused, shown } = record;
    const [row, ...others] = byReference.get(reference) ?? [];
    byReference.delete(reference);
    if (others.length > 0) history.addViolation(`${reference} was ordered ${others.length + 1} times`);
    if (isRefused && row !== undefined) history.addViolation(`${reference} was refused, and is there`);
    if (shown !== undefined && row === undefined) history.addViolation(`the order ${reference} is missing`);
    if (row === undefined) continue;
    for (const fault of faultsOf(record, row, stored, history)) history.addViolation(`${reference} ${fault}`);
    checkEnd(row, history, asOf);
  }
  byReference.delete(null); // the shop's
  for (const reference of byReference.keys()) history.addViolation(`nobody asked for the order ${reference}`);
  history.expired = orders.filter(({ releasedBy }) => releasedBy === 'expiry').length;
}

function* faultsOf({ shown, inDoubt }: OrderRecord, row: OrderRow, stored: Stored, history: History) {
  const { state, releasedBy } = row;
  yield* moneyFaults(row, stored);
  yield* standingFaults(row, stored);
  if (shown === undefined) return;
  if (shown.orderId !== row.orderId) yield 'has another id than was answered';
  if (!statesAfter(shown, inDoubt, row).has(state))
    yield `was acknowledged as ${shown.state}, and is ${state}${releasedBy ? ` by ${releasedBy}` : ''}`;
  if (!inDoubt.includes('items')) {
    // While it is held, it loses what does not take place.
    const isKept = (item: Partial<StoredFor>) => shown.state !== 'held' || !history.mayBeCalledOff(item);
    const kept = { ...row, items: row.items.filter(isKept) };
    const answered = itemsOrdered(shown).filter(isKept).map(itemAnswered);
    yield* differs('items', answered, itemsStored(kept, shown, stored));
  }
  for (const { ticketId, confirmationCode } of shown.items.flatMap(({ tickets = [] }) => tickets)) {
    const ticket = stored.tickets.get(ticketId);
    if (ticket?.confirmationCode !== confirmationCode || ticket.orderId !== row.orderId)
      yield `was answered with the ticket ${confirmationCode}, which it does not have`;
  }
  if (!inDoubt.includes('confirm') && !inDoubt.includes('void')) {
    const answered = shown.payments.map(({ paymentId, amount }) => [paymentId, amount]);
    const payments = paymentsOf(row, stored).map(({ paymentId, cents }) => [paymentId, cents / 100]);
    yield* differs('payments', answered, payments);
  }
  if (shown.expiresAt !== undefined && !inDoubt.includes('extend')) {
    const offMs = (row.expiresAt ?? 0) - Date.parse(shown.expiresAt);
    if (Math.abs(offMs) > CLOCKS_MS) yield `is held for ${offMs} ms longer than was answered`;
  }
}

/** Of each ticket that was sold with it one stands, itself or the last that it was exchanged for; of a void order none. */
function* standingFaults({ orderId, state, items }: OrderRow, { byOrder }: Stored) {
  const standing = (byOrder.get(orderId) ?? []).filter(({ isVoid }) => !isVoid).length;
  const sold = state === 'sold' ? items.flatMap(({ ticketIds }) => ticketIds).length : 0;
  if (standing !== sold) yield `is ${state}, and ${standing} of its tickets stand, not ${sold}`;
}

/** An order is paid when it is sold, and then in full: so the clients pay. */
function* moneyFaults(row: OrderRow, stored: Stored) {
  const { state, items } = row;
  const total = items.reduce((sum, { priceCents, ticketIds }) => sum + priceCents * ticketIds.length, 0);
  const paid = paymentsOf(row, stored).reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
  if (paid !== (state === 'sold' || state === 'void' ? total : 0))
    yield `costs ${total} cents, is ${state}, and ${paid} cents are paid`;
}

function* differs(what: string, answered: unknown, stored: unknown) {
  const [one, other] = [JSON.stringify(answered), JSON.stringify(stored)];
  if (one !== other) yield `was answered with the ${what} ${one}, and has ${other}`;
}

function paymentsOf({ orderId }: OrderRow, { payments }: Stored): readonly PaymentRow[] {
  return payments.get(orderId) ?? [];
}

/** The states that it may be in after what was answered and what may have been done since. */
function statesAfter({ state }: ShownOrder, inDoubt: OrderRecord['inDoubt'], row: OrderRow): Set<string> {
  const states = new Set<string>([state]);
  if (state === 'held' && (row.releasedBy !== 'seller' || inDoubt.includes('release')))
    states.add('released');
  if (inDoubt.includes('confirm') && (state === 'held' || state === 'released')) states.add('sold');
  if (inDoubt.includes('void') && states.has('sold')) states.add('void');
  return states;
}

/** Checks that a hold did not end before its time, nor outlive it while the service was up. */
function checkEnd({ reference, state, expiresAt, ...row }: OrderRow, history: History, asOf: number): void {
  const { releasedAt, releasedBy } = row;
  const endedAt = state === 'held' ? asOf : releasedBy === 'expiry' ? releasedAt : null;
  if (endedAt === null || expiresAt === null) return;
  if (state !== 'held' && endedAt < expiresAt - CLOCKS_MS)
    history.addViolation(`the hold of ${reference} ended ${expiresAt - endedAt} ms before its time`);
  const lateMs = history.upTimeBetween(expiresAt, endedAt);
  if (lateMs > LATE_MS)
    history.addViolation(`the hold of ${reference} went on for ${lateMs} ms after its time`);
}

/** The items, with their tickets if those were answered. */
function itemsStored({ items }: OrderRow, shown: ShownOrder, { tickets }: Stored) {
  const isSold = shown.state === 'sold' || shown.state === 'void';
  return items.map(({ ticketIds, category, priceCents, ...item }) => {
    const sold = isSold ? ticketIds.map((ticketId) => tickets.get(ticketId)) : [];
    return [
      ...[category, priceCents / 100, ticketIds.length, ...whatFor(item)],
      sold.map((ticket) => ticket && [ticket.ticketId, ticket.confirmationCode, ...whatFor(ticket)]),
    ];
  });
}

function itemAnswered({ category, price, quantity, tickets = [], ...item }: ShownOrder['items'][number]) {
  const of = whatFor({ ...item, places: PLACES[category as keyof typeof PLACES] });
  return [
    ...[category, price, quantity, ...of],
    tickets.map(({ ticketId, confirmationCode }) => [ticketId, confirmationCode, ...of]),
  ];
}

function whatFor({ eventId = null, ticketDate, entryTime = null, places }: Partial<StoredFor>) {
  return [eventId, ticketDate, entryTime, places];
}

interface PaymentRow {
  readonly paymentId: string;
  readonly orderId: string;
  readonly cents: number;
}

interface Stored {
  readonly tickets: ReadonlyMap<string, TicketRow>;
  readonly byOrder: ReadonlyMap<string | null, readonly TicketRow[]>;
  readonly payments: ReadonlyMap<string, readonly PaymentRow[]>;
}

/** The oldest first. */
function readPayments(snapshot: Snapshot): Promise<PaymentRow[]> {
  return snapshot.all<PaymentRow>(
    `SELECT payment_id AS "paymentId", order_id AS "orderId", amount_cents AS cents FROM payments ORDER BY payment_id`,
  );
}
