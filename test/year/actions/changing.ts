import type { Answer } from '../../../fixtures/client.ts';
import { cents, type KnownOrder, paidByGifts, type Shown, type World } from '../world.ts';
import { offers, onOrder, onTicket } from './action.ts';

/** More than anybody has paid: the refusal says what may be paid back. */
const TOO_MUCH = 100_000;
const METHODS = ['cash', 'card', 'online', 'invoice', 'other'] as const;
const REASON = { reason: 'They asked' };
/** Whether staff exchange several tickets of an order at once, and make some of them void. */
const SEVERAL = offers('/orders/{orderId}/exchange');

/** What is made void, paid back and exchanged by staff. */
export const changing = [
  onTicket('make a ticket void', 2, ['valid', 'cancelled', 'expired'], (world, { order, ticket }) =>
    withRefund(world, order, `/tickets/${ticket.ticketId}/void`, {}),
  ),
  onOrder('make tickets of an order void, or only pay back', 3, ['sold', 'void'], (world, order) => {
    const ids = idsIn(order, 'valid', 'admitted', 'cancelled', 'expired');
    const isSome = SEVERAL && ids.length > 0 && world.draw.happens(0.6);
    const body = { ...(isSome && { ticketIds: world.draw.some(ids) }), force: true };
    return withRefund(world, order, `/orders/${order.orderId}/void`, body);
  }),
  onTicket('exchange a ticket', 6, ['valid', 'cancelled'], async (world, { order, ticket }) => {
    const instead = await world.want();
    return instead && exchange(world, order, `/tickets/${ticket.ticketId}/exchange`, instead);
  }),
  onTicket(
    'exchange for a dearer ticket and back, without money',
    1,
    ['valid'],
    async ({ api }, { ticket }) => {
      const { ticketType, eventId, ticketDate, entryTime } = ticket;
      let { ticketId } = ticket;
      for (const category of ['family', ticket.category]) {
        const instead = { ticketType, eventId, ticketDate, entryTime, category, ...REASON };
        const answer = await api('POST', `/tickets/${ticketId}/exchange`, instead);
        if (answer.status >= 400) return false;
        ({ ticketId } = answer.json);
      }
      return true;
    },
  ),
  onOrder('exchange several tickets', 3, ['sold'], async (world, order) => {
    const instead = await world.want();
    const ids = idsIn(order, 'valid', 'cancelled');
    if (!SEVERAL || ids.length === 0 || instead === undefined) return false;
    const body = { ...instead, category: undefined, ticketIds: world.draw.some(ids) };
    return exchange(world, order, `/orders/${order.orderId}/exchange`, body);
  }),
];

function idsIn({ tickets }: KnownOrder, ...states: readonly string[]): string[] {
  return tickets.filter(({ state }) => states.includes(state)).map(({ ticketId }) => ticketId);
}

/** Perhaps with money that goes back: all that may, or half of it. */
export async function withRefund(world: World, order: KnownOrder, path: string, body: object) {
  const { draw } = world;
  const ask = (more: object) => world.api('POST', path, { ...body, ...more, ...REASON });
  if (draw.happens(0.3)) return ask({});
  const method = draw.oneOf(METHODS);
  const refused = await ask({ refund: { method, amount: TOO_MUCH } });
  const remains = cents(refused.json.remains ?? 0);
  if (refused.status !== 409 || remains === 0) return false;
  const amount = (draw.happens(0.7) ? remains : Math.ceil(remains / 2)) / 100;
  return handedOver(world, order, method, -amount, await ask({ refund: { method, amount } }));
}

/** Perhaps with the difference in price, or something else. */
async function exchange(world: World, order: KnownOrder, path: string, body: object) {
  const { draw } = world;
  const [amount, isPaid] = [draw.oneOf([1, 4, 13, 20]), draw.happens(0.5)];
  const method = isPaid ? 'card' : draw.oneOf(METHODS);
  if (draw.happens(0.4)) return world.api('POST', path, { ...body, ...REASON });
  const money = { [isPaid ? 'payment' : 'refund']: { method, amount } };
  const answer = await world.api('POST', path, { ...body, ...money, ...REASON });
  return handedOver(world, order, method, isPaid ? amount : -amount, answer);
}

/** What gift vouchers paid goes back to them first, and what a provider took through it: by nobody's hands. */
function handedOver(world: World, { shown }: KnownOrder, method: string, amount: number, answer: Answer) {
  const byProvider = shown.payments.some((paid: Shown) => paid.method === 'online' && paid.amount > 0);
  if (answer.status >= 400) return answer;
  const toGifts = Math.min(Math.max(0, -cents(amount)), paidByGifts(shown)) / 100;
  if (!(method === 'online' && byProvider)) world.paid(method, amount + toGifts);
  return answer;
}
