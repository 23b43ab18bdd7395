import { type CalendarDay, isoWeekday } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { parseUuid, type Uuid } from '../core/uuid.ts';
import { deliveryIdOf, type NewDelivery } from '../deliveries/index.ts';
import { findEventOfTicket } from '../events/index.ts';
import { findWeek, type Opening, type SpecialDay, type Week } from '../hours/index.ts';
import type { SealedEntry } from '../journal/index.ts';
import { countGeneralEntry } from '../offers/index.ts';
import { findOrdersById } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import {
  type ContactHashes,
  findHolders,
  findLastPassed,
  findNextTickets,
  findTicket,
  type Holder,
  type Ticket,
} from '../tickets/index.ts';
import { readHolderState, validities } from './current-tickets.ts';
import {
  CHANNEL,
  changeBetween,
  type HolderState,
  type MailContent,
  type MailKind,
  RECEIVER,
} from './mail-kind.ts';

/** How many tickets one step looks at. */
const TICKETS_PER_STEP = 5_000;

/** Which tickets an entry of the journal may concern. */
export type Change =
  | { readonly of: 'ticket'; readonly number: number }
  | { readonly of: 'event'; readonly eventId: Uuid; readonly before: EventBefore }
  /** Tickets whose codes are withdrawn, by the keys under which they were sold. */
  | { readonly of: 'keys'; readonly keyIds: readonly string[] }
  | {
      readonly of: 'general';
      /** Undefined: every day. */
      readonly day: CalendarDay | undefined;
      /** Whether the change opened or closed the museum on that day; undefined: neither. */
      turnOf(day: CalendarDay): 'open' | 'closed' | undefined;
    };

/** The values before the change that matter to ticket holders. */
interface EventBefore {
  readonly location?: string;
  readonly dates?: readonly CalendarDay[];
}

/** One after which the tickets are valid, or for a place, that they were not before. */
type StateChange = Exclude<Change, { readonly of: 'keys' }>;

/** The change in a journal entry that may concern ticket holders; undefined: none. */
export async function changeIn(queries: Queries, entry: SealedEntry): Promise<Change | undefined> {
  const { kind, subject } = entry;
  const details = entry.details as Details;
  switch (kind) {
    case 'ticket.void': {
      if (details.replacedBy !== undefined || details.because === 'returned') return undefined;
      const ticketId = parseUuid(subject);
      const ticket = ticketId && (await findTicket(queries, ticketId));
      if (ticket === undefined || (await isOrderVoid(queries, ticket))) return undefined;
      return { of: 'ticket', number: ticket.number };
    }
    case 'event.cancelled':
      return { of: 'event', eventId: subject as Uuid, before: {} };
    case 'event.changed': {
      const { before = {}, after = {} } = details;
      if (!('location' in after) && !('dates' in after)) return undefined;
      return { of: 'event', eventId: subject as Uuid, before };
    }
    case 'hours.week-set': {
      const { before, after } = entry.details as { readonly before: Week; readonly after: Week };
      return weekChange(before, after);
    }
    case 'hours.day-set':
    case 'hours.day-cleared': {
      const { before, after = null } = entry.details as DayDetails;
      return dayChange(queries, subject as CalendarDay, before, after);
    }
    case 'keys.revoked': {
      const { mails, withdrawn } = entry.details as RevocationDetails;
      return mails ? { of: 'keys', keyIds: withdrawn } : undefined;
    }
    default:
      return undefined;
  }
}

interface RevocationDetails {
  readonly mails: boolean;
  readonly withdrawn: readonly string[];
}

/** Whether all tickets of its order are void, of which there is one mail. */
async function isOrderVoid(queries: Queries, { orderId }: Ticket): Promise<boolean> {
  if (orderId === null) return false;
  return (await findOrdersById(queries, [orderId])).get(orderId)?.state === 'void';
}

interface Details {
  readonly replacedBy?: number;
  readonly because?: string;
  readonly before?: EventBefore;
  readonly after?: object;
}

interface DayDetails {
  readonly before: SpecialDay | null;
  readonly after?: SpecialDay;
}

function weekChange(before: Week, after: Week): Change | undefined {
  const turns = before.map((opening, index) => turnFrom(opening, after[index] ?? null));
  if (turns.every((turn) => turn === undefined)) return undefined;
  return { of: 'general', day: undefined, turnOf: (day) => turns[isoWeekday(day) - 1] };
}

async function dayChange(
  queries: Queries,
  day: CalendarDay,
  before: SpecialDay | null,
  after: SpecialDay | null,
): Promise<Change | undefined> {
  const usual = (await findWeek(queries))[isoWeekday(day) - 1] ?? null;
  const openingOf = (special: SpecialDay | null) => (special === null ? usual : special.opening);
  const turn = turnFrom(openingOf(before), openingOf(after));
  if (turn === undefined) return undefined;
  return (await countGeneralEntry(queries, day)) > 0 ? { of: 'general', day, turnOf: () => turn } : undefined;
}

function turnFrom(before: Opening | null, after: Opening | null): 'open' | 'closed' | undefined {
  if ((before === null) === (after === null)) return undefined;
  return after === null ? 'closed' : 'open';
}

