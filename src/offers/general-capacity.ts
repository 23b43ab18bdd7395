import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { findGeneralDays } from './general-days.ts';
import { GENERAL } from './product.ts';
import { WHOLE_DAY } from './slot.ts';
import { findGeneralCapacity, replaceCapacity } from './slots.ts';

/**
 * The actions and queries for the capacity of general entry. Each action throws Refusal forbidden.
 */

/** Sets the places for general entry on each day that has no capacity of its own; null: no limit. */
export async function setGeneralCapacity(
  context: ActionContext,
  capacity: number | null,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findGeneralCapacity(tx), expect);
  await tx.run('UPDATE general_admission SET capacity = ? WHERE id = 1', [capacity]);
  await replaceCapacity(tx, GENERAL, capacity);
  const details = { before, after: capacity };
  await record(context, { kind: 'capacity.general-set', subject: 'general', details });
}

/** Gives one day a capacity of its own for general entry; null: no limit. */
export async function setDayCapacity(
  context: ActionContext,
  day: CalendarDay,
  capacity: number | null,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => capacityOf(tx, day), expect);
  await tx.run(
    `INSERT INTO slots (product, day, starts_at, listed, capacity, own_capacity) VALUES (?, ?, ?, 1, ?, 1)
       ON CONFLICT (product, day, starts_at) DO UPDATE SET capacity = excluded.capacity, own_capacity = 1`,
    [GENERAL, day, WHOLE_DAY, capacity],
  );
  const details = { before, after: capacity };
  await record(context, { kind: 'capacity.day-set', subject: day, details });
}

/** Returns one day to the general capacity. @throws Refusal exception-not-found when it has none of its own. */
export async function clearDayCapacity(
  context: ActionContext,
  day: CalendarDay,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => capacityOf(tx, day), expect);
  const cleared = await tx.run(
    `UPDATE slots SET own_capacity = 0, capacity = (SELECT capacity FROM general_admission WHERE id = 1)
      WHERE product = ? AND day = ? AND starts_at = ? AND own_capacity = 1`,
    [GENERAL, day, WHOLE_DAY],
  );
  if (cleared === 0) throw new Refusal('exception-not-found', { day, of: 'capacity' });
  await record(context, { kind: 'capacity.day-cleared', subject: day, details: { before } });
}

/** Places for general entry on a day that has no capacity of its own; null: no limit. */
export function getGeneralCapacity(queries: Queries, actor: Actor): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return findGeneralCapacity(queries);
}

/** Places for general entry on `day`: its own capacity, or else the general one; null: no limit. */
export function getDayCapacity(queries: Queries, actor: Actor, day: CalendarDay): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return capacityOf(queries, day);
}

async function capacityOf(queries: Queries, day: CalendarDay): Promise<number | null> {
  const [found] = await findGeneralDays(queries, day, day);
  return found?.capacity ?? null;
}
