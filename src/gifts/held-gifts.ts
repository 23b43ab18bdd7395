import { MS_PER_DAY } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { findGiftByCode, findGiftsByHash, type Gift } from './gift.ts';
import { readGiftCode } from './gift-code.ts';
import { codeOf } from './look.ts';
import { faultOf, type GiftUse } from './redeem.ts';
import type { GiftTerms } from './terms.ts';

/** Money may come for so long after a hold has ended. */
const KEPT_MS = 30 * MS_PER_DAY;

/** What a gift voucher is to pay of a held order. */
export interface PlannedGift extends GiftUse {
  readonly gift: Gift;
}

/**
 * Remembers that a held order is to be paid with the gift voucher. Nothing is taken off it until the order is sold, so that
 * it may be spent elsewhere first.
 * @throws Refusal gift-not-found or gift-not-valid
 */
export async function planGift(
  { tx, now }: Pick<ActionContext, 'tx' | 'now'>,
  { orderId, currency, code }: { readonly orderId: Uuid; readonly currency: string; readonly code: string },
  { codes, localOf }: GiftTerms,
): Promise<void> {
  const hash = codes.hashOf(readGiftCode(code) ?? '');
  const gift = await findGiftByCode(tx, hash);
  const fault = faultOf(gift, 0, { currency, today: localOf(now).day });
  if (fault !== undefined) throw fault;
  if (gift?.balanceCents === 0) throw new Refusal('gift-not-valid', { because: 'used-up' });
  await tx.run('DELETE FROM held_gifts WHERE at < ?', [now - KEPT_MS]);
  await leaveGiftOut(tx, orderId, hash);
  const last = await tx.get<{ at: number }>(
    'SELECT coalesce(max(at), 0) AS "at" FROM held_gifts WHERE order_id = ?',
    [orderId],
  );
  // They pay in the order in which they were chosen, whatever the clock says.
  const at = Math.max(now, Number(last?.at ?? 0) + 1);
  await tx.insert('held_gifts', ['order_id', 'code_hash', 'at'], [[orderId, hash, at]]);
}

/** Forgets the gift voucher again. */
export async function dropGift(
  { tx }: Pick<ActionContext, 'tx'>,
  { orderId, giftId }: { readonly orderId: Uuid; readonly giftId: Uuid },
): Promise<void> {
  const found = await findHeldGifts(tx, orderId);
  for (const [hash, gift] of found) if (gift.giftId === giftId) await leaveGiftOut(tx, orderId, hash);
}

async function leaveGiftOut(tx: ActionContext['tx'], orderId: Uuid, codeHash: string): Promise<void> {
  await tx.run('DELETE FROM held_gifts WHERE order_id = ? AND code_hash = ?', [orderId, codeHash]);
}

/**
 * What the gift vouchers that were chosen for a held order pay of it now, in the order in which they were chosen: each as
 * much as is left to pay. Those that can't pay any more are left out.
 * @param order.most what they may pay at most, in hundredths
 */
export async function findPlannedGifts(
  queries: Queries,
  { orderId, currency, most }: { readonly orderId: Uuid; readonly currency: string; readonly most: number },
  { codes, localOf, now }: GiftTerms & { readonly now: number },
): Promise<PlannedGift[]> {
  if (most <= 0) return [];
  const terms = { currency, today: localOf(now).day };
  let rest = most;
  return [...(await findHeldGifts(queries, orderId)).values()].flatMap((gift) => {
    const cents = Math.min(rest, gift.balanceCents);
    const code = codeOf(gift, codes);
    if (cents === 0 || code === undefined || faultOf(gift, cents, terms) !== undefined) return [];
    rest -= cents;
    return [{ gift, code, cents }];
  });
}

/** By the hashes of their codes, those that were chosen first come first. */
async function findHeldGifts(queries: Queries, orderId: Uuid): Promise<Map<string, Gift>> {
  const rows = await queries.all<{ hash: string }>(
    'SELECT code_hash AS "hash" FROM held_gifts WHERE order_id = ? ORDER BY at, code_hash',
    [orderId],
  );
  if (rows.length === 0) return new Map();
  const found = await findGiftsByHash(
    queries,
    rows.map(({ hash }) => hash),
  );
  return new Map(
    rows.flatMap(({ hash }) => {
      const gift = found.get(hash);
      return gift === undefined ? [] : [[hash, gift] as const];
    }),
  );
}
