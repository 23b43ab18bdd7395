import { SERVICE } from '../core/actor.ts';
import { addDays, type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { type SteadyClock, untrustedLead } from '../core/clock.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { record } from '../journal/index.ts';
import { forgetBookingsUpTo, forgetOrdersOf } from '../orders/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import { findReachable, forgetContacts, nextTicketDay } from '../tickets/index.ts';

const BATCH_SIZE = 500;
/** A clock that was set ahead by more is not trusted until it has been ahead for a day. */
const MAX_CLOCK_JUMP_DAYS = 30;

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly days: MuseumDays;
  /** How long after a ticket's day its e-mail address and telephone number are kept: one day at least. */
  readonly keptDays: number;
}

/**
 * The job that erases the contacts of tickets whose day is at least `keptDays` ago. This can't be undone, so a clock
 * that is set far ahead while the service runs is not trusted for a day.
 */
export function retentionJob(options: RetentionOptions): Job {
  const { clock, keptDays } = options;
  const lead = untrustedLead(clock, Math.min(keptDays, MAX_CLOCK_JUMP_DAYS) * MS_PER_DAY);
  const isClockUntrusted = () => lead() > 0;
  return {
    name: 'erase-contacts',
    everyMs: 60_000,
    hasWork: async () => !isClockUntrusted() && (await nextStep(options)) !== undefined,
    step: async (lease) => {
      const next = isClockUntrusted() ? undefined : await nextStep(options);
      if (next === undefined) return false;
      if ('erase' in next) await eraseSome(options, lease, next.erase);
      else await lease.transaction((tx) => setErasedTo(tx, next.goBackTo));
      return true;
    },
  };
}

type Step = { readonly erase: CalendarDay } | { readonly goBackTo: CalendarDay };

/**
 * The first day with tickets that is past its retention and not erased yet. No tickets are sold for a day that is over,
 * so the job only goes back if it had come too far: because the clock was wrong or the setting was changed.
 */
async function nextStep({ store, days, keptDays }: RetentionOptions): Promise<Step | undefined> {
  const last = addDays(await days.current(), -keptDays);
  const erased = await erasedTo(store);
  if (erased > last) return { goBackTo: last };
  const day = await nextTicketDay(store, erased, last);
  return day && { erase: day };
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

async function eraseSome({ clock }: RetentionOptions, lease: Lease, day: CalendarDay): Promise<void> {
  await lease.transaction(async (tx) => {
    const numbers = await findReachable(tx, day, BATCH_SIZE);
    if (numbers.length > 0) {
      const contacts = await forgetContacts(tx, numbers);
      await forgetOrdersOf(tx, numbers);
      await record(
        { tx, actor: SERVICE, now: clock.now() },
        { kind: 'contacts.erased', subject: day, details: { contacts } },
      );
    }
    if (numbers.length < BATCH_SIZE) {
      await forgetBookingsUpTo(tx, day);
      await setErasedTo(tx, day);
    }
  });
}
