import { parseUuid, type Uuid } from '../core/uuid.ts';
import { type About, type Entry, findNaming } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { findCheckIns, findPassages } from '../visits/index.ts';
import { findTicket, findTicketIds } from './ticket-store.ts';

/*
 * One entry of the journal covers all tickets that were sold or admitted together, by their numbers, which are internal.
 * These functions find entries by the id of a ticket, and show ids in place of numbers.
 */

const IDS_AT_ONCE = 1_000;

/** Which entries are about a subject (an id in either case). For a ticket, also those that cover several tickets. */
export async function findAbout(queries: Queries, subject: string): Promise<About> {
  const id = parseUuid(subject);
  const ticket = id && (await findTicket(queries, id));
  if (ticket === undefined) return { subjects: [id ?? subject], positions: [] };
  const { number, ticketId, soldAt } = ticket;
  const passages = (await findPassages(queries, [ticket])).get(number) ?? [];
  const checkInIds = passages.map(({ checkInId }) => checkInId);
  const checkIns = [...(await findCheckIns(queries, checkInIds)).values()];
  const positions = await Promise.all([
    findNaming(queries, number, { kind: 'tickets.sold', at: soldAt }),
    findNaming(queries, number, { kind: 'tickets.imported', at: soldAt }),
    ...checkIns.map(({ verdict, recordedAt }) =>
      findNaming(queries, number, {
        kind: verdict === 'left' ? 'tickets.left' : 'tickets.admitted',
        at: recordedAt,
      }),
    ),
  ]);
  return { subjects: [ticketId, ...checkInIds], positions: [...new Set(positions.flat())] };
}

/** The details of entries about tickets. */
interface Named {
  readonly tickets?: readonly number[];
  readonly number?: number;
  readonly replacedBy?: number;
}

/** The same entries, with ids of tickets in place of their numbers. */
export async function withTicketIds<E extends Entry>(queries: Queries, entries: readonly E[]): Promise<E[]> {
  const numbers = entries.flatMap(({ details }) => {
    const { tickets = [], replacedBy }: Named = details;
    return replacedBy === undefined ? tickets : [replacedBy];
  });
  const ids = await idsOf(queries, [...new Set(numbers)]);
  return entries.map((entry) => {
    // The number of a void ticket is left out: its id is the subject.
    const { tickets, replacedBy, number: _, ...details }: Named = entry.details;
    return {
      ...entry,
      // Other subjects may be digits too, such as the id of a key.
      subject: (tickets?.includes(Number(entry.subject)) && ids.get(Number(entry.subject))) || entry.subject,
      details: {
        ...details,
        ...(tickets && { tickets: tickets.map((number) => ids.get(number) ?? number) }),
        ...(replacedBy !== undefined && { replacedBy: ids.get(replacedBy) ?? replacedBy }),
      },
    };
  });
}

async function idsOf(queries: Queries, numbers: readonly number[]): Promise<Map<number, Uuid>> {
  const ids = new Map<number, Uuid>();
  for (let from = 0; from < numbers.length; from += IDS_AT_ONCE) {
    const some = await findTicketIds(queries, numbers.slice(from, from + IDS_AT_ONCE));
    for (const [number, ticketId] of some) ids.set(number, ticketId);
  }
  return ids;
}
