import type { CalledOff } from '../called-off/index.ts';
import { SERVICE } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { Days } from '../hours/index.ts';
import { eventIn, type Slot } from '../offers/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import {
  findImported,
  findTicketsByNumber,
  lockTickets,
  recordStandings,
  type Ticket,
} from '../tickets/index.ts';
import { type CheckIn, endConflicts, findCheckIns, type RecordedPassage } from '../visits/index.ts';
import {
  cardPassageOf,
  checkedCard,
  type KnownCard,
  knownCard,
  loadCards,
  planCardVisits,
} from './card-check-in.ts';
import { CheckInBook, type Draft, writeDrafts } from './check-in-book.ts';
import type { GateRules } from './knowledge.ts';
import {
  type BatchKnowledge,
  cancelledIn,
  knownTicket,
  loadKnowledge,
  scannedDoor,
  ticketOf,
} from './knowledge.ts';
import {
  checkedPass,
  hasNoEntries,
  knownPass,
  loadPasses,
  passPassageOf,
  type ScannedPass,
  takeWalkIn,
  withPlaces,
  writePassEntries,
} from './pass-check-in.ts';
import { type Arrival, type ScanOutcome, scanHash } from './scan.ts';
import { findShownPass } from './shown-pass.ts';
import { decide, usedEntry } from './verdict.js';
import { textsOfVerdict } from './verdict-languages.js';
import type { Decision, Known, ScannedDoor, VerdictTexts } from './verdict-types.ts';

/**
 * Decides each of `arrivals`, in their order, and records them inside `tx`. The tickets are locked before anything
 * about them is read, so that no two scans of one ticket are decided concurrently. A unique `turn` for each passage of
 * a ticket also guarantees this in the database. Statements that do not depend on each other are sent together.
 */
export async function checkIn(
  tx: Transaction,
  arrivals: readonly Arrival[],
  now: number,
  rules: GateRules,
): Promise<ScanOutcome[]> {
  const imported = await findImported(tx, importedCodesOf(arrivals));
  const [tickets, recorded] = await Promise.all([
    lockTickets(tx, keysOf(arrivals, imported)),
    findCheckIns(
      tx,
      arrivals.flatMap(({ scan }) => scan.checkInId ?? []),
    ),
  ]);
  const knowledge = await loadKnowledge(tx, arrivals, { tickets, imported }, rules);
  const cards = await loadCards(tx, arrivals);
  const today = await rules.daysAt(now);
  const passes = await loadPasses(tx, arrivals, rules.daysAt, today);
  const book = new CheckInBook(recorded);
  const cancelled = cancelledIn(knowledge);
  const outcomes: ScanOutcome[] = [];
  for (const arrival of arrivals) {
    const known = book.recall(arrival, now);
    if (known !== undefined) outcomes.push(known);
    else {
      const days = arrival.reported === undefined ? today : await rules.daysAt(arrival.reported.at);
      const moment = { now, days };
      const card = knownCard(arrival, cards, knowledge, days, rules);
      const pass = knownPass(arrival, passes, knowledge.categories, days, rules);
      let decided: Pick<Draft, 'checkIn' | 'ticket' | 'holder' | 'walkIn'>;
      if (card !== undefined) decided = decideOnCard(arrival, card, knowledge, moment, rules);
      else if (pass !== undefined) decided = await decideOnPass(tx, arrival, pass, moment, rules);
      else decided = decideOn(arrival, knowledge, moment, rules);
      outcomes.push(book.enter(arrival, decided));
    }
  }
  book.markConflicts(knowledge.timelines, rules.reentry);
  await writeDrafts(tx, book.drafts, now);
  await writePassEntries(tx, book.drafts);
  await planCardVisits(tx, book.drafts, now, rules.encryptNumber);
  await recordOtherStandings({ tx, actor: SERVICE, now }, cancelled, cancelledIn(knowledge));
  const timelines = [...knowledge.timelines.values()];
  await endConflicts(
    tx,
    timelines.flatMap((timeline) => timeline.endedConflicts(rules.reentry)),
  );
  const found = await addTickets(tx, book.outcomes(outcomes), knowledge);
  return addPasses(tx, found, arrivals);
}

/** An admission from before what it is for was called off may be reported later, or corrected. */
async function recordOtherStandings(
  context: ActionContext,
  before: ReadonlyMap<number, CalledOff>,
  after: ReadonlyMap<number, CalledOff>,
): Promise<void> {
  for (const [number, calledOff] of before)
    if (!after.has(number)) await recordStandings(context, 'tickets.taken-up', calledOff, [number]);
  for (const [number, calledOff] of after)
    if (!before.has(number)) await recordStandings(context, 'tickets.called-off', calledOff, [number]);
}

