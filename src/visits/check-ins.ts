import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';

/** The verdict of a gate. */
export type Verdict = 'admitted' | 'refused' | 'left';

/** Reasons for a refusal, in the order of precedence: the first that applies is given. */
export const REASONS = [
  'unreadable',
  'forged',
  'unknown-ticket',
  'void',
  'cancelled',
  'pass-blocked',
  'pass-not-yet',
  'pass-expired',
  'pass-unnamed',
  'pass-used-up',
  'not-booked',
  'no-place',
  'other-event',
  'wrong-day',
  'too-early',
  'too-late',
  'already-admitted',
  'not-inside',
  'card-unknown',
  'card-refused',
  'card-show',
] as const;
export type Reason = (typeof REASONS)[number];

export type Direction = 'in' | 'out';

/**
 * Which of its entries a ticket uses: that of what it is for, the general entry that is included in it, or, out of the museum, both.
 */
export type UsedEntry = 'own' | 'included' | 'both';

/** A time that a ticket came in or left. Instants are milliseconds UTC. */
export interface Passage {
  readonly at: number;
  readonly gate?: string;
}

/** A recorded passage. */
export interface RecordedPassage extends Passage {
  readonly checkInId: Uuid;
  /** The number of the ticket. */
  readonly number: number;
  /** Counts the passages of the ticket in the order of recording. */
  readonly turn: number;
  /** The day it counts for. */
  readonly day: CalendarDay;
  readonly direction: Direction;
  readonly entry: UsedEntry;
  readonly isUndone: boolean;
  /** A second admission of the ticket, by a gate that could not know. */
  readonly isConflict: boolean;
}

/** The ticket of a check-in. */
export interface CheckedTicket {
  readonly number: number;
  readonly ticketId: Uuid;
  readonly day: CalendarDay;
  readonly eventId: Uuid | null;
  /** How many persons it admits. */
  readonly places: number;
}

/** The pass of a check-in without a ticket. */
export interface CheckedPass {
  readonly passId: Uuid;
  /** The id of the first of the passes that replaced each other. */
  readonly firstId: Uuid;
  /** Counts the passages of the pass on the day, in the order of recording; null: nobody passed. */
  readonly turn: number | null;
  /** Whether somebody came in anew, and not again. */
  readonly isEntry: boolean;
  /** How many came. */
  readonly persons: number;
  /** That of the category whose ticket it stands for. */
  readonly categoryNumber: number;
}

/** The card of a check-in. */
export interface CheckedCard {
  /** Its slug. */
  readonly card: string;
  readonly name: string;
  /** A keyed hash of its number; null: it was forgotten. */
  readonly hash: string | null;
  /** Counts the passages of the card in the order of recording; null: nobody passed. */
  readonly turn: number | null;
  /** Whether somebody came in anew, not back. */
  readonly isEntry: boolean;
  /** How many more are inside: 1, 0 or -1. */
  readonly moved: number;
  /** That of the category for which it counts; null: it is not known any more. */
  readonly categoryNumber: number | null;
  /** How many persons it admits. */
  readonly places: number;
  /** Hundredths: what its issuer pays for it. */
  readonly worthCents: number | null;
}

/** One scan with its verdict. */
export interface CheckIn {
  readonly checkInId: Uuid;
  /** The hash of the scan. */
  readonly scanHash: string;
  readonly ticket: CheckedTicket | null;
  /** Null: it was with a ticket, or nobody knows with what. */
  readonly pass: CheckedPass | null;
  readonly card: CheckedCard | null;
  readonly eventName: string | null;
  /** What the entrance was to ask to see. */
  readonly proof: string | null;
  /** Null: nobody passed, or nobody knows with which ticket. */
  readonly turn: number | null;
  readonly direction: Direction;
  readonly entry: UsedEntry;
  readonly verdict: Verdict;
  /** Why it was refused, or what was overridden. */
  readonly reason: Reason | null;
  readonly message: string;
  readonly earlier: Passage | null;
  readonly override: string | null;
  readonly gate: string | null;
  /** The museum's day that it counts for. */
  readonly day: CalendarDay;
  readonly at: number;
  /** The time by the clock of a device that decided offline. */
  readonly deviceAt: number | null;
  readonly recordedAt: number;
  readonly accountId: Uuid | null;
  /** A second admission of a ticket, by a gate that could not know. */
  readonly isConflict: boolean;
  readonly undoneAt: number | null;
}

