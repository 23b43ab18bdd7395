import {
  type CalledOff,
  type CalledOffChanges,
  keepCalledOff,
  type PastDays,
  type Refunding,
} from '../called-off/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { lockEventRow } from '../events/index.ts';
import { lockOpeningRules, lockOpeningRulesShared, type MuseumDays } from '../hours/index.ts';
import { eventIn, GENERAL, lockSlotsOf, type Product } from '../offers/index.ts';
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
  change: ProgrammeChange,
  work: (context: ActionContext, today: CalendarDay) => Promise<Outcome>,
): Promise<Outcome> {
  return (await changingProgramme(context, change, work)).outcome;
}

/** Does it, and says what was called off with it. */
export async function changingProgramme<Outcome>(
  context: ActionContext,
  { product, days, ...callingOff }: ProgrammeChange,
  work: (context: ActionContext, today: CalendarDay) => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly calledOff: readonly CalledOff[] }> {
  requirePermission(context.actor, 'arrange-programme');
  const today = await days.current(); // before it has other hours
  await lockProgramme(context.tx, product);
  const outcome = await work(context, today);
  const { calledOff } = await followProgramme(context, product, { ...callingOff, today });
  return { outcome, calledOff };
}

/** Locks what says when those products take place, and their slots: revisions are locked after them (offers/lock-order.ts). */
export async function lockProgramme(tx: Transaction, ...products: readonly Product[]): Promise<void> {
  const sorted = products.toSorted();
  await (products.includes(GENERAL) ? lockOpeningRules(tx) : lockOpeningRulesShared(tx));
  for (const eventId of sorted.map(eventIn)) if (eventId !== null) await lockEventRow(tx, eventId);
  for (const product of sorted) await lockSlotsOf(tx, product);
}

/** Does what follows from a change of the days on which the product takes place, which are locked. */
export async function followProgramme(
  context: ActionContext,
  product: Product,
  following: CallingOff & { readonly today: CalendarDay; readonly past?: PastDays },
): Promise<CalledOffChanges> {
  await leaveHeldOrders(context, product);
  const changes = await keepCalledOff(context.tx, product, { ...following, now: context.now });
  for (const each of changes.calledOff) {
    const numbers = await findCancelled(context.tx, each);
    await recordStandings(context, 'tickets.called-off', each, numbers, each.calledOffAt);
  }
  for (const each of changes.takenUp)
    await recordStandings(context, 'tickets.taken-up', each, await findCancelled(context.tx, each));
  return changes;
}
