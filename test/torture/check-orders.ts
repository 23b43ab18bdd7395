import { type DatabaseAddress, inspectStore, type Snapshot } from '../../src/store/index.ts';
import type { History, OrderRecord, ShownOrder } from './history.ts';

/** How long a hold may go on after its time, while the service is up: see docs/decisions/orders.md. */
const LATE_MS = 2_000;

/**
 * Checks that every acknowledged order is there, whole and once, and that a refused one is not. That its tickets, prices and
 * places add up is what `museum check` says.
 */
export async function checkOrders(snapshot: Snapshot, history: History): Promise<void> {
  const rows = await snapshot.all<OrderRow>('SELECT order_id, reference, state, expires_at FROM orders');
  const byReference = Map.groupBy(rows, ({ reference }) => reference ?? '');
  for (const record of history.orders) {
    const found = byReference.get(record.reference) ?? [];
    if (found.length > 1) history.addViolation(`${record.reference} was ordered ${found.length} times`);
    if (record.isRefused && found.length > 0)
      history.addViolation(`${record.reference} was refused, and is there`);
    if (record.order === undefined) continue;
    const [row] = found;
    if (row === undefined) history.addViolation(`the order ${record.reference} is missing`);
    else await checkOrder(snapshot, history, record, row);
  }
}

/** Checks, before the service is started again, that no hold has outlived its time while it was up. */
export async function checkHolds(address: DatabaseAddress, history: History): Promise<void> {
  const { from, to } = history.lastRound;
  await inspectStore(address, async (snapshot) => {
    const held = await snapshot.all<OrderRow>('SELECT reference, expires_at FROM orders WHERE state = ?', [
      'held',
    ]);
    for (const { reference, expires_at } of held) {
      const lateMs = to - Math.max(from, expires_at ?? 0);
      if (lateMs > LATE_MS)
        history.addViolation(`the hold of ${reference} went on for ${lateMs} ms after its time`);
    }
  });
}

async function checkOrder(
  snapshot: Snapshot,
  history: History,
  record: OrderRecord,
  { order_id, state }: OrderRow,
): Promise<void> {
  const { reference, order, acknowledged, mayBeVoid } = record;
  if (order?.orderId !== order_id) history.addViolation(`${reference} has another id than was answered`);
  const sold = [order, ...acknowledged].find((shown) => shown?.state === 'sold' || shown?.state === 'void');
  if (sold === undefined) return;
  if (state !== 'sold' && !(mayBeVoid && state === 'void'))
    return history.addViolation(`${reference} was acknowledged as sold, and is ${state}`);
  const rows = await snapshot.all<{ ticket_id: string }>(
    'SELECT ticket_id FROM tickets WHERE order_id = ? ORDER BY ticket_id',
    [order_id],
  );
  const ids = ticketIdsOf(sold).sort();
  if (JSON.stringify(rows.map(({ ticket_id }) => ticket_id)) !== JSON.stringify(ids))
    history.addViolation(`${reference} was sold with other tickets than those that it has`);
}

function ticketIdsOf({ items }: ShownOrder): string[] {
  return items.flatMap(({ tickets = [] }) => tickets.map(({ ticketId }) => ticketId));
}

interface OrderRow {
  readonly order_id: string;
  readonly reference: string | null;
  readonly state: string;
  readonly expires_at: number | null;
}
