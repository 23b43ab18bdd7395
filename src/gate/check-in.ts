import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { type EventTitle, findDaysOff, findEventTitles } from '../events/index.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { Transaction } from '../store/index.ts';
import {
  findTicketsByNumber,
  findVoids,
  lockTickets,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';
import { addCheckIns, type CheckIn, findCheckIns, findPassages, removeCheckIns } from '../visits/index.ts';
import { type Arrival, type CheckedIn, type ScanOutcome, scanHash } from './scan.ts';
import { Timeline } from './timeline.ts';
import { decide } from './verdict.js';
import type { Decision, KnownTicket, Reentry } from './verdict-types.ts';

export interface CheckInOptions {
  readonly timeZone: string;
  readonly reentry: Reentry;
  /** The days that are on at an instant. */
  readonly daysAt: (instant: number) => Promise<Days>;
}

type Days = readonly [CalendarDay, ...CalendarDay[]];

/** What is known of the tickets that a batch of scans is about. */
interface Knowledge {
  readonly byId: ReadonlyMap<Uuid, Ticket>;
  readonly byNumber: ReadonlyMap<number, Ticket>;
  readonly voids: ReadonlyMap<number, TicketVoid>;
  readonly events: ReadonlyMap<Uuid, EventTitle>;
  /** Days that were taken off events, as `<eventId> <day>`. */
  readonly daysOff: ReadonlySet<string>;
  readonly timelines: ReadonlyMap<number, Timeline>;
}

/**
 * Comes to a verdict on each of `arrivals`, in their order, and records them inside `tx`. The tickets are locked before
 * anything about them is read, so that no two scans of one are decided beside each other; and no two
 * passages of a ticket can have the same turn, whoever writes them.
 * Statements that do not depend on each other are sent together.
 */
export async function checkIn(
  tx: Transaction,
  arrivals: readonly Arrival[],
  now: number,
  options: CheckInOptions,
): Promise<ScanOutcome[]> {
  const [tickets, recorded] = await Promise.all([
    lockTickets(tx, keysOf(arrivals)),
    findCheckIns(
      tx,
      arrivals.flatMap(({ scan }) => scan.checkInId ?? []),
    ),
  ]);
  const knowledge = await learn(tx, arrivals, tickets);
  const today = await options.daysAt(now);
  const book = new Book(recorded);
  const outcomes: ScanOutcome[] = [];
  for (const arrival of arrivals) {
    const known = book.recall(arrival);
    if (known !== undefined) outcomes.push(known);
    else {
      const days = arrival.told === undefined ? today : await options.daysAt(arrival.told.at);
      outcomes.push(book.enter(arrival, decideOn(arrival, knowledge, { now, days }, options)));
    }
  }
  book.findConflicts(knowledge.timelines, options.reentry);
  await write(tx, book, now);
  return addTickets(tx, book.outcomes(outcomes), knowledge);
}

/** An entry that is still to be written. */
interface Draft {
  readonly arrival: Arrival;
  checkIn: CheckIn;
  readonly ticket: Ticket | undefined;
  /** What had been recorded under the same id, and was not what happened. */
  readonly corrects: CheckIn | undefined;
}

/** What stands in the record, and what a batch adds to it. */
class Book {
  readonly #recorded: ReadonlyMap<Uuid, CheckIn>;
  readonly #drafts = new Map<Uuid, Draft>();

  constructor(recorded: ReadonlyMap<Uuid, CheckIn>) {
    this.#recorded = recorded;
  }

  get drafts(): Draft[] {
    return [...this.#drafts.values()];
  }

  /** What came of the same scan before; undefined when it is new, or when its gate has decided otherwise since. */
  recall({ scan, told }: Arrival): ScanOutcome | undefined {
    const { checkInId } = scan;
    if (checkInId === undefined) return undefined;
    const before = this.#drafts.get(checkInId)?.checkIn ?? this.#recorded.get(checkInId);
    if (before === undefined) return undefined;
    if (before.scanHash !== scanHash(scan)) return new Refusal('check-in-id-reused', { checkInId });
    if (told !== undefined && told.verdict !== before.verdict && before.deviceAt === null) return undefined;
    return { checkIn: before, ticket: undefined, isRepeat: true };
  }

  enter(arrival: Arrival, draft: Omit<Draft, 'corrects' | 'arrival'>): CheckedIn {
    const { checkInId } = draft.checkIn;
    this.#drafts.set(checkInId, { ...draft, arrival, corrects: this.#recorded.get(checkInId) });
    return { ...draft, isRepeat: false };
  }

  /** What gates have decided by themselves is looked at again once all of it is in its place. */
  findConflicts(timelines: ReadonlyMap<number, Timeline>, reentry: Reentry): void {
    const conflicts = new Set<string>();
    for (const draft of this.#drafts.values()) {
      const { checkIn, arrival } = draft;
      if (arrival.told === undefined || checkIn.turn === null || checkIn.override !== null) continue;
      const timeline = timelines.get(checkIn.ticket?.number ?? 0);
      if (checkIn.verdict !== 'admitted') continue;
      if (!timeline?.isSecondAdmission(checkIn.checkInId, reentry, conflicts)) continue;
      conflicts.add(checkIn.checkInId);
      draft.checkIn = { ...checkIn, isConflict: true };
    }
  }

  /** The same outcomes, each with the entry as it will be written. */
  outcomes(outcomes: readonly ScanOutcome[]): ScanOutcome[] {
    return outcomes.map((outcome) => {
      if (outcome instanceof Refusal) return outcome;
      const draft = this.#drafts.get(outcome.checkIn.checkInId);
      return draft === undefined ? outcome : { ...outcome, checkIn: draft.checkIn, ticket: draft.ticket };
    });
  }
}

function keysOf(arrivals: readonly Arrival[]): { ticketIds: Uuid[]; numbers: number[] } {
  const ticketIds = arrivals.flatMap(({ identified }) =>
    'ticketId' in identified ? identified.ticketId : [],
  );
  const numbers = arrivals.flatMap(({ identified }) => ('number' in identified ? identified.number : []));
  return { ticketIds: [...new Set(ticketIds)], numbers: [...new Set(numbers)] };
}

async function learn(
  tx: Transaction,
  arrivals: readonly Arrival[],
  tickets: readonly Ticket[],
): Promise<Knowledge> {
  const numbers = tickets.map(({ number }) => number);
  const doors = arrivals.flatMap(({ scan: { admits = 'general' } }) =>
    admits === 'general' ? [] : (admits as Uuid),
  );
  const eventIds = new Set([...tickets.flatMap(({ eventId }) => eventId ?? []), ...doors]);
  const days = new Set(tickets.map(({ ticketDate }) => ticketDate));
  const [passages, voids, events, daysOff] = await Promise.all([
    findPassages(tx, tickets),
    findVoids(tx, numbers),
    findEventTitles(tx, [...eventIds]),
    findDaysOff(tx, [...eventIds], [...days]),
  ]);
  return {
    byId: new Map(tickets.map((ticket) => [ticket.ticketId, ticket])),
    byNumber: new Map(tickets.map((ticket) => [ticket.number, ticket])),
    voids,
    events,
    daysOff,
    timelines: new Map(numbers.map((number) => [number, new Timeline(passages.get(number) ?? [])])),
  };
}

/** The entry for one scan: what was decided, here or by the gate itself. Who passes is put into the timeline. */
function decideOn(
  { actor, scan, identified, told }: Arrival,
  knowledge: Knowledge,
  { now, days }: { readonly now: number; readonly days: Days },
  { timeZone, reentry }: CheckInOptions,
): Omit<Draft, 'corrects' | 'arrival'> {
  const at = told?.at ?? now;
  const { direction = 'in', gate, admits, override } = scan;
  const found = findIn(knowledge, identified);
  const isTicket = typeof found !== 'string';
  const timeline = isTicket ? knowledge.timelines.get(found.number) : undefined;
  if (told !== undefined && scan.checkInId !== undefined) timeline?.remove(scan.checkInId);
  const admitsName = knowledge.events.get(admits as Uuid)?.name;
  const door = {
    direction,
    ...(admits !== undefined && { admits }),
    ...(admitsName !== undefined && { admitsName }),
    isOverridden: override !== undefined,
  };
  const ticket = isTicket ? knownOf(found, knowledge, timeline?.standingAt(told?.at)) : found;
  const decision = asTold(decide({ ticket, door, days, now: at, timeZone, reentry }), told);
  const passes = timeline !== undefined && decision.verdict !== 'refused';
  const checkIn: CheckIn = {
    checkInId: scan.checkInId ?? uuidV7(now),
    scanHash: scanHash(scan),
    ticket: isTicket ? found : null,
    eventName: typeof ticket === 'string' ? null : (ticket.eventName ?? null),
    turn: passes ? timeline.nextTurn() : null,
    direction,
    verdict: decision.verdict,
    reason: decision.reason ?? null,
    message: decision.message,
    earlier: decision.earlier ?? null,
    override: override ?? null,
    gate: gate ?? null,
    day: isTicket && days.includes(found.ticketDate) ? found.ticketDate : days[0],
    at,
    deviceAt: told?.deviceAt ?? null,
    recordedAt: now,
    accountId: actor.accountId,
    isConflict: false,
    undoneAt: null,
  };
  if (passes) timeline.add(passageOf(checkIn));
  return { checkIn, ticket: isTicket ? found : undefined };
}

function findIn({ byId, byNumber }: Knowledge, identified: Arrival['identified']) {
  if ('fault' in identified) return identified.fault;
  if ('ticketId' in identified) return byId.get(identified.ticketId) ?? 'unknown-ticket';
  const ticket = byNumber.get(identified.number);
  return ticket?.confirmationCode === identified.confirmationCode ? ticket : 'unknown-ticket';
}

function knownOf(
  { number, ticketDate, eventId }: Ticket,
  { voids, events, daysOff }: Knowledge,
  standing: Partial<KnownTicket> = {},
): KnownTicket {
  const event = eventId === null ? undefined : events.get(eventId);
  const theVoid = voids.get(number);
  return {
    ticketDate,
    eventId,
    ...(event && { eventName: event.name }),
    isCancelled: event?.isCancelled || daysOff.has(`${eventId} ${ticketDate}`),
    ...(theVoid && { isVoid: true, voidAt: theVoid.voidedAt }),
    ...standing,
  };
}

/** What happened is what the gate did, whatever would have been right. */
function asTold(decision: Decision, told: Arrival['told']): Decision {
  if (told === undefined || told.verdict === decision.verdict) return decision;
  const reason = told.reason ?? decision.reason;
  return { ...decision, verdict: told.verdict, ...(reason !== undefined && { reason }) };
}

function passageOf({ checkInId, ticket, turn, direction, at, gate }: CheckIn) {
  return {
    checkInId,
    number: ticket?.number ?? 0,
    turn: turn ?? 0,
    direction,
    isUndone: false,
    at,
    ...(gate !== null && { gate }),
  };
}

async function write(tx: Transaction, book: Book, now: number): Promise<void> {
  const { drafts } = book;
  const corrected = drafts.filter(({ corrects }) => corrects !== undefined);
  if (corrected.length > 0) {
    await removeCheckIns(
      tx,
      corrected.map(({ checkIn }) => checkIn.checkInId),
    );
  }
  await Promise.all([
    addCheckIns(
      tx,
      drafts.map(({ checkIn }) => checkIn),
    ),
    recordPassages(tx, drafts, now),
    ...corrected.map((draft) => recordCorrection(tx, draft, now)),
  ]);
}

/** One entry of the journal for all that passed alike: of one account, through one door, on one day. */
async function recordPassages(tx: Transaction, drafts: readonly Draft[], now: number): Promise<void> {
  const passed = drafts.filter(({ checkIn }) => checkIn.turn !== null);
  const alike = Map.groupBy(passed, ({ arrival: { actor }, checkIn: { verdict, day } }) =>
    [actor.accountId, actor.door, verdict, day].join(' '),
  );
  for (const [{ arrival, checkIn }, ...others] of alike.values() as Iterable<[Draft, ...Draft[]]>) {
    const kind: JournalKind = checkIn.verdict === 'left' ? 'tickets.left' : 'tickets.admitted';
    const tickets = [checkIn, ...others.map((other) => other.checkIn)].map(({ ticket }) => ticket?.number);
    await record(tx, withoutRequest(arrival.actor), now, {
      kind,
      subject: checkIn.day,
      details: { tickets },
    });
  }
}

function withoutRequest({ requestId: _ofOne, ...actor }: Actor): Actor {
  return actor;
}

async function recordCorrection(tx: Transaction, { arrival, checkIn, corrects }: Draft, now: number) {
  const details = {
    before: { verdict: corrects?.verdict, at: corrects?.at },
    after: { verdict: checkIn.verdict, at: checkIn.at },
    tickets: checkIn.ticket === null ? [] : [checkIn.ticket.number],
  };
  await record(tx, arrival.actor, now, {
    kind: 'check-in.corrected',
    subject: checkIn.checkInId,
    details,
  });
}

/** Puts to each repeated outcome the ticket that it was about. */
async function addTickets(
  tx: Transaction,
  outcomes: readonly ScanOutcome[],
  { byNumber }: Knowledge,
): Promise<ScanOutcome[]> {
  const missing = outcomes.flatMap((outcome) => {
    if (outcome instanceof Refusal || outcome.ticket !== undefined) return [];
    const number = outcome.checkIn.ticket?.number;
    return number === undefined || byNumber.has(number) ? [] : number;
  });
  const found = new Map(
    (await findTicketsByNumber(tx, [...new Set(missing)])).map((ticket) => [ticket.number, ticket]),
  );
  return outcomes.map((outcome) => {
    if (outcome instanceof Refusal || outcome.ticket !== undefined) return outcome;
    const number = outcome.checkIn.ticket?.number ?? 0;
    return { ...outcome, ticket: byNumber.get(number) ?? found.get(number) };
  });
}
