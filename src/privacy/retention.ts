import { SERVICE } from '../core/actor.ts';
import { addDays, type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { type SteadyClock, untrustedLead } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { record } from '../journal/index.ts';
import {
  findBookingsUpTo,
  findOrdersUpTo,
  findSalesOwed,
  findTicketlessBefore,
  forgetBookings,
  forgetBuyers,
  forgetOrdersOf,
} from '../orders/index.ts';
import { findHoldersUpTo, findOrdersWithPassesAfter, forgetHolders } from '../passes/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import {
  countContactsOf,
  countContactsUpTo,
  findKeptContacts,
  findReachable,
  findSalesToCome,
  forgetContacts,
  keepContacts,
  nextTicketDay,
  type Reachable,
} from '../tickets/index.ts';

const BATCH_SIZE = 500;
const MOST_PASSES = 1_000_000;
/** A clock that was set ahead by more is not trusted until it has been ahead for a day. */
const MAX_CLOCK_JUMP_DAYS = 30;

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly days: MuseumDays;
  /** For how many days after a ticket's day its e-mail address and telephone number are kept now; 0: for ever. */
  readonly keptDays: () => number;
}

/**
 * The job that erases the contacts of tickets whose day is at least that many days ago. Those of an order whose buyer is owed
 * something, or comes on a later day, are kept, and looked at again each day. This can't be undone, so a clock that is set far ahead
 * while the service runs is not trusted for a day.
 */
export function retentionJob(options: RetentionOptions): Job {
  const { clock, keptDays } = options;
  const lead = untrustedLead(clock, () => Math.min(keptDays(), MAX_CLOCK_JUMP_DAYS) * MS_PER_DAY);
  const isClockUntrusted = () => lead() > 0;
  return {
    name: 'erase-contacts',
    everyMs: 60_000,
    hasWork: async () => !isClockUntrusted() && (await nextStep(options)) !== undefined,
    step: async (lease) => {
      const next = isClockUntrusted() ? undefined : await nextStep(options);
      if (next === undefined) return false;
      if ('erase' in next) await eraseSome(options, lease, next.erase);
      else if ('holdersUpTo' in next) await eraseHolders(options, lease, next.holdersUpTo);
      else if ('recheckUpTo' in next) await recheckSome(options, lease, next.recheckUpTo);
      else await lease.transaction((tx) => setErasedTo(tx, next.goBackTo));
      return true;
    },
  };
}

/** How many tickets, orders and passes would lose their contact at once if it were kept for so many days. */
export async function countOutdatedContacts(
  queries: Queries,
  days: MuseumDays,
  keptDays: number,
): Promise<number> {
  const last = await lastOutdated(days, keptDays);
  const { count, toCome } = await countContactsUpTo(queries, last, await days.current());
  const kept = new Set([...(await findSalesOwed(queries)), ...toCome]);
  const found = [
    ...(await findOrdersUpTo(queries, last)),
    ...(await findBookingsUpTo(queries, last)),
    ...(await findToForget(queries, last, await days.endOf(last))),
  ];
  const orders = new Set(found.filter((orderId) => !kept.has(orderId)));
  const passes = await findHoldersUpTo(queries, last, MOST_PASSES);
  return count - (await countContactsOf(queries, [...kept], last)) + orders.size + passes.length;
}

type Step =
  | { readonly erase: CalendarDay }
  | { readonly goBackTo: CalendarDay }
  | { readonly recheckUpTo: CalendarDay }
  | { readonly holdersUpTo: CalendarDay };

/** The last day of which no contacts are kept any more. */
async function lastOutdated(days: MuseumDays, keptDays: number): Promise<CalendarDay> {
  return addDays(await days.current(), -keptDays);
}

/**
 * The first day with tickets that is past its retention and not erased yet. No tickets are sold for a day that is over,
 * so the job only goes back if it had come too far: because the clock was wrong or the setting was changed.
 */
async function nextStep({ store, days, keptDays }: RetentionOptions): Promise<Step | undefined> {
  if (keptDays() === 0) return undefined;
  const last = await lastOutdated(days, keptDays());
  const erased = await erasedTo(store);
  if (erased > last) return { goBackTo: last };
  const day = await nextTicketDay(store, erased, last);
  if (day !== undefined) return { erase: day };
  if ((await findToForget(store, last, await days.endOf(last))).length > 0) return { erase: last };
  if ((await findHoldersUpTo(store, last, 1)).length > 0) return { holdersUpTo: last };
  const [kept] = await findKeptContacts(store, await days.current(), 1);
  return kept && { recheckUpTo: last };
}

