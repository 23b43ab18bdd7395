import type { CalledOff } from '../called-off/index.ts';
import { type Card, type CardCheck, findCards, findLists } from '../cards/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { type EventTitle, findEventTitles } from '../events/index.ts';
import type { Days, MuseumDays, TicketAtTime } from '../hours/index.ts';
import {
  eventIn,
  findCategories,
  GENERAL,
  includesEntry,
  type Product,
  type WalkInSlot,
} from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  chooseImported,
  findCalledOffFor,
  findVoids,
  standingOf,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';
import { findPassages } from '../visits/index.ts';
import { findPassTypesForGates, type PassTypeForGates } from './passes-for-gates.ts';
import type { Arrival, Scan } from './scan.ts';
import { Timeline } from './timeline.ts';
import type {
  EntryRule,
  NoTicket,
  Reentry,
  ScannedDoor,
  TicketAtGate,
  VerdictCategory,
} from './verdict-types.ts';

/** The museum's rules at its gates, and what they depend on. */
export interface GateRules {
  readonly timeZone: string;
  readonly reentry: Reentry;
  readonly entry: EntryRule;
  /** The days that are on at an instant. */
  readonly daysAt: (instant: number) => Promise<Days>;
  /** The instant of a ticket's entry time. */
  readonly entryAt: (ticket: TicketAtTime) => Promise<number>;
  /** Whether the museum is open on a day. */
  readonly isOpen: (day: CalendarDay) => Promise<boolean>;
  /** Where whoever comes in without a ticket takes places. */
  readonly walkInSlot: WalkInSlot;
  /** By number. */
  readonly findCategories: () => Promise<ReadonlyMap<number, GateCategory>>;
  /** How the number of a card is kept until its issuer was told of the visit. */
  readonly encryptNumber: (number: string, checkInId: Uuid) => string;
}

/** What a gate has to know of the museum itself: the same in snapshots and changes. */
export interface MuseumKnowledge {
  /** In the order shown. */
  readonly categories: readonly GateCategory[];
  /** Those of other issuers. */
  readonly cards: readonly GateCard[];
  /** Those of the days that last past midnight. */
  readonly nights: readonly Night[];
  /** Those of the days on which the museum is open. */
  readonly openDays: readonly CalendarDay[];
  /** In the order shown. */
  readonly passTypes: readonly PassTypeForGates[];
}

export interface GateCategory extends VerdictCategory {
  /** Its slug. */
  readonly category: string;
}

/** What a gate knows of a card of another issuer. */
export interface GateCard extends Pick<Card, 'card' | 'name' | 'pattern' | 'mode' | 'perDay' | 'offline'> {
  readonly names?: Card['names'];
  readonly check?: CardCheck;
  readonly categoryNumber: number;
  /** That of its list of numbers. */
  readonly version?: number;
}

export interface Night {
  readonly date: CalendarDay;
  /** HH:mm. General entry at a time before it is in the night after the date. */
  readonly timeOpen: string;
}

export async function findMuseumKnowledge(
  queries: Queries,
  covered: Days,
  days: MuseumDays,
): Promise<MuseumKnowledge> {
  const [categories, passTypes, cards, lists, opened] = await Promise.all([
    findGateCategories(queries),
    findPassTypesForGates(queries),
    findCards(queries),
    findLists(queries),
    Promise.all(
      covered.map(async (date) => {
        return { date, timeOpen: await days.nightFrom(date), isOpen: await days.isOpen(date) };
      }),
    ),
  ]);
  const nights = opened.flatMap(({ date, timeOpen }) => (timeOpen === undefined ? [] : { date, timeOpen }));
  const openDays = opened.flatMap(({ date, isOpen }) => (isOpen ? date : []));
  const known = [...categories.values()];
  const shown = cards.map((card) => gateCard(card, known, lists));
  return { categories: known, passTypes, cards: shown, nights, openDays };
}

