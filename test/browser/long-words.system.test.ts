import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPage, type Page, wideElements } from '../../fixtures/browser.ts';
import { Visitor } from '../../fixtures/browsing.ts';
import { crawl } from '../../fixtures/crawl.ts';
import { timedMuseum } from '../../fixtures/desk-pages.ts';
import { openGate, scanInto } from '../../fixtures/gate-page.ts';
import { writtenMuseum } from '../../fixtures/hostile-museum.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, TODAY } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS, shopperIn } from '../../fixtures/shop.ts';
import { htmlOf } from '../../src/mail/layout.ts';

/** Notebooks, tablets and phones. */
const WIDTHS = [1366, 1280, 1024, 768, 390, 320];
/** Wide enough for columns, and the smallest phone, where each row is a list of its cells. */
const WHOLE_WORDS = WIDTHS.filter((width) => width >= 768 || width === 320);
/** As long as RFC 5321 lets an address be. */
const EMAIL = `${'maximiliane.'.repeat(5)}moll@${`${'beispielmuseum'.repeat(4)}.`.repeat(3)}der.museen.example`;

/** One word, as long as the text may be. */
function longWord(start: string, most: number): string {
  return start.padEnd(most, 'Wunderkammer');
}

/** Words, codes, times and sums of money in tables that stand in two lines, for the reader of a page. */
const BROKEN_WORDS = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const cell = text.parentElement.closest('th, td');
    if (cell === null || cell.closest('thead')?.clientWidth <= 1 || !text.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of text.data.matchAll(/(?:ticket|order)-[a-z0-9-]+|[0-9]+[:.,][0-9]+|[\\p{L}\\p{N}]+/gu)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word + ' in ' + cell.textContent.slice(0, 60));
    }
  }
  return broken;
})()`;

/** Every page of the desk, and where the error of a form comes back. */
async function everyPage(museum: Museum, email: string): Promise<{ admin: Visitor; paths: string[] }> {
  const admin = new Visitor(museum);
  await admin.signIn('admin');
  const tickets = (await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json as { ticketId: string }[];
  const orders = (await museum.api('GET', `/orders?email=${email}`)).json as { orderId: string }[];
  const starts = [
    ...['/desk', '/desk/sessions', '/desk/reports?by=event', '/desk/reports?by=seller', '/desk/nothing'],
    '/desk/cash-up?seller=house',
    ...[TODAY, '2027-03-02'].map((day) => `/desk/tickets?date=${day}`),
    ...tickets.map(({ ticketId }) => `/desk/tickets/${ticketId}`),
    ...orders.flatMap(({ orderId }) =>
      ['', '/chosen/void', '/chosen/admit'].map((page) => `/desk/orders/${orderId}${page}`),
    ),
  ];
  const found = await crawl(admin, starts);
  return { admin, paths: found.map(({ path }) => path).filter((path) => path.startsWith('/desk')) };
}

async function openAs(t: TestContext, museum: Museum, admin: Visitor): Promise<Page> {
  const url = `http://127.0.0.1:${museum.port}`;
  const page = await openPage(t, url, { touch: true });
  const value = `${admin.cookies.get('museum_session')}`;
  await page.context().addCookies([{ name: 'museum_session', value, url }]);
  return page;
}

/** In the language with the longest words. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=de`);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de', path);
}

/** What is wider than the page on each of them, by address and width. */
async function tooWide(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const wide: Record<string, string[]> = {};
  for (const path of paths) {
    await show(page, path);
    Object.assign(wide, await widerThanPage(page, path));
  }
  return wide;
}

async function widerThanPage(page: Page, path: string): Promise<Record<string, string[]>> {
  const wide: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 768 });
    const found = await wideElements(page);
    if (found.length > 0) wide[`${path}, ${width} px`] = found;
  }
  return wide;
}

test('every page of the desk fits on the smallest phone, however long words, names and addresses are', async (t) => {
  const { museum } = await writtenMuseum(t, longWord, EMAIL);
  const { admin, paths } = await everyPage(museum, EMAIL);
  assert.ok(paths.length > 60, `${paths.length} pages`);
  const page = await openAs(t, museum, admin);
  assert.deepEqual(await tooWide(page, paths), {});
});

