// @ts-check
/**
 * When a ticket with an entry time is admitted first. Plain JavaScript, because the service and the gate's page run this very
 * file.
 *
 * @import { EntryRule, TimedTicket } from './entry-time-types.ts'
 */
import { instantOf } from './instant-of.js';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/**
 * The instant of an entry time. An event's is on the date itself. General entry that is before the opening time of a night
 * (a day that lasts past midnight) belongs to the night after the date.
 * @param {(instant: number) => { readonly day: string, readonly time: string }} localOf
 * @param {{ readonly day: string, readonly entryTime: string, readonly eventId: string | null }} ticket
 * @param {string | undefined} nightFrom when the museum opens on that date, if it is a night
 */
export function entryInstant(localOf, { day, entryTime, eventId }, nightFrom) {
  const isAfterMidnight = eventId === null && nightFrom !== undefined && entryTime < nightFrom;
  const next = new Date(Date.parse(day) + MS_PER_DAY);
  return instantOf(localOf, isAfterMidnight ? next.toISOString().slice(0, 10) : day, entryTime);
}

/**
 * Whether an instant is too early or too late for the first entry. An event's ticket is late when the event is over.
 * @param {TimedTicket} ticket
 * @param {EntryRule} rule
 * @param {number} now
 * @returns {'too-early' | 'too-late' | undefined}
 */
export function timeFault(ticket, rule, now) {
  if (now < admittedFrom(ticket, rule)) return 'too-early';
  const until = admittedUntil(ticket, rule);
  const isOver = ticket.eventId === null ? now > until : now >= until;
  return isOver ? 'too-late' : undefined;
}

/**
 * @param {TimedTicket} ticket
 * @param {EntryRule} rule
 */
export function admittedFrom({ entryAt }, { early }) {
  return entryAt - early * MS_PER_MINUTE;
}

/**
 * @param {TimedTicket} ticket
 * @param {EntryRule} rule
 */
export function admittedUntil({ entryAt, eventId, minutes = Number.POSITIVE_INFINITY }, { late }) {
  return entryAt + (eventId === null ? late : minutes) * MS_PER_MINUTE;
}
