import type { Actor } from '../core/actor.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, type PlacesIn, slotOf } from '../offers/index.ts';
import type { Amount } from '../payments/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import {
  findTicket,
  findTicketsByIds,
  findUsed,
  findVoids,
  isVoid,
  requireUnused,
  type Ticket,
  writeVoid,
} from '../tickets/index.ts';
import type { SellingOptions } from './order.ts';
import { lockOrder, updateOrder } from './order-store.ts';
import { lockConnected, paidUnder, payBack } from './paid.ts';
import { giveBackVisitorPlaces } from './visitor-places.ts';

/** Why tickets become void, and what is paid back. */
export interface VoidRequest {
  readonly reason: string;
  /** Whether to do it even if one was used, which takes a further permission. */
  readonly force?: boolean;
  /** Whether its buyer gives the tickets back. */
  readonly isReturned?: boolean;
  readonly refund?: Amount;
}

export interface VoidOptions extends SellingOptions {
  /** How long after the sale a partner may make its own sales void. */
  readonly partnerVoidHours: number;
}

/**
 * Makes all tickets of a sold order void that are not void yet, or the ticket that was sold alone; or only pays back, when
 * all are void and there is something to pay back.
 * @throws Refusal forbidden, order-not-found, order-not-sold, order-void, too-late-to-void, ticket-admitted or
 * refund-too-high
 */
export async function voidOrder(
  tx: Transaction,
  actor: Actor,
  orderId: Uuid,
  request: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const scope = voidScope(actor);
  const sold = await lockSold(tx, actor, scope, orderId);
  const voids = await findVoids(
    tx,
    sold.map(({ number }) => number),
  );
  const toVoid = sold.filter(({ number }) => !voids.has(number));
  if (toVoid.length === 0 && request.refund === undefined) throw new Refusal('order-void', { orderId });
  await voidTickets(tx, actor, sold, toVoid, request, options);
}

/**
 * Makes a ticket void: it admits no one any more, and its places are on sale again.
 * @throws Refusal forbidden, ticket-not-found, ticket-void, too-late-to-void, ticket-admitted or refund-too-high
 */
export async function voidTicket(
  tx: Transaction,
  actor: Actor,
  ticketId: Uuid,
  request: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const scope = voidScope(actor);
  const { ticket, sold } = await lockToVoid(tx, actor, scope, ticketId);
  await voidTickets(tx, actor, sold, [ticket], request, options);
}

/** Staff make any sale void, and partners their own. */
function voidScope(actor: Actor): 'all' | 'own' {
  return may(actor.role, 'void-tickets') ? 'all' : requirePermission(actor, 'void-own-sales');
}

/**
 * The ticket, which is not void, and all that were sold with it: see `lockSold`.
 * @throws Refusal ticket-not-found or ticket-void
 */
export async function lockToVoid(
  tx: Transaction,
  actor: Actor,
  scope: 'all' | 'own',
  ticketId: Uuid,
): Promise<{ readonly ticket: Ticket; readonly sold: readonly Ticket[] }> {
  const known = await findTicket(tx, ticketId);
  if (known === undefined || (scope === 'own' && known.soldBy !== actor.accountId))
    throw new Refusal('ticket-not-found', { ticketId });
  const sold = await lockSold(tx, actor, scope, paidUnder(known));
  const ticket = sold.find((each) => each.ticketId === ticketId) as Ticket;
  if (await isVoid(tx, ticket.number)) throw new Refusal('ticket-void', { ticketId, asked: 'change' });
  return { ticket, sold };
}

/** All tickets of the order, locked with it, or the ticket that was sold alone: with all that `lockConnected` locks. */
export async function lockSold(
  tx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  scope: 'all' | 'own',
  saleId: Uuid,
): Promise<Ticket[]> {
  const [alone] = await findTicketsByIds(tx, [saleId]);
  if (alone?.orderId !== null || (scope === 'own' && alone.soldBy !== accountId)) {
    const { state } = await lockOrder(tx, { accountId }, scope, saleId);
    if (state === 'held' || state === 'released') throw new Refusal('order-not-sold', { orderId: saleId });
  }
  const locked = await lockConnected(tx, saleId);
  return locked.filter((ticket) => paidUnder(ticket) === saleId);
}

/** @param sold all tickets of the sale, by `lockSold` */
export async function voidTickets(
  tx: Transaction,
  actor: Actor,
  sold: readonly Ticket[],
  toVoid: readonly Ticket[],
  { reason, force = false, isReturned = false, refund }: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const now = options.clock.now();
  if (may(actor.role, 'void-tickets')) {
    if (!(force && may(actor.role, 'void-used-tickets'))) await requireUnused(tx, toVoid);
  } else await requireInTime(tx, toVoid, now, options.partnerVoidHours);
  await giveBackPlaces(tx, toVoid.map(placesOf));
  const context = { tx, actor, now };
  for (const ticket of toVoid) await writeVoid(context, ticket, { reason, isReturned });
  await closeOrder(context, sold);
  if (refund !== undefined) await payBack(context, sold[0] as Ticket, refund, options.terms.localOf);
}

/** The places that the ticket takes. */
export function placesOf(ticket: Ticket): PlacesIn {
  return { slot: slotOf(ticket), places: ticket.places };
}

/** @throws Refusal too-late-to-void */
async function requireInTime(
  tx: Transaction,
  tickets: readonly Ticket[],
  now: number,
  hours: number,
): Promise<void> {
  const isOld = tickets.some(({ soldAt }) => now - soldAt > hours * 3_600_000);
  if (isOld) throw new Refusal('too-late-to-void', { hours, because: 'time' });
  if ((await findUsed(tx, tickets)) !== undefined)
    throw new Refusal('too-late-to-void', { hours, because: 'admitted' });
}

/** The order is void when all of its tickets are. To be called after some of them have become void. */
export async function closeOrder(context: ActionContext, sold: readonly Ticket[]): Promise<void> {
  const { tx, actor, now } = context;
  const orderId = sold[0]?.orderId;
  if (!orderId) return;
  const numbers = sold.map(({ number }) => number);
  if ((await findVoids(tx, numbers)).size < numbers.length) return;
  await updateOrder(tx, { orderId }, { state: 'void' });
  await giveBackVisitorPlaces(tx, orderId, actor.channel === 'shop', now);
  await record(context, { kind: 'order.void', subject: orderId, details: {} });
}
