import type { CalledOff } from '../called-off/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
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
  /** What is told to those who left an address: one for each visit, and for all days of an order. */
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
  const told: Told[] = [];
  for (const each of calledOff) {
    const numbers = await findCancelled(queries, each);
    for (let from = 0; from < numbers.length; from += TICKETS_AT_ONCE) {
      const some = numbers.slice(from, from + TICKETS_AT_ONCE);
      const contacts = await findContacts(queries, some);
      for (const ticket of await findTicketsByNumber(queries, some)) {
        tickets.push(ticket);
        const email = contacts.get(ticket.number)?.email;
        if (email !== undefined) told.push({ ticket, person: `${each.product} ${mailboxOf(email)}` });
      }
    }
  }
  return {
    tickets: tickets.length,
    persons: tickets.reduce((sum, { places }) => sum + places, 0),
    orders: new Set(tickets.map(orderOf)).size,
    mails: countMails(told),
    moneyCents: await findDueFor(queries, tickets),
  };
}

/** A ticket, with what was called off and whom it concerns. */
interface Told {
  readonly ticket: Ticket;
  readonly person: string;
}

/** Days that a person has in one order are told together. */
function countMails(told: readonly Told[]): number {
  let mails = 0;
  for (const ofPerson of Map.groupBy(told, ({ person }) => person).values()) {
    let together: ReadonlySet<CalendarDay>[] = [];
    for (const ofOrder of Map.groupBy(ofPerson, ({ ticket }) => orderOf(ticket)).values()) {
      const days = ofOrder.map(({ ticket }) => ticket.day);
      const touches = (others: ReadonlySet<CalendarDay>) => days.some((day) => others.has(day));
      const joined = together.filter(touches).flatMap((others) => [...others]);
      together = [...together.filter((others) => !touches(others)), new Set([...days, ...joined])];
    }
    mails += together.length;
  }
  return mails;
}