const COLUMNS = [
  'check_in_id',
  'scan_hash',
  'number',
  'ticket_id',
  'ticket_date',
  'event_id',
  'event_name',
  'places',
  'proof',
  'turn',
  'direction',
  'verdict',
  'reason',
  'message',
  'earlier_at',
  'earlier_gate',
  'override_reason',
  'gate',
  'day',
  'at',
  'device_at',
  'recorded_at',
  'account_id',
  'is_conflict',
  'undone_at',
  'entry',
] as const;

const PASS_COLUMNS = ['pass_id', 'pass_first', 'pass_turn', 'pass_entry', 'pass_category'] as const;
const CARD_COLUMNS = [
  'card',
  'card_name',
  'card_hash',
  'card_turn',
  'card_entry',
  'card_moved',
  'card_category',
  'card_worth_cents',
] as const;

const ALL_COLUMNS = [...COLUMNS, ...PASS_COLUMNS, ...CARD_COLUMNS];

/** @throws UniqueViolation when an id, or a turn of a ticket, was recorded meanwhile */
export async function addCheckIns(tx: Transaction, checkIns: readonly CheckIn[]): Promise<void> {
  // Where nobody has a pass or a card, as in most museums, nothing is written of these.
  if (checkIns.every(({ pass, card }) => pass === null && card === null))
    await tx.insert('check_ins', COLUMNS, checkIns.map(toRow));
  else
    await tx.insert(
      'check_ins',
      ALL_COLUMNS,
      checkIns.map((checkIn) => [
        ...toRow(checkIn),
        ...passColumns(checkIn.pass),
        ...cardColumns(checkIn.card),
      ]),
    );
}

/** Deletes those check-ins, to be recorded again. */
export async function removeCheckIns(tx: Transaction, checkInIds: readonly Uuid[]): Promise<void> {
  await tx.run(`DELETE FROM check_ins WHERE check_in_id IN ?`, [checkInIds]);
}

const MOVED_AT_ONCE = 500;

/** Follows tickets for that day that are for another from now on: what was decided on them stays theirs. */
export async function moveScans(
  tx: Transaction,
  numbers: readonly number[],
  from: CalendarDay,
  to: CalendarDay,
): Promise<void> {
  for (let at = 0; at < numbers.length; at += MOVED_AT_ONCE)
    await tx.run(
      'UPDATE check_ins SET ticket_date = ? WHERE ticket_date = ? AND number IN ? AND turn IS NOT NULL',
      [to, from, numbers.slice(at, at + MOVED_AT_ONCE)],
    );
}

/** Those of the ids that were recorded, by id. */
export async function findCheckIns(
  queries: Queries,
  checkInIds: readonly Uuid[],
): Promise<Map<Uuid, CheckIn>> {
  const rows = await queries.all<CheckInRow>(
    `SELECT ${ALL_COLUMNS.join(', ')} FROM check_ins WHERE check_in_id IN ?`,
    [checkInIds],
  );
  return new Map(rows.map((row) => [row.check_in_id, fromRow(row)]));
}

export async function findCheckIn(queries: Queries, checkInId: Uuid): Promise<CheckIn | undefined> {
  return (await findCheckIns(queries, [checkInId])).get(checkInId);
}

/** How many passages of a ticket are read: nobody comes and goes more often in a day. All are stored. */
const PASSAGES_READ = 200;

/** A query for the passages that were recorded last of the tickets with one of those numbers, its first parameter. */
export function latestPassages(columns: string): string {
  return `SELECT ${columns} FROM tickets CROSS JOIN check_ins AS passages
    WHERE tickets.number IN ? AND passages.ticket_date = tickets.ticket_date
      AND passages.number = tickets.number AND passages.turn IS NOT NULL AND passages.turn > (
        SELECT max(turn) FROM check_ins
         WHERE ticket_date = tickets.ticket_date AND number = tickets.number AND turn IS NOT NULL
      ) - ${PASSAGES_READ}`;
}

/**
 * The passages of those tickets that were recorded last, also those taken back, by number; each list in chronological
 * order.
 */
export async function findPassages(
  queries: Queries,
  tickets: readonly Pick<CheckedTicket, 'number'>[],
): Promise<Map<number, RecordedPassage[]>> {
  const columns = 'check_in_id, passages.number, turn, day, verdict, at, gate, is_conflict, undone_at, entry';
  const rows = await queries.all<PassageRow>(
    `${latestPassages(columns)} ORDER BY passages.number, at, turn`,
    [tickets.map(({ number }) => number)],
  );
  return Map.groupBy(rows.map(passageOf), ({ number }) => number);
}

