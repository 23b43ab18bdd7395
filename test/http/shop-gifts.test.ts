/** Gift vouchers in the shop: bought, looked up, and paid with, without scripts. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { ONLINE_SETTINGS, SHOP_SETTINGS, type Shopper, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { shopGiftsTexts } from '../../src/web/shop/shop-gifts-texts.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';
import { shopRefusalsTexts } from '../../src/web/shop/shop-refusals-texts.ts';

const [say, sayOrder, sayNo] = [shopGiftsTexts('en'), shopOrderTexts('en'), shopRefusalsTexts('en')];
const DAY = '2027-03-03';
const UNKNOWN = 'aaaa-bbbb-cccc-dddd';

/** Sells a gift voucher at the desk. @returns its code */
async function giftOf({ api }: Museum, amount: number): Promise<string> {
  const sold = await api('POST', '/orders', { body: { items: [{ gift: { amount } }], paidBy: 'cash' } });
  assert.equal(sold.status, 201, sold.text);
  return (await api('GET', `/orders/${sold.json.orderId}/gifts`)).json[0].code;
}

async function leftOf({ api }: Museum, gift: string): Promise<number> {
  return (await api('POST', '/gifts/look', { body: { gift } })).json.balance;
}

/** Fills in /gift, and presses Continue. */
async function order(shopper: Shopper, typed: Readonly<Record<string, string>>) {
  const shown = (await shopper.get('/gift')).form('/gift') as Record<string, string>;
  return shopper.post('/gift', { ...shown, email: 'ada@example.com', ...typed });
}