/** Orders without tickets that were sold before that day ended, but for those whose buyer is owed something, or has a pass. */
async function findToForget(queries: Queries, day: CalendarDay, instant: number): Promise<Uuid[]> {
  const found = await findTicketlessBefore(queries, instant);
  if (found.length === 0) return [];
  const owed = await findSalesOwed(queries, new Set(found));
  const withPasses = await findOrdersWithPassesAfter(queries, found, day);
  return found.filter((orderId) => !owed.has(orderId) && !withPasses.has(orderId));
}

/** The names of those who hold passes, and by which address they are found, go some time after the last day. */
async function eraseHolders({ clock }: RetentionOptions, lease: Lease, last: CalendarDay): Promise<void> {
  await lease.transaction(async (tx) => {
    const passes = await findHoldersUpTo(tx, last, BATCH_SIZE);
    const [subject] = passes;
    if (subject === undefined) return;
    await forgetHolders(tx, passes);
    const context = { tx, actor: SERVICE, now: clock.now() };
    await record(context, { kind: 'contacts.erased', subject, details: { passes } });
  });
}

async function erasedTo(queries: Queries): Promise<CalendarDay | ''> {
  const row = await queries.get<{ erasedTo: CalendarDay | '' }>(
    'SELECT erased_to AS "erasedTo" FROM retention WHERE id = 1',
  );
  if (row === undefined) throw new Error('The table retention has lost its row.');
  return row.erasedTo;
}

async function setErasedTo(tx: Transaction, day: CalendarDay): Promise<void> {
  await tx.run('UPDATE retention SET erased_to = ? WHERE id = 1', [day]);
}

async function eraseSome({ clock, days }: RetentionOptions, lease: Lease, day: CalendarDay): Promise<void> {
  const today = await days.current();
  const end = await days.endOf(day);
  await lease.transaction(async (tx) => {
    const found = await findReachable(tx, { day, today }, BATCH_SIZE);
    await eraseUnlessKept({ tx, actor: SERVICE, now: clock.now() }, found, today);
    if (found.length < BATCH_SIZE) {
      const bookings = await findBookingsUpTo(tx, day);
      const owed = await findSalesOwed(tx, new Set(bookings));
      await forgetBookings(
        tx,
        bookings.filter((orderId) => !owed.has(orderId)),
      );
      await forgetTicketless({ tx, actor: SERVICE, now: clock.now() }, day, end);
      await setErasedTo(tx, day);
    }
  });
}

async function forgetTicketless(context: ActionContext, day: CalendarDay, end: number): Promise<void> {
  const orders = await findToForget(context.tx, day, end);
  const [subject] = orders;
  if (subject === undefined) return;
  await forgetBuyers(context.tx, orders);
  await record(context, { kind: 'contacts.erased', subject, details: { orders } });
}

/** What kept them may be over. One whose day was put off, or whose time is longer now, is not outdated any more. */
async function recheckSome(
  { clock, days }: RetentionOptions,
  lease: Lease,
  last: CalendarDay,
): Promise<void> {
  const today = await days.current();
  await lease.transaction(async (tx) => {
    const kept = await findKeptContacts(tx, today, BATCH_SIZE);
    const [outdated, others] = [kept.filter(({ day }) => day <= last), kept.filter(({ day }) => day > last)];
    await keepContacts(tx, numbersOf(others), null);
    await eraseUnlessKept({ tx, actor: SERVICE, now: clock.now() }, outdated, today);
  });
}

async function eraseUnlessKept(
  context: ActionContext,
  outdated: readonly Reachable[],
  today: CalendarDay,
): Promise<void> {
  if (outdated.length === 0) return;
  const { tx } = context;
  const owed = await findSalesOwed(tx, new Set(outdated.map(({ sale }) => sale)));
  const toCome = await findSalesToCome(tx, numbersOf(outdated), today);
  const isKept = ({ sale }: Reachable) => owed.has(sale) || toCome.has(sale);
  await keepContacts(tx, numbersOf(outdated.filter(isKept)), today);
  const erased = outdated.filter((each) => !isKept(each));
  if (erased.length === 0) return;
  const contacts = await forgetContacts(tx, numbersOf(erased));
  await forgetOrdersOf(tx, numbersOf(erased));
  const subject = erased[0]?.day ?? today;
  await record(context, { kind: 'contacts.erased', subject, details: { contacts } });
}

function numbersOf(reachable: readonly Reachable[]): number[] {
  return reachable.map(({ number }) => number);
}
