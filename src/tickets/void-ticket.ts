import { Refusal } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findPassages, wasAdmitted } from '../visits/index.ts';
import type { Ticket } from './ticket.ts';
import { addVoid } from './void-store.ts';

/** One of the tickets, which are locked, that was used; undefined: none was. */
export async function findUsed(queries: Queries, tickets: readonly Ticket[]): Promise<Ticket | undefined> {
  const passages = await findPassages(queries, tickets);
  return tickets.find(({ number }) => wasAdmitted(passages.get(number) ?? []));
}

/** Those of the tickets that were not used. */
export async function findUnused(queries: Queries, tickets: readonly Ticket[]): Promise<Ticket[]> {
  const passages = await findPassages(queries, tickets);
  return tickets.filter(({ number }) => !wasAdmitted(passages.get(number) ?? []));
}

/** @throws Refusal ticket-admitted */
export async function requireUnused(tx: Transaction, tickets: readonly Ticket[]): Promise<void> {
  const used = await findUsed(tx, tickets);
  if (used !== undefined) throw new Refusal('ticket-admitted', { ticketId: used.ticketId });
}

/** Writes the rows for a void ticket, which is locked and has given back its places. */
export async function writeVoid(
  context: ActionContext,
  ticket: Ticket,
  why: { readonly reason: string; readonly replacedBy?: number },
): Promise<void> {
  const { tx, actor, now } = context;
  const { number, ticketId } = ticket;
  await addVoid(tx, ticket, { ...why, accountId: actor.accountId, now });
  await tx.touch('events'); // what is cached for pictures is read again
  const details = { number, ...(why.replacedBy !== undefined && { replacedBy: why.replacedBy }) };
  await record(context, { kind: 'ticket.void', subject: ticketId, details });
}
