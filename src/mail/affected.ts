import { type CalledOff, findCalledOff } from '../called-off/index.ts';
import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { parseUuid, type Uuid } from '../core/uuid.ts';
import { deliveryIdOf, type NewDelivery } from '../deliveries/index.ts';
import { findEventOfTicket } from '../events/index.ts';
import type { SealedEntry } from '../journal/index.ts';
import { eventIn, GENERAL, type Product } from '../offers/index.ts';
import { findOrdersById } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import {
  type ContactHashes,
  findHolders,
  findLastPassed,
  findNextTickets,
  findTicket,
  HIGHEST_NUMBER,
  type Holder,
  type Ticket,
} from '../tickets/index.ts';
import { readHolderState, VALIDITY } from './current-tickets.ts';
import {
  CHANNEL,
  changeBetween,
  type HolderState,
  type MailContent,
  type MailKind,
  type PostponedNews,
  RECEIVER,
  type Validity,
} from './mail-kind.ts';

/** What has happened longer ago is not mailed about: when mail was off for this long, it was off on purpose. */
export const MAX_AGE_MS = 3 * MS_PER_DAY;
/** How many tickets one step looks at. */
const TICKETS_PER_STEP = 5_000;

/** Which tickets an entry of the journal may concern. */
export type Change =
  | { readonly of: 'ticket'; readonly number: number }
  /** Those of an event, which was there before. */
  | { readonly of: 'event'; readonly eventId: Uuid; readonly placeBefore: string }
  /** Those of them that stand, for a day of a product that was called off, or takes place after all. */
  | {
      readonly of: 'numbers';
      readonly numbers: readonly number[];
      readonly product: Product;
      readonly before: Validity;
    }
  /** Those of them that stand. */
  | { readonly of: 'postponed'; readonly numbers: readonly number[]; readonly news: PostponedNews }
  /** Tickets whose codes are withdrawn, by the keys under which they were sold. */
  | { readonly of: 'keys'; readonly keyIds: readonly string[] };

/** One after which the tickets are valid, or for a place, that they were not before. */
type StateChange = Exclude<Change, { readonly of: 'keys' | 'postponed' }>;

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
    case 'event.changed': {
      const placeBefore = details.before?.location;
      if (placeBefore === undefined) return undefined;
      return { of: 'event', eventId: subject as Uuid, placeBefore };
    }
    case 'tickets.called-off':
    case 'tickets.taken-up':
      return standingChange(queries, entry);
    case 'event.postponed': {
      const { from, reason, tickets } = entry.details as PostponedDetails;
      const news = { from, ...(reason !== undefined && { reason }) };
      return { of: 'postponed', numbers: tickets, news };
    }
    case 'keys.revoked': {
      const { mails, withdrawn } = entry.details as RevocationDetails;
      return mails ? { of: 'keys', keyIds: withdrawn } : undefined;
    }
    default:
      return undefined;
  }
}

interface PostponedDetails extends PostponedNews {
  readonly tickets: readonly number[];
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
  readonly before?: { readonly location?: string };
}

interface StandingDetails extends Pick<CalledOff, 'day' | 'because'> {
  readonly tickets: readonly number[];
}

/** Undefined: it was called off too long ago, by a version that did not write down which tickets that concerns. */
async function standingChange(
  queries: Queries,
  { kind, subject, details, at }: SealedEntry,
): Promise<Change | undefined> {
  const { day, because, tickets: numbers } = details as StandingDetails;
  const product = parseUuid(subject) ?? GENERAL;
  const off = await findOff(queries, product, [day]);
  if ((off.get(day)?.calledOffAt ?? at) < at - MAX_AGE_MS) return undefined;
  const before = kind === 'tickets.called-off' ? 'valid' : VALIDITY[because];
  return { of: 'numbers', numbers, product, before };
}

