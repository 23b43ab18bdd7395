import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission, scopeOf } from '../core/permissions.ts';
import { type NotUndoable, Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { Transaction } from '../store/index.ts';
import { lockTickets } from '../tickets/index.ts';
import { type CheckIn, findCheckIn, findPassages, markUndone } from '../visits/index.ts';
import type { CheckedIn } from './scan.ts';

/** How long after an admission its own account may undo it. */
const OWN_UNDO_MS = 10 * 60_000;

/**
 * Takes an admission back, so that the ticket can be admitted again.
 * @param days that are on now
 * @throws Refusal forbidden, check-in-not-found or not-undoable
 */
export async function undoAdmission(
  tx: Transaction,
  actor: Actor,
  checkInId: Uuid,
  days: readonly CalendarDay[],
  now: number,
): Promise<CheckedIn> {
  requirePermission(actor, 'admit-visitors');
  const found = await findCheckIn(tx, checkInId);
  if (found === undefined) throw new Refusal('check-in-not-found', { checkInId });
  const [ticket] = await lockTickets(tx, { numbers: found.ticket === null ? [] : [found.ticket.number] });
  const because = (await reasonAgainst(tx, found)) ?? reasonAgainstActor(actor, found, days, now);
  if (because !== undefined) throw new Refusal('not-undoable', { checkInId, because });
  // What was read before the lock may be out of date: this is the guard.
  if (!(await markUndone(tx, checkInId, actor.accountId, now)))
    throw new Refusal('not-undoable', { checkInId, because: 'undone' });
  const tickets = found.ticket === null ? [] : [found.ticket.number];
  await record(tx, actor, now, { kind: 'admission.undone', subject: checkInId, details: { tickets } });
  return { checkIn: { ...found, undoneAt: now }, ticket, isRepeat: false };
}

async function reasonAgainst(tx: Transaction, checkIn: CheckIn): Promise<NotUndoable | undefined> {
  if (checkIn.verdict !== 'admitted') return 'not-an-admission';
  if (checkIn.undoneAt !== null) return 'undone';
  const { ticket } = checkIn;
  const passages = ticket && (await findPassages(tx, [ticket])).get(ticket.number);
  const hasLeft = passages?.some(({ direction, at }) => direction === 'out' && at >= checkIn.at);
  return hasLeft ? 'left' : undefined;
}

function reasonAgainstActor(
  { role, accountId }: Actor,
  checkIn: CheckIn,
  days: readonly CalendarDay[],
  now: number,
): NotUndoable | undefined {
  const isOwn = accountId === checkIn.accountId;
  if (isOwn && now - checkIn.at <= OWN_UNDO_MS) return undefined;
  const isInCharge = scopeOf(role, 'undo-any-admission') !== undefined;
  if (isInCharge) return days.includes(checkIn.day) ? undefined : 'too-late';
  return isOwn ? 'too-late' : 'not-yours';
}
