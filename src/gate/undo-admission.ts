import { lockCards, takeBackRegistration } from '../cards/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { type NotUndoable, Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { addPlaces, giveBackPlaces } from '../offers/index.ts';
import { addPassEntries, lockPasses, placesOfEntry, undoPassEntry } from '../passes/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import {
  findCalledOffFor,
  findTicketsByNumber,
  findVoids,
  lockTickets,
  recordStandings,
  standingOf,
  type Ticket,
} from '../tickets/index.ts';
import {
  type CardPassage,
  type CheckedCard,
  type CheckedPass,
  type CheckIn,
  countAsEntry,
  countAsPassEntry,
  endConflicts,
  findCardPassages,
  findCheckIn,
  findPassages,
  findPassPassages,
  findWrongAdmissions,
  markUndone,
  type Passage,
  type PassPassage,
  type RecordedPassage,
  type WrongAdmission,
} from '../visits/index.ts';
import { OWN_UNDO_MS } from './check-in-book.ts';
import { nextUncounted } from './entry-timeline.ts';
import type { GateRules } from './knowledge.ts';
import { type CheckedIn, correctTimes, TOLERANCE_MS } from './scan.ts';
import { Timeline } from './timeline.ts';

/**
 * An undo that a device reports later, because it was offline. Instants are by its own clock. They count only for an
 * admission that the device decided offline too, and only as long after that was recorded as its account may undo any
 * other: otherwise a device could say at any time that it had undone an admission long ago.
 */
export interface ReportedUndo {
  /** When the admission was taken back. */
  readonly at: number;
  readonly sentAt?: number;
}

/**
 * Takes an admission back, so that the ticket can be admitted again.
 * @param reported the report of a device; left out: the admission is taken back now
 * @throws Refusal forbidden, check-in-not-found or not-undoable
 */
export async function undoAdmission(
  context: ActionContext,
  checkInId: Uuid,
  { daysAt, reentry }: Pick<GateRules, 'daysAt' | 'reentry'>,
  reported?: ReportedUndo,
): Promise<CheckedIn> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'admit-visitors');
  const found = await findCheckIn(tx, checkInId);
  if (found === undefined) throw new Refusal('check-in-not-found', { checkInId });
  const tickets = found.ticket === null ? [] : [found.ticket.number];
  const [ticket] = await lockTickets(tx, { numbers: tickets });
  const { undoneAt, earliest } = momentOfUndo(found, now, reported);
  const isSameDay = (await daysAt(earliest)).includes(await dayOf(found, daysAt));
  const withCard = found.card === null ? [] : await passagesOfCard(tx, found.card, found.day);
  const withPass = found.pass === null ? [] : await passagesOfPass(tx, found.pass, found.day);
  const passages = (ticket && (await findPassages(tx, [ticket])).get(ticket.number)) ?? [
    ...withCard,
    ...withPass,
  ];
  const because = reasonAgainst(found, passages) ?? reasonAgainstActor(actor, found, isSameDay, earliest);
  if (because !== undefined) throw new Refusal('not-undoable', { checkInId, because });
  // The data read before the lock may be out of date, so the write checks again.
  if (!(await markUndone(tx, checkInId, actor.accountId, undoneAt)))
    throw new Refusal('not-undoable', { checkInId, because: 'undone' });
  const timeline = new Timeline(passages);
  const { firstUsedAt } = timeline;
  timeline.remove(checkInId);
  await endConflicts(tx, timeline.endedConflicts(reentry));
  if (found.pass !== null) await takeBackEntry(tx, found, withPass, undoneAt);
  if (found.card !== null) await takeBackCard(context, found, withCard);
  await record(context, { kind: 'admission.undone', subject: checkInId, details: { tickets } });
  if (ticket !== undefined && timeline.firstUsedAt !== firstUsedAt)
    await recordIfCancelled(context, ticket, firstUsedAt, timeline.firstUsedAt);
  return { checkIn: { ...found, undoneAt }, ticket, isRepeat: false };
}

/** When something that a device recorded was taken back, and the earliest instant at which that may have been. */
export function momentOfUndo(
  { at, deviceAt, recordedAt }: Pick<CheckIn, 'at' | 'deviceAt' | 'recordedAt'>,
  now: number,
  reported: ReportedUndo | undefined,
): { readonly undoneAt: number; readonly earliest: number } {
  const believed = deviceAt !== null && now - recordedAt <= OWN_UNDO_MS ? reported : undefined;
  const [toldAt = now] = believed === undefined ? [] : correctTimes([believed], now, believed.sentAt);
  const undoneAt = Math.max(at, toldAt);
  // An error of the clock that is too small to be corrected must not shorten the ten minutes, or the day.
  return { undoneAt, earliest: Math.max(at, believed === undefined ? now : undoneAt - TOLERANCE_MS) };
}

/** Its places are given back. The next admission of the day that does not count yet, counts in its place. */
async function takeBackEntry(
  tx: Transaction,
  { checkInId, pass, day }: CheckIn,
  passages: readonly PassPassage[],
  undoneAt: number,
): Promise<void> {
  const entry = await undoPassEntry(tx, checkInId, undoneAt);
  if (entry === undefined) return;
  await giveBackPlaces(tx, placesOfEntry(entry));
  const next = nextUncounted(passages, checkInId);
  if (pass === null || next === undefined) return;
  await countAsPassEntry(tx, next.checkInId);
  const { checkInId: entryId, persons, at, gate = null } = next;
  const instead = { ...entry, entryId, day, persons, at, gate };
  await addPassEntries(tx, [instead]);
  for (const { slot, places } of placesOfEntry(instead)) await addPlaces(tx, slot, places);
}

