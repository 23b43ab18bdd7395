import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { findLastNumber, readJournal } from '../journal/index.ts';
import { findDueChanges } from '../orders/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { findDueTouched, replaceDueChanges } from './due-figures.ts';
import { addSales, findOldTickets, sumSales, sumTickets } from './sales-figures.ts';
import { addUncounted, countVisits, daysVisited, findUncounted, replaceVisits } from './visit-figures.ts';

const ENTRIES_AT_ONCE = 20;
/** Reports don't wait for the job: they add the entries that are not aggregated yet. */
const INTERVAL_MS = 10_000;
/** The visits of a day are counted from six the next morning on, when nobody is in the museum any more. */
const NIGHT_MS = 6 * 3_600_000;

/** The position up to which the figures are aggregated. */
export interface Progress {
  /** The number of the last journal entry that is fully included. */
  readonly readTo: number;
  /** For tickets older than the journal: the number of the last one that is included; null: all are. */
  readonly oldTicketsTo: number | null;
  /** The days of visits of the entries up to this number were found by the version before. */
  readonly visitsFrom: number;
}

export async function findProgress(queries: Queries): Promise<Progress> {
  const row = await queries.get<Progress>(
    'SELECT read_to AS "readTo", old_tickets_to AS "oldTicketsTo", visits_from AS "visitsFrom" FROM figures_progress',
  );
  if (row === undefined) throw new Error('The table figures_progress has lost its row.');
  return row;
}

/** The job that aggregates sales and visits, so that reports need not count all entries. */
export function aggregationJob(store: Store, clock: Clock, localOf: LocalOf): Job {
  const findDay = async () => {
    const [day] = await findUncounted(store);
    return day !== undefined && day < localOf(clock.now() - NIGHT_MS).day ? day : undefined;
  };
  return {
    name: 'add-up-reports',
    everyMs: INTERVAL_MS,
    hasWork: async () => {
      const { readTo, oldTicketsTo } = await findProgress(store);
      if (oldTicketsTo !== null || readTo < (await findLastNumber(store))) return true;
      return (await findDay()) !== undefined;
    },
    step: async (lease) => {
      const progress = await findProgress(store);
      const { oldTicketsTo } = progress;
      if (oldTicketsTo !== null) return aggregateOldTickets(store, lease, oldTicketsTo, localOf);
      if (await aggregateEntries(store, lease, progress, localOf)) return true;
      const day = await findDay();
      return day !== undefined && countDay(store, lease, day, localOf);
    },
  };
}

/** Reads outside the transaction: the lease keeps other instances from changing the progress meanwhile. */
async function aggregateEntries(
  store: Store,
  lease: Lease,
  { readTo, visitsFrom }: Progress,
  localOf: LocalOf,
): Promise<boolean> {
  const entries = await readJournal(store, readTo, ENTRIES_AT_ONCE);
  const last = entries.at(-1);
  if (last === undefined) return false;
  const sales = await sumSales(store, entries, localOf);
  const later = entries.filter(({ number }) => number > visitsFrom);
  const days = await daysVisited(store, later, localOf);
  const touched = await findDueTouched(store, entries);
  const dues = await findDueChanges(store, [...touched], localOf);
  await lease.transaction(async (tx) => {
    await addSales(tx, sales);
    await addUncounted(tx, days);
    await replaceDueChanges(tx, touched, dues);
    await moveProgress(tx, { readTo: last.number, oldTicketsTo: null });
  });
  return entries.length === ENTRIES_AT_ONCE;
}

/** If something happens on that day meanwhile, aggregating its entry marks the day as uncounted again. */
async function countDay(store: Store, lease: Lease, day: CalendarDay, localOf: LocalOf): Promise<boolean> {
  const visits = await countVisits(store, day, localOf);
  await lease.transaction((tx) => replaceVisits(tx, day, visits));
  return true;
}

async function aggregateOldTickets(
  store: Store,
  lease: Lease,
  from: number,
  localOf: LocalOf,
): Promise<boolean> {
  const tickets = await findOldTickets(store, from);
  const sales = sumTickets(tickets, localOf);
  const oldTicketsTo = (tickets.at(-1) as Ticket | undefined)?.number ?? null;
  await lease.transaction(async (tx) => {
    await addSales(tx, sales);
    await moveProgress(tx, { readTo: 0, oldTicketsTo });
  });
  return true;
}

async function moveProgress(
  tx: Transaction,
  { readTo, oldTicketsTo }: Omit<Progress, 'visitsFrom'>,
): Promise<void> {
  await tx.run('UPDATE figures_progress SET read_to = ?, old_tickets_to = ? WHERE id = 1', [
    readTo,
    oldTicketsTo,
  ]);
}
