/** An order keeps its tickets through exchanges, and its account says how its money stands. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';
import { ONLINE_SETTINGS, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';

const DAY = '2027-03-14';
const LATER = '2027-03-15';
const general = (ticketDate = DAY) => ({ ticketType: 'general', ticketDate });
const say = shopOrderTexts('en');

const order = async (museum: Museum, quantity: number, more: object = { paidBy: 'cash' }) => {
  const placed = await museum.api('POST', '/orders', {
    body: { items: [{ ...general(), quantity }], ...more },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.json;
};
const read = async (museum: Museum, orderId: string) => (await museum.api('GET', `/orders/${orderId}`)).json;
const exchange = async (museum: Museum, ticketId: string, body: object) => {
  const made = await museum.api('POST', `/tickets/${ticketId}/exchange`, {
    body: { reason: 'They asked', ...body },
  });
  assert.equal(made.status, 201, made.text);
  return made.json;
};
const voidOrder = (museum: Museum, orderId: string, more: object = {}) =>
  museum.api('POST', `/orders/${orderId}/void`, { body: { reason: 'Ill', ...more } });
const idsIn = ({ items }: { items: { tickets: { ticketId: string }[] }[] }) =>
  items.flatMap(({ tickets }) => tickets.map(({ ticketId }) => ticketId));

describeOnDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) =>
    openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });

  it('shows what its tickets were exchanged for, with the item for the same or as one of its own', async (t) => {
    const museum = await opened(t);
    const sold = await order(museum, 2);
    const [first, second] = idsIn(sold) as [string, string];
    const moved = await exchange(museum, first, general(LATER));
    const back = await exchange(museum, moved.ticketId, general());
    assert.deepEqual([moved.orderId, back.orderId], [sold.orderId, sold.orderId]);
    const { items, total, state } = await read(museum, sold.orderId);
    const shown = items.map((item: { ticketDate: string; quantity: number; tickets: object[] }) => [
      item.ticketDate,
      item.quantity,
      item.tickets,
    ]);
    const as = (ticket: { ticketId: string; confirmationCode: string }, state: string, more = {}) => {
      const { ticketId, confirmationCode } = ticket;
      return { ticketId, confirmationCode, state, ...more };
    };
    const [one, two] = sold.items[0].tickets;
    assert.deepEqual(shown, [
      [
        DAY,
        3,
        [
          as(one, 'void', { because: 'exchanged', replacedBy: moved.ticketId }),
          as(two, 'valid'),
          as(back, 'valid', { replaces: moved.ticketId }),
        ],
      ],
      [LATER, 1, [as(moved, 'void', { because: 'exchanged', replaces: first, replacedBy: back.ticketId })]],
    ]);
    assert.deepEqual([total, state], [24, 'sold']);
    await voidOrder(museum, sold.orderId, { ticketIds: [second] });
    assert.equal((await read(museum, sold.orderId)).state, 'sold');
    await voidOrder(museum, sold.orderId);
    assert.equal((await read(museum, sold.orderId)).state, 'void');
    await assertSound(museum);
  });

  it('of a ticket that was sold alone, the order has its id, whatever it is exchanged for', async (t) => {
    const museum = await opened(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
    const moved = await exchange(museum, ticketId, general(LATER));
    const again = await exchange(museum, moved.ticketId, general());
    assert.equal(again.orderId, ticketId);
    for (const id of [ticketId, moved.ticketId, again.ticketId]) {
      const { orderId, items, state, account } = await read(museum, id);
      assert.deepEqual([orderId, items.length, state], [ticketId, 2, 'sold']);
      assert.deepEqual(account, { worth: 12, paid: 12, due: 0, kept: 0 });
    }
    const voided = await voidOrder(museum, again.ticketId, { refund: { method: 'cash', amount: 12 } });
    assert.deepEqual([voided.json.orderId, voided.json.state], [ticketId, 'void']);
    assert.deepEqual(voided.json.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('makes those of its tickets void that are named, or says which is not its own', async (t) => {
    const museum = await opened(t);
    const [sold, other] = [await order(museum, 3), await order(museum, 1)];
    const [first, second, third] = idsIn(sold) as [string, string, string];
    const [strange] = idsIn(other) as [string];
    const wrong = await voidOrder(museum, sold.orderId, { ticketIds: [first, strange] });
    assertRefused(wrong, 400, 'not-of-order', ['body /ticketIds']);
    assert.ok(wrong.json.detail.includes(strange), wrong.json.detail);
    assert.ok(!wrong.json.detail.includes(first), wrong.json.detail);
    const refund = { method: 'cash', amount: 24 };
    const done = await voidOrder(museum, sold.orderId, { ticketIds: [first.toUpperCase(), third], refund });
    assert.equal(done.status, 200, done.text);
    const states = done.json.items[0].tickets.map(({ state }: { state: string }) => state);
    assert.deepEqual([done.json.state, ...states], ['sold', 'void', 'valid', 'void']);
    assert.deepEqual(done.json.account, { worth: 12, paid: 12, due: 0, kept: 0 });
    assertRefused(await voidOrder(museum, sold.orderId, { ticketIds: [second, first] }), 409, 'ticket-void');
    assert.equal((await voidOrder(museum, sold.orderId, { ticketIds: [second] })).json.state, 'void');
    await assertSound(museum);
  });

  it('says what its tickets are worth, what was paid and what was kept or waived, with the tax of what it is worth', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12', MUSEUM_VAT: '20' } });
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 100 });
    const held = await order(museum, 2, { hold: 600 });
    assert.deepEqual(held.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'card' } });
    const sold = await read(museum, held.orderId);
    assert.deepEqual(sold.account, { worth: 24, paid: 24, due: 0, kept: 0 });
    assert.deepEqual(sold.vat, [{ rate: 20, net: 20, tax: 4 }]);
    const [first, second] = idsIn(sold) as [string, string];
    await exchange(museum, first, { ticketType: 'event', eventId, ticketDate: DAY });
    const waived = await read(museum, held.orderId);
    assert.deepEqual(waived.account, { worth: 112, paid: 24, due: 0, kept: -88 });
    assert.deepEqual(waived.vat, [{ rate: 20, net: 93.33, tax: 18.67 }]);
    await museum.api('POST', `/tickets/${second}/void`, { body: { reason: 'Never came' } });
    assert.deepEqual((await read(museum, held.orderId)).account, { worth: 100, paid: 24, due: 0, kept: -76 });
    const [listed] = (await museum.api('GET', `/orders?orderCode=${sold.orderCode}`)).json;
    assert.deepEqual(listed.account, { worth: 100, paid: 24, due: 0, kept: -76 });
  });

  it('never pays back so much that less is left than its other tickets are worth, and what was kept later on', async (t) => {
    const museum = await opened(t);
    const { orderId, ...sold } = await order(museum, 2, {});
    const [first] = idsIn(sold as never) as [string];
    const back = (amount: number, more = {}) =>
      voidOrder(museum, orderId, { refund: { method: 'cash', amount }, ...more });
    const tooMuch = await back(12.01, { ticketIds: [first] });
    assertRefused(tooMuch, 409, 'refund-too-high');
    assert.equal(tooMuch.json.remains, 12);
    assert.equal((await back(2, { ticketIds: [first] })).status, 200);
    assert.deepEqual((await read(museum, orderId)).account, { worth: 12, paid: 22, due: 0, kept: 10 });
    assert.deepEqual((await back(4, { ticketIds: [first] })).json.account, {
      worth: 12,
      paid: 18,
      due: 0,
      kept: 6,
    });
    assert.equal((await voidOrder(museum, orderId)).json.account.kept, 18);
    assert.equal((await back(18.01)).json.remains, 18);
    assert.deepEqual((await back(18)).json.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('exchanges back and forth never raise what may be paid back', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 100 });
    const sold = await order(museum, 1, {});
    let [ticketId] = idsIn(sold) as [string];
    for (let round = 0; round < 5; round += 1)
      for (const other of [{ ticketType: 'event', eventId, ticketDate: DAY }, general()])
        ({ ticketId } = await exchange(museum, ticketId, other));
    assert.deepEqual((await read(museum, sold.orderId)).account, { worth: 12, paid: 12, due: 0, kept: 0 });
    const refund = (amount: number) =>
      voidOrder(museum, sold.orderId, { refund: { method: 'cash', amount } });
    assert.equal((await refund(12.01)).json.remains, 12);
    assert.equal((await refund(12)).status, 200);
    assert.equal((await refund(0.01)).json.remains, 0);
  });

  it('its receipt lists what holds with its tax, then what was given back and paid back, also when it is mailed', async (t) => {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const settings = { ...ONLINE_SETTINGS, MUSEUM_GENERAL_PRICE: '12.50', MUSEUM_VAT: '25' };
    const museum = await openMuseum(t, { clock, fakes, settings });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '3' });
    const [held] = (await museum.api('GET', '/orders?state=held')).json;
    await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'cash' } });
    const [first, second] = idsIn(await read(museum, held.orderId)) as [string, string];
    await exchange(museum, first, general(LATER));
    const refund = { method: 'cash', amount: 12.5 };
    await voidOrder(museum, held.orderId, { ticketIds: [second], refund });
    const page = await shopper.get(at);
    const receipt = page.text().slice(page.text().indexOf(say('receipt')));
    const order = [
      'Sunday 14 March 2027',
      'Monday 15 March 2027',
      `${say('total')} €25.00`,
      say('vat', { rate: '25%', tax: '€5.00' }),
      'Sunday 14 March 2027',
      'void',
      'Paid back €12.50 on Monday 1 March 2027, in cash',
    ];
    let from = 0;
    for (const said of order) {
      const found = receipt.indexOf(said, from);
      assert.ok(found >= 0, `${said} after ${receipt.slice(0, from)} in ${receipt}`);
      from = found + said.length;
    }
    assert.ok(page.text().includes('Moved from'));
    assert.equal(page.images().length, 2);
  });

  it('of the shop, an exchanged ticket is moved and not cancelled, and goes back once when its event is cancelled', async (t) => {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const museum = await openMuseum(t, { clock, fakes, settings: ONLINE_SETTINGS });
    const shopper = shopperIn(museum);
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 9 });
    const at = await shopper.buy(DAY, { 'general.standard': '1' });
    const { location = '' } = await shopper.post(`${at}/pay`, { way: 'stripe' });
    fakes.stripe.pay(location.replace('/demo/pay/', ''));
    assert.equal(stateOn(await shopper.get(at)), 'sold');
    const [sold] = (await museum.api('GET', '/orders?state=sold')).json;
    const [ticketId] = idsIn(sold) as [string];
    await exchange(museum, ticketId, { ticketType: 'event', eventId, ticketDate: DAY });
    const moved = await shopper.get(at);
    assert.equal(stateOn(moved), 'sold');
    assert.equal(moved.images().length, 1);
    assert.ok(!moved.text().includes(say('void')));
    assert.ok(moved.text().includes(say('cancelPaid', { count: 1, amount: '€9.00' })));
    await museum.api('DELETE', `/special-events/${eventId}`);
    await until(async () => (await read(museum, sold.orderId)).account.paid === 0);
    const { account, payments } = await read(museum, sold.orderId);
    assert.deepEqual(account, { worth: 0, paid: 0, due: 0, kept: 0 });
    assert.deepEqual(
      payments.map(({ amount }: { amount: number }) => amount),
      [9, -9],
    );
    const again = await voidOrder(museum, sold.orderId, { refund: { method: 'cash', amount: 9 } });
    assertRefused(again, 409, 'refund-too-high');
    assert.equal(again.json.remains, 0);
    await assertSound(museum);
  });
});
