import { SERVICE } from '../core/actor.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import type { Clock, MuseumCalendar } from '../core/clock.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { record } from '../journal/index.ts';
import type { Queries, Store } from '../store/index.ts';
import { findReachable, forgetContacts, nextTicketDay } from '../tickets/index.ts';

const AT_ONCE = 500;

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  /** How long after a ticket's day its e-mail address and telephone number are kept: one day at least. */
  readonly days: number;
}

/** The job that forgets how to reach whoever held a ticket, once its day is that long ago. */
export function retentionJob(options: RetentionOptions): Job {
  return {
    name: 'erase-contacts',
    everyMs: 60_000,
    hasWork: async () => (await nextDay(options)) !== undefined,
    step: async (lease) => {
      const day = await nextDay(options);
      if (day === undefined) return false;
      await eraseSome(options, lease, day);
      return true;
    },
  };
}

/** The first day with tickets that is long enough ago and not done with. No tickets are sold for a day that is over. */
async function nextDay({ store, calendar, days }: RetentionOptions): Promise<CalendarDay | undefined> {
  return nextTicketDay(store, await erasedTo(store), addDays(calendar.today(), -days));
}

async function erasedTo(queries: Queries): Promise<CalendarDay | ''> {
  const row = await queries.get<{ erasedTo: CalendarDay | '' }>(
    'SELECT erased_to AS "erasedTo" FROM retention WHERE id = 1',
  );
  if (row === undefined) throw new Error('The table retention has lost its row.');
  return row.erasedTo;
}

async function eraseSome({ clock }: RetentionOptions, lease: Lease, day: CalendarDay): Promise<void> {
  await lease.transaction(async (tx) => {
    const numbers = await findReachable(tx, day, AT_ONCE);
    if (numbers.length > 0) {
      const contacts = await forgetContacts(tx, numbers);
      await record(tx, SERVICE, clock.now(), {
        kind: 'contacts.erased',
        subject: day,
        details: { contacts },
      });
    }
    if (numbers.length < AT_ONCE) await tx.run('UPDATE retention SET erased_to = ? WHERE id = 1', [day]);
  });
}
