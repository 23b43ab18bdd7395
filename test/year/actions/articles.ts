import { PAYMENT_METHODS } from '../../../src/payments/index.ts';
import { type Shown, standingOf, type World } from '../world.ts';
import { action, onOrderWithArticles } from './action.ts';
import { withRefund } from './changing.ts';
import { chosen, itemsFor, TICKETS_AT_DESK } from './selling.ts';

const BY_HAND = PAYMENT_METHODS.filter((method) => method !== 'online');
const ON_SALE = { onSale: true, channels: ['desk', 'shop', 'partners'] } as const;

/** What the museum sells beside tickets at first. */
export const ARTICLES = [
  { article: 'guide', kind: 'extra', name: 'Audio guide', price: 4, vat: 19, ...ON_SALE },
  { article: 'map', kind: 'extra', name: 'Map', price: 1.5, withTicketFor: ['general'], ...ON_SALE },
  { article: 'roof', kind: 'donation', name: 'The roof', suggested: [3, 5], least: 1, ...ON_SALE },
] as const;

/** What is sold beside tickets, handed out, and given back. */
export const articles = [
  action('change what is sold beside tickets', 0.5, ({ api, draw }) => {
    const [guide, map, roof] = ARTICLES;
    const changed = { ...guide, price: draw.oneOf([0, 4, 5.5]) };
    return api('PUT', '/articles', [changed, { ...map, onSale: draw.happens(0.7) }, roof]);
  }),
  action('sell or hold an order with articles', 3, async (world) => {
    const { draw } = world;
    const tickets = draw.happens(0.6) ? await itemsFor(world) : [];
    const paidBy = draw.oneOf([...BY_HAND, undefined, undefined]);
    const how = paidBy ? { paidBy } : draw.happens(0.5) ? { hold: 600 } : {};
    const body = { items: [...tickets, ...wanted(world)], email: world.email(), ...how };
    const answer = await world.api('POST', '/orders', body);
    if (answer.status === 201 && paidBy !== undefined) world.paid(paidBy, answer.json.total);
    return answer;
  }),
  action('sell articles at the desk', 2, async (world) => {
    const desk = await world.desk();
    const date = world.today();
    const form = (await desk.get(`/desk/sell?date=${date}`)).form('/desk/sell');
    const tickets = world.draw.happens(0.5) ? chosen(form, world, TICKETS_AT_DESK) : undefined;
    const paidBy = world.draw.oneOf(BY_HAND) ?? 'cash';
    const sale = { ...form, email: world.email(), ...tickets, article_guide: '1', article_roof: '7.50' };
    if ((await desk.post('/desk/sell', { ...sale, date, key: world.key(), paidBy })).status !== 303)
      return false;
    const [sold]: Shown[] = await world.get(`/orders?email=${world.email()}`);
    world.paid(paidBy, sold.total);
    return true;
  }),
  onOrderWithArticles('hand an article out, or take it back', 3, ['sold'], async (world, order) => {
    const sold = world.draw.oneOf(standingOf(order));
    if (sold === undefined) return false;
    const asked = { article: sold.article, quantity: world.draw.oneOf([1, 1, 2, -1]) };
    return world.api('POST', `/orders/${order.orderId}/hand-out`, asked);
  }),
  onOrderWithArticles('give articles back', 2, ['sold'], async (world, order) => {
    const some = world.draw.some(standingOf(order)).map(backOf);
    return some.length > 0 && withRefund(world, order, `/orders/${order.orderId}/void`, { articles: some });
  }),
];

/** One or two of an extra, a donation, or both. */
function wanted({ draw }: World): object[] {
  const extra = { article: draw.oneOf(['guide', 'map'] as const), quantity: draw.between(1, 2) };
  const donation = { article: 'roof', quantity: 1, price: draw.oneOf([3, 5, 12.5]) };
  return draw.oneOf([[extra], [donation], [extra, donation]]);
}

function backOf({ article, quantity, returned = 0 }: ReturnType<typeof standingOf>[number]): object {
  return { article, quantity: quantity - returned };
}
