import type { Uuid } from '../core/uuid.ts';
import { deliveryIdOf, type NewDelivery } from '../deliveries/index.ts';
import type { JournalKind, SealedEntry } from '../journal/index.ts';
import { findOrdersById, type Order } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { findContacts, findTicketsOf } from '../tickets/index.ts';
import { CHANNEL, type MailContent, type OrderNews, RECEIVER } from './mail-content.ts';
import type { MailKind, OrderMailKind } from './mail-kind.ts';
import type { NotSent } from './not-sent.ts';

/** What a mail about an order without tickets is about. */
export interface OrderOccasion {
  readonly kind: OrderMailKind;
  readonly order: Order;
  readonly email: string;
}

const KINDS: readonly JournalKind[] = ['order.held', 'order.extended', 'order.released', 'order.void'];

/** Plans the mail about an order that an entry leads to, if it leads to one. */
export async function planOrderMail(queries: Queries, entry: SealedEntry): Promise<NewDelivery | undefined> {
  if (!KINDS.includes(entry.kind)) return undefined;
  const order = await findOrder(queries, entry.subject as Uuid);
  if (entry.kind === 'order.void') return planVoid(queries, entry, order);
  const kind = kindOf(entry, order);
  if (kind === undefined || order.email === null) return undefined;
  return deliveryOf(entry, order, kind, { numbers: [], order: { kind, orderId: order.orderId } });
}

/** One mail for all tickets of an order that was made void. */
async function planVoid(
  queries: Queries,
  entry: SealedEntry,
  order: Order,
): Promise<NewDelivery | undefined> {
  const tickets = await findTicketsOf(queries, [order.orderId]);
  const contacts = await findContacts(
    queries,
    tickets.map(({ number }) => number),
  );
  if (contacts.size === 0) return undefined;
  const numbers = [...contacts.keys()];
  return deliveryOf(entry, order, 'void', { numbers, before: { validity: 'valid', place: null } });
}

/** The buyer is told what was reserved, and that it was released if the buyer counts on it: it was reserved, or was being paid. */
function kindOf({ kind, details }: SealedEntry, { heldFor, expiresAt }: Order): OrderMailKind | undefined {
  if (kind === 'order.released') return heldFor === 'desk' || heldFor === 'provider' ? 'released' : undefined;
  // An order that is reserved right after it was placed has two entries.
  const isLast = (details as Pick<Order, 'expiresAt'>).expiresAt === expiresAt;
  return heldFor === 'desk' && isLast ? 'reserved' : undefined;
}

function deliveryOf(
  { at, number }: SealedEntry,
  { orderId, orderCode: subject }: Order,
  kind: MailKind | OrderMailKind,
  content: MailContent,
): NewDelivery {
  const deliveryId = deliveryIdOf(at, number, 'order', orderId);
  const queued = { deliveryId, channel: CHANNEL, receiver: RECEIVER, madeAt: at };
  return { ...queued, kind, subject, content: JSON.stringify(content) };
}

/** The state of an order of which a mail speaks. */
const STATES = { reserved: 'held', released: 'released' } as const satisfies Record<OrderMailKind, string>;

/** What the mail says now; or why it is not sent. */
export async function orderOccasionOf(
  queries: Queries,
  { kind, orderId }: OrderNews,
): Promise<OrderOccasion | NotSent> {
  const order = await findOrder(queries, orderId);
  if (order.state !== STATES[kind]) return 'toldAlready';
  return order.email === null ? 'noAddress' : { kind, order, email: order.email };
}

async function findOrder(queries: Queries, orderId: Uuid): Promise<Order> {
  const order = (await findOrdersById(queries, [orderId])).get(orderId);
  if (order === undefined) throw new Error(`There is no order ${orderId}.`);
  return order;
}
