import { Refusal } from '../core/refusal.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findPassages, firstUseOf, wasAdmitted } from '../visits/index.ts';
import { findCalledOffFor } from './standing.ts';
import type { Ticket } from './ticket.ts';

/** One of the tickets, which are locked, that was used; undefined: none was. */
export async function findUsed(queries: Queries, tickets: readonly Ticket[]): Promise<Ticket | undefined> {
  const used = await usedAmong(queries, tickets);
  return tickets.find(({ number }) => used.has(number));
}

/** Those of the tickets that were not used. */
export async function findUnused(queries: Queries, tickets: readonly Ticket[]): Promise<Ticket[]> {
  const used = await usedAmong(queries, tickets);
  return tickets.filter(({ number }) => !used.has(number));
}

/** @throws Refusal ticket-admitted */
export async function requireUnused(tx: Transaction, tickets: readonly Ticket[]): Promise<void> {
  const used = await findUsed(tx, tickets);
  if (used !== undefined) throw new Refusal('ticket-admitted', { ticketId: used.ticketId });
}

/**
 * The numbers of those that were admitted: to what they are for, or to general entry that is included, unless what they are for was
 * called off. Who did not come to that has used nothing of it.
 */
async function usedAmong(queries: Queries, tickets: readonly Ticket[]): Promise<ReadonlySet<number>> {
  const passages = await findPassages(queries, tickets);
  const admitted = tickets.filter(({ number }) => wasAdmitted(passages.get(number) ?? []));
  const onlyEntered = admitted.filter(({ number }) => firstUseOf(passages.get(number) ?? []) === undefined);
  const calledOff = onlyEntered.length === 0 ? new Map() : await findCalledOffFor(queries, onlyEntered);
  return new Set(admitted.flatMap(({ number }) => (calledOff.has(number) ? [] : number)));
}
