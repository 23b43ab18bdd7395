import { type Actor, SERVICE } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission, scopeOf } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEntries, record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import {
  addMovement,
  type DrawerMovement,
  findMovements,
  lockMovements,
  type MovementKind,
  type Shift,
} from './drawer-movement.ts';
import { findTakings, type PaymentFigures, type Takings } from './payment-sums.ts';

/** How many counts of a seller are looked through for those of a day. */
const COUNTS_READ = 200;

/** The cash of a drawer, in cents: zero or more, but for what was taken. */
export interface DrawerCash {
  /** What was in it before the first sale; undefined: nobody has said. */
  readonly floatCents: number | undefined;
  /** Cash of sales, less what was paid back. */
  readonly takenCents: number;
  readonly paidInCents: number;
  readonly paidOutCents: number;
}

/** What a drawer should hold. */
export function expectedCents({ floatCents = 0, takenCents, paidInCents, paidOutCents }: DrawerCash): number {
  return floatCents + takenCents + paidInCents - paidOutCents;
}

/** A count of a drawer that was written down. */
export interface DrawerCount {
  readonly at: number;
  readonly startCents: number;
  readonly countedCents: number;
  /** Above zero: too much is in the drawer; below: too little. */
  readonly differenceCents: number;
}

/** What a seller has taken and paid back on a day, and the drawer. */
export interface CashUp {
  readonly takings: Takings;
  readonly drawer: DrawerCash;
  /** In the order in which they were recorded. */
  readonly movements: readonly DrawerMovement[];
  /** The newest first. */
  readonly counts: readonly DrawerCount[];
}

/** Who sells at the desk has the own drawer; who reads all reports, everybody's. @throws Refusal forbidden */
function requireDrawer(actor: Actor, accountId?: Uuid): void {
  if (accountId !== undefined && actor.accountId === accountId)
    return void requirePermission(actor, 'void-tickets');
  if (scopeOf(actor.role, 'read-reports') !== 'all')
    throw new Refusal('forbidden', { role: actor.role, permission: 'read-reports' });
}

/** @throws Refusal forbidden */
export async function getCashUp(queries: Queries, actor: Actor, shift: Shift): Promise<CashUp> {
  requireDrawer(actor, shift.accountId);
  const [found, counts] = await Promise.all([
    findCash(queries, shift),
    findCounts(queries, shift.day, [shift.accountId]),
  ]);
  return { ...cashOf(found, shift.accountId), counts: counts.get(shift.accountId) ?? [] };
}

/**
 * The cash-ups of all who sold on the day, or whose drawer was used or counted, by account; null: the service itself.
 * @param sellers whose counts are looked for, too
 * @throws Refusal forbidden
 */
export async function getHouseCashUp(
  queries: Queries,
  actor: Actor,
  { day, currency }: Pick<Shift, 'day' | 'currency'>,
  sellers: readonly Uuid[],
): Promise<Map<Uuid | null, CashUp>> {
  requireDrawer(actor);
  const found = await findCash(queries, { day, currency });
  const used = [...found.takings.keys(), ...found.movements.map(({ accountId }) => accountId)];
  const accounts = [...new Set([...used, ...sellers])];
  const counts = await findCounts(
    queries,
    day,
    accounts.filter((accountId) => accountId !== null),
  );
  const shown = accounts.filter((accountId) => used.includes(accountId) || counts.has(accountId));
  return new Map(
    shown.map((accountId) => {
      return [accountId, { ...cashOf(found, accountId), counts: counts.get(accountId) ?? [] }];
    }),
  );
}

interface FoundCash {
  readonly takings: ReadonlyMap<Uuid | null, Takings>;
  readonly movements: readonly DrawerMovement[];
}

