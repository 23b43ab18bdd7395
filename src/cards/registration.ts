import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, SqlValue, Transaction } from '../store/index.ts';

/** How the issuer of a card was told of a visit. */
export type RegistrationState =
  | 'waiting'
  | 'sent'
  | 'registered'
  | 'lost'
  | 'refused'
  | 'undone'
  | 'dropped'
  | 'settled';

/** A visit that the issuer of a card is to be told of. Instants are milliseconds UTC. */
export interface Registration {
  readonly checkInId: Uuid;
  readonly card: string;
  readonly gate: string | null;
  /** When the visitor came in. */
  readonly at: number;
  readonly state: RegistrationState;
  /** Encrypted; null: it is not needed any more. */
  readonly number: string | null;
  readonly attempts: number;
  /** What came of the last attempt, in words for staff. */
  readonly answer: string | null;
}

const SELECT = `SELECT check_in_id AS "checkInId", card AS "card", gate AS "gate", at AS "at", state AS "state",
  number AS "number", attempts AS "attempts", answer AS "answer" FROM card_registrations`;

/** Those visits are told to the issuer, now. */
export async function planRegistrations(
  tx: Transaction,
  visits: readonly (Pick<Registration, 'checkInId' | 'card' | 'gate' | 'at'> & { readonly number: string })[],
  now: number,
): Promise<void> {
  await tx.insert(
    'card_registrations',
    ['check_in_id', 'card', 'gate', 'at', 'state', 'number', 'next_at', 'changed_at'],
    visits.map(({ checkInId, card, gate, at, number }): SqlValue[] => [
      ...[checkInId, card, gate, at, 'waiting', number, now, now],
    ]),
  );
}

/** The visit was taken back: its issuer is told nothing, or else somebody is told that it may know of it. */
export async function takeBackRegistration(tx: Transaction, checkInId: Uuid, now: number): Promise<void> {
  await tx.run(
    `UPDATE card_registrations SET number = NULL, changed_at = ?,
            state = CASE WHEN state IN ('waiting', 'refused') THEN 'dropped' ELSE 'undone' END
      WHERE check_in_id = ? AND state IN ('waiting', 'sent', 'registered', 'lost', 'refused')`,
    [now, checkInId],
  );
}

/**
 * Those that are due, the longest due first; also those of which nobody knows whether they were sent. What was planned while the
 * clock was ahead is due now.
 */
export function findDueRegistrations(queries: Queries, now: number, limit: number): Promise<Registration[]> {
  return queries.all<Registration>(
    `${SELECT} WHERE state IN ('waiting', 'sent') AND (next_at <= ? OR changed_at > ?)
      ORDER BY next_at, check_in_id LIMIT ?`,
    [now, now, limit],
  );
}

export function findRegistration(queries: Queries, checkInId: Uuid): Promise<Registration | undefined> {
  return queries.get<Registration>(`${SELECT} WHERE check_in_id = ?`, [checkInId]);
}

/** From now on the issuer may have been told. @returns false when the visit was taken back meanwhile */
export async function markSent(tx: Transaction, checkInId: Uuid, now: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE card_registrations SET state = 'sent', changed_at = ? WHERE check_in_id = ? AND state = 'waiting'`,
    [now, checkInId],
  );
  return changed === 1;
}

/** Tries the visit again later, which the issuer was not told of. */
export async function postponeRegistration(
  tx: Transaction,
  checkInId: Uuid,
  { at, answer, now }: { readonly at: number; readonly answer: string; readonly now: number },
): Promise<void> {
  await tx.run(
    `UPDATE card_registrations SET next_at = ?, attempts = attempts + 1, answer = ?, changed_at = ?
      WHERE check_in_id = ? AND state = 'waiting'`,
    [at, answer, now, checkInId],
  );
}

/** Ends the attempt, unless the visit was taken back meanwhile. The number stays only where the visit may be sent again. */
export async function endRegistration(
  tx: Transaction,
  checkInId: Uuid,
  state: 'registered' | 'refused' | 'lost',
  { answer, now }: { readonly answer: string; readonly now: number },
): Promise<void> {
  await tx.run(
    `UPDATE card_registrations SET state = ?, attempts = attempts + 1, answer = ?, changed_at = ?,
            number = CASE WHEN ? = 'lost' THEN number END
      WHERE check_in_id = ? AND state IN ('waiting', 'sent')`,
    [state, answer, now, state, checkInId],
  );
}

/** Those that somebody has to look after, the oldest first. */
export function findTroubled(queries: Queries, limit: number): Promise<Registration[]> {
  return queries.all<Registration>(
    `${SELECT} WHERE state IN ('lost', 'refused', 'undone') ORDER BY at, check_in_id LIMIT ?`,
    [limit],
  );
}

export async function countTroubled(queries: Queries): Promise<number> {
  const row = await queries.get<{ count: number }>(
    `SELECT count(*) AS count FROM card_registrations WHERE state IN ('lost', 'refused', 'undone')`,
  );
  return Number(row?.count);
}

/**
 * Somebody has looked after it. `again` sends one whose answer was lost once more; otherwise it needs nobody any more.
 * @throws Refusal forbidden; check-in-not-found when there is none to be looked after, or to be sent again
 */
export async function settleRegistration(
  context: ActionContext,
  checkInId: Uuid,
  how: 'counted' | 'again',
): Promise<void> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'undo-any-admission');
  const changed = await tx.run(
    how === 'again'
      ? `UPDATE card_registrations SET state = 'waiting', attempts = 0, next_at = ?, changed_at = ?
          WHERE check_in_id = ? AND state = 'lost' AND number IS NOT NULL`
      : `UPDATE card_registrations SET state = 'settled', number = NULL, next_at = ?, changed_at = ?
          WHERE check_in_id = ? AND state IN ('lost', 'refused', 'undone')`,
    [now, now, checkInId],
  );
  if (changed === 0) throw new Refusal('check-in-not-found', { checkInId });
  await record(context, { kind: 'card.visit-settled', subject: checkInId, details: { how } });
}

/** For how long the number of a visit is kept that nobody has looked after. */
export const NUMBERS_KEPT_MS = 90 * 24 * 3_600_000;
const ERASED_AT_ONCE = 500;
const TO_ERASE = `SELECT check_in_id FROM card_registrations WHERE number IS NOT NULL AND changed_at <= ? LIMIT ${ERASED_AT_ONCE}`;

export async function hasOldNumbers(queries: Queries, before: number): Promise<boolean> {
  return (await queries.get(TO_ERASE, [before])) !== undefined;
}

/** Erases the numbers of some of them. @returns whether there may be more */
export async function eraseOldNumbers(tx: Transaction, before: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE card_registrations SET number = NULL, state = CASE WHEN state = 'waiting' THEN 'refused' ELSE state END
      WHERE check_in_id IN (${TO_ERASE})`,
    [before],
  );
  return changed === ERASED_AT_ONCE;
}