function importedCodesOf(arrivals: readonly Arrival[]): string[] {
  const codes = arrivals.flatMap(({ identified }) =>
    'importedCode' in identified ? [identified.importedCode, ...identified.others] : [],
  );
  return [...new Set(codes)];
}

function keysOf(
  arrivals: readonly Arrival[],
  imported: ReadonlyMap<string, number>,
): { ticketIds: Uuid[]; numbers: number[] } {
  const ticketIds = arrivals.flatMap(({ identified }) =>
    'ticketId' in identified ? identified.ticketId : [],
  );
  const numbers = arrivals.flatMap(({ identified }) => ('number' in identified ? identified.number : []));
  return { ticketIds: [...new Set(ticketIds)], numbers: [...new Set([...numbers, ...imported.values()])] };
}

/** When a scan is decided, and what days are on then. */
interface Moment {
  readonly now: number;
  readonly days: Days;
}

/** The check-in for one scan, decided here or by the gate itself. A passage is added to the timeline. */
function decideOn(
  arrival: Arrival,
  knowledge: BatchKnowledge,
  { now, days }: Moment,
  rules: GateRules,
): Pick<Draft, 'checkIn' | 'ticket'> {
  const { timeZone, reentry, entry: rule } = rules;
  const { scan, identified, reported } = arrival;
  const texts = textsOfVerdict(arrival.language);
  const found = ticketOf(knowledge, identified);
  const ticket = typeof found === 'string' ? undefined : found;
  const timeline = knowledge.timelines.get(ticket?.number ?? 0);
  if (reported !== undefined && scan.checkInId !== undefined) timeline?.remove(scan.checkInId);
  // Never before the last recorded passage: this clock may be behind that of another instance, or was set back.
  const at = reported?.at ?? Math.max(now, timeline?.lastAt ?? now);
  const known = ticket === undefined ? undefined : knownTicket(knowledge, ticket, reported?.at);
  const door = scannedDoor(knowledge, scan);
  const decision = asReported(
    decide(
      {
        ticket: known ?? (found as Exclude<typeof found, Ticket>),
        door,
        days,
        now: at,
        timeZone,
        reentry,
        entry: rule,
      },
      texts,
    ),
    reported,
    texts,
  );
  const passes = timeline !== undefined && decision.verdict !== 'refused';
  // An exit after the day is over still counts for that day.
  const visitDay = timeline?.dayOfVisitAt(at);
  const checkIn: CheckIn = {
    ...entryOf(arrival, decision, ticket, { now, days }),
    at,
    entry: known === undefined ? 'own' : usedEntry(known, door),
    ...(passes && scan.direction === 'out' && visitDay !== undefined && { day: visitDay }),
    eventName: known?.eventName ?? null,
    proof: known?.category?.proof ?? null,
    turn: passes ? timeline.nextTurn() : null,
  };
  if (passes) timeline.add(passageOf(checkIn));
  return { checkIn, ticket };
}

/**
 * The check-in for a pass without a ticket for now. Whoever comes in anew takes places, where its type needs them; for a gate without a
 * network they are taken once all is decided. A passage is added to its timeline.
 */
async function decideOnPass(
  tx: Transaction,
  arrival: Arrival,
  pass: ScannedPass,
  { now, days }: Moment,
  { timeZone, reentry, entry, walkInSlot }: GateRules,
): Promise<Pick<Draft, 'checkIn' | 'ticket' | 'walkIn'>> {
  const { scan, reported } = arrival;
  const texts = textsOfVerdict(arrival.language);
  const { timeline, isNew } = pass;
  const at = reported?.at ?? Math.max(now, timeline.lastAt(days) ?? now);
  const door = passDoor(scan);
  const comesAnew = isNew && door.direction === 'in' && pass.known.pass.walkIn === 'while-places';
  const slot = comesAnew ? await walkInSlot(tx, days[0], at) : undefined;
  const isAsked = slot !== undefined && reported === undefined;
  const known = isAsked ? await withPlaces(tx, pass.known, slot) : pass.known;
  const rules = { door, days, now: at, timeZone, reentry, entry };
  const decision = asReported(
    await decideWithPlaces(tx, known, rules, texts, isAsked ? slot : undefined),
    reported,
    texts,
  );
  const isConflict = reported?.verdict === 'admitted' && hasNoEntries(pass) && scan.override === undefined;
  const entered = { ...entryOf(arrival, decision, undefined, { now, days }), isConflict };
  const checkIn: CheckIn = {
    ...entered,
    pass: checkedPass(pass, entered),
    at,
    entry: 'own',
    eventName: null,
    proof: null,
    turn: null,
  };
  if (checkIn.verdict !== 'refused') timeline.add(passPassageOf(checkIn));
  return { checkIn, ticket: undefined, walkIn: slot };
}

