import {
  articlesOf,
  cents,
  type KnownOrder,
  paymentsOf,
  type Shown,
  sumOf,
  type World,
  worthOf,
} from '../world.ts';
import type { Witness } from './index.ts';

/** Who speaks of money. */
export const MONEY: readonly Witness[] = [
  {
    says: 'What was paid for an order is worth, due or kept, and what holds of it is what it is worth',
    async *hear(_, touched) {
      for (const order of touched) {
        const { orderId, shown } = order;
        const sold = [...order.tickets, ...articlesOf(order), ...order.gifts];
        if (shown.account === undefined || sold.length === 0) continue;
        const { worth, paid, due, kept } = shown.account;
        const told = `${orderId} says ${JSON.stringify(shown.account)}`;
        if (cents(paid) !== cents(worth) + cents(due) + cents(kept)) yield `${told}, which does not add up`;
        const prices = worthOf(order);
        if (prices !== cents(worth)) yield `${told}, and what holds costs ${prices}`;
        if (due < 0) yield told;
        if (paidFor(order) !== cents(paid)) yield `${told}, and ${paidFor(order)} was paid`;
      }
    },
  },
  {
    says: 'Nobody gets back more than was paid, or what still holds is worth',
    async *hear(_, touched, before) {
      for (const order of touched) {
        if (order.shown.account === undefined) continue;
        const [paid, earlier] = [paidFor(order), before.get(order.orderId)];
        if (paid < 0) yield `${order.orderId} was paid ${paid} in all`;
        const was = earlier?.payments === undefined ? paid : paidFor({ ...order, shown: earlier });
        const worth = worthOf(order);
        if (paid < was && paid < worth)
          yield `of ${was} paid for ${order.orderId}, ${paid} are left, and what holds is worth ${worth}`;
      }
    },
  },
  {
    says: 'What was handed over and given back is what payments say, by each method',
    async *hear(world) {
      const { rows }: Shown = await world.report('payments', 'by=method');
      for (const { method, paid, refunded } of rows) {
        const said = cents(paid) - cents(refunded);
        const known =
          method === 'gift'
            ? await takenOffGifts(world)
            : (world.ledger.get(method) ?? 0) + (method === 'online' ? world.throughProviders() : 0);
        if (said !== known) yield `payments say ${said} by ${method}, and it was ${known}`;
      }
    },
  },
  {
    says: 'Payments mean the same whatever they are grouped by',
    async *hear(world) {
      const by = ['day', 'month', 'seller'][world.step % 3];
      const [byMethod, other] = [
        await world.report('payments', 'by=method'),
        await world.report('payments', `by=${by}`),
      ];
      for (const figure of ['count', 'paid', 'refunded']) {
        const sums = [byMethod, other].map(({ rows }) => sumOf(rows as Shown[], (row) => row[figure]));
        if (new Set([...sums, cents(byMethod.total[figure]), cents(other.total[figure])]).size > 1)
          yield `${figure} by method and by ${by} are ${sums}`;
      }
    },
  },
  {
    says: 'What a provider took for what was called off goes back by itself, 14 days after the day at the latest',
    async *hear(world, touched) {
      for (const { orderId, shown, tickets } of touched) {
        const paid = shown.payments.filter(({ amount }: Shown) => amount > 0);
        const isOnline = paid.length > 0 && paid.every(({ method }: Shown) => method === 'online');
        const isLate = tickets.every(
          ({ state, ticketDate }) => state !== 'cancelled' || ticketDate < world.today(-15),
        );
        if (isOnline && isLate && shown.account?.due > 0)
          yield `${orderId} has ${JSON.stringify(shown.account)}`;
      }
    },
  },
  {
    says: 'The report of money leads from what was sold to what was paid, and is the sum of all orders',
    async *hear(world) {
      const { rows, total } = await world.report('money', 'by=day');
      if (total === undefined) return; // still to come
      const accounts = [...world.orders.values()].flatMap(({ shown }) => shown.account ?? []);
      for (const figure of ['due', 'kept', 'paid'])
        if (cents(total[figure]) !== sumOf(accounts, (account) => account[figure]))
          yield `${figure} is ${total[figure]}, and of all orders ${sumOf(accounts, (account) => account[figure])}`;
      for (const row of [...(rows as Shown[]), total]) {
        const byMethod = sumOf(Object.values<number>(row.byMethod), (amount) => amount);
        if (
          cents(row.paid) !==
            [row.revenue, row.donations, row.gifts, row.due, row.kept].reduce(
              (sum, each) => sum + cents(each),
              0,
            ) ||
          cents(row.paid) !== byMethod
        )
          yield `it does not add up: ${JSON.stringify(row)}`;
      }
    },
  },
];

/** In hundredths, what was taken off gift vouchers less what was given back to them. */
async function takenOffGifts(world: World): Promise<number> {
  const { redeemed, givenBack } = (await world.report('gifts', 'by=month')).total;
  return cents(redeemed) - cents(givenBack);
}

/**
 * In hundredths, what was paid for the order and not paid back. Where the sale recorded no payment, its seller has collected the price,
 * once, whatever it was exchanged for.
 */
function paidFor(order: KnownOrder): number {
  const { shown, tickets } = order;
  const isRecorded = shown.payments.some(
    ({ amount, at }: Shown) => amount > 0 && at <= soldAt(shown, tickets),
  );
  const collected = [
    ...tickets.filter(({ replaces }) => replaces === undefined).map(({ price }) => price),
    ...articlesOf(order).map(({ price, quantity }) => price * quantity),
    ...order.gifts.map(({ amount }) => amount),
  ];
  return paymentsOf(shown) + (isRecorded ? 0 : sumOf(collected, (price) => price));
}

function soldAt({ soldAt: at }: Shown, [first]: readonly Shown[]): string {
  return at ?? first?.soldAt ?? '';
}
