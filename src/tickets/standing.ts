import type { TicketClaims } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { findEventOfTicket } from '../events/index.ts';
import type { Queries } from '../store/index.ts';
import { findTicket } from './ticket-store.ts';

/** Why a ticket whose code is genuine admits no one all the same. */
export interface Withdrawal {
  readonly refusal: 'unknown-ticket' | 'cancelled' | 'not-an-event-day' | 'expired';
  readonly detail: string;
}

/** What the database knows against a ticket and its code does not say; undefined: it admits on its day. */
export async function findWithdrawal(
  queries: Queries,
  { ticketId }: TicketClaims,
  today: CalendarDay,
): Promise<Withdrawal | undefined> {
  const ticket = await findTicket(queries, ticketId);
  if (ticket === undefined) return withdrawn('unknown-ticket', 'this museum’s database has no such ticket');
  const { eventId, ticketDate } = ticket;
  const sold = eventId === null ? undefined : await findEventOfTicket(queries, eventId);
  if (sold?.isCancelled) return withdrawn('cancelled', `"${sold.event.name}" was cancelled`);
  if (sold !== undefined && !sold.event.dates.includes(ticketDate))
    return withdrawn('not-an-event-day', `"${sold.event.name}" no longer takes place on ${ticketDate}`);
  return ticketDate < today ? withdrawn('expired', `it was for ${ticketDate}, which is over`) : undefined;
}

function withdrawn(refusal: Withdrawal['refusal'], why: string): Withdrawal {
  return { refusal, detail: `The code is genuine, but ${why}.` };
}