/** Which of these days of a product are called off. */
async function findOff(
  queries: Queries,
  product: Product,
  days: readonly CalendarDay[],
): Promise<Map<CalendarDay, CalledOff>> {
  const off = await findCalledOff(
    queries,
    days.map((day) => ({ product, day })),
  );
  return new Map([...off.values()].map((each) => [each.day, each]));
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
  if (change.of === 'numbers' || change.of === 'postponed') {
    const holders = await findHoldersAmong(queries, change.numbers, today);
    if (change.of === 'postponed') planned.push(...postponedMails(entry, change.news, holders, hashes));
    else planned.push(...(await changeMails(queries, entry, change, holders, hashes)));
    return undefined;
  }
  const start = from > 0 || change.of === 'ticket' ? from : await findLastPassed(queries, today);
  const seen = change.of === 'ticket' ? [] : await findNextTickets(queries, start, TICKETS_PER_STEP);
  const to = seen.at(-1) ?? start;
  const holders = await findHolders(queries, change, { from: start, to }, today);
  if (change.of === 'keys') planned.push(...reissueMails(entry, holders, hashes));
  else planned.push(...(await changeMails(queries, entry, change, holders, hashes)));
  return seen.length < TICKETS_PER_STEP ? undefined : to;
}

async function findHoldersAmong(
  queries: Queries,
  numbers: readonly number[],
  today: CalendarDay,
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (let at = 0; at < numbers.length; at += TICKETS_PER_STEP) {
    const sought = { of: 'numbers', numbers: numbers.slice(at, at + TICKETS_PER_STEP) } as const;
    holders.push(...(await findHolders(queries, sought, { from: 0, to: HIGHEST_NUMBER }, today)));
  }
  return holders;
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

/** A mail for each person. */
function postponedMails(
  entry: SealedEntry,
  postponed: PostponedNews,
  holders: readonly Holder[],
  hashes: ContactHashes,
): NewDelivery[] {
  return [...Map.groupBy(holders, ({ email }) => mailboxOf(email)).values()].map((group) => {
    const content = { numbers: group.map(({ number }) => number), postponed };
    const codes = group.map(({ code }) => code);
    const recipientHash = hashes.of((group[0] as Holder).email);
    return { ...changeMail(entry, 'postponed', codes, content), recipientHash };
  });
}

async function changeMails(
  queries: Queries,
  entry: SealedEntry,
  change: StateChange,
  holders: readonly Holder[],
  hashes: ContactHashes,
): Promise<NewDelivery[]> {
  const now = await stateOf(queries, change, holders);
  const people = new Map<
    string,
    { kind: MailKind; before: HolderState; numbers: number[]; codes: string[]; recipientHash: number }
  >();
  for (const { number, day, email, lastMailed, code } of holders) {
    const state = now(day);
    const before: HolderState = { validity: 'valid', place: placeBefore(change) ?? state.place };
    // A mail in flight may still state what was true before. Whether it did is known when this mail is sent.
    const kind =
      changeBetween(readHolderState(lastMailed) ?? before, state) ??
      changeBetween(previously(change, state), state);
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
  return change.of === 'event' ? change.placeBefore : undefined;
}

/** The state of the tickets right before the change. */
function previously(change: StateChange, now: HolderState): HolderState {
  switch (change.of) {
    case 'ticket':
      return { ...now, validity: 'valid' };
    case 'event':
      return { ...now, place: change.placeBefore };
    case 'numbers':
      return { ...now, validity: change.before };
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
  holders: readonly Holder[],
): Promise<(day: CalendarDay) => HolderState> {
  if (change.of === 'ticket') return () => ({ validity: 'void', place: null });
  const product = change.of === 'event' ? change.eventId : change.product;
  const eventId = eventIn(product);
  const sold = eventId === null ? undefined : await findEventOfTicket(queries, eventId);
  const place = sold?.event.location ?? null;
  const off = await findOff(queries, product, [...new Set(holders.map(({ day }) => day))]);
  return (day) => {
    const calledOff = off.get(day);
    return { validity: calledOff === undefined ? 'valid' : VALIDITY[calledOff.because], place };
  };
}
