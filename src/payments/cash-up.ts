import type { Actor } from '../core/actor.ts';
import { SERVICE } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEntries, record } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { PaymentMethod } from './payment.ts';
import { findTakings, type PaymentFigures } from './payment-sums.ts';

/** How many counts of a seller are looked through for those of a day. */
const COUNTS_READ = 200;

/** What a seller has taken and paid back on a day. */
export interface Shift {
  readonly day: CalendarDay;
  readonly accountId: Uuid;
  /** ISO 4217. */
  readonly currency: string;
}

/** A cash drawer that was counted. Amounts are in cents. */
export interface DrawerCount {
  /** What was in the drawer before the first sale. */
  readonly startCents: number;
  /** Cash that was taken, less what was paid back. */
  readonly takenCents: number;
  readonly countedCents: number;
  /** Above zero: too much is in the drawer; below: too little. */
  readonly differenceCents: number;
}

/** A count that was written down. */
export interface KnownCount extends DrawerCount {
  readonly at: number;
}

export interface CashUp {
  readonly takings: ReadonlyMap<PaymentMethod, PaymentFigures>;
  /** The newest first. */
  readonly counts: readonly KnownCount[];
}

/** Who sells at the desk counts the own drawer; who reads reports, everybody's. @throws Refusal forbidden */
function requireDrawer(actor: Actor, accountId: Uuid): void {
  requirePermission(actor, actor.accountId === accountId ? 'void-tickets' : 'read-reports');
}

/** What a seller has taken and paid back on a day, and how often the drawer was counted. @throws Refusal forbidden */
export async function getCashUp(queries: Queries, actor: Actor, shift: Shift): Promise<CashUp> {
  const { day, accountId, currency } = shift;
  requireDrawer(actor, accountId);
  const about = { subjects: [accountId], positions: [] } as const;
  const [takings, entries] = await Promise.all([
    findTakings(queries, day, accountId, currency),
    findEntries(queries, SERVICE, { kind: 'drawer.counted', about, limit: COUNTS_READ }),
  ]);
  const counts = entries.flatMap(({ at, details }) => {
    const { day: counted, ...count } = details as DrawerCount & { readonly day: CalendarDay };
    return counted === day ? [{ at, ...count }] : [];
  });
  return { takings, counts };
}

/** Writes the counted drawer into the journal. @throws Refusal forbidden */
export async function countDrawer(
  tx: Transaction,
  actor: Actor,
  { day, accountId, currency }: Shift,
  { startCents, countedCents }: Pick<DrawerCount, 'startCents' | 'countedCents'>,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<void> {
  requireDrawer(actor, accountId);
  const cash = (await findTakings(tx, day, accountId, currency)).get('cash');
  const takenCents = cash === undefined ? 0 : cash.paidCents - cash.refundedCents;
  const differenceCents = countedCents - startCents - takenCents;
  const count = { startCents, takenCents, countedCents, differenceCents };
  await record(
    { tx, actor, now },
    { kind: 'drawer.counted', subject: accountId, details: { name, day, currency, ...count } },
  );
}
