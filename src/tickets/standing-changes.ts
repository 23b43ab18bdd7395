import { findOfKinds, type JournalKind } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { type StandingDetails, standingSubject } from './standing.ts';
import type { Ticket } from './ticket.ts';

/** What the journal says when tickets are cancelled, or no more. */
export const CANCELLING = [
  'tickets.called-off',
  'tickets.taken-up',
] as const satisfies readonly JournalKind[];

/** From when on a ticket was cancelled, or no more. */
export interface StandingChange {
  readonly at: number;
  readonly isCancelled: boolean;
}

/** For each ticket that ever was cancelled, by number, in the order in which they were recorded. */
export type StandingChanges = ReadonlyMap<number, readonly StandingChange[]>;

/** When those tickets were cancelled, and valid again. What made them void says nothing of it. */
export async function findStandingChanges(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'number' | 'product' | 'day'>[],
): Promise<StandingChanges> {
  const asked = new Set(tickets.map(({ number }) => number));
  const entries = await findOfKinds(queries, CANCELLING, [...new Set(tickets.map(standingSubject))]);
  const changes = new Map<number, StandingChange[]>();
  for (const { kind, at: recordedAt, details } of entries) {
    const { tickets: numbers, since: at = recordedAt } = details as StandingDetails;
    for (const number of numbers.filter((each) => asked.has(each))) {
      const own = changes.get(number) ?? [];
      own.push({ at, isCancelled: kind === 'tickets.called-off' });
      changes.set(number, own);
    }
  }
  return changes;
}
