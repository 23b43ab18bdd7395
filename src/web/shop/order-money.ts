import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was or will be paid back, and what becomes of a payment of which nothing is known yet. */
export function moneyBack(view: OrderView): string[] {
  const { language, words, order, receipt, online, owedCents } = view;
  const say = shopOrderTexts(language);
  const money = (cents: number) => words.money(cents, order.currency);
  const refunds = online.flatMap((payment) => payment.refunds);
  const back = receipt.payments.reduce((sum, { cents }) => sum - Math.min(0, cents), 0);
  const due = refunds
    .filter(({ paymentId }) => paymentId === null)
    .reduce((sum, { cents }) => sum + cents, 0);
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
