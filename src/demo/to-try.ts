import type { CalendarDay } from '../core/calendar-day.ts';
import { GENERAL } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { HIGHEST_NUMBER, listTickets, recordsOf, type TicketRecord } from '../tickets/index.ts';

/** The states of tickets that the gate answers differently. */
const SAMPLE_STATES = ['valid', 'inside', 'left', 'void', 'cancelled'] as const;
export type SampleState = (typeof SAMPLE_STATES)[number];

/** A ticket for that day in each state, as far as there are any, by its confirmation code; general entry first. */
export async function codesToTry(
  queries: Queries,
  day: CalendarDay,
): Promise<{ readonly sampleState: SampleState; readonly code: string }[]> {
  const tickets = await listTickets(queries, HIGHEST_NUMBER, 1_000, { day });
  const generalFirst = tickets.toSorted(
    (one, other) => Number(one.product !== GENERAL) - Number(other.product !== GENERAL),
  );
  const records = await recordsOf(queries, generalFirst, day);
  return SAMPLE_STATES.flatMap((sampleState) => {
    const found = records.find((record) => sampleStateOf(record) === sampleState);
    return found === undefined ? [] : [{ sampleState, code: found.ticket.confirmationCode }];
  });
}

function sampleStateOf({ state, passages }: TicketRecord): string {
  if (state !== 'admitted') return state;
  return passages.at(-1)?.direction === 'out' ? 'left' : 'inside';
}
