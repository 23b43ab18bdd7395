import type { CalledOff } from '../called-off/index.ts';
import { mailboxOf } from '../core/email.ts';
import { findDueFor } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { findCancelled, findContacts, findTicketsByNumber, orderOf, type Ticket } from '../tickets/index.ts';

/** What calling something off does. */
export interface CallingOffFigures {
  /** Those that are cancelled. */
  readonly tickets: number;
  /** The places of these. */
  readonly persons: number;
  /** Those with such a ticket; a ticket that was sold alone is one too. */
  readonly orders: number;
  /** What is told to those who left an address: one for each visit. */
  readonly mails: number;
  /** Hundredths: what is due to buyers for these tickets. */
  readonly moneyCents: number;
}

const TICKETS_AT_ONCE = 1_000;

/** What was done by calling that off, in the transaction that has done it. */
export async function callingOffFigures(
  queries: Queries,
  calledOff: readonly CalledOff[],
): Promise<CallingOffFigures> {
  const tickets: Ticket[] = [];
  const mails = new Set<string>();
  for (const each of calledOff) {
    const numbers = await findCancelled(queries, each);
    for (let from = 0; from < numbers.length; from += TICKETS_AT_ONCE) {
      const some = numbers.slice(from, from + TICKETS_AT_ONCE);
      tickets.push(...(await findTicketsByNumber(queries, some)));
      for (const { email } of (await findContacts(queries, some)).values())
        if (email !== undefined) mails.add(`${each.product} ${each.day} ${mailboxOf(email)}`);
    }
  }
  return {
    tickets: tickets.length,
    persons: tickets.reduce((sum, { places }) => sum + places, 0),
    orders: new Set(tickets.map(orderOf)).size,
    mails: mails.size,
    moneyCents: await findDueFor(queries, tickets),
  };
}
