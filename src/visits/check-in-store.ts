import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { inList, type Queries, type SqlValue, type Transaction } from '../store/index.ts';
import type {
  CheckedTicket,
  CheckIn,
  Direction,
  Passage,
  Reason,
  RecordedPassage,
  Verdict,
} from './visit.ts';

const COLUMNS = [
  'check_in_id',
  'scan_hash',
  'number',
  'ticket_id',
  'ticket_date',
  'event_id',
  'event_name',
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
] as const;

/** @throws UniqueViolation when an id, or a turn of a ticket, was recorded meanwhile */
export async function addCheckIns(tx: Transaction, checkIns: readonly CheckIn[]): Promise<void> {
  await tx.insert('check_ins', COLUMNS, checkIns.map(toRow));
}

/** Deletes those check-ins, to be recorded again. */
export async function removeCheckIns(tx: Transaction, checkInIds: readonly Uuid[]): Promise<void> {
  const { list, values } = inList(checkInIds);
  await tx.run(`DELETE FROM check_ins WHERE check_in_id IN ${list}`, values);
}

/** Those of the ids that were recorded, by id. */
export async function findCheckIns(
  queries: Queries,
  checkInIds: readonly Uuid[],
): Promise<Map<Uuid, CheckIn>> {
  if (checkInIds.length === 0) return new Map();
  const { list, values } = inList(checkInIds);
  const rows = await queries.all<CheckInRow>(
    `SELECT ${COLUMNS.join(', ')} FROM check_ins WHERE check_in_id IN ${list}`,
    values,
  );
  return new Map(rows.map((row) => [row.check_in_id, fromRow(row)]));
}

export async function findCheckIn(queries: Queries, checkInId: Uuid): Promise<CheckIn | undefined> {
  return (await findCheckIns(queries, [checkInId])).get(checkInId);
}

/** Every passage of those tickets, also those taken back, by number; each list in chronological order. */
export async function findPassages(
  queries: Queries,
  tickets: readonly Pick<CheckedTicket, 'number' | 'ticketDate'>[],
): Promise<Map<number, RecordedPassage[]>> {
  if (tickets.length === 0) return new Map();
  const days = inList<SqlValue>([...new Set(tickets.map(({ ticketDate }) => ticketDate))]);
  const numbers = inList<SqlValue>(tickets.map(({ number }) => number));
  const rows = await queries.all<PassageRow>(
    `SELECT check_in_id, number, turn, day, verdict, at, gate, is_conflict, undone_at FROM check_ins
      WHERE ticket_date IN ${days.list} AND number IN ${numbers.list} AND turn IS NOT NULL
      ORDER BY number, at, turn`,
    [...days.values, ...numbers.values],
  );
  return Map.groupBy(rows.map(passageOf), ({ number }) => number);
}

/** Every scan of those tickets, refused ones too. It uses no index, because it is rarely needed. */
export async function findScans(
  queries: Queries,
  tickets: readonly Pick<CheckedTicket, 'number'>[],
): Promise<CheckIn[]> {
  if (tickets.length === 0) return [];
  const { list, values } = inList<SqlValue>(tickets.map(({ number }) => number));
  const rows = await queries.all<CheckInRow>(
    `SELECT ${COLUMNS.join(', ')} FROM check_ins WHERE number IN ${list} ORDER BY at, check_in_id`,
    values,
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
  if (checkInIds.length === 0) return;
  const { list, values } = inList(checkInIds);
  await tx.run(`UPDATE check_ins SET is_conflict = 0 WHERE check_in_id IN ${list}`, values);
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
}

function passageOf(row: PassageRow): RecordedPassage {
  return {
    checkInId: row.check_in_id,
    number: row.number,
    turn: row.turn,
    day: row.day,
    direction: row.verdict === 'left' ? 'out' : 'in',
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
}

function fromRow(row: CheckInRow): CheckIn {
  const { number, ticket_id: ticketId, ticket_date: ticketDate, event_id: eventId } = row;
  const isKnown = number !== null && ticketId !== null && ticketDate !== null;
  return {
    checkInId: row.check_in_id,
    scanHash: row.scan_hash,
    ticket: isKnown ? { number, ticketId, ticketDate, eventId } : null,
    eventName: row.event_name,
    turn: row.turn,
    direction: row.direction,
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

function passage(at: number, gate: string | null): Passage {
  return gate === null ? { at } : { at, gate };
}

function toRow(checkIn: CheckIn): SqlValue[] {
  const { ticket, earlier } = checkIn;
  return [
    checkIn.checkInId,
    checkIn.scanHash,
    ticket?.number ?? null,
    ticket?.ticketId ?? null,
    ticket?.ticketDate ?? null,
    ticket?.eventId ?? null,
    checkIn.eventName,
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
  ];
}
