import { PAYMENT_METHODS } from '../../../src/payments/index.ts';
import { cents, type Shown, type World } from '../world.ts';
import { action, onOrder, onOrderWithGifts } from './action.ts';
import { withRefund } from './changing.ts';
import { itemsFor } from './selling.ts';

const BY_HAND = PAYMENT_METHODS.filter((method) => method !== 'online');

/** Gift vouchers that are sold, pay, and are bought back and replaced. */
export const gifts = [
  action('sell or hold gift vouchers', 2, async (world) => {
    const { draw } = world;
    const tickets = draw.happens(0.3) ? await itemsFor(world) : [];
    const vouchers = [10, 25.5, 80].slice(0, draw.between(1, 3)).map((amount) => ({ gift: { amount } }));
    const paidBy = draw.oneOf([...BY_HAND, undefined, undefined]);
    const how = paidBy ? { paidBy } : draw.happens(0.5) ? { hold: 600 } : {};
    const body = { items: [...tickets, ...vouchers], email: world.email(), ...how };
    const answer = await world.api('POST', '/orders', body);
    if (answer.status === 201 && paidBy !== undefined) world.paid(paidBy, answer.json.total);
    return answer;
  }),
  onOrder(
    'pay what is held with a gift voucher, and the rest in cash',
    5,
    ['held', 'released'],
    async (world, order) => {
      const { shown, orderId, booking } = order;
      const gift = world.draw.oneOf(valid(world));
      if (
        gift === undefined ||
        booking !== undefined ||
        shown.items.some(({ kind }: Shown) => kind === 'gift')
      )
        return false;
      const byGift = Math.min(cents(gift.balance), cents(shown.total));
      const rest = cents(shown.total) - byGift;
      if (byGift === 0) return false;
      const parts = [{ method: 'gift', gift: gift.code, amount: byGift / 100 }];
      const payments = rest === 0 ? parts : [...parts, { method: 'cash', amount: rest / 100 }];
      for (const { orderId: soldWith, gifts: sold } of world.orders.values())
        if (sold.includes(gift)) world.touched.add(soldWith);
      const answer = await world.api('POST', `/orders/${orderId}/confirm`, { payments });
      if (answer.status === 200 && rest > 0) world.paid('cash', rest / 100);
      return answer;
    },
  ),
  onOrderWithGifts('buy a gift voucher back', 1, ['sold'], async (world, order) => {
    const index = order.gifts.findIndex(
      ({ state, balance, amount }) => state === 'valid' && balance === amount,
    );
    const body = { gifts: [order.gifts[index]?.index] };
    return index >= 0 && withRefund(world, order, `/orders/${order.orderId}/void`, body);
  }),
  onOrderWithGifts(
    'replace a gift voucher that was lost',
    0.5,
    ['sold'],
    (world, { orderId, gifts: sold }) => {
      const lost = sold.find(({ state }) => state === 'valid');
      return world.api('POST', '/gifts/replace', { orderId, index: lost?.index, reason: 'Lost' }, 'admin');
    },
  ),
];

/** Those that can pay, whose codes the museum can still tell: not that of one that was used up and got money back. */
function valid({ orders }: World): Shown[] {
  return [...orders.values()].flatMap(({ gifts: sold }) =>
    sold.filter(({ state, code }) => state === 'valid' && code !== undefined),
  );
}
