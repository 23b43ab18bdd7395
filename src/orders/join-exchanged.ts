import { SERVICE } from '../core/actor.ts';
import type { Job } from '../jobs/index.ts';
import type { Store, Transaction } from '../store/index.ts';
import { findTicketsByNumber, findUnjoined, joinOrder, orderOf, type Replacement } from '../tickets/index.ts';
import { updateOrder } from './order-store.ts';
import { findStanding, lockSold } from './sold-order.ts';

const EVERY_MS = 2_000;
const AT_ONCE = 100;

/**
 * The job that lets orders keep what instances of version 1.0 exchange beside this one: to them, the new ticket belongs to no order,
 * and an order without any other is void.
 */
export function joinExchangedJob(store: Store): Job {
  let programme = '';
  const readProgramme = async () => `${await store.revision('events')}`; // changed by whatever makes a ticket void
  return {
    name: 'join-exchanged',
    everyMs: EVERY_MS,
    hasWork: async () => programme !== (await readProgramme()),
    step: async ({ transaction }) => {
      const revision = await readProgramme();
      const unjoined = await findUnjoined(store, AT_ONCE);
      for (const replacement of unjoined) await transaction((tx) => join(tx, replacement));
      const isMore = unjoined.length === AT_ONCE;
      if (!isMore) programme = revision;
      return isMore;
    },
  };
}

async function join(tx: Transaction, { number, replaces }: Replacement): Promise<void> {
  const [old] = await findTicketsByNumber(tx, [replaces]);
  if (old === undefined) throw new Error(`There is no ticket number ${replaces}.`);
  await lockSold(tx, SERVICE, 'all', orderOf(old));
  await joinOrder(tx, number, orderOf(old));
  const { order, orderId, tickets } = await lockSold(tx, SERVICE, 'all', orderOf(old));
  if (order?.state === 'void' && (await findStanding(tx, tickets)).length > 0)
    await updateOrder(tx, { orderId }, { state: 'sold' });
}