test('no table of the desk breaks a word, a code or a time', async (t) => {
  const museum = await timedMuseum(t);
  const email = 'nadia.fischer@example.org';
  await createEvent(museum, {
    name: 'Führung durch das Depot und die Werkstätten für Familien mit Kindern',
    dates: [TODAY],
  });
  const item = { ticketType: 'general', ticketDate: '2027-03-02', entryTime: '11:00', category: 'family' };
  const body = { items: [{ ...item, quantity: 1 }], email, paidBy: 'card' };
  const { status, text } = await museum.api('POST', '/orders', { body });
  assert.equal(status, 201, text);
  const { admin, paths } = await everyPage(museum, email);
  const page = await openAs(t, museum, admin);
  const broken: Record<string, string[]> = {};
  for (const path of paths) {
    await show(page, path);
    for (const width of WHOLE_WORDS) {
      await page.setViewportSize({ width, height: 768 });
      const found = await page.evaluate<string[]>(BROKEN_WORDS);
      if (found.length > 0) broken[`${path}, ${width} px`] = found;
    }
  }
  assert.deepEqual(broken, {});
});

test('every page of the shop fits too, and of whatever else visitors see', async (t) => {
  const { museum, eventId } = await writtenMuseum(t, longWord, EMAIL, {
    ...SHOP_SETTINGS,
    MUSEUM_ADDRESS: longWord('Street', 200),
  });
  const shopper = shopperIn(museum);
  const buy = () => shopper.buy(TODAY, { email: EMAIL, [`${eventId}.standard`]: '2' });
  const [held, sold, given] = [await buy(), await buy(), await buy()];
  const orders = (await museum.api('GET', `/orders?email=${EMAIL}&state=held`)).json as { orderId: string }[];
  const [last, second] = orders;
  await museum.api('POST', `/orders/${second?.orderId}/confirm`, { body: { paidBy: 'card' } });
  await museum.api('POST', `/orders/${last?.orderId}/release`);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`, { touch: true });
  const paths = [
    ...['/', '/desk', '/nothing', `/events/${eventId}`, held, sold, given],
    ...[TODAY, '2027-03-12', '2027-03-07', '2027-02-30'].map((day) => `/visit?date=${day}`),
  ];
  assert.deepEqual(await tooWide(page, paths), {});
});

test('the gate fits too', async (t) => {
  const { museum } = await writtenMuseum(t, longWord, EMAIL);
  const page = await openGate(t, museum, { as: 'manager', touch: true });
  const [ticket] = (await museum.api('GET', `/tickets?email=${EMAIL}`)).json;
  const wide = await widerThanPage(page, 'at first');
  for (const code of [ticket.confirmationCode, ticket.confirmationCode, longWord('Code', 200)]) {
    await scanInto(page, code);
    Object.assign(wide, await widerThanPage(page, code));
  }
  await page.goto('/gate/occupancy');
  assert.deepEqual({ ...wide, ...(await widerThanPage(page, 'occupancy')) }, {});
});

test('a mail fits too, and breaks none of its own words', async (t) => {
  const page = await openPage(t, 'http://127.0.0.1', { touch: true });
  const [name, place] = [longWord('Name', 200), longWord('Place', 200)];
  const mail = htmlOf({
    ...{ language: 'de', museum: longWord('Museum', 100), subject: name, heading: name },
    ...{ paragraphs: [longWord('Reason', 200)], pictures: [], footer: EMAIL },
    details: [[['Veranstaltungsort', place]]],
    link: { text: name, address: `https://museum.example/${place}` },
  });
  await page.setContent(mail);
  assert.deepEqual(await widerThanPage(page, 'mail'), {});
  const lines = await page.evaluate<number>(`(() => {
    const label = new Range();
    label.selectNodeContents(document.querySelector('th'));
    return label.getClientRects().length;
  })()`);
  assert.equal(lines, 1);
});
