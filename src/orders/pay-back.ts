import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { giveBackToGifts } from '../gifts/index.ts';
import {
  type Amount,
  addPayments,
  type Due,
  makePayments,
  payDues,
  refundOnline,
} from '../payments/index.ts';
import type { ActionContext } from '../store/index.ts';
import { payableOf } from './account.ts';
import { findAccount } from './find-accounts.ts';
import type { SoldOrder } from './sold-order.ts';

/** Money that goes back, and why. */
export interface Repayment extends Amount {
  readonly reason: string | undefined;
  /** What it takes first: what was owed by hand before, or what is kept. */
  readonly first?: 'owed' | 'kept';
  /** Which of what was owed is paid first. */
  readonly isPaid?: (due: Due) => boolean;
}

/**
 * Pays money of an order back, after what it is paid back for was done: first to the gift vouchers that paid, and the rest by the
 * method. What a provider took is owed until it has paid it back.
 * @throws Refusal refund-too-high
 */
export async function payBack(
  context: ActionContext,
  { orderId, order, tickets }: SoldOrder,
  { method, cents, reason: why, first = 'kept', isPaid }: Repayment,
  localOf: LocalOf,
): Promise<void> {
  const { tx, actor, now } = context;
  const currency = order?.currency ?? tickets[0]?.currency ?? '';
  const { facts, kept } = await findAccount(tx, orderId);
  const remains = payableOf(facts);
  if (cents > remains) throw new Refusal('refund-too-high', { remains, asked: cents, currency });
  const owed = Math.min(facts.dues, first === 'owed' ? cents : Math.max(0, cents - Math.max(0, kept)));
  await payDues(context, { orderId, cents: owed, currency }, isPaid);
  const toGifts = await payBackToGifts(context, { orderId, cents, currency, why }, localOf);
  const rest = cents - toGifts;
  if (rest === 0) return;
  const terms = { orderId, cents: rest, besideCents: toGifts, reason: 'void', why } as const;
  if (method === 'online' && (await refundOnline(context, terms))) return;
  const payment = { orderId, method, cents: -rest, currency, at: now };
  await addPayments(tx, actor, makePayments(actor, localOf, [payment]), why);
}

/** Pays back as much as gift vouchers have paid, to the one that was used last first. @returns how much that is */
export async function payBackToGifts(
  context: ActionContext,
  { orderId, cents, currency, why }: MoneyBack,
  localOf: LocalOf,
): Promise<number> {
  const { tx, actor, now: at } = context;
  const toGifts = await giveBackToGifts(context, { orderId, cents }, { localOf });
  const payment = { orderId, method: 'gift', cents: -toGifts, currency, at } as const;
  await addPayments(tx, actor, makePayments(actor, localOf, [payment]), why);
  return toGifts;
}

/** Money of an order that goes back, in hundredths. */
interface MoneyBack {
  readonly orderId: Uuid;
  readonly cents: number;
  readonly currency: string;
  readonly why?: string | undefined;
}
