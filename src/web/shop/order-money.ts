import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was or will be paid back, and what becomes of a payment of which nothing is known yet. */
export function moneyBack(view: OrderView): string[] {
  const { visitor, order, payments, online } = view;
  const { language, words } = visitor;
  const say = shopOrderTexts(language);
  const money = (cents: number) => words.money(cents, order.currency);
  const back = payments.reduce((sum, { cents }) => sum - Math.min(0, cents), 0);
  const due = dueTo(view);
  const isOpen = online.some(({ state }) => state === 'open');
  const isReleased = order.state === 'released';
  return [
    ...(due > 0 ? [say('refundDue', { amount: money(due) })] : []),
    ...(back > 0 ? [say('refunded', { amount: money(back) })] : []),
    ...(isReleased && isOpen ? [say(order.releasedBy === 'buyer' ? 'lateMoneyBack' : 'lateMoney')] : []),
    ...(isReleased && !isOpen && due === 0 && back === 0 ? [say('notCharged')] : []),
  ];
}

/** What its buyer has paid and gets back when the order is cancelled. */
export function paidFor(view: OrderView): number {
  return view.payments.reduce((sum, { cents }) => sum + cents, 0) - dueTo(view);
}

/** What is owed to its buyer. */
function dueTo({ online }: OrderView): number {
  const refunds = online.flatMap((payment) => payment.refunds);
  return refunds.reduce((sum, { cents, paymentId }) => sum + (paymentId === null ? cents : 0), 0);
}
