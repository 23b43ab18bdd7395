import type { Refund } from '../../payments/index.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was or will be paid back, also for what its tickets were exchanged for, and what becomes of a payment of which nothing is known yet. */
export function moneyBack(view: OrderView): string[] {
  const { language, words, order, payments, online, owedCents } = view;
  const say = shopOrderTexts(language);
  const money = (cents: number) => words.money(cents, order.currency);
  const refunds = online.flatMap((payment) => payment.refunds);
  const isElsewhere = (refund: Refund) => refund.paymentId !== null && refund.orderId !== order.orderId;
  const back =
    payments.reduce((sum, { cents }) => sum - Math.min(0, cents), 0) + sumOf(refunds.filter(isElsewhere));
  const due = sumOf(refunds.filter(({ paymentId }) => paymentId === null));
  const isOpen = online.some(({ state }) => state === 'open');
  const isReleased = order.state === 'released';
  return [
    ...(owedCents > 0 ? [say('museumOwes', { amount: money(owedCents) })] : []),
    ...(due > 0 ? [say('refundDue', { amount: money(due) })] : []),
    ...(back > 0 ? [say('refunded', { amount: money(back) })] : []),
    ...(isReleased && isOpen ? [say(order.releasedBy === 'buyer' ? 'lateMoneyBack' : 'lateMoney')] : []),
    ...(isReleased && !isOpen && due === 0 && back === 0 ? [say('notCharged')] : []),
  ];
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { cents }) => sum + cents, 0);
}
