import { type CalendarDay, LAST_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findDaysOff } from '../events/index.ts';
import { findClosedDays } from '../hours/index.ts';
import { findGeneralLedger, GENERAL, type Product } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';

export const BECAUSE_CALLED_OFF = ['event-cancelled', 'date-removed', 'day-closed'] as const;
export type BecauseCalledOff = (typeof BECAUSE_CALLED_OFF)[number];

/** Whether holders are paid back at once, or choose between another day and their money. */
export const REFUNDINGS = ['at-once', 'choose'] as const;
export type Refunding = (typeof REFUNDINGS)[number];

/** A day of a product that was called off before it was over. */
export interface CalledOff {
  readonly product: Product;
  readonly day: CalendarDay;
  readonly because: BecauseCalledOff;
  /** The instant at which it was. */
  readonly calledOffAt: number;
  /** What visitors are told; null: nothing. */
  readonly reason: string | null;
  readonly refund: Refunding;
}

type DayOfProduct = Pick<CalledOff, 'product' | 'day'>;

export function calledOffKey({ product, day }: DayOfProduct): string {
  return `${product} ${day}`;
}

/** Those of these days of products that were called off, by `calledOffKey`. */
export async function findCalledOff(
  queries: Queries,
  days: readonly DayOfProduct[],
): Promise<Map<string, CalledOff>> {
  const distinct = (of: keyof DayOfProduct) => [...new Set(days.map((each) => each[of]))];
  return byKey(
    await queries.all<CalledOff>(`${SELECT} WHERE day IN ? AND product IN ?`, [
      distinct('day'),
      distinct('product'),
    ]),
  );
}

/** What was called off from day to day, by day and product. */
export function listCalledOff(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay = LAST_DAY,
): Promise<CalledOff[]> {
  return queries.all<CalledOff>(`${SELECT} WHERE day BETWEEN ? AND ? ORDER BY day, product`, [from, to]);
}

const SELECT = `SELECT product, day, because, called_off_at AS "calledOffAt", reason, refund FROM called_off`;

function byKey(rows: readonly CalledOff[]): Map<string, CalledOff> {
  return new Map(rows.map((row) => [calledOffKey(row), row]));
}

/** What does not take place any more, and what takes place again. */
export interface CalledOffChanges {
  readonly calledOff: readonly CalledOff[];
  readonly takenUp: readonly CalledOff[];
}

/** Also those days of events before today that were called off before they were over. */
export interface PastDays {
  readonly from: CalendarDay;
  /** The calendar day of an instant. */
  readonly dayOf: (instant: number) => CalendarDay;
}

export interface KeepingCalledOff {
  readonly now: number;
  /** The museum's current day. What was not called off before it never is. */
  readonly today: CalendarDay;
  /** Left out: only what is not over. */
  readonly past?: PastDays;
  /** What visitors are told of dates that are called off now. A closed day has its own reason. */
  readonly reason?: string | null;
  /** By default at once for events, and as visitors choose for days. */
  readonly refund?: Refunding;
}

/**
 * Writes down which days of the product do not take place. To be called in the transaction that has changed them, or has locked
 * them. What stands already stays as it is, but for the reason why the museum is closed.
 */
export async function keepCalledOff(
  tx: Transaction,
  product: Product,
  keeping: KeepingCalledOff,
): Promise<CalledOffChanges> {
  const changes = await compare(tx, keeping, product);
  if (isSame(changes)) return changes;
  const { calledOff, takenUp, reworded } = changes;
  for (const { day } of takenUp)
    await tx.run('DELETE FROM called_off WHERE product = ? AND day = ?', [product, day]);
  for (const { day, reason } of reworded)
    await tx.run('UPDATE called_off SET reason = ? WHERE product = ? AND day = ?', [reason, product, day]);
  const columns = ['product', 'day', 'because', 'called_off_at', 'reason', 'refund'];
  const rows = calledOff.map(({ day, because, calledOffAt, reason, refund }) => {
    return [product, day, because, calledOffAt, reason, refund];
  });
  await tx.insert('called_off', columns, rows);
  await tx.touch('events'); // what is cached of tickets
  return changes;
}