function gateCard(
  { card, name, names, pattern, check, category, mode, perDay, offline }: Card,
  categories: readonly GateCategory[],
  lists: Awaited<ReturnType<typeof findLists>>,
): GateCard {
  const { version = 0 } = (mode === 'list' && lists.get(card)) || {};
  return {
    ...{ card, name, pattern, mode, perDay, offline },
    ...(Object.keys(names).length > 0 && { names }),
    ...(check !== null && { check }),
    categoryNumber: categories.find((each) => each.category === category)?.number ?? 0,
    ...(version > 0 && { version }),
  };
}

/** By number, in the order shown. */
export async function findGateCategories(queries: Queries): Promise<ReadonlyMap<number, GateCategory>> {
  const all = await findCategories(queries);
  return new Map(
    all.map(({ number, category, name, proof, places }) => [
      number,
      { number, category, name, ...(proof !== null && { proof }), places },
    ]),
  );
}

/** The data that decisions on a batch of scans need. */
export interface BatchKnowledge {
  readonly byId: ReadonlyMap<Uuid, Ticket>;
  readonly byNumber: ReadonlyMap<number, Ticket>;
  /** The numbers of tickets by their imported codes. */
  readonly imported: ReadonlyMap<string, number>;
  readonly voids: ReadonlyMap<number, TicketVoid>;
  readonly events: ReadonlyMap<Product, EventTitle>;
  /** What was called off of what the tickets are for, by number. */
  readonly calledOff: ReadonlyMap<number, CalledOff>;
  readonly timelines: ReadonlyMap<number, Timeline>;
  /** The instants of entry times, by the number of the ticket. */
  readonly entries: ReadonlyMap<number, number>;
  /** By number. */
  readonly categories: ReadonlyMap<number, GateCategory>;
  /** Those of the tickets' days on which the museum is closed, where general entry is included. */
  readonly closedDays: ReadonlySet<CalendarDay>;
}

/** The caller has locked `tickets`, those with the imported codes too. */
export async function loadKnowledge(
  tx: Transaction,
  arrivals: readonly Arrival[],
  {
    tickets,
    imported,
  }: { readonly tickets: readonly Ticket[]; readonly imported: BatchKnowledge['imported'] },
  { entryAt, isOpen, findCategories }: Pick<GateRules, 'entryAt' | 'isOpen' | 'findCategories'>,
): Promise<BatchKnowledge> {
  const eventIds = [
    ...new Set([...tickets.flatMap(({ product }) => eventIn(product) ?? []), ...doorsOf(arrivals)]),
  ];
  const numbers = tickets.map(({ number }) => number);
  const [passages, voids, events, calledOff, entries, categories] = await Promise.all([
    findPassages(tx, tickets),
    findVoids(tx, numbers),
    findEventTitles(tx, eventIds),
    findCalledOffFor(tx, tickets),
    findEntries(tickets, entryAt),
    findCategories(),
  ]);
  const combined = tickets.filter(({ ticketId, product }) => {
    return product !== GENERAL && includesEntry(ticketId, events.get(product));
  });
  return {
    closedDays: await closedAmong(new Set(combined.map(({ day }) => day)), isOpen),
    byId: new Map(tickets.map((ticket) => [ticket.ticketId, ticket])),
    byNumber: new Map(tickets.map((ticket) => [ticket.number, ticket])),
    imported,
    voids,
    events,
    calledOff,
    timelines: new Map(numbers.map((number) => [number, new Timeline(passages.get(number) ?? [])])),
    entries,
    categories,
  };
}

async function closedAmong(
  days: ReadonlySet<CalendarDay>,
  isOpen: GateRules['isOpen'],
): Promise<Set<CalendarDay>> {
  const closed = await Promise.all([...days].map(async (day) => ((await isOpen(day)) ? [] : day)));
  return new Set(closed.flat());
}

async function findEntries(
  tickets: readonly Ticket[],
  entryAt: GateRules['entryAt'],
): Promise<Map<number, number>> {
  const timed = tickets.flatMap(({ number, product, day, entryTime }) =>
    entryTime === null ? [] : { number, eventId: eventIn(product), day, entryTime },
  );
  return new Map(
    await Promise.all(timed.map(async (ticket) => [ticket.number, await entryAt(ticket)] as const)),
  );
}

