import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Stripe as StripesOwn } from 'stripe';
import { Visitor } from '../../fixtures/browsing.ts';
import { fakeProviders, openPaying, RETURN_TO, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { ConfigError } from '../../src/app/config.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { onlinePaymentsTexts } from '../../src/web/desk/online-payments-texts.ts';
import { todayTexts } from '../../src/web/desk/today-texts.ts';
import { fakePaymentTexts } from '../../src/web/payments/fake-payment-texts.ts';

const SETTINGS = {
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: 'https://tickets.example.org',
  MUSEUM_PAYMENTS: 'stripe,mollie',
  MUSEUM_STRIPE_KEY: 'sk_test_1',
  MUSEUM_STRIPE_WEBHOOK_SECRET: FAKE_STRIPE_SECRET,
  MUSEUM_MOLLIE_KEY: 'test_1',
};
const say = onlinePaymentsTexts('en');

describeOnSqlite((openMuseum) => {
  /** A museum with a shop, and an order for two at 12 euros, whose buyer is at the provider. */
  const opened = async (t: TestContext, provider: 'stripe' | 'mollie' = 'stripe') => {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const museum = await openMuseum(t, { clock, fakes, settings: SETTINGS });
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const paying = await openPaying(museum, { cancelHours: 12 }, fakes);
    const order = await paying.checkout.place(visitorOrder({}, 2));
    const session = await paying.start(order, provider);
    const state = async () => (await museum.api('GET', `/orders/${order.orderId}`)).json.state;
    const notify = async (body: string, headers: Record<string, string>, of = provider) =>
      (await museum.ask('POST', `/payments/${of}`, { as: 'nobody', body, headers })).status;
    return { museum, fakes, paying, order, session, state, notify };
  };

  /** An event as Stripe sends it, and its signature by Stripe's own library. */
  const event = (id: string, object = 'checkout.session') => {
    const body = JSON.stringify(
      { id: 'evt_1', object: 'event', data: { object: { object, id, note: 'Š é' } } },
      null,
      2,
    );
    const signature = StripesOwn.webhooks.generateTestHeaderString({
      payload: body,
      secret: FAKE_STRIPE_SECRET,
    });
    return {
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    };
  };

  it('Stripe tells that somebody has paid, with its own signature of the bytes that it sends', async (t) => {
    const { fakes, session, state, notify, museum } = await opened(t);
    fakes.stripe.pay(session);
    const { body, headers } = event(session);
    assert.equal(await notify(body, headers), 200);
    assert.equal(await state(), 'sold');
    assert.equal(await notify(body, headers), 200);
    await assertSound(museum);
  });

  it('a message with a signature of a former secret beside the current one is taken', async (t) => {
    const { session, notify } = await opened(t);
    const { body, headers } = event(session);
    const [time, signature] = headers['stripe-signature'].split(',');
    const two = `${time},v1=${'0'.repeat(64)},${signature},v0=1`;
    assert.equal(await notify(body, { ...headers, 'stripe-signature': two }), 200);
  });

  it('a message that is forged, changed or unreadable is answered 400, and changes nothing', async (t) => {
    const { fakes, session, state, notify } = await opened(t);
    fakes.stripe.pay(session);
    const { body, headers } = event(session);
    const { 'stripe-signature': _, ...unsigned } = headers;
    const other = StripesOwn.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' });
    assert.equal(await notify(`${body} `, headers), 400);
    assert.equal(await notify(body, unsigned), 400);
    assert.equal(await notify(body, { ...headers, 'stripe-signature': other }), 400);
    assert.equal(await notify(body, { ...headers, 'stripe-signature': 't=,v1=,=,' }), 400);
    assert.equal(await notify('', { ...headers, 'stripe-signature': '' }), 400);
    assert.equal(await notify('x=1', { 'content-type': 'application/x-www-form-urlencoded' }, 'mollie'), 400);
    assert.equal(await state(), 'held');
  });

  it('a message about something else, or about an unknown session, is answered 200, so that it is not sent again', async (t) => {
    const { notify } = await opened(t);
    for (const { body, headers } of [event('ch_1', 'charge'), event('cs_unknown')])
      assert.equal(await notify(body, headers), 200);
  });

  it('Mollie tells the id of a payment', async (t) => {
    const { fakes, session, state, notify } = await opened(t, 'mollie');
    fakes.mollie.pay(session);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal(await notify('id=tr_unknown', headers), 200);
    assert.equal(await state(), 'held');
    assert.equal(await notify(`id=${session}`, headers), 200);
    assert.equal(await state(), 'sold');
  });

  it('while a provider is away its message is answered 200, and the job asks later', async (t) => {
    const { museum, fakes, session, state, notify } = await opened(t);
    fakes.stripe.pay(session);
    fakes.stripe.isAway = true;
    const { body, headers } = event(session);
    assert.equal(await notify(body, headers), 200);
    assert.equal(await state(), 'held');
    fakes.stripe.isAway = false;
    museum.clock.advance(60_000);
    await until(async () => (await state()) === 'sold');
  });

  it('a wrong key is named when the service starts; while the provider is away, it starts all the same', async (t) => {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const named = (setting: string) => (error: unknown) =>
      error instanceof ConfigError &&
      error.message.startsWith(`${setting}: `) &&
      /answered 401/.test(error.message);
    const live = { ...SETTINGS, MUSEUM_STRIPE_KEY: 'sk_live_1' };
    await assert.rejects(openMuseum(t, { clock, fakes, settings: live }), named('MUSEUM_STRIPE_KEY'));
    const other = { ...SETTINGS, MUSEUM_MOLLIE_KEY: 'live_1' };
    await assert.rejects(openMuseum(t, { clock, fakes, settings: other }), named('MUSEUM_MOLLIE_KEY'));
    fakes.stripe.isAway = true;
    await openMuseum(t, { clock, fakes, settings: live });
  });

  it('on the page of a provider without money somebody pays, or goes back', async (t) => {
    const { museum, session, state } = await opened(t);
    const visitor = new Visitor(museum);
    const page = new PageReader(await visitor.get(`/demo/pay/${session}`));
    assert.equal(page.heading(), fakePaymentTexts('en')('title', { amount: '€24.00' }));
    const paid = await visitor.post(`/demo/pay/${session}`, [['pay', 'yes']]);
    assert.equal(paid.headers.location, new URL(RETURN_TO).pathname);
    assert.ok(
      new PageReader(await visitor.get(`/demo/pay/${session}`))
        .text()
        .includes(fakePaymentTexts('en')('over')),
    );
    assert.equal((await visitor.get('/demo/pay/cs_unknown')).status, 404);
    museum.clock.advance(60_000);
    await until(async () => (await state()) === 'sold');
  });

  it('the desk sees a refund that fails, why, and tries it again', async (t) => {
    const { museum, fakes, paying, order, session } = await opened(t);
    fakes.stripe.pay(session);
    await paying.checkout.settle(order.orderId);
    fakes.stripe.refundsAre = 'failed';
    await paying.checkout.cancel(order.orderId);
    const clerk = await signInStaff(museum, 'manager');
    const told = todayTexts('en')('paymentsFail', { count: 1 });
    await until(async () => (await clerk.get('/desk')).text().includes(told));
    const page = await clerk.get('/desk/payments');
    for (const text of [order.orderCode, '€24.00', say('void'), 'expired_or_canceled_card'])
      assert.ok(page.text().includes(text), text);
    fakes.stripe.refundsAre = 'done';
    const [payment] = await paying.checkout.paymentsOf(order.orderId);
    const refundId = payment?.refunds[0]?.refundId ?? '';
    const again = await clerk.post('/desk/payments/refunds', { again: refundId });
    assert.equal(again.location, '/desk/payments?done=refundAgain');
    await until(async () => (await clerk.get('/desk/payments')).text().includes(say('noRefunds')));
    assert.equal(
      (await clerk.post('/desk/payments/refunds', { again: refundId })).location,
      '/desk/payments?done=nothing',
    );
    await assertSound(museum);
  });

  it('the desk marks a refund as paid that its provider can’t make', async (t) => {
    const { museum, fakes, paying, order, session } = await opened(t);
    fakes.stripe.pay(session);
    await paying.checkout.settle(order.orderId);
    fakes.stripe.isAway = true;
    await paying.checkout.cancel(order.orderId);
    const clerk = await signInStaff(museum, 'cashier');
    const [payment] = await paying.checkout.paymentsOf(order.orderId);
    const refundId = payment?.refunds[0]?.refundId ?? '';
    const marked = await clerk.post('/desk/payments/refunds', { paid: refundId });
    assert.equal((await clerk.get(marked.location ?? '')).message(), doneTexts('en')('refundMarked'));
    await clerk.post('/desk/payments/refunds', { paid: refundId });
    const { payments } = (await museum.api('GET', `/orders/${order.orderId}`)).json;
    assert.deepEqual(
      payments.map(({ method, amount }: { method: string; amount: number }) => [method, amount]),
      [
        ['online', 24],
        ['other', -24],
      ],
    );
    await assertSound(museum);
  });

  it('the desk sees payments of which nobody knows whether they were made', async (t) => {
    const { museum, fakes, order } = await opened(t);
    fakes.stripe.isAway = true;
    const clerk = await signInStaff(museum, 'cashier');
    assert.ok((await clerk.get('/desk/payments')).text().includes(say('noneUncertain')));
    museum.clock.advance(2 * 3_600_000 + 1);
    const later = await clerk.get('/desk/payments');
    for (const text of [order.orderCode, 'Stripe', say('uncertainMeans')])
      assert.ok(later.text().includes(text), text);
  });

  it('without a shop nobody is heard at those addresses', async (t) => {
    const museum = await openMuseum(t);
    for (const provider of ['stripe', 'mollie'])
      assert.equal(
        (await museum.ask('POST', `/payments/${provider}`, { as: 'nobody', body: {} })).status,
        404,
      );
  });
});
