import type { Job, Lease } from '../jobs/index.ts';
import { findLastNumber, readJournal } from '../journal/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { addSales, findOldTickets, sumSales, sumTickets } from './sales-figures.ts';
import { countVisits, daysVisited, type LocalOf, replaceVisits } from './visit-figures.ts';

const ENTRIES_AT_ONCE = 20;
/** Nobody waits for it: what is not added up yet is added when a report is asked for. */
const RHYTHM_MS = 10_000;

/** How far the figures have come. */
export interface Progress {
  /** The number of the last entry of the journal of which everything is in them. */
  readonly readTo: number;
  /** Of tickets older than the journal: the number of the last that is in them; null: all are. */
  readonly oldTicketsTo: number | null;
}

export async function findProgress(queries: Queries): Promise<Progress> {
  const row = await queries.get<Progress>(
    'SELECT read_to AS "readTo", old_tickets_to AS "oldTicketsTo" FROM report_progress',
  );
  if (row === undefined) throw new Error('The table report_progress has lost its row.');
  return row;
}

/** The job that adds up what has happened, so that no report has to count it all. */
export function addUpJob(store: Store, localOf: LocalOf): Job {
  return {
    name: 'add-up-reports',
    everyMs: RHYTHM_MS,
    hasWork: async () => {
      const { readTo, oldTicketsTo } = await findProgress(store);
      return oldTicketsTo !== null || readTo < (await findLastNumber(store));
    },
    step: async (lease) => {
      const progress = await findProgress(store);
      return progress.oldTicketsTo === null
        ? addUpEntries(store, lease, progress.readTo, localOf)
        : addUpOldTickets(store, lease, progress.oldTicketsTo, localOf);
    },
  };
}

/**
 * Nothing is read in the transaction: the lease keeps anyone else from moving the progress meanwhile. A day that is counted
 * together with what came after those entries is counted again with the next.
 */
async function addUpEntries(store: Store, lease: Lease, from: number, localOf: LocalOf): Promise<boolean> {
  const entries = await readJournal(store, from, ENTRIES_AT_ONCE);
  const last = entries.at(-1);
  if (last === undefined) return false;
  const sales = await sumSales(store, entries, (instant) => localOf(instant).day);
  const days = await daysVisited(store, entries, localOf);
  const visits = await Promise.all(days.map((day) => countVisits(store, day, localOf)));
  await lease.transaction(async (tx) => {
    await addSales(tx, sales);
    await replaceVisits(tx, days, visits.flat());
    await moveProgress(tx, { readTo: last.number, oldTicketsTo: null });
  });
  return entries.length === ENTRIES_AT_ONCE;
}

async function addUpOldTickets(store: Store, lease: Lease, from: number, localOf: LocalOf): Promise<boolean> {
  const tickets = await findOldTickets(store, from);
  const sales = sumTickets(tickets, (instant) => localOf(instant).day);
  const oldTicketsTo = (tickets.at(-1) as Ticket | undefined)?.number ?? null;
  await lease.transaction(async (tx) => {
    await addSales(tx, sales);
    await moveProgress(tx, { readTo: 0, oldTicketsTo });
  });
  return true;
}

async function moveProgress(tx: Transaction, { readTo, oldTicketsTo }: Progress): Promise<void> {
  await tx.run('UPDATE report_progress SET read_to = ?, old_tickets_to = ? WHERE id = 1', [
    readTo,
    oldTicketsTo,
  ]);
}
