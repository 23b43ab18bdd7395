import type { PassClaims } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlParameter, Transaction } from '../store/index.ts';

/** A pass as it was sold, and what became of it. Money is in hundredths, instants are milliseconds UTC. */
export interface Pass {
  readonly passId: Uuid;
  /** The id of the first of those that replaced each other: their entries and tickets are known by it. */
  readonly firstId: Uuid;
  /** Spelled by its code. */
  readonly number: number;
  readonly passCode: string;
  /** The slug of its type. */
  readonly passType: string;
  readonly orderId: Uuid;
  /** Its place among the items of the order. */
  readonly item: number;
  readonly persons: number;
  /** The museum's first and last day on which it admits. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** How many times it admits in all; null: any number of times. */
  readonly entries: number | null;
  readonly priceCents: number;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  /** ISO 4217. */
  readonly currency: string;
  /** The account that placed the order. */
  readonly soldBy: Uuid;
  readonly soldAt: number;
  /** The key that it was sold under, which signs its code unless it was revoked. */
  readonly keyId: string;
  /** Null: nobody was named, or erased. */
  readonly holder: string | null;
  readonly blockedAt: number | null;
  readonly blockReason: string | null;
  /** When it was paid back. */
  readonly voidAt: number | null;
  /** When another got its place. */
  readonly replacedAt: number | null;
}

const COLUMNS = {
  passId: 'pass_id',
  firstId: 'first_id',
  number: 'number',
  passCode: 'pass_code',
  passType: 'pass_type',
  orderId: 'order_id',
  item: 'item',
  persons: 'persons',
  from: 'from_day',
  to: 'to_day',
  entries: 'entries',
  priceCents: 'price_cents',
  vat: 'vat',
  currency: 'currency',
  soldBy: 'sold_by',
  soldAt: 'sold_at',
  keyId: 'key_id',
  holder: 'holder',
  blockedAt: 'blocked_at',
  blockReason: 'block_reason',
  voidAt: 'void_at',
  replacedAt: 'replaced_at',
} as const satisfies Record<keyof Pass, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof Pass)[];
const SELECT = `SELECT ${MEMBERS.map((member) => `${COLUMNS[member]} AS "${member}"`).join(', ')} FROM passes`;

/** @param emailHash of the buyer's address, by which they are found; null: of nobody */
export async function addPasses(
  tx: Transaction,
  passes: readonly Pass[],
  emailHash: number | null,
): Promise<void> {
  const rows = passes.map((pass) => [
    ...MEMBERS.map((member) => pass[member]),
    ...[holderKey(pass.holder), emailHash],
  ]);
  await tx.insert('passes', [...Object.values(COLUMNS), 'holder_key', 'email_hash'], rows);
}

/** The passes that meet the condition. @param where it, and what follows it */
export function findPassesWhere(
  queries: Queries,
  where: string,
  values: readonly SqlParameter[],
): Promise<Pass[]> {
  return queries.all<Pass>(`${SELECT} WHERE ${where}`, values);
}

export async function findPass(queries: Queries, passId: Uuid): Promise<Pass | undefined> {
  return (await findPassesWhere(queries, 'pass_id = ?', [passId]))[0];
}

/** Those passes, locked until the transaction ends: whatever admits with them or changes them begins with this. */
export async function lockPasses(
  tx: Transaction,
  {
    passIds = [],
    numbers = [],
  }: { readonly passIds?: readonly Uuid[]; readonly numbers?: readonly number[] },
): Promise<Pass[]> {
  const given = Object.entries({ pass_id: passIds, number: numbers }).filter(([, list]) => list.length > 0);
  if (given.length === 0) return [];
  const which = given.map(([column]) => `${column} IN ?`).join(' OR ');
  return findPassesWhere(
    tx,
    `${which} ORDER BY pass_id${tx.dialect.lockForUpdate}`,
    given.map(([, list]) => list),
  );
}

/** The passes of an order that are neither void nor replaced, locked until the transaction ends. */
export function lockStandingPasses(tx: Transaction, orderId: Uuid): Promise<Pass[]> {
  const which = `order_id = ? AND void_at IS NULL AND replaced_at IS NULL`;
  return findPassesWhere(tx, `${which} ORDER BY pass_id${tx.dialect.lockForUpdate}`, [orderId]);
}

/** What was sold with those orders, also what was replaced since, by order. */
export async function findSoldPasses(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, Pass[]>> {
  const passes = await findPassesWhere(queries, 'order_id IN ? ORDER BY pass_id', [orderIds]);
  return Map.groupBy(passes, ({ orderId }) => orderId);
}

/** Whether its price is part of what its order is worth: it was not paid back, and no other has its place. */
export function isStanding({ voidAt, replacedAt }: Pick<Pass, 'voidAt' | 'replacedAt'>): boolean {
  return voidAt === null && replacedAt === null;
}

/** Those of the types that were ever sold. */
export async function findEverSoldPasses(
  queries: Queries,
  passTypes: readonly string[],
): Promise<Set<string>> {
  if (passTypes.length === 0) return new Set();
  const rows = await queries.all<{ passType: string }>(
    'SELECT DISTINCT pass_type AS "passType" FROM passes WHERE pass_type IN ?',
    [passTypes],
  );
  return new Set(rows.map(({ passType }) => passType));
}

/** Writes the members of a pass that have changed. */
export async function updatePass(tx: Transaction, passId: Uuid, changes: Partial<Pass>): Promise<void> {
  const changed = Object.keys(changes) as (keyof Pass)[];
  const set = changed.map((member) => `${COLUMNS[member]} = ?`);
  const values = changed.map((member) => changes[member] ?? null);
  if (changes.holder !== undefined) {
    set.push('holder_key = ?');
    values.push(holderKey(changes.holder));
  }
  await tx.run(`UPDATE passes SET ${set.join(', ')} WHERE pass_id = ?`, [...values, passId]);
}

/** By which a holder is found: in lower case, without accents, with single spaces. */
export function holderKey(holder: string | null): string | null {
  if (holder === null) return null;
  const plain = holder.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.trim().replaceAll(/\s+/gu, ' ');
}

/** What its code says of it. @param passTypeNumber of its type */
export function claimsOfPass(
  { passId, persons, from, to }: Pick<Pass, 'passId' | 'persons' | 'from' | 'to'>,
  passTypeNumber: number,
): PassClaims {
  return { passId, passTypeNumber, persons, from, to };
}