/**
 * The instant at which a ticket was first admitted to what it is for, by its passages, in chronological order; undefined: it was not.
 * If not all of them were read, it was before those.
 */
export function firstUseOf(passages: readonly RecordedPassage[]): number | undefined {
  if (passages.length === PASSAGES_READ) return passages[0]?.at;
  return passages.find((passage) => isAdmission(passage) && passage.entry === 'own')?.at;
}

/** Whether a ticket was used: by its passages, admitted to what it is for, or to general entry that is included. */
export function wasAdmitted(passages: readonly RecordedPassage[]): boolean {
  return passages.length === PASSAGES_READ || passages.some(isAdmission);
}

function isAdmission({ direction, isUndone }: RecordedPassage): boolean {
  return direction === 'in' && !isUndone;
}

/** Every scan of those tickets, refused ones too. It uses no index, because it is rarely needed. */
export async function findScans(
  queries: Queries,
  tickets: readonly Pick<CheckedTicket, 'number'>[],
): Promise<CheckIn[]> {
  const rows = await queries.all<CheckInRow>(
    `SELECT ${ALL_COLUMNS.join(', ')} FROM check_ins WHERE number IN ? ORDER BY at, check_in_id`,
    [tickets.map(({ number }) => number)],
  );
  return rows.map(fromRow);
}

