import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext } from '../store/index.ts';
import { expireIfOver, reviveIfOver } from './expire.ts';
import { findGiftsOfOrders, type Gift, lockGifts } from './gift.ts';
import { drawGiftCode } from './gift-code.ts';
import { addGiftEntry } from './gift-entry.ts';
import { type KnownGift, knowGifts } from './look.ts';
import type { GiftTerms } from './terms.ts';

/** A gift voucher that staff mean, without its code. */
export interface MeantGift {
  readonly orderId: Uuid;
  /** Its place among the items of the order. */
  readonly item: number;
  /** Why staff change it. */
  readonly reason: string;
}

/**
 * Adds to what is left of a gift voucher, or takes off. One that is no longer valid, to which something is added, is
 * valid for a year again.
 * @throws Refusal forbidden, gift-not-found or gift-balance-too-low
 */
export async function correctGift(
  context: ActionContext,
  { cents, reason, ...meant }: MeantGift & { readonly cents: number },
  { localOf }: Pick<GiftTerms, 'localOf'>,
): Promise<KnownGift> {
  requirePermission(context.actor, 'manage-museum');
  const found = await lockMeant(context, meant);
  const gift = await (cents > 0 ? reviveIfOver : expireIfOver)(context, found, localOf);
  const { balanceCents: balance, currency } = gift;
  if (!(await addGiftEntry(context, gift, { kind: 'corrected', cents, reason }, localOf)))
    throw new Refusal('gift-balance-too-low', { balance, asked: -cents, currency });
  return readAgain(context, meant, localOf);
}

/**
 * Gives a gift voucher that was lost a new code. The old one is not known any more; what is left stays.
 * @throws Refusal forbidden, gift-not-found or gift-not-valid
 */
export async function replaceGift(
  context: ActionContext,
  { reason, ...meant }: MeantGift,
  { codes, localOf }: GiftTerms,
): Promise<KnownGift> {
  const { tx } = context;
  requirePermission(context.actor, 'manage-museum');
  const { giftId, validTo, balanceCents } = await lockMeant(context, meant);
  if (balanceCents === 0) throw new Refusal('gift-not-valid', { because: 'used-up' });
  if (localOf(context.now).day > validTo)
    throw new Refusal('gift-not-valid', { because: 'expired', validTo });
  const code = drawGiftCode();
  await tx.run('UPDATE gifts SET code_hash = ?, code = ? WHERE gift_id = ?', [
    codes.hashOf(code),
    codes.encrypt(code, giftId),
    giftId,
  ]);
  await record(context, { kind: 'gift.replaced', subject: meant.orderId, details: { giftId, reason } });
  return readAgain(context, meant, localOf);
}

type Place = Omit<MeantGift, 'reason'>;

async function lockMeant({ tx }: ActionContext, { orderId, item }: Place): Promise<Gift> {
  const found = (await findGiftsOfOrders(tx, [orderId])).find((gift) => gift.item === item);
  const [gift] = found === undefined ? [] : await lockGifts(tx, [found.giftId]);
  if (gift === undefined) throw new Refusal('gift-not-found', { orderId, index: item });
  return gift;
}

async function readAgain(
  { tx, now }: ActionContext,
  { orderId, item }: Place,
  localOf: GiftTerms['localOf'],
): Promise<KnownGift> {
  const gifts = await findGiftsOfOrders(tx, [orderId]);
  const known = await knowGifts(tx, gifts, { now, localOf });
  return known.find(({ gift }) => gift.item === item) as KnownGift;
}
