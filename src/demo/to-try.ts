import type { CalendarDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';
import { findTicketsOn, HIGHEST_NUMBER, recordsOf, type TicketRecord } from '../tickets/index.ts';

/** The states of tickets that the gate answers differently. */
const STANDINGS = ['valid', 'inside', 'left', 'void', 'cancelled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A ticket for that day of each standing, as far as there are any, by its confirmation code; general entry first. */
export async function codesToTry(
  queries: Queries,
  day: CalendarDay,
): Promise<{ readonly standing: Standing; readonly code: string }[]> {
  const tickets = await findTicketsOn(queries, day, HIGHEST_NUMBER, 1_000);
  const generalFirst = tickets.toSorted(
    (one, other) => Number(one.eventId !== null) - Number(other.eventId !== null),
  );
  const records = await recordsOf(queries, generalFirst, day);
  return STANDINGS.flatMap((standing) => {
    const found = records.find((record) => standingOf(record) === standing);
    return found === undefined ? [] : [{ standing, code: found.ticket.confirmationCode }];
  });
}

function standingOf({ state, passages }: TicketRecord): string {
  if (state !== 'admitted') return state;
  return passages.at(-1)?.direction === 'out' ? 'left' : 'inside';
}