describeOnSqlite((openMuseum) => {
  async function opened(t: TestContext) {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const museum = await openMuseum(t, { clock, fakes, settings: ONLINE_SETTINGS });
    const shopper = shopperIn(museum);
    return { clock, fakes, museum, shopper };
  }

  /** One with an order for two, which cost 18.00. */
  async function ordered(t: TestContext) {
    const parts = await opened(t);
    const at = await parts.shopper.buy(DAY, { 'general.standard': '2' });
    const payWith = (gift: string) => parts.shopper.post(`${at}/gift`, { gift });
    return { ...parts, at, payWith };
  }

  test('visitors of a museum that never sold a gift voucher see nothing of them', async (t) => {
    const { museum, shopper, at } = await ordered(t);
    for (const path of ['/', '/visit', at])
      assert.doesNotMatch((await shopper.get(path)).html, /\/gift|gift voucher/i, path);
    await giftOf(museum, 20);
    for (const path of ['/', '/visit', at, '/gift', '/gift/balance']) {
      const { html } = await shopper.get(path);
      assert.ok(html.includes(`href="/gift"`) && html.includes(`href="/gift/balance"`), path);
    }
  });

  test('one is ordered with message, recipient and language, and paid like any order', async (t) => {
    const { museum, fakes, shopper } = await opened(t);
    const page = await shopper.get('/gift');
    assert.equal(page.status, 200);
    assert.ok(page.text().includes('valid to Tuesday 31 December 2030'), page.text());
    const typed = { amount: '50', message: 'Dear Grace', to: 'grace@example.com', language: 'de' };
    const placed = await order(shopper, typed);
    assert.equal(placed.status, 303, placed.problem());
    const at = placed.location ?? '';
    const held = await shopper.get(at);
    assert.ok(held.text().includes(sayOrder('heldGoods', { time: 'Monday 1 March 2027, 11:15' })));
    assert.deepEqual(held.buttons('way'), ['stripe', 'mollie', 'desk']);
    assert.equal(held.hasField('gift'), false, 'no gift voucher pays for one');
    const going = await shopper.post(`${at}/pay`, { way: 'stripe' });
    fakes.stripe.pay((going.location ?? '').replace('/demo/pay/', ''));
    const sold = await shopper.get(`${at}?returned=yes`);
    assert.equal(stateOn(sold), 'sold');
    const [{ orderId, items }] = (await museum.api('GET', '/orders?state=sold')).json;
    assert.deepEqual([items[0].kind, items[0].price], ['gift', 50]);
    const [{ code, message, to }] = (await museum.api('GET', `/orders/${orderId}/gifts`)).json;
    assert.deepEqual([message, to], ['Dear Grace', 'grace@example.com']);
    assert.ok(sold.text().includes(code));
    await assertSound(museum);
  });

  test('what is typed wrong is said beside its field, and what was typed stays', async (t) => {
    const { museum, shopper } = await opened(t);
    const bounds = { least: '€10.00', most: '€500.00' };
    for (const [typed, fault] of [
      [{ amount: '9.99' }, say('amountFault', bounds)],
      [{ amount: '501' }, say('amountFault', bounds)],
      [{ amount: 'much' }, say('amountFault', bounds)],
      [{ amount: '20', message: 'x'.repeat(201) }, say('messageFault', { most: 200 })],
      [{ amount: '20', to: 'grace' }, say('toFault')],
      [{ amount: '20', email: 'ada' }, 'Enter your e-mail address, such as ada@example.com.'],
      [{ amount: '20', unused: 'x' }, 'Something was filled in that nobody can see on this page.'],
      [{ amount: '20', token: 'old' }, 'This page has been open for long.'],
    ] as const) {
      const asked = await order(shopper, typed as Record<string, string>);
      assert.equal(asked.status, 400, JSON.stringify(typed));
      assert.ok(asked.text().includes(fault), `${fault} in ${asked.text()}`);
      assert.ok(asked.html.includes(`value="${typed.amount}"`));
    }
    assert.deepEqual((await museum.api('GET', '/orders?state=held')).json, []);
  });

  test('who pays at the museum has a week', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS, clock: manualClock() });
    const shopper = shopperIn(museum);
    const at = (await order(shopper, { amount: '20' })).location ?? '';
    assert.equal((await shopper.post(`${at}/pay`, { way: 'desk' })).status, 303);
    const until = { time: 'Monday 8 March 2027, 11:00', price: '€20.00' };
    assert.ok((await shopper.get(at)).text().includes(sayOrder('reservedGoods', until)));
  });

  test('what is left is said to who has the code, kept nowhere, and guesses are slowed', async (t) => {
    const { museum, shopper } = await opened(t);
    const gift = await giftOf(museum, 20);
    const look = (code: string) => shopper.post('/gift/balance', { gift: code });
    assert.equal((await shopper.get('/gift/balance')).headers['cache-control'], 'no-store');
    const known = await look(` ${gift.toUpperCase().replaceAll('-', ' ')} `);
    assert.deepEqual([known.status, known.headers['cache-control']], [200, 'no-store']);
    assert.ok(known.text().includes('Left€20.00 Valid toTuesday 31 December 2030 Statevalid'), known.text());
    assert.equal((await look(UNKNOWN)).status, 404);
    assert.ok((await look('')).text().includes(sayNo('giftNotFound')));
    for (let guess = 0; guess < 18; guess += 1) await look(UNKNOWN);
    const slowed = await look(UNKNOWN);
    assert.deepEqual([slowed.status, slowed.headers['retry-after']], [429, '900']);
    assert.equal((await look(gift)).status, 200, 'a right one is always taken');
  });

  test('gift vouchers that pay for all of an order are taken when it is ordered', async (t) => {
    const { museum, shopper, at, payWith } = await ordered(t);
    const [first, second] = [await giftOf(museum, 10), await giftOf(museum, 50)];
    const wrong = await payWith(UNKNOWN);
    assert.equal(wrong.status, 404);
    assert.ok(wrong.text().includes(sayNo('giftNotFound')) && wrong.html.includes(UNKNOWN));
    assert.equal((await payWith(first)).location, at);
    assert.equal((await payWith(first)).location, at, 'typed twice, it pays once');
    const part = await shopper.get(at);
    assert.ok(part.text().includes(`${say('rest')} €8.00`), part.text());
    assert.ok(!part.text().includes(first) && part.buttons('way').includes('stripe'));
    await payWith(second);
    const whole = await shopper.get(at);
    assert.deepEqual(whole.buttons('way'), ['gift']);
    assert.ok(whole.text().includes('Gift vouchers €18.00 Order and pay'), whole.text());
    assert.equal(whole.hasField('gift'), false);
    assert.deepEqual([await leftOf(museum, first), await leftOf(museum, second)], [10, 50]);
    assert.equal((await shopper.post(`${at}/pay`, { way: 'gift' })).location, at);
    assert.equal(stateOn(await shopper.get(at)), 'sold');
    assert.deepEqual([await leftOf(museum, first), await leftOf(museum, second)], [0, 42]);
    await assertSound(museum);
  });

  test('one that is left out again pays nothing', async (t) => {
    const { museum, shopper, at, payWith } = await ordered(t);
    const gift = await giftOf(museum, 50);
    await payWith(gift);
    const [giftId = ''] = (await shopper.get(at)).buttons('leave-out');
    assert.equal((await shopper.post(`${at}/gift`, { 'leave-out': giftId })).location, at);
    assert.deepEqual((await shopper.get(at)).buttons('way'), ['stripe', 'mollie', 'desk']);
    assert.equal((await shopper.post(`${at}/pay`, { way: 'gift' })).status, 409);
    assert.equal(await leftOf(museum, gift), 50);
  });

  test('the rest is paid online, and with the money the gift voucher is taken', async (t) => {
    const { museum, fakes, shopper, at, payWith } = await ordered(t);
    const gift = await giftOf(museum, 10);
    await payWith(gift);
    const shown = await shopper.post(`${at}/pay`, { way: 'stripe', rest: '1800' });
    assert.equal(shown.status, 409, 'the page had said another sum');
    const going = await shopper.post(`${at}/pay`, { way: 'stripe', rest: '800' });
    assert.equal(await leftOf(museum, gift), 10);
    fakes.stripe.pay((going.location ?? '').replace('/demo/pay/', ''));
    assert.equal(stateOn(await shopper.get(`${at}?returned=yes`)), 'sold');
    assert.equal(await leftOf(museum, gift), 0);
    const sold = (await museum.api('GET', '/orders?state=sold')).json;
    const { account } = sold.find(({ total }: { readonly total: number }) => total === 18);
    assert.deepEqual(account, { worth: 18, paid: 18, due: 0, kept: 0 });
    await assertSound(museum);
  });

  test('money that comes after the gift voucher was spent elsewhere goes back', async (t) => {
    const { museum, fakes, shopper, at, payWith } = await ordered(t);
    const gift = await giftOf(museum, 10);
    await payWith(gift);
    const going = await shopper.post(`${at}/pay`, { way: 'stripe', rest: '800' });
    const items = [{ ticketType: 'general', ticketDate: DAY, quantity: 1 }];
    const payments = [{ method: 'gift', gift, amount: 9 }];
    assert.equal((await museum.api('POST', '/orders', { body: { items, payments } })).status, 201);
    fakes.stripe.pay((going.location ?? '').replace('/demo/pay/', ''));
    const page = await shopper.get(`${at}?returned=yes`);
    assert.equal(stateOn(page), 'held');
    assert.ok(page.text().includes('€17.00'), page.text());
    assert.equal(await leftOf(museum, gift), 1);
    await assertSound(museum);
  });
});