/** The events that have a door of their own. */
function doorsOf(arrivals: readonly Arrival[]): Uuid[] {
  return arrivals.flatMap(({ scan: { admits = 'general' } }) =>
    admits === 'general' ? [] : (admits as Uuid),
  );
}

export function ticketOf(
  { byId, byNumber, imported }: BatchKnowledge,
  identified: Arrival['identified'],
): Ticket | NoTicket {
  if ('fault' in identified) return identified.fault;
  if ('ticketId' in identified) return byId.get(identified.ticketId) ?? 'unknown-ticket';
  if ('passId' in identified || 'passNumber' in identified) return 'unknown-ticket';
  if ('importedCode' in identified) {
    const { importedCode, others } = identified;
    return byNumber.get(chooseImported(imported, importedCode, others) ?? 0) ?? 'unreadable';
  }
  const ticket = byNumber.get(identified.number);
  // The scan may leave out the prefix with the ticket's type.
  return ticket?.confirmationCode.endsWith(identified.confirmationCode) ? ticket : 'unknown-ticket';
}

/** The state of the ticket now, or at an instant. */
export function knownTicket(
  knowledge: BatchKnowledge,
  ticket: Ticket,
  instant: number | undefined,
): TicketAtGate {
  const { number, day, product, entryTime } = ticket;
  const entryAt = knowledge.entries.get(number);
  const category = knowledge.categories.get(ticket.categoryNumber);
  const event = knowledge.events.get(product);
  const madeVoid = knowledge.voids.get(number);
  const timeline = knowledge.timelines.get(number);
  const calledOff = calledOffBy(knowledge.calledOff.get(number), instant);
  const { state } = standingOf({ day, madeVoid, calledOff, firstUsedAt: timeline?.firstUsedAt, today: day });
  return {
    ticketDate: day,
    eventId: eventIn(product),
    ...(event && { eventName: event.name, minutes: event.minutes }),
    ...(entryTime !== null && entryAt !== undefined && { entryTime, entryAt }),
    ...(category && { category }),
    ...(state === 'cancelled' && { isCancelled: true }),
    ...(product === GENERAL && calledOff?.reason && { closedFor: calledOff.reason }),
    ...(includesEntry(ticket.ticketId, event) && { includesEntry: true }),
    ...(knowledge.closedDays.has(day) && { isEntryClosed: true }),
    ...(madeVoid && { isVoid: true, voidAt: madeVoid.voidedAt }),
    ...(madeVoid?.because === 'exchanged' && { isExchanged: true }),
    ...timeline?.standingAt(instant),
  };
}

/** The tickets of the batch that are cancelled, by number, as far as their passages are known by now. */
export function cancelledIn({
  byNumber,
  calledOff,
  voids,
  timelines,
}: BatchKnowledge): Map<number, CalledOff> {
  const isCancelled = (number: number, off: CalledOff) => {
    const day = off.day;
    const [madeVoid, firstUsedAt] = [voids.get(number), timelines.get(number)?.firstUsedAt];
    return standingOf({ day, madeVoid, calledOff: off, firstUsedAt, today: day }).state === 'cancelled';
  };
  return new Map([...calledOff].filter(([number, off]) => byNumber.has(number) && isCancelled(number, off)));
}

/** What was called off before that instant; by default, by now. */
function calledOffBy(
  calledOff: CalledOff | undefined,
  instant = Number.POSITIVE_INFINITY,
): CalledOff | undefined {
  return calledOff !== undefined && calledOff.calledOffAt < instant ? calledOff : undefined;
}

export function scannedDoor(
  { events }: BatchKnowledge,
  { direction = 'in', admits, override }: Scan,
): ScannedDoor {
  const admitsName = events.get(admits as Uuid)?.name;
  return {
    direction,
    ...(admits !== undefined && { admits }),
    ...(admitsName !== undefined && { admitsName }),
    isOverridden: override !== undefined,
  };
}
