import { type CalendarDay, LAST_DAY } from '../core/calendar-day.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { ContactHashes } from '../tickets/index.ts';
import { type Gift, insertGifts } from './gift.ts';
import { drawGiftCode } from './gift-code.ts';
import { writeGiftEntry } from './gift-entry.ts';
import type { GiftTerms } from './terms.ts';

/** A gift voucher as it is sold. */
export type NewGift = Pick<
  Gift,
  'orderId' | 'item' | 'soldBy' | 'cents' | 'currency' | 'message' | 'recipient' | 'language'
>;

export interface IssueTerms extends GiftTerms {
  /** After the year of the sale, how many years it is valid. */
  readonly years: number;
  readonly contacts: Pick<ContactHashes, 'of'>;
}

/**
 * Issues the gift vouchers of an order that is sold, in the transaction of the sale. An item of an order is issued
 * once.
 */
export async function issueGifts(
  context: ActionContext,
  sold: readonly NewGift[],
  { codes, localOf, years, contacts }: IssueTerms,
): Promise<Gift[]> {
  const { tx, now } = context;
  const validTo = lastDayOfGift(localOf(now).day, years);
  const rows = sold.map((each) => {
    const [giftId, code] = [uuidV7(now), drawGiftCode()];
    const money = { balanceCents: each.cents, encryptedCode: codes.encrypt(code, giftId) };
    const recipientHash = each.recipient === null ? null : contacts.of(each.recipient);
    const gift: Gift = { ...each, giftId, ...money, soldAt: now, validTo };
    return { gift, codeHash: codes.hashOf(code), recipientHash };
  });
  const gifts = rows.map(({ gift }) => gift);
  await insertGifts(tx, rows);
  for (const gift of gifts)
    await writeGiftEntry(context, gift, { kind: 'issued', cents: gift.cents }, localOf);
  return gifts;
}

/** What a gift voucher of an order was sold for, or, below zero, bought back for. */
export interface GiftChange extends Pick<Gift, 'orderId' | 'item' | 'cents' | 'currency' | 'soldBy'> {
  readonly at: number;
  /** Whether all that it was sold for is left of it. */
  readonly isUnused: 0 | 1;
}

/** What gift vouchers of those orders were sold and bought back for, by order, the oldest first. */
export async function findGiftChanges(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, GiftChange[]>> {
  const changes = await queries.all<GiftChange>(
    `SELECT gifts.order_id AS "orderId", item, gift_entries.amount_cents AS "cents", gifts.currency,
            sold_by AS "soldBy", at, CASE WHEN balance_cents = gifts.amount_cents THEN 1 ELSE 0 END AS "isUnused"
       FROM gifts JOIN gift_entries ON gift_entries.gift_id = gifts.gift_id
      WHERE gifts.order_id IN ? AND kind IN ('issued', 'returned') ORDER BY entry_id`,
    [orderIds],
  );
  return Map.groupBy(changes, ({ orderId }) => orderId);
}

/** Whether nothing of them stands: they were bought back for all that they were sold for. */
export function isWholeBack(changes: readonly Pick<GiftChange, 'cents'>[]): boolean {
  return changes.reduce((sum, { cents }) => sum + cents, 0) === 0;
}

/** The last day of a gift voucher that is sold on that day: the last of a year. */
export function lastDayOfGift(day: CalendarDay, years: number): CalendarDay {
  const end = `${Number(day.slice(0, 4)) + years}`.padStart(4, '0');
  return end.length > 4 ? LAST_DAY : (`${end}-12-31` as CalendarDay);
}
