import { hash } from 'node:crypto';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { findCategories } from '../offers/index.ts';
import type { ActionContext } from '../store/index.ts';
import {
  addCountedVisits,
  addToCountedDay,
  type CountedDay,
  type CountedVisit,
  type Direction,
  findCountedDay,
  findCountedVisits,
  markVisitUndone,
} from '../visits/index.ts';
import type { GateRules } from './knowledge.ts';
import { momentOfUndo, type ReportedUndo, reasonAgainstActor } from './undo-admission.ts';

/** How many persons are counted at once, at most. */
export const MOST_COUNTED = 200;

/** Persons without a ticket, as somebody at a door counts them. */
export interface VisitorCount {
  /** Made by the device. The same id with the same count is recorded once. */
  readonly visitId: Uuid;
  /** The slug of their category. */
  readonly category: string;
  readonly persons: number;
  readonly direction: Direction;
  readonly gate?: string;
  /** By the device's clock; milliseconds UTC. */
  readonly at?: number;
  readonly note?: string;
}

/** A count with the instant at which it happened, corrected for the error of the device's clock. */
export interface TimedCount {
  readonly count: VisitorCount;
  readonly at: number;
  /** Where its category stands in what was sent: a JSON Pointer. */
  readonly pointer: string;
}

/** A recorded count. */
export interface CountedVisitors {
  readonly visit: CountedVisit;
  /** The slug. */
  readonly category: string;
  /** Whether it was recorded before. */
  readonly isRepeat: boolean;
}

/**
 * Records people without a ticket: all of the counts, or none.
 * @throws Refusal forbidden, category-unknown, visit-id-reused or more-left-than-came
 */
export async function countVisitors(
  context: ActionContext,
  timed: readonly TimedCount[],
  { daysAt }: Pick<GateRules, 'daysAt'>,
): Promise<CountedVisitors[]> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'admit-visitors');
  const recorded = await findCountedVisits(
    tx,
    timed.map(({ count }) => count.visitId),
  );
  const numbers = await numbersOf(context, timed);
  const added: CountedVisit[] = [];
  const outcomes: CountedVisitors[] = [];
  for (const { count, at } of timed) {
    const { visitId, category } = count;
    const before = recorded.get(visitId);
    if (before !== undefined && before.countHash !== hashOf(count))
      throw new Refusal('visit-id-reused', { visitId });
    const categoryNumber = numbers.get(category) ?? 0;
    const [day] = await daysAt(at);
    const visit = before ?? visitOf(count, { categoryNumber, day, at, now, accountId: actor.accountId });
    if (before === undefined) added.push(visit);
    outcomes.push({ visit, category, isRepeat: before !== undefined });
  }
  await addCountedVisits(tx, added);
  for (const [day, visits] of Map.groupBy(added.toSorted(byDay), (visit) => visit.day))
    await addCounted(context, day, visits);
  return outcomes;
}

/**
 * Takes a count back.
 * @param reported the report of a device; left out: it is taken back now
 * @throws Refusal forbidden, visit-not-found or not-undoable
 */
export async function undoVisit(
  context: ActionContext,
  visitId: Uuid,
  { daysAt }: Pick<GateRules, 'daysAt'>,
  reported?: ReportedUndo,
): Promise<CountedVisitors> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'admit-visitors');
  const found = (await findCountedVisits(tx, [visitId])).get(visitId);
  if (found === undefined) throw new Refusal('visit-not-found', { visitId });
  const { day, direction, persons } = found;
  const { undoneAt, earliest } = momentOfUndo(found, now, reported);
  const isSameDay = (await daysAt(earliest)).includes(day);
  const because = reasonAgainstActor(actor, found, isSameDay, earliest);
  if (found.undoneAt === null && because !== undefined)
    throw new Refusal('not-undoable', { visitId, because });
  if (!(await markVisitUndone(tx, visitId, actor.accountId, undoneAt)))
    throw new Refusal('not-undoable', { visitId, because: 'undone' });
  if (!(await addToCountedDay(tx, day, sumOf([{ direction, persons: -persons }]))))
    throw new Refusal('not-undoable', { visitId, because: 'left' });
  await record(context, { kind: 'count.undone', subject: visitId, details: { day, direction, persons } });
  const categories = await findCategories(tx);
  const category = categories.find(({ number }) => number === found.categoryNumber)?.category ?? '';
  return { visit: { ...found, undoneAt }, category, isRepeat: false };
}

/** The numbers of the categories, by their slugs. @throws Refusal category-unknown */
async function numbersOf(
  { tx }: ActionContext,
  timed: readonly TimedCount[],
): Promise<ReadonlyMap<string, number>> {
  const categories = await findCategories(tx);
  const numbers = new Map(categories.map(({ category, number }) => [category, number]));
  const unknown = timed
    .filter(({ count }) => !numbers.has(count.category))
    .map(({ count: { category }, pointer }) => ({ category, pointer }));
  if (unknown.length > 0) throw new Refusal('category-unknown', { unknown, known: [...numbers.keys()] });
  return numbers;
}

function visitOf(
  count: VisitorCount,
  {
    now,
    ...same
  }: Pick<CountedVisit, 'categoryNumber' | 'day' | 'at' | 'accountId'> & { readonly now: number },
): CountedVisit {
  const { visitId, persons, direction, gate = null, at: deviceAt = null, note = null } = count;
  return {
    ...{ visitId, persons, direction, gate, deviceAt, note },
    ...same,
    countHash: hashOf(count),
    recordedAt: now,
    undoneAt: null,
  };
}

/** Equal for equal counts, also once the note is erased. */
function hashOf({ category, persons, direction, gate, at, note }: VisitorCount): string {
  const text = JSON.stringify([category, persons, direction, gate, at, note]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** Each day is locked in the order of days. */
function byDay(one: CountedVisit, other: CountedVisit): number {
  return one.day < other.day ? -1 : Number(one.day > other.day);
}

async function addCounted(
  context: ActionContext,
  day: CalendarDay,
  visits: readonly CountedVisit[],
): Promise<void> {
  const { tx } = context;
  const sums = sumOf(visits);
  if (!(await addToCountedDay(tx, day, sums))) {
    const { came, left } = await findCountedDay(tx, day);
    const inside = came - left + sums.came;
    throw new Refusal('more-left-than-came', { day, inside, leaving: sums.left });
  }
  await record(context, { kind: 'visitors.counted', subject: day, details: sums });
}

function sumOf(visits: readonly Pick<CountedVisit, 'direction' | 'persons'>[]): CountedDay {
  let [came, left] = [0, 0];
  for (const { direction, persons } of visits)
    if (direction === 'in') came += persons;
    else left += persons;
  return { came, left };
}