async function findCash(
  queries: Queries,
  shift: Pick<Shift, 'day' | 'currency'> & Partial<Shift>,
): Promise<FoundCash> {
  const [takings, movements] = await Promise.all([
    findTakings(queries, shift.day, shift.currency, shift.accountId),
    findMovements(queries, shift),
  ]);
  return { takings, movements };
}

function cashOf({ takings, movements }: FoundCash, accountId: Uuid | null): Omit<CashUp, 'counts'> {
  const taken = takings.get(accountId) ?? new Map<never, PaymentFigures>();
  const own = movements.filter((movement) => movement.accountId === accountId);
  const sumOf = (kind: MovementKind) =>
    own.filter((movement) => movement.kind === kind).reduce((sum, { cents }) => sum + cents, 0);
  const cash = taken.get('cash');
  const drawer = {
    floatCents: own.findLast(({ kind }) => kind === 'float')?.cents,
    takenCents: cash === undefined ? 0 : cash.paidCents - cash.refundedCents,
    paidInCents: sumOf('pay-in'),
    paidOutCents: sumOf('pay-out'),
  };
  return { takings: taken, movements: own, drawer };
}

/** The counts of a day by account; of none that was not counted. */
async function findCounts(
  queries: Queries,
  day: CalendarDay,
  accounts: readonly Uuid[],
): Promise<Map<Uuid | null, DrawerCount[]>> {
  const [first, ...more] = accounts;
  if (first === undefined) return new Map();
  const entries = await findEntries(queries, SERVICE, {
    kind: 'drawer.counted',
    about: { subjects: [first, ...more], positions: [] },
    limit: COUNTS_READ * accounts.length,
  });
  const counted = entries.flatMap(({ at, subject, details }) => {
    const { day: of, ...count } = details as DrawerCount & { readonly day: CalendarDay };
    return of === day ? [{ accountId: subject as Uuid, count: { ...count, at } }] : [];
  });
  const grouped = Map.groupBy(counted, ({ accountId }) => accountId);
  return new Map([...grouped].map(([accountId, each]) => [accountId, each.map(({ count }) => count)]));
}

/** Says what is in the drawer before the first sale. @param name the seller's @throws Refusal forbidden */
export async function setFloat(
  context: ActionContext,
  shift: Shift,
  cents: number,
  name: string,
): Promise<void> {
  requireDrawer(context.actor, shift.accountId);
  await lockMovements(context);
  await addMovement(context, shift, { kind: 'float', cents, reason: null }, name);
}

/** Records cash that is put into the drawer or taken out of it. @param name the seller's @throws Refusal forbidden */
export async function moveCash(
  context: ActionContext,
  shift: Shift,
  movement: { readonly kind: 'pay-in' | 'pay-out'; readonly cents: number; readonly reason: string },
  name: string,
): Promise<void> {
  requireDrawer(context.actor, shift.accountId);
  await lockMovements(context);
  await addMovement(context, shift, movement, name);
}

/**
 * Writes the counted drawer into the journal.
 * @param counted.startCents the float, unless it was said before
 * @param name the seller's
 * @throws Refusal forbidden
 */
export async function countDrawer(
  context: ActionContext,
  shift: Shift,
  { countedCents, startCents }: { readonly countedCents: number; readonly startCents?: number | undefined },
  name: string,
): Promise<void> {
  const { tx, actor } = context;
  requireDrawer(actor, shift.accountId);
  await lockMovements(context);
  const found = cashOf(await findCash(tx, shift), shift.accountId);
  const { floatCents = 0, ...cash } = found.drawer;
  const start = startCents ?? floatCents;
  if (start !== floatCents)
    await addMovement(context, shift, { kind: 'float', cents: start, reason: null }, name);
  const differenceCents = countedCents - expectedCents({ ...cash, floatCents: start });
  const { day, accountId, currency } = shift;
  const count = { startCents: start, ...cash, countedCents, differenceCents };
  await record(context, {
    kind: 'drawer.counted',
    subject: accountId,
    details: { name, day, currency, ...count },
  });
}
