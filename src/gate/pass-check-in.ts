import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Days } from '../hours/index.ts';
import {
  addPlaces,
  findPlacesLeftIn,
  giveBackPlaces,
  type Slot,
  sumPlaces,
  takePlaces,
} from '../offers/index.ts';
import {
  addPassEntries,
  findPassEntries,
  findPassTypes,
  lockPasses,
  type NumberedPassType,
  type Pass,
  type PassEntry,
  placesOfEntry,
  removePassEntries,
} from '../passes/index.ts';
import type { Transaction } from '../store/index.ts';
import { type CheckedPass, type CheckIn, findPassPassages, type PassPassage } from '../visits/index.ts';
import type { Draft } from './check-in-book.ts';
import { EntryTimeline } from './entry-timeline.ts';
import type { BatchKnowledge, GateRules } from './knowledge.ts';
import type { Arrival } from './scan.ts';
import { passTypeName } from './shown-pass.ts';
import { isNewEntry } from './verdict.js';
import type { PassAtGate, TicketAtGate } from './verdict-types.ts';

/** What decisions on passes need. */
export interface PassKnowledge {
  readonly byId: ReadonlyMap<Uuid, Pass>;
  readonly byNumber: ReadonlyMap<number, Pass>;
  readonly types: ReadonlyMap<string, NumberedPassType>;
  /** By the first of the passes that replaced each other. */
  readonly visits: ReadonlyMap<Uuid, PassVisits>;
}

/** What a pass was used for. */
interface PassVisits {
  /** Its passages of the days of the scans. */
  readonly timeline: EntryTimeline<PassPassage>;
  /** How many entries it had on other days. */
  readonly before: number;
}

const NOTHING: PassKnowledge = {
  byId: new Map(),
  byNumber: new Map(),
  types: new Map(),
  visits: new Map(),
};

/** Nobody else lets in with these passes until the transaction ends. Where none was scanned, nothing is asked. */
export async function loadPasses(
  tx: Transaction,
  arrivals: readonly Arrival[],
  daysAt: GateRules['daysAt'],
  today: Days,
): Promise<PassKnowledge> {
  const scans = arrivals.filter(isPassScan);
  if (scans.length === 0) return NOTHING;
  const passIds = scans.flatMap(({ identified }) => ('passId' in identified ? identified.passId : []));
  const numbers = scans.flatMap(({ identified }) =>
    'passNumber' in identified ? identified.passNumber : [],
  );
  const days = await daysOf(scans, daysAt, today);
  const passes = await lockPasses(tx, { passIds: [...new Set(passIds)], numbers: [...new Set(numbers)] });
  const firstIds = [...new Set(passes.map(({ firstId }) => firstId))];
  const [types, entries, passages] = await Promise.all([
    findPassTypes(tx),
    findPassEntries(tx, firstIds),
    findPassPassages(tx, days, firstIds),
  ]);
  const visitsOf = (firstId: Uuid): PassVisits => ({
    timeline: new EntryTimeline(passages.get(firstId) ?? []),
    before: (entries.get(firstId) ?? []).filter(({ day }) => !days.includes(day)).length,
  });
  return {
    byId: new Map(passes.map((pass) => [pass.passId, pass])),
    byNumber: new Map(passes.map((pass) => [pass.number, pass])),
    types: new Map(types.map((type) => [type.passType, type])),
    visits: new Map(firstIds.map((firstId) => [firstId, visitsOf(firstId)])),
  };
}

function isPassScan({ identified }: Arrival): boolean {
  return 'passId' in identified || 'passNumber' in identified;
}

/** The days of which the passages are needed. */
async function daysOf(
  scans: readonly Arrival[],
  daysAt: GateRules['daysAt'],
  today: Days,
): Promise<CalendarDay[]> {
  const days = new Set<CalendarDay>(today);
  for (const { reported } of scans)
    if (reported !== undefined) for (const day of await daysAt(reported.at)) days.add(day);
  return [...days];
}

/** How a pass stands that was scanned, and what it stands for at the gate: general entry on each of its days. */
export interface ScannedPass {
  readonly pass: Pass;
  readonly timeline: EntryTimeline<PassPassage>;
  readonly known: TicketAtGate & { readonly pass: PassAtGate };
  /** Whether whoever comes in now comes in anew. */
  readonly isNew: boolean;
  readonly categoryNumber: number;
}

