import { ensureTrialAccount } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import { SERVICE } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job } from '../jobs/index.ts';
import { endTrialTicket, type Seller, type Till } from '../orders/index.ts';
import type { Queries, Store } from '../store/index.ts';
import { findTicket, findUsed, isVoid, type Ticket } from '../tickets/index.ts';
import { findKeptSteps, keepStep, markTried } from './first-steps.ts';

export interface TrialOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly days: MuseumDays;
}

/** The ticket with which the gate is tried. */
export interface Trial {
  readonly ticket: Ticket;
  readonly isVoid: boolean;
}

/** The last one; undefined: none was made yet. */
export async function findTrial(queries: Queries): Promise<Trial | undefined> {
  const { ticketId } = (await findKeptSteps(queries)).get('gate') ?? {};
  const ticket = ticketId ? await findTicket(queries, ticketId) : undefined;
  return ticket && { ticket, isVoid: await isVoid(queries, ticket.number) };
}

/**
 * Makes a ticket for today, of price 0 and for no place, with which the gate is tried: it is in no figure. One that is still tried
 * is used further.
 * @throws Refusal forbidden
 */
export async function sellTrial(
  { store, clock, days, till }: TrialOptions & { readonly till: Till },
  actor: Actor,
): Promise<void> {
  requirePermission(actor, 'arrange-programme');
  const day = await days.current();
  const before = await findTrial(store);
  if (before !== undefined && !before.isVoid && before.ticket.day === day) return;
  const accountId = await ensureTrialAccount(store, clock.now());
  const seller: Seller = { ...actor, accountId };
  await till.sellTrial(seller, day, (tx, { ticketId }) =>
    keepStep(tx, { step: 'gate', state: 'trying', ticketId }, clock.now()),
  );
}

/** The job that makes the ticket void once it was admitted, or its day is over, and says that the gate was tried. */
export function trialJob({ store, clock, days }: TrialOptions): Job {
  const find = async (queries: Queries) => {
    const kept = (await findKeptSteps(queries)).get('gate');
    const ticket = kept?.ticketId ? await findTicket(queries, kept.ticketId) : undefined;
    if (ticket === undefined || (await isVoid(queries, ticket.number))) return undefined;
    const isUsed = (await findUsed(queries, [ticket])) !== undefined;
    return isUsed || ticket.day < (await days.current()) ? { ticket, isUsed } : undefined;
  };
  return {
    name: 'end-trial',
    everyMs: 1_000,
    hasWork: async () => (await find(store)) !== undefined,
    step: async (lease) => {
      await lease.transaction(async (tx) => {
        const found = await find(tx);
        if (found === undefined) return;
        const context = { tx, actor: SERVICE, now: clock.now() };
        await endTrialTicket(context, found.ticket);
        if (found.isUsed) await markTried(context, 'gate');
      });
      return false;
    },
  };
}
