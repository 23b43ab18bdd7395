import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission, scopeOf } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { findGiftByCode, findGiftsOfOrders, type Gift } from './gift.ts';
import { type GiftCodes, readGiftCode } from './gift-code.ts';
import { findLastKinds, type GiftEntryKind } from './gift-entry.ts';
import type { GiftTerms } from './terms.ts';

export const GIFT_STATES = ['valid', 'used-up', 'returned', 'expired'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** A gift voucher, and how it stands. */
export interface KnownGift {
  readonly gift: Gift;
  readonly state: GiftState;
}

/** A gift voucher with its code. */
export interface ShownGift extends KnownGift {
  /** Undefined: it was used up, so the code is not kept any more. */
  readonly code: string | undefined;
}

/**
 * The gift voucher with the code that was typed.
 * @throws Refusal forbidden or gift-not-found
 */
export async function lookAtGift(
  queries: Queries,
  actor: Actor,
  { code, now }: { readonly code: string; readonly now: number },
  { codes, localOf }: GiftTerms,
): Promise<KnownGift> {
  requirePermission(actor, 'sell-tickets');
  const gift = await findGiftByCode(queries, codes.hashOf(readGiftCode(code) ?? ''));
  if (gift === undefined) throw new Refusal('gift-not-found', {});
  const [known] = await knowGifts(queries, [gift], { now, localOf });
  return known as KnownGift;
}

/**
 * The gift vouchers of an order with their codes. The journal says who has looked at them; a partner sees those that
 * it sold.
 * @throws Refusal forbidden
 */
export async function showGifts(
  context: ActionContext,
  orderId: Uuid,
  terms: GiftTerms,
): Promise<ShownGift[]> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'sell-tickets');
  const isSeen = ({ soldBy }: Gift) =>
    scopeOf(actor.role, 'fetch-tickets') !== 'own' || soldBy === actor.accountId;
  const gifts = (await findGiftsOfOrders(tx, [orderId])).filter(isSeen);
  if (gifts.length === 0) return [];
  const details = { gifts: gifts.map(({ giftId }) => giftId) };
  await record(context, { kind: 'gift.shown', subject: orderId, details });
  const known = await knowGifts(tx, gifts, { now, localOf: terms.localOf });
  return known.map((each) => ({ ...each, code: codeOf(each.gift, terms.codes) }));
}

/** The code of a gift voucher. Undefined: it was used up, so the code is not kept any more. */
export function codeOf({ encryptedCode, giftId }: Gift, codes: GiftCodes): string | undefined {
  return encryptedCode === null ? undefined : codes.decrypt(encryptedCode, giftId);
}

/** The gift vouchers, and how they stand. */
export async function knowGifts(
  queries: Queries,
  gifts: readonly Gift[],
  { now, localOf }: Pick<GiftTerms, 'localOf'> & { readonly now: number },
): Promise<KnownGift[]> {
  const { day: today } = localOf(now);
  const empty = gifts.filter(({ balanceCents }) => balanceCents === 0).map(({ giftId }) => giftId);
  const last = await findLastKinds(queries, empty);
  return gifts.map((gift) => ({ gift, state: stateOf(gift, last.get(gift.giftId), today) }));
}

/** @param last the kind of its last entry */
function stateOf(
  { balanceCents, validTo }: Pick<Gift, 'balanceCents' | 'validTo'>,
  last: GiftEntryKind | undefined,
  today: CalendarDay,
): GiftState {
  if (balanceCents > 0) return today > validTo ? 'expired' : 'valid';
  return last === 'returned' || last === 'expired' ? last : 'used-up';
}
