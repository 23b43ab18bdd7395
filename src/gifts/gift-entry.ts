import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { Gift } from './gift.ts';

/**
 * What becomes of the money on gift vouchers. `redeemed`: it paid for an order; `given-back`: an order that it paid
 * for was paid back; `returned`: the voucher was bought back.
 */
export type GiftEntryKind = 'issued' | 'redeemed' | 'given-back' | 'returned' | 'expired' | 'corrected';

const JOURNALLED = {
  issued: 'gift.issued',
  redeemed: 'gift.redeemed',
  'given-back': 'gift.given-back',
  returned: 'gift.returned',
  expired: 'gift.expired',
  corrected: 'gift.corrected',
} as const satisfies Record<GiftEntryKind, JournalKind>;

/** A change of what is left of a gift voucher. */
export interface GiftEntry {
  readonly kind: GiftEntryKind;
  /** Hundredths, not zero; below zero: it was taken off. */
  readonly cents: number;
  /** The order that it paid for, of what was redeemed or given back. */
  readonly orderId?: Uuid;
  /** Why staff corrected it. */
  readonly reason?: string;
}

/**
 * Adds an entry, and to what is left of the gift voucher, which never goes below zero: the check is part of the write.
 * Once nothing is left, the code is not kept.
 * @returns whether so much was left
 */
export async function addGiftEntry(
  context: ActionContext,
  gift: Gift,
  entry: GiftEntry,
  localOf: LocalOf,
): Promise<boolean> {
  const { cents } = entry;
  const changed = await context.tx.run(
    `UPDATE gifts SET balance_cents = balance_cents + ?, code = CASE WHEN balance_cents + ? = 0 THEN NULL ELSE code END
      WHERE gift_id = ? AND balance_cents + ? >= 0`,
    [cents, cents, gift.giftId, cents],
  );
  if (changed === 1) await writeGiftEntry(context, gift, entry, localOf);
  return changed === 1;
}

/** Writes an entry down, with one in the journal. `addGiftEntry` does, but of a gift voucher that is added with it. */
export async function writeGiftEntry(
  context: ActionContext,
  { giftId, orderId: soldWith, currency }: Gift,
  { kind, cents, orderId, reason }: GiftEntry,
  localOf: LocalOf,
): Promise<void> {
  const { tx, actor, now } = context;
  const paidFor = orderId === undefined ? {} : { paidFor: orderId };
  const details = { giftId, cents, currency, ...paidFor, ...(reason !== undefined && { reason }) };
  const what = [giftId, kind, cents, currency, orderId ?? null, reason ?? null];
  await Promise.all([
    tx.insert('gift_entries', COLUMNS, [[uuidV7(now), ...what, actor.accountId, localOf(now).day, now]]),
    record(context, { kind: JOURNALLED[kind], subject: soldWith, details }),
  ]);
}

const COLUMNS = [
  'entry_id',
  'gift_id',
  'kind',
  'amount_cents',
  'currency',
  'order_id',
  'reason',
  'account_id',
  'day',
  'at',
];

/** The kind of the last entry of each of those gift vouchers. */
export async function findLastKinds(
  queries: Queries,
  giftIds: readonly Uuid[],
): Promise<Map<Uuid, GiftEntryKind>> {
  const rows = await queries.all<{ giftId: Uuid; kind: GiftEntryKind }>(
    'SELECT gift_id AS "giftId", kind FROM gift_entries WHERE gift_id IN ? ORDER BY entry_id',
    [giftIds],
  );
  return new Map(rows.map(({ giftId, kind }) => [giftId, kind]));
}

/** What a gift voucher paid for an order and was not given back, in hundredths. */
export interface GiftShare {
  readonly giftId: Uuid;
  readonly cents: number;
}

/** What gift vouchers paid for an order and was not given back: the one that was used last comes first. */
export async function findGiftShares(queries: Queries, orderId: Uuid): Promise<GiftShare[]> {
  const rows = await queries.all<GiftShare>(
    `SELECT gift_id AS "giftId", -sum(amount_cents) AS "cents" FROM gift_entries
      WHERE order_id = ? GROUP BY gift_id HAVING sum(amount_cents) < 0
      ORDER BY max(CASE kind WHEN 'redeemed' THEN entry_id END) DESC`,
    [orderId],
  );
  return rows.map(({ giftId, cents }) => ({ giftId, cents: Number(cents) }));
}

