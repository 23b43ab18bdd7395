import type { Actor } from '../core/actor.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, slotOf } from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import { findPassages, wasAdmitted } from '../visits/index.ts';
import type { Ticket } from './ticket.ts';
import { lockTickets } from './ticket-store.ts';
import { addVoid, isVoid } from './void-store.ts';

/** Why a ticket becomes void. */
export interface VoidRequest {
  readonly ticketId: Uuid;
  readonly reason: string;
  /** Whether to do it even if the ticket was used, which takes a further permission. */
  readonly force?: boolean;
}

/**
 * Makes a ticket void: it admits no one any more, and its places are on sale again.
 * @throws Refusal forbidden, ticket-not-found, ticket-void or ticket-admitted
 */
export async function voidTicket(
  tx: Transaction,
  actor: Actor,
  { ticketId, reason, force = false }: VoidRequest,
  now: number,
): Promise<void> {
  const ticket = await lockTicketToVoid(tx, actor, ticketId, force);
  await giveBack(tx, ticket);
  await writeVoid(tx, actor, ticket, { reason }, now);
}

/** The ticket, locked against admission and voiding until the transaction ends. */
export async function lockTicketToVoid(
  tx: Transaction,
  actor: Actor,
  ticketId: Uuid,
  force: boolean,
): Promise<Ticket> {
  requirePermission(actor, 'void-tickets');
  const [ticket] = await lockTickets(tx, { ticketIds: [ticketId] });
  if (ticket === undefined) throw new Refusal('ticket-not-found', { ticketId });
  if (await isVoid(tx, ticket.number)) throw new Refusal('ticket-void', { ticketId, asked: 'change' });
  const mayForce = force && may(actor.role, 'void-used-tickets');
  const passages = (await findPassages(tx, [ticket])).get(ticket.number) ?? [];
  if (!mayForce && wasAdmitted(passages)) throw new Refusal('ticket-admitted', { ticketId });
  return ticket;
}

/** Puts its places on sale again. */
export function giveBack(tx: Transaction, ticket: Ticket): Promise<void> {
  return giveBackPlaces(tx, slotOf(ticket), ticket.places);
}

/** Writes the rows for a void ticket, which is locked and has given back its place. */
export async function writeVoid(
  tx: Transaction,
  actor: Actor,
  ticket: Ticket,
  why: { readonly reason: string; readonly replacedBy?: number },
  now: number,
): Promise<void> {
  const { number, ticketId } = ticket;
  await addVoid(tx, ticket, { ...why, accountId: actor.accountId, now });
  await tx.touch('events'); // what is cached for pictures is read again
  const details = { number, ...(why.replacedBy !== undefined && { replacedBy: why.replacedBy }) };
  await record(tx, actor, now, { kind: 'ticket.void', subject: ticketId, details });
}