/** The products whose days are not written down as they are. */
export async function findNotKept(queries: Queries, keeping: KeepingCalledOff): Promise<Product[]> {
  const { calledOff, takenUp, reworded } = await compare(queries, keeping);
  return [...new Set([...calledOff, ...takenUp, ...reworded].map(({ product }) => product))].sort();
}

/** Yields a sentence for each product whose days from `today` on are not written down as they are. */
export async function* checkCalledOff(queries: Queries, today: CalendarDay): AsyncGenerator<string, void> {
  for (const product of await findNotKept(queries, { now: 0, today })) {
    const what = product === GENERAL ? 'general entry' : `event ${product}`;
    yield `The days of ${what} that were called off are not those on which it does not take place.`;
  }
}

interface Changes extends CalledOffChanges {
  /** With the reason why the museum is closed, which was another. */
  readonly reworded: readonly CalledOff[];
}

function isSame({ calledOff, takenUp, reworded }: Changes): boolean {
  return calledOff.length + takenUp.length + reworded.length === 0;
}

/** Compares what is written down with the programme: of that product, or of all. */
async function compare(queries: Queries, keeping: KeepingCalledOff, product?: Product): Promise<Changes> {
  const { today, past } = keeping;
  const isMeant = (row: CalledOff) => product === undefined || row.product === product;
  const [off, all] = await Promise.all([
    findOff(queries, keeping, product),
    listCalledOff(queries, past?.from ?? today),
  ]);
  const [now, before] = [byKey(off), byKey(all.filter(isMeant))];
  return {
    calledOff: off.filter((row) => row.isSold && !before.has(calledOffKey(row))),
    takenUp: [...before.values()].filter((row) => row.day >= today && !now.has(calledOffKey(row))),
    reworded: off.filter((row) => {
      const known = before.get(calledOffKey(row));
      return row.because === 'day-closed' && known !== undefined && known.reason !== row.reason;
    }),
  };
}

interface DayOff extends CalledOff {
  /** Whether places are sold or held. */
  readonly isSold: boolean;
}

async function findOff(
  queries: Queries,
  keeping: KeepingCalledOff,
  product: Product | undefined,
): Promise<DayOff[]> {
  const found = await Promise.all([
    product === undefined || product === GENERAL ? findGeneralOff(queries, keeping) : [],
    product === GENERAL ? [] : findEventsOff(queries, keeping, product),
  ]);
  return found.flat();
}

async function findGeneralOff(
  queries: Queries,
  { now, today, refund = 'choose' }: KeepingCalledOff,
): Promise<DayOff[]> {
  const ledger = await findGeneralLedger(queries, today, LAST_DAY);
  const closed = await findClosedDays(queries, [...ledger.keys()]);
  return [...closed].map(([day, reason]) => {
    const isSold = (ledger.get(day)?.sold ?? 0) > 0;
    return { product: GENERAL, day, because: 'day-closed', calledOffAt: now, reason, refund, isSold };
  });
}

async function findEventsOff(
  queries: Queries,
  { now, today, past, reason = null, refund = 'at-once' }: KeepingCalledOff,
  eventId: Uuid | undefined,
): Promise<DayOff[]> {
  const off = await findDaysOff(queries, past?.from ?? today, eventId);
  const inTime = off.filter(
    ({ day, since }) => day >= today || (past !== undefined && since !== null && day >= past.dayOf(since)),
  );
  return inTime.map(({ eventId: product, day, since, isCancelled, sold }) => {
    const because = isCancelled ? 'event-cancelled' : 'date-removed';
    return { product, day, because, calledOffAt: since ?? now, reason, refund, isSold: sold > 0 };
  });
}
