import {
  cardName,
  findListed,
  lockCards,
  planRegistrations,
  type ScannedCard,
  takeBackRegistration,
} from '../cards/index.ts';
import type { Language } from '../core/language.ts';
import type { Days } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';
import {
  type CardPassage,
  type CheckedCard,
  type CheckIn,
  type Direction,
  findCardPassages,
} from '../visits/index.ts';
import type { Draft } from './check-in-book.ts';
import { EntryTimeline } from './entry-timeline.ts';
import { type BatchKnowledge, type GateRules, ticketOf } from './knowledge.ts';
import type { Arrival } from './scan.ts';
import { isNewEntry } from './verdict.js';
import type { CardAtGate, CardRefusal, TicketAtGate } from './verdict-types.ts';

/** What decisions on cards need. */
export interface CardKnowledge {
  /** By the hashes of their numbers. */
  readonly timelines: ReadonlyMap<string, EntryTimeline<CardPassage>>;
  /** The hashes of those that are in the lists of their cards. */
  readonly listed: ReadonlySet<string>;
}

export function scannedCard({ identified }: Arrival): ScannedCard | undefined {
  return 'importedCode' in identified ? identified.card : undefined;
}

/** Nobody else lets in with these cards until the transaction ends. */
export async function loadCards(tx: Transaction, arrivals: readonly Arrival[]): Promise<CardKnowledge> {
  const scanned = arrivals.flatMap((arrival) => scannedCard(arrival) ?? []);
  if (scanned.length === 0) return { timelines: new Map(), listed: new Set() };
  await lockCards(tx, [...new Set(scanned.map(({ card }) => card.card))].sort());
  const hashes = [...new Set(scanned.map(({ hash }) => hash))];
  const inLists = scanned.filter(({ card }) => card.mode === 'list');
  const [passages, listed] = await Promise.all([
    findCardPassages(tx, hashes),
    findListed(
      tx,
      [...new Set(inLists.map(({ card }) => card.card))],
      inLists.map(({ hash }) => hash),
    ),
  ]);
  return {
    timelines: new Map(hashes.map((hash) => [hash, new EntryTimeline(passages.get(hash) ?? [])])),
    listed,
  };
}

/** How a card stands that was scanned, and what it stands for at the gate. */
export interface KnownCard {
  readonly scanned: ScannedCard;
  readonly timeline: EntryTimeline<CardPassage>;
  readonly known: TicketAtGate;
  /** Whether who comes in with it is only back. */
  readonly isBack: boolean;
  /** Whether it still lets in anew that day. */
  readonly hasEntries: boolean;
}

/** The card that was scanned, at that instant; undefined: it was none, or a ticket has the same code. */
export function knownCard(
  arrival: Arrival,
  { timelines, listed }: CardKnowledge,
  knowledge: BatchKnowledge,
  days: Days,
  { reentry }: Pick<GateRules, 'reentry'>,
): KnownCard | undefined {
  if (ticketOf(knowledge, arrival.identified) !== 'unreadable') return undefined;
  const scanned = scannedCard(arrival);
  const timeline = timelines.get(scanned?.hash ?? '');
  if (scanned === undefined || timeline === undefined) return undefined;
  const { reported, scan } = arrival;
  if (reported !== undefined && scan.checkInId !== undefined) timeline.remove(scan.checkInId);
  const standing = timeline.standingAt(days, reported?.at);
  const category = [...knowledge.categories.values()].find((each) => each.category === scanned.card.category);
  return {
    scanned,
    timeline,
    isBack: !isNewEntry(standing, { reentry }),
    hasEntries: timeline.countEntries(days) < scanned.card.perDay,
    known: {
      ticketDate: days[0],
      eventId: null,
      ...(category && { category }),
      ...standing,
      card: cardAtGate(arrival, scanned, listed, !isNewEntry(standing, { reentry })),
    },
  };
}

function cardAtGate(
  { scan, language, reported }: Arrival,
  { card, isRight, hash, look }: ScannedCard,
  listed: ReadonlySet<string>,
  comesBack: boolean,
): CardAtGate {
  const name = cardName(card, language);
  const fault = (which: CardRefusal, words?: string): CardAtGate => ({
    name,
    fault: which,
    ...(words !== undefined && { words }),
  });
  if (!isRight || (card.mode === 'list' && !listed.has(hash))) return fault('card-unknown');
  if (scan.direction === 'out' || reported !== undefined) return { name };
  if (card.mode === 'show') return scan.shown ? { name } : fault('card-show');
  // Whoever is only back was asked about before.
  if (comesBack) return { name };
  if (card.mode === 'live' && look === null && card.offline === 'refuse') return fault('card-refused');
  if (card.mode === 'live' && look && !look.isAllowed) return fault('card-refused', look.reason);
  return { name, ...(look?.name !== undefined && { holder: look.name }) };
}

/** What is written down of the card: with a turn if somebody has passed. */
export function checkedCard(
  { scanned: { card, hash }, timeline, isBack: comesBack, known }: KnownCard,
  language: Language,
  checkIn: Pick<CheckIn, 'direction' | 'verdict' | 'isConflict'>,
): CheckedCard {
  const passes = checkIn.verdict !== 'refused';
  const isEntry = passes && checkIn.direction === 'in' && !comesBack && !checkIn.isConflict;
  return {
    card: card.card,
    name: cardName(card, language),
    hash,
    turn: passes ? timeline.nextTurn() : null,
    isEntry,
    moved: passes ? movedBy(checkIn.direction, isEntry, known.lastDirection) : 0,
    categoryNumber: known.category?.number ?? null,
    places: known.category?.places ?? 1,
    worthCents: isEntry ? card.worthCents : null,
  };
}

/** Whoever is inside already, or out, does not come in or leave once more. */
function movedBy(direction: Direction, isEntry: boolean, lastDirection: Direction | undefined): number {
  if (direction === 'out') return lastDirection === 'in' ? -1 : 0;
  return isEntry || lastDirection !== 'in' ? 1 : 0;
}

export function cardPassageOf({
  checkInId,
  card,
  day,
  direction,
  at,
  gate,
  isConflict,
}: CheckIn): CardPassage {
  return {
    checkInId,
    hash: card?.hash ?? '',
    number: 0,
    turn: card?.turn ?? 0,
    isEntry: card?.isEntry === true,
    day,
    direction,
    entry: 'own',
    isUndone: false,
    isConflict,
    at,
    ...(gate !== null && { gate }),
  };
}

/** Their issuers are told of those of the check-ins with which somebody came in anew, and not of what a gate has corrected to a refusal. */
export async function planCardVisits(
  tx: Transaction,
  drafts: readonly Draft[],
  now: number,
  encrypt: (number: string, checkInId: CheckIn['checkInId']) => string,
): Promise<void> {
  const visits = drafts.flatMap(({ arrival, checkIn }) => {
    const scanned = scannedCard(arrival);
    if (scanned?.card.mode !== 'live' || checkIn.card?.isEntry !== true) return [];
    const { checkInId, gate, at } = checkIn;
    return { checkInId, card: scanned.card.card, gate, at, number: encrypt(scanned.number, checkInId) };
  });
  await planRegistrations(tx, visits, now);
  for (const { corrects, checkIn } of drafts)
    if (corrects?.card?.isEntry && checkIn.card?.isEntry !== true)
      await takeBackRegistration(tx, checkIn.checkInId, now);
}
