import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { findLastNumber, readJournal } from '../journal/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { addSales, findOldTickets, sumSales, sumTickets } from './sales-figures.ts';
import { addUncounted, countVisits, daysVisited, findUncounted, replaceVisits } from './visit-figures.ts';

const ENTRIES_AT_ONCE = 20;
/** Nobody waits for it: what is not added up yet is added when a report is asked for. */
const RHYTHM_MS = 10_000;
/** A day is counted from six in the morning after, when nobody is in the house any more. */
const NIGHT_MS = 6 * 3_600_000;

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
export function addUpJob(store: Store, clock: Clock, localOf: LocalOf): Job {
  const findDay = async () => {
    const [day] = await findUncounted(store);
    return day !== undefined && day < localOf(clock.now() - NIGHT_MS).day ? day : undefined;
  };
  return {
    name: 'add-up-reports',
    everyMs: RHYTHM_MS,
    hasWork: async () => {
      const { readTo, oldTicketsTo } = await findProgress(store);
      if (oldTicketsTo !== null || readTo < (await findLastNumber(store))) return true;
      return (await findDay()) !== undefined;
    },
    step: async (lease) => {
      const { readTo, oldTicketsTo } = await findProgress(store);
      if (oldTicketsTo !== null) return addUpOldTickets(store, lease, oldTicketsTo, localOf);
      if (await addUpEntries(store, lease, readTo, localOf)) return true;
      const day = await findDay();
      return day !== undefined && countDay(store, lease, day, localOf);
    },
  };
}

/** Nothing is read in the transaction: the lease keeps anyone else from moving the progress meanwhile. */
async function addUpEntries(store: Store, lease: Lease, from: number, localOf: LocalOf): Promise<boolean> {
  const entries = await readJournal(store, from, ENTRIES_AT_ONCE);
  const last = entries.at(-1);
  if (last === undefined) return false;
  const sales = await sumSales(store, entries, localOf);
  const days = await daysVisited(store, entries, localOf);
  await lease.transaction(async (tx) => {
    await addSales(tx, sales);
    await addUncounted(tx, days);
    await moveProgress(tx, { readTo: last.number, oldTicketsTo: null });
  });
  return entries.length === ENTRIES_AT_ONCE;
}

/** What happens to that day meanwhile makes it uncounted again, when its entry is added up. */
async function countDay(store: Store, lease: Lease, day: CalendarDay, localOf: LocalOf): Promise<boolean> {
  const visits = await countVisits(store, day, localOf);
  await lease.transaction((tx) => replaceVisits(tx, day, visits));
  return true;
}

async function addUpOldTickets(store: Store, lease: Lease, from: number, localOf: LocalOf): Promise<boolean> {
  const tickets = await findOldTickets(store, from);
  const sales = sumTickets(tickets, localOf);
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