/** Takes an admission back, at that instant. @returns false when it is none, or was taken back already */
export async function markUndone(
  tx: Transaction,
  checkInId: Uuid,
  accountId: Uuid | null,
  undoneAt: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE check_ins SET undone_at = ?, undone_by = ?
      WHERE check_in_id = ? AND verdict = 'admitted' AND undone_at IS NULL`,
    [undoneAt, accountId, checkInId],
  );
  return changed === 1;
}

/** Removes the mark of second admissions. */
export async function endConflicts(tx: Transaction, checkInIds: readonly Uuid[]): Promise<void> {
  await tx.run(`UPDATE check_ins SET is_conflict = 0 WHERE check_in_id IN ?`, [checkInIds]);
}

interface PassageRow {
  readonly check_in_id: Uuid;
  readonly number: number;
  readonly turn: number;
  readonly day: CalendarDay;
  readonly verdict: Verdict;
  readonly at: number;
  readonly gate: string | null;
  readonly is_conflict: number;
  readonly undone_at: number | null;
  readonly entry: Exclude<UsedEntry, 'own'> | null;
}

function passageOf(row: PassageRow): RecordedPassage {
  return {
    checkInId: row.check_in_id,
    number: row.number,
    turn: row.turn,
    day: row.day,
    direction: row.verdict === 'left' ? 'out' : 'in',
    entry: row.entry ?? 'own',
    isUndone: row.undone_at !== null,
    isConflict: row.is_conflict === 1,
    ...passage(row.at, row.gate),
  };
}

interface CheckInRow {
  readonly check_in_id: Uuid;
  readonly scan_hash: string;
  readonly number: number | null;
  readonly ticket_id: Uuid | null;
  readonly ticket_date: CalendarDay | null;
  readonly event_id: Uuid | null;
  readonly event_name: string | null;
  readonly places: number;
  readonly proof: string | null;
  readonly turn: number | null;
  readonly direction: Direction;
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  readonly message: string;
  readonly earlier_at: number | null;
  readonly earlier_gate: string | null;
  readonly override_reason: string | null;
  readonly gate: string | null;
  readonly day: CalendarDay;
  readonly at: number;
  readonly device_at: number | null;
  readonly recorded_at: number;
  readonly account_id: Uuid | null;
  readonly is_conflict: number;
  readonly undone_at: number | null;
  readonly entry: Exclude<UsedEntry, 'own'> | null;
  readonly pass_id: Uuid | null;
  readonly pass_first: Uuid | null;
  readonly pass_turn: number | null;
  readonly pass_entry: number | null;
  readonly pass_category: number | null;
  readonly card: string | null;
  readonly card_name: string | null;
  readonly card_hash: string | null;
  readonly card_turn: number | null;
  readonly card_entry: number | null;
  readonly card_moved: number | null;
  readonly card_category: number | null;
  readonly card_worth_cents: number | null;
}

function fromRow(row: CheckInRow): CheckIn {
  const { number, ticket_id: ticketId, ticket_date: day, event_id: eventId, places } = row;
  const isKnown = number !== null && ticketId !== null && day !== null;
  return {
    checkInId: row.check_in_id,
    scanHash: row.scan_hash,
    ticket: isKnown ? { number, ticketId, day, eventId, places } : null,
    pass: passIn(row),
    card: cardIn(row),
    eventName: row.event_name,
    proof: row.proof,
    turn: row.turn,
    direction: row.direction,
    entry: row.entry ?? 'own',
    verdict: row.verdict,
    reason: row.reason,
    message: row.message,
    earlier: row.earlier_at === null ? null : passage(row.earlier_at, row.earlier_gate),
    override: row.override_reason,
    gate: row.gate,
    day: row.day,
    at: row.at,
    deviceAt: row.device_at,
    recordedAt: row.recorded_at,
    accountId: row.account_id,
    isConflict: row.is_conflict === 1,
    undoneAt: row.undone_at,
  };
}

function passIn({
  pass_id,
  pass_first,
  pass_turn,
  pass_entry,
  pass_category,
  places: persons,
}: CheckInRow): CheckedPass | null {
  if (pass_id === null || pass_first === null) return null;
  const passed = { turn: pass_turn, isEntry: pass_entry === 1, persons };
  return { passId: pass_id, firstId: pass_first, ...passed, categoryNumber: pass_category ?? 0 };
}

function cardIn(row: CheckInRow): CheckedCard | null {
  if (row.card === null) return null;
  return {
    card: row.card,
    name: row.card_name ?? row.card,
    hash: row.card_hash,
    turn: row.card_turn,
    isEntry: row.card_entry === 1,
    moved: row.card_moved ?? 0,
    categoryNumber: row.card_category,
    places: row.places,
    worthCents: row.card_worth_cents,
  };
}

function passage(at: number, gate: string | null): Passage {
  return gate === null ? { at } : { at, gate };
}

function toRow(checkIn: CheckIn): SqlValue[] {
  const { ticket, pass, card, earlier } = checkIn;
  return [
    checkIn.checkInId,
    checkIn.scanHash,
    ticket?.number ?? null,
    ticket?.ticketId ?? null,
    ticket?.day ?? null,
    ticket?.eventId ?? null,
    checkIn.eventName,
    ticket?.places ?? pass?.persons ?? card?.places ?? 1,
    checkIn.proof,
    checkIn.turn,
    checkIn.direction,
    checkIn.verdict,
    checkIn.reason,
    checkIn.message,
    earlier?.at ?? null,
    earlier?.gate ?? null,
    checkIn.override,
    checkIn.gate,
    checkIn.day,
    checkIn.at,
    checkIn.deviceAt,
    checkIn.recordedAt,
    checkIn.accountId,
    checkIn.isConflict ? 1 : 0,
    checkIn.undoneAt,
    checkIn.entry === 'own' ? null : checkIn.entry,
  ];
}

function passColumns(pass: CheckedPass | null): SqlValue[] {
  if (pass === null) return PASS_COLUMNS.map(() => null);
  return [pass.passId, pass.firstId, pass.turn, pass.isEntry ? 1 : 0, pass.categoryNumber];
}

function cardColumns(card: CheckedCard | null): SqlValue[] {
  if (card === null) return CARD_COLUMNS.map(() => null);
  return [
    ...[card.card, card.name, card.hash, card.turn, card.isEntry ? 1 : 0],
    ...[card.moved, card.categoryNumber, card.worthCents],
  ];
}

/** An admission by a gate without a network, which could not know that the ticket was inside already, or void. */
export interface WrongAdmission {
  /** The ticket's number. */
  readonly number: number;
  readonly what: 'twice' | 'void';
  readonly at: number;
  readonly gate: string | null;
  /** When the ticket was made void. */
  readonly voidedAt: number | null;
}

/** Those with tickets for `from` and later days, the latest first. One that was undone is not among them. */
export function findWrongAdmissions(
  queries: Queries,
  from: CalendarDay,
  limit: number,
): Promise<WrongAdmission[]> {
  return queries.all<WrongAdmission>(
    `SELECT check_ins.number AS "number", 'twice' AS "what", at AS "at", gate AS "gate", NULL AS "voidedAt"
       FROM check_ins WHERE is_conflict = 1 AND ticket_date >= ? AND undone_at IS NULL
      UNION ALL
     SELECT voids.number, 'void', at, gate, voided_at
       FROM voids JOIN check_ins ON check_ins.ticket_date = voids.ticket_date AND check_ins.number = voids.number
      WHERE voids.ticket_date >= ? AND turn IS NOT NULL AND verdict = 'admitted' AND is_conflict = 0
        AND undone_at IS NULL AND device_at IS NOT NULL AND at >= voided_at
      ORDER BY 3 DESC LIMIT ?`,
    [from, from, limit],
  );
}
