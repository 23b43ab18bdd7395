import type { Uuid } from '../core/uuid.ts';
import type { ActionContext } from '../store/index.ts';
import { expireIfOver } from './expire.ts';
import { findGiftsOfOrders, lockGifts } from './gift.ts';
import { addGiftEntry } from './gift-entry.ts';
import type { GiftTerms } from './terms.ts';

/** A gift voucher that was bought back. */
export interface ReturnedGift {
  readonly item: number;
  /** What is paid back for it, in hundredths: what was left of it, without what staff had added. */
  readonly cents: number;
}

/**
 * Buys gift vouchers of an order back for what is left of them, in the transaction of the refund.
 * @param which.items their places among its items; undefined: all
 */
export async function returnGifts(
  context: ActionContext,
  which: { readonly orderId: Uuid; readonly items?: readonly number[] },
  { localOf }: Pick<GiftTerms, 'localOf'>,
): Promise<ReturnedGift[]> {
  const { tx } = context;
  const { orderId, items } = which;
  const sold = await findGiftsOfOrders(tx, [orderId]);
  const meant = sold.filter(({ item }) => items === undefined || items.includes(item));
  const ids = meant.map(({ giftId }) => giftId);
  const locked = await lockGifts(tx, ids);
  const added = await findAdded(context, ids);
  const returned: ReturnedGift[] = [];
  for (const gift of locked) {
    const { balanceCents, giftId, item } = await expireIfOver(context, gift, localOf);
    const cents = Math.max(0, balanceCents - (added.get(giftId) ?? 0));
    const more = balanceCents - cents;
    if (more > 0)
      await addGiftEntry(context, gift, { kind: 'corrected', cents: -more, reason: 'Bought back' }, localOf);
    if (cents > 0) await addGiftEntry(context, gift, { kind: 'returned', cents: -cents }, localOf);
    returned.push({ item, cents });
  }
  return returned.sort((one, other) => one.item - other.item);
}

/** What staff have added to them, in hundredths. */
async function findAdded({ tx }: ActionContext, giftIds: readonly Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await tx.all<{ giftId: Uuid; cents: number }>(
    `SELECT gift_id AS "giftId", sum(amount_cents) AS "cents" FROM gift_entries
      WHERE gift_id IN ? AND kind = 'corrected' GROUP BY gift_id HAVING sum(amount_cents) > 0`,
    [giftIds],
  );
  return new Map(rows.map(({ giftId, cents }) => [giftId, Number(cents)]));
}
