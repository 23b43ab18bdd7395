/** Orders that gift vouchers pay for, and money that goes back to them. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { openPaying, VISIT_DAY, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../../fixtures/databases.ts';
import { openGifts } from '../../fixtures/gifts.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { SERVICE } from '../../src/core/actor.ts';
import { calendarDay } from '../../src/core/calendar-day.ts';
import { findCancelledSales } from '../../src/orders/index.ts';

const UNKNOWN = 'k7m2-qdxp-3fha-9trc';
const tickets = (quantity: number) => [{ ticketType: 'general', ticketDate: '2027-03-14', quantity }];
const byGift = (gift: string, amount: number) => ({ method: 'gift', gift, amount });
const inCash = (amount: number) => ({ method: 'cash', amount });

describeOnEachDatabase((openMuseum, shareOf) => {
  /** Tickets cost 12 euros. */
  const opened = async (t: TestContext) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    return museum;
  };
  const place = (museum: Museum, body: object, key?: string) =>
    museum.api('POST', '/orders', { body, ...(key && { headers: { 'idempotency-key': key } }) });
  /** A gift voucher that was sold, with its code. */
  const giftOf = async (museum: Museum, amount: number): Promise<string> => {
    const sold = await place(museum, { items: [{ gift: { amount } }], paidBy: 'card' });
    return (await museum.api('GET', `/orders/${sold.json.orderId}/gifts`)).json[0].code;
  };
  const balanceOf = async (museum: Museum, gift: string): Promise<number> =>
    (await museum.api('POST', '/gifts/look', { body: { gift } })).json.balance;
  const waysOf = ({ payments }: { payments: { method: string; amount: number }[] }) =>
    payments.map(({ method, amount }) => [method, amount]);

  it('gift vouchers pay for what is sold at once and for what was held, and the rest is paid in another way', async (t) => {
    const museum = await opened(t);
    const [one, other] = [await giftOf(museum, 20), await giftOf(museum, 10)];
    const parts = [byGift(one.toUpperCase().replaceAll('-', ' '), 8), byGift(other, 10), inCash(6)];
    const sold = await place(museum, { items: tickets(2), payments: parts });
    assert.equal(sold.status, 201, sold.text);
    assert.deepEqual(waysOf(sold.json), [
      ['gift', 8],
      ['gift', 10],
      ['cash', 6],
    ]);
    assert.deepEqual(sold.json.account, { worth: 24, paid: 24, due: 0, kept: 0 });
    assert.ok(!sold.text.includes(one) && !sold.text.includes(other));
    assert.deepEqual([await balanceOf(museum, one), await balanceOf(museum, other)], [12, 0]);
    const held = (await place(museum, { items: tickets(1), hold: 600 })).json;
    const path = `/orders/${held.orderId}/confirm`;
    const confirmed = await museum.api('POST', path, { body: { payments: [byGift(one, 12)] } });
    assert.deepEqual(waysOf(confirmed.json), [['gift', 12]]);
    assert.equal((await museum.api('POST', path, { body: { payments: [byGift(one, 12)] } })).status, 200);
    assert.equal(await balanceOf(museum, one), 0);
    await assertSound(museum);
  });

  it('what gift vouchers paid is apart from money in the drawer', async (t) => {
    const museum = await opened(t);
    const gift = await giftOf(museum, 20);
    const body = { items: tickets(2), payments: [byGift(gift, 20), inCash(4)] };
    await museum.api('POST', '/orders', { body, as: 'manager' });
    const { byMethod } = (await museum.api('GET', '/reports/money')).json.total;
    assert.deepEqual([byMethod.gift, byMethod.cash, byMethod.card, byMethod.voucher], [20, 4, 20, 0]);
    const payments = (await museum.api('GET', '/reports/payments?by=method')).json.rows;
    const ways = payments.map(({ method, paid }: Record<string, unknown>) => [method, paid]);
    assert.deepEqual(ways, [
      ['cash', 4],
      ['card', 20],
      ['gift', 20],
    ]);
    const clerk = await signInStaff(museum, 'manager');
    const cashUp = (await clerk.get('/desk/cash-up')).text();
    assert.match(
      cashUp,
      /Cash€4\.00€0\.00€4\.00 Paid with gift vouchers, without any money .*Gift voucher€20\.00/,
    );
    await assertSound(museum);
  });

  it('refuses a gift voucher that can’t pay, and sells nothing then', async (t) => {
    const museum = await opened(t);
    const gift = await giftOf(museum, 10);
    const paying = (...payments: object[]) => place(museum, { items: tickets(1), payments });
    assertRefused(await paying(byGift(UNKNOWN, 12)), 404, 'gift-not-found');
    const tooLow = await paying(byGift(gift, 6), byGift(gift, 6));
    assertRefused(tooLow, 409, 'gift-balance-too-low');
    assert.equal(tooLow.json.balance, 10);
    assertRefused(await paying(byGift(gift, 10)), 400, 'payments-not-total', ['body /payments']);
    assertRefused(await paying({ method: 'gift', amount: 12 }), 400, 'invalid-request', [
      'body /payments/0/gift',
    ]);
    assertRefused(await paying({ ...inCash(12), gift }), 400, 'invalid-request', ['body /payments/0/gift']);
    const whole = { items: tickets(1), paidBy: 'gift' };
    assertRefused(await place(museum, whole), 400, 'invalid-request', ['body /paidBy']);
    const bought = { items: [...tickets(1), { gift: { amount: 10 } }], payments: [byGift(gift, 22)] };
    assertRefused(await place(museum, bought), 409, 'gift-for-gift');
    const swiss = await (await openGifts(museum)).sell({ currency: 'CHF' });
    assertRefused(await paying(byGift(swiss.code, 12)), 409, 'gift-not-valid');
    const held = (await place(museum, { items: tickets(1), hold: 600 })).json;
    const body = { payments: [byGift(gift, 12)] };
    assertRefused(
      await museum.api('POST', `/orders/${held.orderId}/confirm`, { body }),
      409,
      'gift-balance-too-low',
    );
    assert.equal((await museum.api('GET', `/orders/${held.orderId}`)).json.state, 'held');
    assert.equal(await balanceOf(museum, gift), 10);
    await assertSound(museum);
  });

  it('a sale that is sent again pays once, and no code is kept for it', async (t) => {
    const museum = await opened(t);
    const gift = await giftOf(museum, 20);
    const body = { items: tickets(1), payments: [byGift(gift, 12)] };
    const first = await place(museum, body, 'paid-by-gift');
    assert.equal(first.status, 201, first.text);
    assert.equal((await place(museum, body, 'paid-by-gift')).text, first.text);
    const refused = { items: tickets(1), payments: [byGift(gift, 12)], reference: 'again' };
    assertRefused(await place(museum, refused, 'refused'), 409, 'gift-balance-too-low');
    assert.equal(await balanceOf(museum, gift), 8);
    const kept = await museum.store.all('SELECT * FROM kept_answers');
    assert.ok(kept.length > 0 && !JSON.stringify(kept).includes(gift));
    const journal = await museum.store.all('SELECT * FROM journal');
    assert.ok(!JSON.stringify(journal).includes(gift));
  });

  it('wrong codes are counted, and a right one is always taken', async (t) => {
    const museum = await opened(t);
    const gift = await giftOf(museum, 20);
    const pay = (code: string) => place(museum, { items: tickets(1), payments: [byGift(code, 12)] });
    for (let guess = 0; guess < 20; guess += 1) assertRefused(await pay(UNKNOWN), 404, 'gift-not-found');
    assertRefused(await pay(UNKNOWN), 429, 'too-many-guesses');
    assert.equal((await pay(gift)).status, 201);
  });

  it('money goes back first to the gift vouchers that paid, the one that was used last first, and the rest by the method', async (t) => {
    const museum = await opened(t);
    const [one, other] = [await giftOf(museum, 10), await giftOf(museum, 10)];
    const payments = [byGift(one, 10), byGift(other, 10), inCash(4)];
    const { orderId, items } = (await place(museum, { items: tickets(2), payments })).json;
    const [first] = items[0].tickets;
    const back = (more: object, amount: number) =>
      museum.api('POST', `/orders/${orderId}/void`, {
        body: { reason: 'Ill', ...more, refund: inCash(amount) },
      });
    const half = await back({ ticketIds: [first.ticketId] }, 12);
    assert.deepEqual(waysOf(half.json).slice(3), [['gift', -12]]);
    assert.deepEqual([await balanceOf(museum, one), await balanceOf(museum, other)], [2, 10]);
    assertRefused(await back({}, 12.01), 409, 'refund-too-high');
    const rest = await back({}, 12);
    assert.deepEqual(waysOf(rest.json).slice(4), [
      ['gift', -8],
      ['cash', -4],
    ]);
    assert.deepEqual([await balanceOf(museum, one), await balanceOf(museum, other)], [10, 10]);
    assert.deepEqual(rest.json.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('what a cheaper day leaves, and what was called off, goes back to the gift vouchers by itself, and the rest is due', async (t) => {
    const museum = await opened(t);
    const { checkout, run } = await openPaying(museum, { moveHours: 12 });
    const day = calendarDay('2027-03-08');
    await museum.api('PUT', `/general-entry/prices/${day}`, { body: [{ category: 'standard', price: 8 }] });
    const { eventId: product } = await createEvent(museum, { dates: [VISIT_DAY], price: 12 });
    const gift = await giftOf(museum, 20);
    const items = [
      { product: 'general', day: VISIT_DAY, quantity: 1 },
      { product, day: VISIT_DAY, quantity: 2 },
    ] as const;
    const order = await checkout.place(visitorOrder({ items }));
    const { orderId } = order;
    const body = { payments: [byGift(gift, 20), inCash(16)] };
    assert.equal((await museum.api('POST', `/orders/${orderId}/confirm`, { body })).status, 200);
    const wish = { ticketIds: order.items[0]?.ticketIds ?? [], day, entryTime: undefined };
    const shown = await checkout.moveCost(orderId, wish);
    assert.deepEqual(shown?.back, { toGifts: 400, online: 0, byMuseum: 0 });
    const mover = { orderId, language: 'en', email: 'ada@example.com', address: '192.0.2.1' } as const;
    assert.equal(await checkout.move(mover, { wish, shown }), 'moved');
    assert.equal(await balanceOf(museum, gift), 4);
    await museum.api('DELETE', `/special-events/${product}`);
    const holders = () => findCancelledSales(museum.store, SERVICE, { product });
    const [before] = await holders();
    assert.deepEqual([before?.dueCents, before?.waitingCents], [800, 1_600]);
    await run('refund-cancelled-dates');
    await run('refund-cancelled-dates');
    assert.equal(await balanceOf(museum, gift), 20);
    const [after] = await holders();
    assert.deepEqual([after?.dueCents, after?.waitingCents], [800, 0]);
    const { account } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual(account, { worth: 8, paid: 16, due: 8, kept: 0 });
    await assertSound(museum);
  });

  it('of many who pay with one gift voucher at once, it pays for as many as it is worth', async (t) => {
    const museum = await opened(t);
    const rounds = Math.max(1, shareOf(4));
    for (let round = 0; round < rounds; round += 1) {
      const gift = await giftOf(museum, 120);
      const held = await Promise.all(
        Array.from({ length: 20 }, async () => (await place(museum, { items: tickets(1), hold: 600 })).json),
      );
      const payments = [byGift(gift, 12)];
      const answers = await Promise.all([
        ...held.map(({ orderId }) =>
          museum.api('POST', `/orders/${orderId}/confirm`, { body: { payments } }),
        ),
        ...held.map(() => place(museum, { items: tickets(1), payments })),
      ]);
      const refused = answers.filter(({ status }) => status >= 300);
      for (const answer of refused) assertRefused(answer, 409, 'gift-balance-too-low');
      assert.equal(answers.length - refused.length, 10);
      assert.equal(await balanceOf(museum, gift), 0);
    }
    await assertSound(museum);
  });
});