/** Those of the day. The pass is locked. */
async function passagesOfPass(
  tx: Transaction,
  { passId, firstId }: CheckedPass,
  day: CalendarDay,
): Promise<PassPassage[]> {
  await lockPasses(tx, { passIds: [passId] });
  return (await findPassPassages(tx, [day], [firstId])).get(firstId) ?? [];
}

/** Those of the day: each stands by itself. */
async function passagesOfCard(
  tx: Transaction,
  { card, hash }: CheckedCard,
  day: CalendarDay,
): Promise<CardPassage[]> {
  await lockCards(tx, [card]);
  if (hash === null) return [];
  const all = (await findCardPassages(tx, [hash])).get(hash) ?? [];
  return all.filter((passage) => passage.day === day);
}

/** The next admission of the day that does not count yet, counts in its place. */
async function takeBackCard(
  { tx, now }: ActionContext,
  { checkInId, card }: CheckIn,
  passages: readonly CardPassage[],
): Promise<void> {
  await takeBackRegistration(tx, checkInId, now);
  const next = nextUncounted(passages, checkInId);
  if (card?.isEntry && next !== undefined) await countAsEntry(tx, next.checkInId, card.worthCents);
}

/** A ticket that was used before what it is for was called off is cancelled once its admission is taken back. */
async function recordIfCancelled(
  context: ActionContext,
  ticket: Ticket,
  usedAt: number | undefined,
  usedNow: number | undefined,
): Promise<void> {
  const { number, day } = ticket;
  const calledOff = (await findCalledOffFor(context.tx, [ticket])).get(number);
  const madeVoid = (await findVoids(context.tx, [number])).get(number);
  const [before, after] = [usedAt, usedNow].map(
    (firstUsedAt) => standingOf({ day, madeVoid, calledOff, firstUsedAt, today: day }).state,
  );
  if (calledOff !== undefined && before !== 'cancelled' && after === 'cancelled')
    await recordStandings(context, 'tickets.called-off', calledOff, [number]);
}

function reasonAgainst(
  { verdict, undoneAt, checkInId, entry: own }: CheckIn,
  all: readonly RecordedPassage[],
): NotUndoable | undefined {
  if (verdict !== 'admitted') return 'not-an-admission';
  if (undoneAt !== null) return 'undone';
  const passages = all.filter(({ isUndone, entry }) => !isUndone && (entry === own || entry === 'both'));
  const index = passages.findIndex((passage) => passage.checkInId === checkInId);
  // Not among the last passages: too many have come since.
  if (index === -1 && passages.length > 0) return 'left';
  // An exit belongs to the admission right before it.
  return passages[index + 1]?.direction === 'out' ? 'left' : undefined;
}

/**
 * Until the end of this day a manager may take it back: the ticket's day if that was current, else the day it counts
 * for.
 */
async function dayOf({ ticket, day, at }: CheckIn, daysAt: GateRules['daysAt']): Promise<CalendarDay> {
  return ticket !== null && (await daysAt(at)).includes(ticket.day) ? ticket.day : day;
}

/** Why the actor may not take back, at that instant, what an account recorded. */
export function reasonAgainstActor(
  { role, accountId }: Actor,
  recorded: Pick<CheckIn, 'accountId' | 'at'>,
  isSameDay: boolean,
  at: number,
): NotUndoable | undefined {
  const isOwn = accountId === recorded.accountId;
  if (isOwn && at - recorded.at <= OWN_UNDO_MS) return undefined;
  const isInCharge = may(role, 'undo-any-admission');
  if (isInCharge) return isSameDay ? undefined : 'too-late';
  return isOwn ? 'too-late' : 'not-yours';
}

/** An admission that a gate without a network should not have made. */
export interface ToldAdmission extends WrongAdmission {
  readonly ticket: Ticket;
  /** The first admission of a ticket that was admitted twice. */
  readonly first: Passage | undefined;
}

/**
 * Those with tickets for `from` and later days, the latest first.
 * @throws Refusal forbidden
 */
export async function listWrongAdmissions(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
  limit: number,
): Promise<ToldAdmission[]> {
  requirePermission(actor, 'read-occupancy');
  const found = await findWrongAdmissions(queries, from, limit);
  const tickets = await findTicketsByNumber(queries, [...new Set(found.map(({ number }) => number))]);
  const passages = await findPassages(queries, tickets);
  return found.map((admission) => {
    const { number, at } = admission;
    const ofTicket = passages.get(number) ?? [];
    const { entry = 'own' } = ofTicket.find((each) => each.at === at && each.isConflict) ?? {};
    const came = ofTicket.filter((each) => each.direction === 'in' && each.entry === entry && !each.isUndone);
    const first = came.find((each) => !each.isConflict && each.at < at);
    return {
      ...admission,
      ticket: tickets.find((ticket) => ticket.number === number) as Ticket,
      first: first && { at: first.at, ...(first.gate !== undefined && { gate: first.gate }) },
    };
  });
}
