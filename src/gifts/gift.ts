import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** A gift voucher: money that the museum owes to whoever has its code. */
export interface Gift {
  readonly giftId: Uuid;
  /** The order that it was sold with. */
  readonly orderId: Uuid;
  /** Its place among the items of that order. */
  readonly item: number;
  readonly soldBy: Uuid | null;
  /** What it was sold for, in hundredths. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What is left of it, in hundredths: the sum of its entries. */
  readonly balanceCents: number;
  /** The code, encrypted; null: it was used up. */
  readonly encryptedCode: string | null;
  /** What the buyer wrote; null: nothing, or erased. */
  readonly message: string | null;
  /** The address that it was mailed to; null: that of the buyer, or erased. */
  readonly recipient: string | null;
  readonly language: Language;
  /** Instant, milliseconds UTC. */
  readonly soldAt: number;
  /** The museum's last day on which it is valid. */
  readonly validTo: CalendarDay;
}

const COLUMNS = {
  giftId: 'gift_id',
  orderId: 'order_id',
  item: 'item',
  soldBy: 'sold_by',
  cents: 'amount_cents',
  currency: 'currency',
  balanceCents: 'balance_cents',
  encryptedCode: 'code',
  message: 'message',
  recipient: 'recipient',
  language: 'language',
  soldAt: 'sold_at',
  validTo: 'valid_to',
} as const satisfies Record<keyof Gift, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof Gift)[];

const FIELDS = MEMBERS.map((member) => `${COLUMNS[member]} AS "${member}"`).join(', ');
const SELECT = `SELECT ${FIELDS} FROM gifts`;

/** A gift voucher with what it is found by. */
export interface NewGiftRow {
  readonly gift: Gift;
  readonly codeHash: string;
  /** A keyed hash of the recipient’s address; null: it has none. */
  readonly recipientHash: number | null;
}

export async function insertGifts(tx: Transaction, rows: readonly NewGiftRow[]): Promise<void> {
  await tx.insert(
    'gifts',
    [...Object.values(COLUMNS), 'code_hash', 'recipient_hash'],
    rows.map(({ gift, codeHash, recipientHash }) => [
      ...MEMBERS.map((member) => gift[member]),
      codeHash,
      recipientHash,
    ]),
  );
}

/** The gift voucher whose code has that hash. */
export function findGiftByCode(queries: Queries, codeHash: string): Promise<Gift | undefined> {
  return queries.get<Gift>(`${SELECT} WHERE code_hash = ?`, [codeHash]);
}

/**
 * Those whose codes have these hashes, by hash. Nobody else changes them until the transaction ends. After the slots
 * of a sale, they are the last that it locks, in the order of their ids.
 */
export function lockGiftsByCode(tx: Transaction, codeHashes: readonly string[]): Promise<Map<string, Gift>> {
  return findGiftsByHash(tx, codeHashes, tx.dialect.lockForUpdate);
}

/** Those whose codes have these hashes, by hash. */
export async function findGiftsByHash(
  queries: Queries,
  codeHashes: readonly string[],
  locking = '',
): Promise<Map<string, Gift>> {
  const rows = await queries.all<Gift & { readonly codeHash: string }>(
    `SELECT ${FIELDS}, code_hash AS "codeHash" FROM gifts WHERE code_hash IN ? ORDER BY gift_id${locking}`,
    [codeHashes],
  );
  return new Map(rows.map(({ codeHash, ...gift }) => [codeHash, gift]));
}

/** Nobody else changes them until the transaction ends. In the order of their ids. */
export function lockGifts(tx: Transaction, giftIds: readonly Uuid[]): Promise<Gift[]> {
  return tx.all<Gift>(`${SELECT} WHERE gift_id IN ? ORDER BY gift_id${tx.dialect.lockForUpdate}`, [giftIds]);
}

/** Whether a gift voucher was ever sold. */
export async function hasGifts(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT gift_id FROM gifts LIMIT 1')) !== undefined;
}

/** The gift vouchers that were sold with those orders, in the order of their items. */
export function findGiftsOfOrders(queries: Queries, orderIds: readonly Uuid[]): Promise<Gift[]> {
  return queries.all<Gift>(`${SELECT} WHERE order_id IN ? ORDER BY order_id, item`, [orderIds]);
}

/** What tells of a person: gift vouchers that were mailed to the address with that hash, or sold with those orders. */
export async function findGiftsAbout(
  queries: Queries,
  recipientHash: number,
  orderIds: readonly Uuid[],
): Promise<Gift[]> {
  const sent = await queries.all<Gift>(`${SELECT} WHERE recipient_hash = ? ORDER BY gift_id`, [
    recipientHash,
  ]);
  const sold = await findGiftsOfOrders(queries, orderIds);
  const seen = new Set(sent.map(({ giftId }) => giftId));
  const isTelling = ({ message, recipient }: Gift) => message !== null || recipient !== null;
  return [...sent, ...sold.filter((gift) => !seen.has(gift.giftId) && isTelling(gift))];
}

/** Those that were valid before that day, and have money left. */
export function findOutdatedGifts(queries: Queries, today: CalendarDay, limit: number): Promise<Gift[]> {
  return queries.all<Gift>(
    `${SELECT} WHERE balance_cents > 0 AND valid_to < ? ORDER BY valid_to, gift_id LIMIT ?`,
    [today, limit],
  );
}

/** Erases what their buyers wrote, and to which addresses they were mailed. What is left of them stays. */
export async function forgetGifts(tx: Transaction, giftIds: readonly Uuid[]): Promise<void> {
  await tx.run(
    'UPDATE gifts SET message = NULL, recipient = NULL, recipient_hash = NULL WHERE gift_id IN ?',
    [giftIds],
  );
}