/** As many as an order may have: each has a picture in the mail. */
const REISSUED_AT_ONCE = 100;

interface Planning {
  readonly today: CalendarDay;
  readonly planned: NewDelivery[];
  readonly hashes: ContactHashes;
}

/**
 * Plans a mail for each person whom the change concerns, among some of the tickets with numbers above `from`.
 * @returns the number of the last ticket that was looked at; undefined: there are no more.
 */
export async function planChange(
  queries: Queries,
  entry: SealedEntry,
  change: Change,
  from: number,
  { today, planned, hashes }: Planning,
): Promise<number | undefined> {
  const start = from > 0 || change.of === 'ticket' ? from : await findLastPassed(queries, today);
  const seen = change.of === 'ticket' ? [] : await findNextTickets(queries, start, TICKETS_PER_STEP);
  const to = seen.at(-1) ?? start;
  const holders = await findHolders(queries, change, { from: start, to }, today);
  if (change.of === 'keys') planned.push(...reissueMails(entry, holders, hashes));
  else planned.push(...(await changeMails(queries, entry, change, holders, hashes)));
  return seen.length < TICKETS_PER_STEP ? undefined : to;
}

/**
 * A mail for each order, and for each person's tickets that were sold alone. Whether they are valid is asked when it is
 * sent.
 */
function reissueMails(entry: SealedEntry, holders: readonly Holder[], hashes: ContactHashes): NewDelivery[] {
  const together = Map.groupBy(holders, ({ orderId, email }) => orderId ?? mailboxOf(email));
  return [...together.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / REISSUED_AT_ONCE) }, (_, index) => {
      const some = group.slice(index * REISSUED_AT_ONCE, (index + 1) * REISSUED_AT_ONCE);
      const numbers = some.map(({ number }) => number);
      const codes = some.map(({ code }) => code);
      const recipientHash = hashes.of((group[0] as Holder).email);
      return {
        ...changeMail(entry, 'reissued', codes, { numbers, isReissue: true }),
        recipientHash,
      };
    }),
  );
}

async function changeMails(
  queries: Queries,
  entry: SealedEntry,
  change: StateChange,
  holders: readonly Holder[],
  hashes: ContactHashes,
): Promise<NewDelivery[]> {
  const now = await stateOf(queries, change);
  const people = new Map<
    string,
    { kind: MailKind; before: HolderState; numbers: number[]; codes: string[]; recipientHash: number }
  >();
  for (const { number, day, email, lastMailed, code } of holders) {
    const state = await now(day);
    const before: HolderState = { validity: 'valid', place: placeBefore(change) ?? state.place };
    // A mail in flight may still state what was true before. Whether it did is known when this mail is sent.
    const kind =
      changeBetween(readHolderState(lastMailed) ?? before, state) ??
      changeBetween(previously(change, day, state), state);
    if (kind === undefined) continue;
    const person = `${kind} ${day} ${lastMailed ?? ''} ${mailboxOf(email)}`;
    const recipientHash = hashes.of(email);
    const known = people.get(person) ?? { kind, before, numbers: [], codes: [], recipientHash };
    known.numbers.push(number);
    known.codes.push(code);
    people.set(person, known);
  }
  return [...people.values()].map(({ kind, before, numbers, codes, recipientHash }) => ({
    ...changeMail(entry, kind, codes, { numbers, before }),
    recipientHash,
  }));
}

function placeBefore(change: StateChange): string | undefined {
  return change.of === 'event' ? change.before.location : undefined;
}

/** The state of tickets for that day right before the change. */
function previously(change: StateChange, day: CalendarDay, now: HolderState): HolderState {
  switch (change.of) {
    case 'ticket':
      return { ...now, validity: 'valid' };
    case 'event': {
      const { location = now.place, dates } = change.before;
      const wasOn = dates === undefined ? undefined : dates.includes(day) ? 'valid' : 'day-lost';
      const wasListed = now.validity === 'cancelled' ? 'valid' : now.validity;
      return { place: location, validity: wasOn ?? wasListed };
    }
    case 'general': {
      const turn = change.turnOf(day);
      return turn === undefined ? now : { ...now, validity: turn === 'open' ? 'closed' : 'valid' };
    }
  }
}

function changeMail(
  { at, number }: SealedEntry,
  kind: MailKind,
  codes: string[],
  content: MailContent,
): NewDelivery {
  const [first] = content.numbers as [number];
  return {
    deliveryId: deliveryIdOf(at, number, 'change', number, first),
    channel: CHANNEL,
    receiver: RECEIVER,
    kind: kind,
    subject: codes.join(' '),
    content: JSON.stringify(content),
    madeAt: at,
  };
}

/** The current state of the tickets that the change concerns, by day. */
async function stateOf(
  queries: Queries,
  change: StateChange,
): Promise<(day: CalendarDay) => Promise<HolderState>> {
  if (change.of === 'ticket') return async () => ({ validity: 'void', place: null });
  const sold = change.of === 'event' ? await findEventOfTicket(queries, change.eventId) : undefined;
  const place = sold?.event.location ?? null;
  const validityOn = validities(queries);
  return async (day) => ({ validity: await validityOn(day, sold), place });
}
