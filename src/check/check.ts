import { auditEvents } from '../events/index.ts';
import { auditHours } from '../hours/index.ts';
import { checkDatabase, findSecret, type Snapshot } from '../store/index.ts';
import { auditTickets, ConfirmationCodes } from '../tickets/index.ts';

export interface AuditFigures {
  readonly tickets: number;
  readonly keptAnswers: number;
  readonly events: number;
  readonly eventDays: number;
  readonly generalDays: number;
  /** Days with more tickets than places: no fault by itself, since a capacity may be lowered below what is sold. */
  readonly overfullDays: number;
}

/** Called now and then with what is being looked at, for whoever waits. */
export type OnProgress = (doing: string) => void;

/**
 * Recounts everything that the museum keeps twice, from the rows, and yields each difference as a sentence.
 * @returns the figures; undefined when the database could not be read far enough for them.
 */
export async function* auditMuseum(
  snapshot: Snapshot,
  onProgress: OnProgress = () => {},
): AsyncGenerator<string, AuditFigures | undefined> {
  onProgress('checking the database file');
  if (!(yield* checkDatabase(snapshot))) return undefined;
  const codes = yield* confirmationCodes(snapshot);
  if (codes === undefined) return undefined;
  return yield* recount(snapshot, codes, onProgress);
}

async function* confirmationCodes(snapshot: Snapshot): AsyncGenerator<string, ConfirmationCodes | undefined> {
  const secret = await findSecret(snapshot, 'confirmation-codes');
  const key = Buffer.from(secret ?? '', 'base64').subarray(0, 16);
  if (key.length === 16) return new ConfirmationCodes(key);
  yield 'The secret that confirmation codes are made with is gone or damaged.';
  return undefined;
}

async function* recount(
  snapshot: Snapshot,
  codes: ConfirmationCodes,
  onProgress: OnProgress,
): AsyncGenerator<string, AuditFigures> {
  const tickets = yield* auditTickets(snapshot, codes, (read) => onProgress(`read ${read} tickets`));
  onProgress('recounting the days');
  const events = yield* auditEvents(snapshot, tickets.eventTickets);
  const hours = yield* auditHours(snapshot, tickets.generalTickets);
  for (const [key, count] of tickets.eventTickets.entries()) {
    const [eventId, day] = key.split(' ');
    yield `Event ${eventId} on ${day}: there are ${count} tickets, and no counter.`;
  }
  for (const [day, count] of tickets.generalTickets.entries()) {
    yield `General entry on ${day}: there are ${count} tickets, and no counter.`;
  }
  return {
    tickets: tickets.tickets,
    keptAnswers: tickets.keptAnswers,
    events: events.events,
    eventDays: events.eventDays,
    generalDays: hours.generalDays,
    overfullDays: events.overfullDays + hours.overfullDays,
  };
}
