import { importInto } from '../../../fixtures/importing.ts';
import { PAYMENT_METHODS } from '../../../src/payments/index.ts';
import { cents, type Shown, type World } from '../world.ts';
import { action, onOrder } from './action.ts';

const BY_HAND = PAYMENT_METHODS.filter((method) => method !== 'online');

/** The fields of the desk's form in which it says how many tickets. */
export const TICKETS_AT_DESK = /^(general|[0-9a-f-]{36})(\.\w+)?$/;

/** What is sold at once or held, at the desk and by programs. */
export const selling = [
  action('sell a ticket over the API', 3, async ({ want, api, email }) => {
    const wanted = await want();
    return wanted && api('POST', '/tickets', { ...wanted, email: email() }, 'partner');
  }),
  action('sell an order over the API', 6, async (world) => {
    const { draw } = world;
    const paidBy = draw.oneOf([...BY_HAND, undefined]);
    const body = { ...(paidBy && { paidBy }), ...(draw.happens(0.5) && { email: world.email() }) };
    const answer = await order(world, body);
    if (answer?.status === 201 && paidBy !== undefined) world.paid(paidBy, answer.json.total);
    return answer;
  }),
  action('hold an order', 3, (world) =>
    order(world, { hold: world.draw.oneOf([600, 7_200, 86_400]), email: world.email() }),
  ),
  action('sell at the desk', 4, async (world) => {
    const desk = await world.desk();
    const date = world.someDay(0, 10);
    const form = (await desk.get(`/desk/sell?date=${date}`)).form('/desk/sell');
    const paidBy = world.draw.oneOf(BY_HAND) ?? 'cash';
    const wanted = chosen(form, world, TICKETS_AT_DESK);
    if (wanted === undefined) return false;
    const sold = await desk.post('/desk/sell', { ...wanted, date, key: world.key(), paidBy });
    if (sold.status !== 303) return false;
    const ids = new URLSearchParams(sold.location?.split('?')[1]).get('tickets')?.split(',') ?? [];
    for (const id of ids) world.paid(paidBy, (await world.get(`/tickets/${id}`)).price);
    return true;
  }),
  onOrder('take the money for what is held, in two ways', 3, ['held', 'released'], async (world, known) => {
    const { shown, orderId, booking } = known;
    if (booking !== undefined) return false;
    const half = Math.floor(cents(shown.total) / 2);
    const parts = [
      { method: 'voucher', amount: half / 100 },
      { method: 'cash', amount: (cents(shown.total) - half) / 100 },
    ].filter(({ amount }) => amount > 0);
    const body = parts.length > 0 ? { payments: parts } : {};
    const answer = await world.api('POST', `/orders/${orderId}/confirm`, body);
    if (answer.status === 200) for (const { method, amount } of parts) world.paid(method, amount);
    return answer;
  }),
  onOrder('change what is held', 1, ['held'], async (world, { orderId, page }) => {
    const items = await itemsFor(world);
    return page === undefined && items.length > 0 && world.api('PUT', `/orders/${orderId}/items`, { items });
  }),
  onOrder('hold it longer', 1, ['held'], async ({ api }, { orderId, page }) => {
    return page === undefined && api('POST', `/orders/${orderId}/extend`, { hold: 3_600 });
  }),
  onOrder('let a hold go', 1, ['held'], ({ api }, { orderId }) => api('POST', `/orders/${orderId}/release`)),
  action('import tickets of another system', 0.5, async (world) => {
    const wanted = await world.want();
    if (wanted === undefined || wanted.entryTime !== undefined) return false;
    const { ticketType, ticketDate, eventId = '' } = wanted;
    const rows = [0, 1].map((row) => `OLD-${world.step}-${row},${ticketType},${ticketDate},${eventId},15`);
    await importInto(world.museum, ['code,ticketType,ticketDate,eventId,price', ...rows].join('\n'));
    return true;
  }),
];

async function order(world: World, body: object) {
  const items = await itemsFor(world);
  return items.length === 0 ? undefined : world.api('POST', '/orders', { items, ...body });
}

/** Up to three kinds of tickets, one to three of each. */
export async function itemsFor({ draw, want }: World) {
  const items = new Map<string, object>();
  for (let count = draw.between(1, 3); count > 0; count -= 1) {
    const wanted = await want();
    if (wanted !== undefined) items.set(JSON.stringify(wanted), { ...wanted, quantity: draw.between(1, 3) });
  }
  return [...items.values()];
}

/** The form as it stands, with one or two of one kind of ticket; undefined: there is none to choose. */
export function chosen(form: Shown, world: World, counts: RegExp): Record<string, string> | undefined {
  const kinds = Object.keys(form).filter((name) => counts.test(name));
  const kind = world.draw.oneOf(kinds);
  if (kind === undefined) return undefined;
  const none = Object.fromEntries(kinds.map((name) => [name, '0']));
  return { ...form, ...none, [kind]: `${world.draw.between(1, 2)}`, email: world.email() };
}
