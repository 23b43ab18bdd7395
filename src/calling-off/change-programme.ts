import { type CalledOffChanges, keepCalledOff, type PastDays, type Refunding } from '../called-off/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { lockEventRow } from '../events/index.ts';
import { lockOpeningRules, lockOpeningRulesShared, type MuseumDays } from '../hours/index.ts';
import { eventIn, lockSlotsOf, type Product } from '../offers/index.ts';
import { leaveHeldOrders } from '../orders/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { findCancelled, recordStandings } from '../tickets/index.ts';

/** What visitors are told of what is called off, and how they are paid back; by default as `keepCalledOff` says. */
export interface CallingOff {
  readonly reason?: string | null;
  readonly refund?: Refunding;
}

/** Days of which product are changed. */
export interface ProgrammeChange extends CallingOff {
  readonly product: Product;
  readonly days: MuseumDays;
}

/**
 * Changes the days on which a product takes place, with what follows from it: held orders lose what does not, and tickets are
 * cancelled, or valid again. Whoever changes opening hours or the dates of events does it in here.
 * @param work changes them; it is told the museum's current day
 * @throws Refusal forbidden, and what `work` throws
 */
export async function changeProgramme<Outcome>(
  context: ActionContext,
  { product, days, ...callingOff }: ProgrammeChange,
  work: (context: ActionContext, today: CalendarDay) => Promise<Outcome>,
): Promise<Outcome> {
  requirePermission(context.actor, 'arrange-programme');
  const today = await days.current(); // before it has other hours
  await lockProgramme(context.tx, product);
  const outcome = await work(context, today);
  await followProgramme(context, product, { ...callingOff, today });
  return outcome;
}

/** Locks what says when the product takes place, and its slots: revisions are locked after them (offers/lock-order.ts). */
export async function lockProgramme(tx: Transaction, product: Product): Promise<void> {
  const eventId = eventIn(product);
  await (eventId === null ? lockOpeningRules(tx) : lockOpeningRulesShared(tx));
  if (eventId !== null) await lockEventRow(tx, eventId);
  await lockSlotsOf(tx, product);
}

/** Does what follows from a change of the days on which the product takes place, which are locked. */
export async function followProgramme(
  context: ActionContext,
  product: Product,
  following: CallingOff & { readonly today: CalendarDay; readonly past?: PastDays },
): Promise<CalledOffChanges> {
  await leaveHeldOrders(context, product);
  const changes = await keepCalledOff(context.tx, product, { ...following, now: context.now });
  for (const each of changes.calledOff)
    await recordStandings(context, 'tickets.called-off', each, await findCancelled(context.tx, each));
  for (const each of changes.takenUp)
    await recordStandings(context, 'tickets.taken-up', each, await findCancelled(context.tx, each));
  return changes;
}