/** The decision, for which the places have been taken if it admits. */
async function decideWithPlaces(
  tx: Transaction,
  known: ScannedPass['known'],
  rules: Omit<Known, 'ticket'>,
  texts: VerdictTexts,
  slot: Slot | undefined,
): Promise<Decision> {
  const decision = decide({ ...rules, ticket: known }, texts);
  if (slot === undefined || decision.verdict !== 'admitted') return decision;
  if (await takeWalkIn(tx, slot, known.pass.persons)) return decision;
  return decide({ ...rules, ticket: { ...known, pass: { ...known.pass, hasPlace: false } } }, texts);
}

function passDoor({ direction = 'in', admits, override }: Arrival['scan']): ScannedDoor {
  return { direction, ...(admits !== undefined && { admits }), isOverridden: override !== undefined };
}

/** Gives each outcome of a pass that pass, as it stands now. */
async function addPasses(
  tx: Transaction,
  outcomes: readonly ScanOutcome[],
  arrivals: readonly Arrival[],
): Promise<ScanOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome, index) => {
      if (outcome instanceof Refusal || outcome.checkIn.pass === null) return outcome;
      const { language = 'en' } = arrivals[index] ?? {};
      return { ...outcome, pass: await findShownPass(tx, outcome.checkIn.pass, language) };
    }),
  );
}

/** The check-in for the scan of a card: as of a ticket of the day. A passage is added to its timeline. */
function decideOnCard(
  arrival: Arrival,
  card: KnownCard,
  knowledge: BatchKnowledge,
  { now, days }: Moment,
  { timeZone, reentry, entry: rule }: GateRules,
): Pick<Draft, 'checkIn' | 'ticket' | 'holder'> {
  const { scan, reported } = arrival;
  const texts = textsOfVerdict(arrival.language);
  const { known, timeline, hasEntries, isBack } = card;
  const at = reported?.at ?? Math.max(now, timeline.lastAt(days) ?? now);
  const door = scannedDoor(knowledge, scan);
  // It lets in as often as its issuer says, whoever is inside.
  const rules = { timeZone, reentry: hasEntries ? ('always' as const) : reentry, entry: rule };
  const decision = asReported(
    decide({ ticket: known, door, days, now: at, ...rules }, texts),
    reported,
    texts,
  );
  const isConflict =
    reported?.verdict === 'admitted' && !hasEntries && !isBack && scan.override === undefined;
  const entered = { ...entryOf(arrival, decision, undefined, { now, days }), isConflict };
  const checkIn: CheckIn = {
    ...entered,
    card: checkedCard(card, arrival.language, entered),
    at,
    entry: 'own',
    eventName: null,
    proof: known.category?.proof ?? null,
    turn: null,
  };
  if (checkIn.card?.turn != null) timeline.add(cardPassageOf(checkIn));
  return { checkIn, ticket: undefined, holder: known.card?.holder };
}

function entryOf(
  arrival: Arrival,
  { verdict, reason, message, earlier }: Decision,
  ticket: Ticket | undefined,
  { now, days }: Moment,
): Omit<CheckIn, 'at' | 'entry' | 'eventName' | 'proof' | 'turn'> {
  const { actor, scan, reported } = arrival;
  return {
    checkInId: scan.checkInId ?? uuidV7(now),
    scanHash: scanHash(arrival),
    ticket: ticket === undefined ? null : { ...ticket, eventId: eventIn(ticket.product) },
    pass: null,
    card: null,
    direction: scan.direction ?? 'in',
    verdict,
    reason: reason ?? null,
    message,
    earlier: earlier ?? null,
    override: scan.override ?? null,
    gate: scan.gate ?? null,
    day: days[0],
    deviceAt: reported?.deviceAt ?? null,
    recordedAt: now,
    accountId: actor.accountId,
    isConflict: false,
    undoneAt: null,
  };
}

/** The decision of the gate itself stands, whatever the service would have decided. */
function asReported(decision: Decision, reported: Arrival['reported'], texts: VerdictTexts): Decision {
  if (reported === undefined || reported.verdict === decision.verdict) return decision;
  const reason = reported.reason ?? decision.reason;
  const message = reported.verdict === 'refused' ? texts.refusedAlone() : decision.message;
  return { ...decision, verdict: reported.verdict, ...(reason !== undefined && { reason }), message };
}

function passageOf({ checkInId, ticket, turn, day, direction, entry, at, gate }: CheckIn): RecordedPassage {
  return {
    checkInId,
    number: ticket?.number ?? 0,
    turn: turn ?? 0,
    day,
    direction,
    entry,
    isUndone: false,
    isConflict: false,
    at,
    ...(gate !== null && { gate }),
  };
}

/** Gives each repeated outcome its ticket. */
async function addTickets(
  tx: Transaction,
  outcomes: readonly ScanOutcome[],
  { byNumber }: BatchKnowledge,
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
