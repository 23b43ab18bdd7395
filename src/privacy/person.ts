import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Delivery } from '../deliveries/index.ts';
import { record } from '../journal/index.ts';
import { findMailsAbout } from '../mail/index.ts';
import type { Queries, Store } from '../store/index.ts';
import {
  type ContactHashes,
  findTicketsByNumber,
  forgetContacts,
  HIGHEST_NUMBER,
  recordsOf,
  type TicketRecord,
} from '../tickets/index.ts';
import { type CheckIn, findScans } from '../visits/index.ts';

const BATCH_SIZE = 500;

/** All personal data stored for an e-mail address. */
export interface KnownPerson {
  /** The newest first. */
  readonly tickets: readonly TicketRecord[];
  /** Every scan of those tickets, refused ones and those taken back too, in the order of time. */
  readonly scans: readonly CheckIn[];
  /** What was mailed about those tickets, as far as that is still kept. */
  readonly mails: readonly Delivery[];
}

/** @throws Refusal forbidden */
export async function findPerson(
  queries: Queries,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  today: CalendarDay,
): Promise<KnownPerson> {
  requirePermission(actor, 'manage-privacy');
  const numbers = await contacts.numbersOf(queries, email, HIGHEST_NUMBER, HIGHEST_NUMBER);
  const [tickets, scans]: [TicketRecord[], CheckIn[]] = [[], []];
  for (let from = 0; from < numbers.length; from += BATCH_SIZE) {
    const some = await findTicketsByNumber(queries, numbers.slice(from, from + BATCH_SIZE));
    tickets.push(...(await recordsOf(queries, some, today)));
    scans.push(...(await findScans(queries, some)));
  }
  const mails = numbers.length === 0 ? [] : await findMailsAbout(queries, new Set(numbers));
  return { tickets, scans: scans.sort((one, other) => one.at - other.at), mails };
}

/**
 * Erases the e-mail address, whatever its case, and the telephone numbers stored with it. The tickets stay valid; waiting
 * mails are not sent any more.
 * @returns of how many tickets
 * @throws Refusal forbidden
 */
export async function erasePerson(
  store: Store,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  now: number,
): Promise<number> {
  requirePermission(actor, 'manage-privacy');
  let erased = 0;
  for (;;) {
    // Repeated until there are none: an exchange may have added one meanwhile.
    const some = await store.transaction(async (tx) => {
      const numbers = await contacts.numbersOf(tx, email, HIGHEST_NUMBER, BATCH_SIZE);
      if (numbers.length === 0) return 0;
      await forgetContacts(tx, numbers);
      await record(tx, actor, now, {
        kind: 'contacts.erased',
        subject: `${numbers[0]}`,
        details: { tickets: numbers },
      });
      return numbers.length;
    });
    if (some === 0) return erased;
    erased += some;
  }
}