/** What gift vouchers paid for those orders and was not given back, in hundredths, by order. */
export async function findPaidByGifts(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, number>> {
  const rows = await queries.all<{ orderId: Uuid; cents: number }>(
    `SELECT order_id AS "orderId", -sum(amount_cents) AS "cents" FROM gift_entries
      WHERE order_id IN ? GROUP BY order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, cents }) => [orderId, Number(cents)]));
}

/** What gift vouchers of an order were sold, and bought back for, on a day, in hundredths. */
export interface GiftSale {
  readonly orderId: Uuid;
  readonly day: CalendarDay;
  readonly issued: number;
  readonly returned: number;
}

/** By order and day. @param which.soldBy who sold the gift vouchers; undefined: anybody */
export async function findGiftSales(
  queries: Queries,
  { from, to }: DayRange,
  { currency, soldBy }: { readonly currency: string; readonly soldBy: Uuid | null | undefined },
): Promise<GiftSale[]> {
  const [own, sellers] = soldBy === undefined ? ['', []] : [' AND sold_by = ?', [soldBy]];
  const rows = await queries.all<GiftSale>(
    `SELECT gifts.order_id AS "orderId", day AS "day",
            sum(CASE kind WHEN 'issued' THEN gift_entries.amount_cents ELSE 0 END) AS "issued",
            -sum(CASE kind WHEN 'returned' THEN gift_entries.amount_cents ELSE 0 END) AS "returned"
       FROM gift_entries JOIN gifts ON gifts.gift_id = gift_entries.gift_id
      WHERE day BETWEEN ? AND ? AND gift_entries.currency = ? AND kind IN ('issued', 'returned')${own}
      GROUP BY gifts.order_id, day ORDER BY day, gifts.order_id`,
    [from, to, currency, ...sellers],
  );
  return rows.map((row) => ({ ...row, issued: Number(row.issued), returned: Number(row.returned) }));
}

/** What was added to gift vouchers, or taken off, in a period, in hundredths. */
export interface GiftEntrySum {
  /** A day, or a month, YYYY-MM. */
  readonly period: string;
  readonly kind: GiftEntryKind;
  readonly cents: number;
}

export interface GiftEntrySums {
  /** What was left of all gift vouchers before the range, in hundredths. */
  readonly before: number;
  /** The earliest period first. */
  readonly within: readonly GiftEntrySum[];
}

/** The entries on those days of the museum. @param which.soldBy who sold the gift vouchers; undefined: anybody */
export async function sumGiftEntries(
  queries: Queries,
  { from, to }: DayRange,
  which: {
    readonly by: keyof typeof PERIODS;
    /** ISO 4217: entries in others are left out. */
    readonly currency: string;
    readonly soldBy: Uuid | null | undefined;
  },
): Promise<GiftEntrySums> {
  const period = PERIODS[which.by];
  const own = which.soldBy === undefined ? [] : [which.soldBy];
  const those = `currency = ? ${own.length > 0 ? 'AND gift_id IN (SELECT gift_id FROM gifts WHERE sold_by = ?)' : ''}`;
  const before = await queries.get<{ cents: number }>(
    `SELECT coalesce(sum(amount_cents), 0) AS "cents" FROM gift_entries WHERE day < ? AND ${those}`,
    [from, which.currency, ...own],
  );
  const rows = await queries.all<GiftEntrySum>(
    `SELECT ${period} AS "period", kind AS "kind", sum(amount_cents) AS "cents" FROM gift_entries
      WHERE day BETWEEN ? AND ? AND ${those} GROUP BY ${period}, kind ORDER BY 1, 2`,
    [from, to, which.currency, ...own],
  );
  const within = rows.map(({ cents, ...sum }) => ({ ...sum, cents: Number(cents) }));
  return { before: Number(before?.cents ?? 0), within };
}

const PERIODS = { day: 'day', month: 'substr(day, 1, 7)' } as const;
