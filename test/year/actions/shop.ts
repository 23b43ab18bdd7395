import type { PageReader } from '../../../fixtures/page-reader.ts';
import type { Shopper } from '../../../fixtures/shop.ts';
import { shopOrderTexts } from '../../../src/web/shop/shop-order-texts.ts';
import { cents, type KnownOrder, paymentsOf, type Shown, type World } from '../world.ts';
import { action, onPage } from './action.ts';
import { chosen } from './selling.ts';

const say = shopOrderTexts('en');
/** As long as places are kept for who has begun to pay, and a little. */
const TOO_LATE_MS = 38 * 60_000;

/** What visitors do by themselves. */
export const shop = [
  action('order in the shop and pay', 8, async (world) => {
    const { visitor, path } = (await order(world)) ?? {};
    if (visitor === undefined || path === undefined) return false;
    if (!(await visitor.get(path)).hasButton('way')) return confirm(world, visitor, path);
    pay(world, await startPayment(world, visitor, path));
    return visitor.get(`${path}?returned=yes`);
  }),
  action('reserve in the shop, to pay at the desk', 2, async (world) => {
    const { visitor, path } = (await order(world)) ?? {};
    return visitor?.post(`${path}/pay`, { way: 'desk' });
  }),
  action('pay in the shop when the places are given away already, or twice', 1.5, async (world) => {
    const { visitor, path } = (await order(world)) ?? {};
    if (visitor === undefined || path === undefined) return false;
    const sessions = [await startPayment(world, visitor, path), await startPayment(world, visitor, path)];
    if (world.draw.happens(0.5)) pay(world, sessions[0]);
    await world.museum.pass(TOO_LATE_MS);
    for (const session of sessions) pay(world, session);
    return visitor.get(`${path}?returned=yes`);
  }),
  onPage('cancel an order in the shop', 3, ['held', 'sold'], async (world, known) => {
    const { page: path } = known;
    if (path === undefined) return false;
    const visitor = world.visitor();
    const page = await visitor.get(path);
    if (!page.actions().includes(`${path}/cancel`)) return false;
    const form = page.form(`${path}/cancel`) as Record<string, string>;
    const [said = ''] = /<section class="cancel">[\s\S]*?<\/section>/.exec(page.html) ?? [];
    const promised = Number(/€([\d,.]+\d)/.exec(said)?.[1]?.replaceAll(/\D/g, '') ?? 0);
    return keepsPromise(world, known, promised, () => visitor.post(`${path}/cancel`, form));
  }),
  onPage('give tickets back in the shop', 3, ['sold'], async (world, known) => {
    const [visitor, at] = [world.visitor(), `${known.page}/give-back`];
    if (known.page === undefined || !(await visitor.get(known.page)).links().includes(at)) return false;
    const ticked = world.draw.some(boxesOn(known, await visitor.get(at)));
    if (ticked.length === 0) return false;
    const page = await visitor.post(at, Object.fromEntries(ticked.map((code) => [code, 'on'])));
    const promised = Number(/data-sum="(\d+)"/.exec(page.html)?.[1]);
    const form = page.form(at) as Record<string, string>;
    return keepsPromise(world, known, promised, () => visitor.post(at, form));
  }),
  onPage('move tickets in the shop', 3, ['sold'], async (world, known) => {
    const [visitor, path = ''] = [world.visitor(), known.page];
    const at = `${path}/move`;
    if (path === '' || !(await visitor.get(path)).links().includes(at)) return false;
    const first = await visitor.get(at);
    const codes = world.draw.some(boxesOn(known, first));
    const ticked = Object.fromEntries(codes.map((code) => [code, 'on']));
    const { of } = first.form(at) as { of: string };
    const choice = { of, date: world.someDay(0, 28), ...ticked };
    const day = await visitor.post(at, { ...choice, step: 'show' });
    const times = day.hasField('time') ? day.options('time').flatMap(({ value }) => value || []) : [];
    const page = await visitor.post(at, { ...choice, time: world.draw.oneOf(times) ?? '' });
    if (!/data-sum/.test(page.html)) return false;
    const sum = Number(/data-sum="(\d+)"/.exec(page.html)?.[1]);
    const form = page.form(at) as Record<string, string>;
    if (!page.text().includes(say('youPay')))
      return keepsPromise(world, known, sum, () => visitor.post(at, form));
    const pays = world.draw.happens(0.7);
    return keepsPromise(world, known, pays ? -sum : 0, async () => {
      const held = await visitor.post(at, form);
      if (held.status !== 303 || !pays) return held;
      pay(world, await startPayment(world, visitor, path));
      await visitor.get(`${path}?returned=yes`);
      return held;
    });
  }),
];

/** The tickets of the order that can be ticked on the page, by their codes. */
function boxesOn({ tickets }: KnownOrder, page: PageReader): string[] {
  const codes = tickets.map(({ confirmationCode }) => `${confirmationCode}`);
  return codes.filter((code) => page.hasField(code));
}

/** @returns the visitor with the path of the order's page; undefined: there is nothing to order */
async function order(world: World): Promise<{ visitor: Shopper; path: string } | undefined> {
  const visitor = world.visitor();
  const page = await visitor.get(`/visit?date=${world.someDay(0, 28)}`);
  if (!page.actions().includes('/visit')) return undefined;
  const form = page.form('/visit');
  const wanted = chosen(form, world, /^(general|[0-9a-f-]{36})\.\w+$/);
  if (wanted === undefined) return undefined;
  for (const name of Object.keys(form).filter((each) => each.startsWith('time.'))) {
    const times = page.options(name).flatMap(({ value }) => value || []);
    wanted[name] = world.draw.oneOf(times) ?? '';
  }
  const { location } = await visitor.post('/visit', wanted);
  if (location === undefined) return undefined;
  const [path = ''] = location.split('?');
  const found: Shown[] = await world.get(`/orders?email=${world.email()}`);
  for (const { orderId } of found) world.know(orderId, { page: path });
  return { visitor, path };
}

/** @returns the session at the provider, if there is one */
async function startPayment(world: World, visitor: Shopper, path: string): Promise<string> {
  const way = world.draw.oneOf(['stripe', 'mollie'] as const);
  const { location = '' } = await visitor.post(`${path}/pay`, { way });
  return location.replace('https://provider.test/', '');
}

function pay({ museum }: World, session = ''): void {
  museum.providers.fakes.having(session)?.pay(session);
}

/** A free order: the link that confirms it stands in a mail. */
async function confirm(world: World, visitor: Shopper, path: string) {
  await world.museum.work();
  const text = world.museum.mails.findLast(({ to }) => to === world.email())?.mail.text ?? '';
  const link = /https:\/\/tickets\.museum\.example(\/order\/\S+confirm=[\w-]+)/.exec(text)?.[1];
  if (link === undefined) return false;
  const form = (await visitor.get(link)).form(`${path}/confirm`) as Record<string, string>;
  return visitor.post(`${path}/confirm`, form);
}

/** Does what a page has promised to pay back, and compares it with what is paid back or due then. */
export async function keepsPromise(
  world: World,
  known: KnownOrder,
  promised: number,
  act: () => ReturnType<Shopper['post']>,
): Promise<boolean> {
  await world.look(known);
  const before = paymentsOf(known.shown) - cents(known.shown.account?.due ?? 0);
  if ((await act()).status !== 303) return false;
  await world.museum.work();
  await world.look(known);
  const back = before - (paymentsOf(known.shown) - cents(known.shown.account?.due ?? 0));
  if (back !== promised) world.faults.push(`${known.page} promised ${promised}, and ${back} goes back`);
  return true;
}
