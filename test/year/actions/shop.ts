import type { PageReader } from '../../../fixtures/page-reader.ts';
import type { Shopper } from '../../../fixtures/shop.ts';
import { shopOrderTexts } from '../../../src/web/shop/shop-order-texts.ts';
import { cents, type KnownOrder, paymentsOf, type Shown, sumOf, type World } from '../world.ts';
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
    const codes = known.tickets.map(({ confirmationCode }) => confirmationCode);
    const promised = { codes, sum: sumForCancelling(page) };
    return keepsPromise(world, known, promised, () => visitor.post(`${path}/cancel`, form));
  }),
  onPage('give tickets back in the shop', 3, ['sold'], async (world, known) => {
    const [visitor, at] = [world.visitor(), `${known.page}/give-back`];
    if (known.page === undefined || !(await visitor.get(known.page)).links().includes(at)) return false;
    const codes = world.draw.some(boxesOn(known, await visitor.get(at)));
    if (codes.length === 0) return false;
    const page = await visitor.post(at, ticks(codes));
    const form = page.form(at) as Record<string, string>;
    return keepsPromise(world, known, { codes, sum: sumOn(page) }, () => visitor.post(at, form));
  }),
  onPage('move tickets in the shop', 3, ['sold'], async (world, known) => {
    const [visitor, path = ''] = [world.visitor(), known.page];
    const at = `${path}/move`;
    if (path === '' || !(await visitor.get(path)).links().includes(at)) return false;
    const first = await visitor.get(at);
    const codes = world.draw.some(boxesOn(known, first));
    const { of } = first.form(at) as { of: string };
    const choice = { of, date: world.someDay(0, 28), ...ticks(codes) };
    const day = await visitor.post(at, { ...choice, step: 'show' });
    const times = day.hasField('time') ? day.options('time').flatMap(({ value }) => value || []) : [];
    const page = await visitor.post(at, { ...choice, time: world.draw.oneOf(times) ?? '' });
    if (!/data-sum/.test(page.html)) return false;
    const sum = sumOn(page);
    const form = page.form(at) as Record<string, string>;
    if (!page.text().includes(say('youPay')))
      return keepsPromise(world, known, { codes, sum }, () => visitor.post(at, form));
    const pays = world.draw.happens(0.7);
    return keepsPromise(world, known, pays ? { codes, sum: -sum } : { codes: [], sum: 0 }, async () => {
      const held = await visitor.post(at, form);
      if (held.status !== 303 || !pays) return held;
      pay(world, await startPayment(world, visitor, path));
      await visitor.get(`${path}?returned=yes`);
      return held;
    });
  }),
];

/** In hundredths, what the page of an order says goes back when it is cancelled. @throws Error when it can't be found there */
export function sumForCancelling({ html }: PageReader): number {
  const [said] = /<section class="cancel">[\s\S]*?<\/section>/.exec(html) ?? [];
  if (said === undefined)
    throw new Error('An order can be cancelled, and its page has no <section class="cancel">.');
  return Number(/€([\d,.]+\d)/.exec(said)?.[1]?.replaceAll(/\D/g, '') ?? 0);
}

/** In hundredths, what a page says will be paid or go back. */
export function sumOn({ html }: PageReader): number {
  return Number(/data-sum="(\d+)"/.exec(html)?.[1]);
}

export function ticks(codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, 'on']));
}

/** The tickets of the order that can be ticked on the page, by their codes. */
export function boxesOn({ tickets }: Pick<KnownOrder, 'tickets'>, page: PageReader): string[] {
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
  if (page.hasField('article_guide') && world.draw.happens(0.3)) wanted.article_guide = '1';
  if (page.hasField('article_roof') && world.draw.happens(0.3)) wanted.article_roof = '300';
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

/**
 * Does what a page has promised, in hundredths, for the tickets with those codes, and compares it with what goes back then or is
 * due.
 */
async function keepsPromise(
  world: World,
  known: KnownOrder,
  { codes, sum }: { readonly codes: readonly string[]; readonly sum: number },
  act: () => ReturnType<Shopper['post']>,
): Promise<boolean> {
  await world.look(known);
  // What was called off is due already; moved, it holds again.
  const off = known.tickets.filter(
    ({ state, confirmationCode }) => state === 'cancelled' && codes.includes(confirmationCode),
  );
  const wasDue = Math.min(
    sumOf(off, ({ price }) => price),
    dueTo(known),
  );
  const before = paymentsOf(known.shown) - dueTo(known);
  if ((await act()).status !== 303) return false;
  await world.museum.work();
  await world.look(known);
  const back = before - (paymentsOf(known.shown) - dueTo(known)) + wasDue;
  if (back !== sum) world.faults.push(`${known.page} promised ${sum}, and ${back} goes back`);
  return true;
}

function dueTo({ shown }: KnownOrder): number {
  return cents(shown.account?.due ?? 0);
}
