import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What is or was paid back, in words; undefined: nothing. */
export function moneyBack({ visitor: { language, words }, order, payments }: OrderView): string | undefined {
  const say = shopOrderTexts(language);
  const back = payments.reduce((sum, { cents }) => sum - Math.min(0, cents), 0);
  if (back > 0) return say('refunded', { amount: words.money(back, order.currency) });
  return order.state === 'released' ? say('notCharged') : undefined;
}

/** What its buyer has paid and gets back when the order is cancelled. */
export function paidFor({ payments }: OrderView): number {
  return payments.reduce((sum, { cents }) => sum + cents, 0);
}