/** The pass that was scanned, at that instant; undefined: it was none. */
export function knownPass(
  arrival: Arrival,
  { byId, byNumber, types, visits }: PassKnowledge,
  categories: BatchKnowledge['categories'],
  days: Days,
  { reentry }: Pick<GateRules, 'reentry'>,
): ScannedPass | undefined {
  const { identified, scan, reported, language } = arrival;
  if (!('passId' in identified || 'passNumber' in identified)) return undefined;
  const pass = 'passId' in identified ? byId.get(identified.passId) : byNumber.get(identified.passNumber);
  const visited = visits.get(pass?.firstId as Uuid);
  if (pass === undefined || visited === undefined) return undefined;
  const { timeline, before } = visited;
  const type = types.get(pass.passType);
  if (type === undefined) throw new Error(`The type ${pass.passType} of a pass is not on the list.`);
  if (reported !== undefined && scan.checkInId !== undefined) timeline.remove(scan.checkInId);
  const standing = timeline.standingAt(days, reported?.at);
  const isNew = isNewEntry(standing, { reentry });
  const most =
    scan.direction !== 'out' && isNew ? pass.persons : timeline.lastIn(days, reported?.at)?.persons;
  return {
    pass,
    timeline,
    isNew,
    categoryNumber: [...categories.values()].find(({ category }) => category === type.category)?.number ?? 0,
    known: {
      ticketDate: days[0],
      eventId: null,
      ...(pass.voidAt !== null && { isVoid: true }),
      ...standing,
      pass: {
        ...passAtGate(pass, type, language),
        persons: Math.min(scan.persons ?? pass.persons, most ?? pass.persons),
        ...leftOf(pass, before + timeline.countEntries()),
        entriesToday: timeline.countEntries(days),
      },
    },
  };
}

function leftOf({ entries }: Pass, used: number): Pick<PassAtGate, 'entriesLeft'> {
  return entries === null ? {} : { entriesLeft: Math.max(0, entries - used) };
}

function passAtGate(
  pass: Pass,
  type: NumberedPassType,
  language: Language,
): Omit<PassAtGate, 'persons' | 'entriesToday'> {
  return {
    name: passTypeName(type, language),
    isNamed: type.named,
    ...(pass.holder !== null && { holder: pass.holder }),
    ...(type.named && pass.holder === null && { isUnnamed: true }),
    from: pass.from,
    to: pass.to,
    ...(pass.blockedAt !== null && { isBlocked: true }),
    coversEvents: type.covers === 'general-and-events',
    walkIn: type.walkIn,
    perDay: type.perDay,
  };
}

/** Whether no more entries were left for who was let in anew. */
export function hasNoEntries({ known: { pass }, isNew }: ScannedPass): boolean {
  return isNew && (pass.entriesToday >= pass.perDay || pass.entriesLeft === 0);
}

/** The pass with whether the slot has places for who would come in with it anew, where it needs them. */
export async function withPlaces(
  tx: Transaction,
  known: ScannedPass['known'],
  slot: Slot,
): Promise<ScannedPass['known']> {
  const left = await findPlacesLeftIn(tx, slot);
  return { ...known, pass: { ...known.pass, hasPlace: left === null || left >= known.pass.persons } };
}

/** Takes the places of who comes in, if that many are left. */
export async function takeWalkIn(tx: Transaction, slot: Slot, persons: number): Promise<boolean> {
  return (await takePlaces(tx, slot, [persons]))?.fits[0] === true;
}

/** What is written down of the pass: with a turn if somebody has passed. */
export function checkedPass(
  { pass, known, timeline, isNew, categoryNumber }: ScannedPass,
  { verdict, direction, isConflict }: Pick<CheckIn, 'verdict' | 'direction' | 'isConflict'>,
): CheckedPass {
  const passes = verdict !== 'refused';
  return {
    passId: pass.passId,
    firstId: pass.firstId,
    turn: passes ? timeline.nextTurn() : null,
    isEntry: passes && direction === 'in' && isNew && !isConflict,
    persons: known.pass.persons,
    categoryNumber,
  };
}

export function passPassageOf({
  checkInId,
  pass,
  day,
  direction,
  at,
  gate,
  isConflict,
}: CheckIn): PassPassage {
  return {
    checkInId,
    firstId: pass?.firstId as Uuid,
    number: 0,
    turn: pass?.turn ?? 0,
    isEntry: pass?.isEntry === true,
    persons: pass?.persons ?? 0,
    day,
    direction,
    entry: 'own',
    isUndone: false,
    isConflict,
    at,
    ...(gate !== null && { gate }),
  };
}

/**
 * Writes down who has come in anew. Of those that gates without a network have let in, the places are taken now, whatever is
 * left; those of entries that were corrected are given back.
 */
export async function writePassEntries(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
  const corrected = drafts.flatMap(({ corrects }) => (corrects?.pass?.isEntry ? corrects.checkInId : []));
  const entries = drafts.flatMap(({ checkIn: { checkInId, pass, day, at, gate }, walkIn }): PassEntry[] => {
    if (!pass?.isEntry) return [];
    const { firstId, persons } = pass;
    return [{ entryId: checkInId, firstId, day, persons, at, gate, startsAt: walkIn?.startsAt ?? null }];
  });
  const removed = await removePassEntries(tx, corrected);
  await addPassEntries(tx, entries);
  const reported = new Set(
    drafts.flatMap(({ arrival, checkIn }) => (arrival.reported === undefined ? [] : checkIn.checkInId)),
  );
  const late = entries.filter(({ entryId }) => reported.has(entryId)).flatMap(placesOfEntry);
  await giveBackPlaces(tx, removed.flatMap(placesOfEntry));
  for (const { slot, places } of sumPlaces(late)) await addPlaces(tx, slot, places);
}
