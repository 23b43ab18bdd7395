import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { openCheckout, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS as settings, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';
import { OrderSecrets } from '../../src/codes/index.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';
import { shopRefusalsTexts } from '../../src/web/shop/shop-refusals-texts.ts';
import { shopTexts } from '../../src/web/shop/shop-texts.ts';

const say = shopOrderTexts('en');
const sayNo = shopRefusalsTexts('en');
const DAY = '2027-03-02';
const FREE = { ...settings, MUSEUM_GENERAL_PRICE: '0' };

/** The only order. */
async function onlyOrder({ api }: Museum) {
  const { json: orders } = await api('GET', '/orders?email=ada@example.com');
  assert.equal(orders.length, 1);
  return orders[0];
}

describeOnSqlite((openMuseum) => {
  test('what is reserved says until when and what to pay at the museum, and is sold at the desk', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const { orderId, orderCode } = await onlyOrder(museum);
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'held');
    assert.ok(page.text().includes(orderCode) && page.text().includes('€18.00'));
    assert.equal(
      (await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } })).status,
      200,
    );
    const sold = await shopper.get(at);
    assert.equal(stateOn(sold), 'sold');
    assert.ok(sold.text().includes(say('paidAtMuseum', { day: 'Monday 1 March 2027' })));
    assert.ok(sold.text().includes(say('tooLate')));
    assert.equal(sold.actions().length, 0);
  });

  test('what is free is sold at once, with pictures, a PDF, a calendar entry and a receipt', async (t) => {
    const museum = await openMuseum(t, {
      settings: { ...FREE, MUSEUM_VAT: '19', MUSEUM_ADDRESS: 'Quay 1, 12345 Harbour' },
    });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'sold');
    assert.equal(page.heading(), say('yourTickets', { count: 2 }));
    assert.ok(page.text().includes('Quay 1, 12345 Harbour'));
    assert.ok(page.text().includes(say('vat', { rate: '19%', tax: '€0.00' })));
    const visitor = new Visitor(museum);
    assert.equal(page.images().length, 2);
    for (const image of page.images()) {
      const { status, headers } = await visitor.get(image);
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control']],
        [200, 'image/png', 'no-store'],
      );
    }
    const calendar = await visitor.get(`${at}/visit.ics`);
    assert.equal(calendar.text.match(/BEGIN:VEVENT/g)?.length, 1, 'an entry for the visit');
    const pdf = await visitor.get(`${at}/tickets.pdf`);
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    assert.match(pdf.text, /^%PDF-[\s\S]*\/Count 2\b/);
    assert.ok(page.links(at).includes(`${at}/tickets.pdf`) && page.links(at).includes(`${at}/visit.ics`));
  });

  test('the receipt says why there is no tax, where there is no rate', async (t) => {
    const museum = await openMuseum(t, { settings });
    const vatNote = { de: 'Steuerfrei nach § 4 Nr. 20 UStG' };
    await museum.api('PATCH', '/settings', { body: { vatNote } });
    const shopper = shopperIn(museum);
    const pageOf = async (count: string) =>
      shopper.get(await shopper.buy(DAY, { 'general.standard': count }));
    assert.match((await pageOf('1')).html, /<p class="quiet" dir="auto" lang="de">Steuerfrei nach/);
    await museum.api('PATCH', '/settings', { body: { vat: 7 } });
    assert.doesNotMatch((await pageOf('2')).html, /Steuerfrei/);
  });

  test('its page is not stored, found or told to other sites, and looking at it changes nothing', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '1' });
    const before = await onlyOrder(museum);
    const { headers, html } = await shopper.get(at);
    assert.deepEqual(
      [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
      ['no-store', 'no-referrer', 'noindex'],
    );
    assert.doesNotMatch(html, /rel="canonical"/);
    for (const path of [`${at}/cancel`, `${at}/pay`])
      assert.deepEqual([(await shopper.get(path)).status, (await shopper.get(path)).location], [303, at]);
    assert.deepEqual(await onlyOrder(museum), before);
  });

  test('its buyer cancels it: reserved places go back at once, and free tickets become void', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    assert.equal((await shopper.post(`${at}/cancel`)).location, at);
    const page = await shopper.get(at);
    assert.deepEqual([stateOn(page), page.text().includes(say('buyer'))], ['released', true]);
    assert.ok(page.links('/visit').includes(`/visit?date=${DAY}&general.standard=2`));
    assert.equal((await shopper.post(`${at}/cancel`)).status, 409);
    await assertSound(museum);
    const free = await openMuseum(t, { settings: FREE });
    const freeShopper = shopperIn(free);
    const freeAt = await freeShopper.buy(DAY, { 'general.standard': '1' });
    await freeShopper.post(`${freeAt}/cancel`);
    assert.equal(stateOn(await freeShopper.get(freeAt)), 'void');
    await assertSound(free);
  });

  test('the forms of an order are taken ten times a minute, and those of a network sixty times', async (t) => {
    const museum = await openMuseum(t, { settings, trustProxy: 1 });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const post = (path: string, host: number, headers = {}) =>
      shopper.post(path, { way: 'desk' }, { 'x-forwarded-for': `192.0.2.${host}`, ...headers });
    for (let host = 0; host < 10; host += 1) assert.equal((await post(`${at}/pay`, host)).status, 303);
    const german = await post(`${at}/cancel`, 10, { 'accept-language': 'de' });
    assert.equal(german.status, 429);
    assert.match(german.headers['retry-after'] ?? '', /^[1-9]\d?$/);
    assert.ok(german.text().includes(shopRefusalsTexts('de')('tooFast')));
    assert.equal(stateOn(await shopper.get(at)), 'held', 'it was not cancelled');
    museum.clock.advance(60_000);
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1)
      statuses.push((await post(`/order/${`${count}`.padStart(22, 'A')}/pay`, 11)).status);
    assert.deepEqual([...new Set(statuses.slice(0, 60)), statuses[60]], [404, 429]);
    assert.equal((await post(`${at}/cancel`, 11)).status, 429);
    assert.equal((await post(`${at}/cancel`, 12)).status, 303);
  });

  test('a ticket that was used can’t be cancelled', async (t) => {
    const museum = await openMuseum(t, { settings: FREE });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(TODAY, { 'general.standard': '1' });
    const [{ ticketId }] = (await onlyOrder(museum)).items[0].tickets;
    const admitted = await museum.api('POST', '/check-ins', { body: { ticketId } });
    assert.equal(admitted.json.verdict, 'admitted');
    assert.deepEqual((await shopper.get(at)).actions(), []);
    const refused = await shopper.post(`${at}/cancel`);
    assert.deepEqual([refused.status, stateOn(refused)], [409, 'sold']);
  });

  test('a free order that must be confirmed is, by whoever has its mail, with a button behind the link', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings: { ...FREE, ...mail } });
    const shopper = shopperIn(museum);
    await shopper.buy(DAY, { 'general.standard': '10', email: 'grace@example.com' });
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const waiting = await shopper.get(at);
    const time = 'Monday 1 March 2027, 12:00';
    assert.equal(stateOn(waiting), 'held');
    assert.ok(waiting.text().includes(say('toConfirm', { time, email: 'ada@example.com' })));
    assert.deepEqual(waiting.actions(), [`${at}/cancel`]);
    for (const form of [{}, { confirm: at.slice(-22) }] as Record<string, string>[]) {
      const refused = await shopper.post(`${at}/confirm`, form);
      assert.deepEqual([refused.status, refused.problem()], [409, sayNo('unconfirmed')]);
    }
    assert.equal((await shopper.post(`${at}/pay`, { way: 'desk' })).status, 409);
    const toConfirm = () => server.arrived.find(({ to }) => to === 'ada@example.com');
    await until(() => toConfirm() !== undefined);
    const [, link = ''] =
      /https:\/\/tickets\.museum\.example(\/\S+)/.exec(toConfirm()?.mail.text ?? '') ?? [];
    assert.ok(link.startsWith(`${at}?confirm=`));
    for (let look = 0; look < 2; look += 1) assert.equal(stateOn(await shopper.get(link)), 'held');
    const page = await shopper.get(link);
    assert.ok(page.text().includes(say('confirmNow', { time })));
    assert.ok(
      page.html.includes(`href="?confirm=${link.slice(-22)}&amp;language=de"`),
      'in other languages too',
    );
    const form = page.form(`${at}/confirm`) as Record<string, string>;
    for (let press = 0; press < 2; press += 1)
      assert.equal((await shopper.post(`${at}/confirm`, form)).location, at);
    const sold = await shopper.get(link);
    assert.deepEqual([stateOn(sold), sold.images().length], ['sold', 2]);
    await shopper.post(`${at}/cancel`);
    const cancelled = await shopper.post(`${at}/confirm`, form);
    assert.deepEqual([cancelled.status, cancelled.problem()], [409, sayNo('orderCancelled')]);
    await assertSound(museum);
  });

  test('where no mail can be sent, the page says so: it has the button itself without a mail server, and else says what to do', async (t) => {
    const server = await startMailServer(t);
    server.decide(() => '550 No such address');
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings: { ...FREE, ...mail } });
    const shopper = shopperIn(museum);
    await shopper.buy(DAY, { 'general.standard': '10', email: 'grace@example.com' });
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const time = 'Monday 1 March 2027, 12:00';
    const lost = say('notMailed', { time, email: 'ada@example.com' });
    await until(async () => (await shopper.get(at)).text().includes(lost));
    assert.deepEqual((await shopper.get(at)).actions(), [`${at}/cancel`]);
    const without = await openMuseum(t, { settings: FREE });
    const prices = [{ category: 'standard', price: 0 }];
    await without.api('PUT', '/general-entry/prices', { body: prices });
    const buyer = shopperIn(without);
    const before = await openCheckout(without, { sendsMail: true });
    const address = '198.51.100.7';
    await before.place(visitorOrder({ address, isFree: true }, 10));
    const { orderId } = await before.place(visitorOrder({ address, isFree: true }));
    const order = `/order/${(await OrderSecrets.open(without.store, without.clock)).secretOf(orderId)}`;
    const page = await buyer.get(order);
    assert.ok(page.text().includes(say('confirmNow', { time })));
    await buyer.post(`${order}/confirm`, page.form(`${order}/confirm`) as Record<string, string>);
    assert.equal(stateOn(await buyer.get(order)), 'sold');
  });

  test('who confirms a free order too late is told so, and finds the same choice one press away', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings: { ...FREE, ...mail } });
    const shopper = shopperIn(museum);
    await shopper.buy(DAY, { 'general.standard': '10', email: 'grace@example.com' });
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    const { orderId } = await onlyOrder(museum);
    const confirm = (await OrderSecrets.open(museum.store, museum.clock)).confirmationOf(orderId);
    museum.clock.advance(3_600_000);
    const late = await shopper.post(`${at}/confirm`, { confirm });
    assert.deepEqual([late.status, late.problem()], [409, sayNo('confirmedLate')]);
    await until(async () => stateOn(await shopper.get(at)) === 'released');
    const page = await shopper.get(at);
    assert.ok(page.text().includes(say('unconfirmed')));
    assert.ok(page.links('/visit').includes(`/visit?date=${DAY}&general.standard=2`));
    await assertSound(museum);
  });

  test('an order is in the language in which it was placed', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const form = (await shopper.get(`/visit?date=${DAY}&language=de`)).form('/visit?language=de');
    const placed = await shopper.post('/visit?language=de', {
      ...(form as Record<string, string>),
      ...{ 'general.standard': '1', email: 'ada@example.com' },
    });
    const at = (placed.location ?? '').replace(/\?.*/, '');
    assert.equal((await shopper.get(at, { 'accept-language': 'fr' })).headers['content-language'], 'de');
    assert.equal((await shopper.get(`${at}?language=es`)).headers['content-language'], 'es');
  });

  test('there is no page for an unknown secret, nor for what others have sold', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '1' });
    const items = [{ ticketType: 'general', ticketDate: DAY, quantity: 1 }];
    await museum.api('POST', '/orders', { body: { items, email: 'grace@example.com' }, as: 'partner' });
    for (const secret of ['x', 'A'.repeat(22), `${at.slice(7, -1)}${at.endsWith('A') ? 'Q' : 'A'}`]) {
      const page = await shopper.get(`/order/${secret}`);
      assert.deepEqual([page.status, page.heading()], [404, shopTexts('en')('noSuchOrder')]);
      assert.equal((await shopper.post(`/order/${secret}/cancel`)).status, 404);
    }
  });
});
