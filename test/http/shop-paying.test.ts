import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { ONLINE_SETTINGS as settings, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';

const say = shopOrderTexts('en');
const DAY = '2027-03-03';
const PRICE = '€18.00';

describeOnSqlite((openMuseum) => {
  /** A museum that takes cash, Stripe and Mollie, and a visitor with an order for two. */
  async function opened(t: TestContext, trustProxy = 0) {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const museum = await openMuseum(t, { clock, fakes, settings, trustProxy });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2' });
    /** Goes to the provider. @returns the session that is paid there */
    const goToPay = async (way: string) => {
      const { status, location = '' } = await shopper.post(`${at}/pay`, { way });
      assert.equal(status, 303);
      return location.replace('/demo/pay/', '');
    };
    return { museum, ...fakes, fakes, shopper, at, goToPay };
  }

  test('a held order offers each way to pay, and says until when its places are kept', async (t) => {
    const { shopper, at } = await opened(t);
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'held');
    assert.deepEqual(page.buttons('way'), ['stripe', 'mollie', 'desk']);
    for (const [way, words] of [
      [say('online', { provider: 'Stripe' }), 'Order and pay'],
      [say('online', { provider: 'Mollie' }), 'Order and pay'],
      [say('atMuseum'), 'Reserve and pay at the museum'],
    ])
      assert.ok(page.text().includes(`${way} ${PRICE} ${words}`), way);
    assert.ok(page.text().includes(say('held', { time: 'Monday 1 March 2027, 11:15' })));
    assert.match(`${page.headers['content-security-policy']}`, /form-action 'self' https:/);
  });

  test('what obliges is alone in its button, below the way, the total and what is accepted, in five languages', async (t) => {
    const { museum, shopper, at } = await opened(t);
    const names = { stripe: { en: 'Card', de: 'Karte' } };
    const body = { settings: { shop: { paymentNames: names } } };
    assert.equal((await museum.api('PATCH', '/settings', { body })).status, 200);
    const order = /<button class="action" name="way" value="stripe">([^<]*)<\/button>/;
    for (const [language, words] of [
      ['en', 'Order and pay'],
      ['de', 'Zahlungspflichtig bestellen'],
      ['fr', 'Commander avec obligation de paiement'],
      ['es', 'Pedido con obligación de pago'],
      ['nl', 'Bestellen met betaalplicht'],
    ])
      assert.equal(order.exec((await shopper.get(`${at}?language=${language}`)).html)?.[1], words);
    assert.doesNotMatch((await shopper.get(at)).html, /class="accept"/);
    const text = { texts: { en: 'Ours.' } };
    await museum.api('PUT', '/settings/texts/privacy', { body: text });
    assert.ok(
      (await shopper.get(at))
        .text()
        .includes('By ordering you confirm that you have read the privacy notice. Card €18.00 Order and pay'),
    );
    await museum.api('PUT', '/settings/texts/terms', { body: text });
    const page = await shopper.get(at);
    assert.ok(
      page
        .text()
        .includes(
          'By ordering you accept the terms, and you have read the privacy notice. Card €18.00 Order and pay',
        ),
    );
    assert.ok(page.links().includes('/terms') && page.links().includes('/privacy'));
    assert.ok((await shopper.get(`${at}?language=de`)).text().includes('Karte 18,00'));
  });

  test('who has paid sees the tickets at once, also before the provider tells of it', async (t) => {
    const { museum, fakes, shopper, at, goToPay } = await opened(t);
    const session = await goToPay('stripe');
    fakes.stripe.pay(session);
    const page = await shopper.get(`${at}?returned=yes`);
    assert.equal(stateOn(page), 'sold');
    assert.equal(page.images().length, 2);
    assert.ok(page.text().includes(say('paidOnline', { day: 'Monday 1 March 2027' })));
    assert.deepEqual(page.buttons('way'), []);
    await assertSound(museum);
  });

  test('who comes back without having paid is told so, and pays otherwise', async (t) => {
    const { fakes, shopper, at, goToPay } = await opened(t);
    const session = await goToPay('mollie');
    const waiting = await shopper.get(`${at}?returned=yes`);
    assert.ok(waiting.text().includes(say('paying', { time: 'Monday 1 March 2027, 11:36' })));
    assert.equal(waiting.headers.refresh, `5; url=${at}`);
    assert.equal((await shopper.get(at)).headers.refresh, undefined);
    assert.equal(await goToPay('mollie'), session);
    fakes.mollie.giveUp(session);
    const back = await shopper.get(`${at}?returned=yes`);
    assert.equal(back.headers.refresh, undefined);
    assert.ok(back.text().includes(say('notPaid')));
    assert.equal((await shopper.post(`${at}/pay`, { way: 'desk' })).location, at);
    const reserved = await shopper.get(at);
    const closing = 'Wednesday 3 March 2027, 18:00';
    assert.ok(reserved.text().includes(say('reserved', { time: closing, price: PRICE })));
  });

  test('while a provider is away nothing is lost: another way is chosen, or the same later', async (t) => {
    const { fakes, shopper, at, goToPay } = await opened(t);
    fakes.stripe.isAway = true;
    const page = await shopper.post(`${at}/pay`, { way: 'stripe' });
    assert.deepEqual([page.status, page.problem(), stateOn(page)], [503, say('noPayment'), 'held']);
    assert.equal(page.headers['retry-after'], '5');
    assert.ok(page.hasButton('way', 'mollie'));
    fakes.stripe.isAway = false;
    fakes.stripe.pay(await goToPay('stripe'));
    assert.equal(stateOn(await shopper.get(at)), 'sold');
  });

  test('who looks at the page without end does not use up the provider’s patience', async (t) => {
    const { museum, fakes, shopper, at, goToPay } = await opened(t, 1);
    const session = await goToPay('stripe');
    const look = () => shopper.get(at, { 'x-forwarded-for': '192.0.2.7' });
    const before = fakes.stripe.requests.length;
    for (let count = 0; count < 70; count += 1) await look();
    assert.equal(fakes.stripe.requests.length - before, 60);
    fakes.stripe.pay(session);
    assert.equal(stateOn(await look()), 'held');
    assert.equal(stateOn(await shopper.get(at, { 'x-forwarded-for': '192.0.2.8' })), 'sold');
    await assertSound(museum);
  });

  test('who never pays finds the places on sale again, and the same choice one press away', async (t) => {
    const { museum, shopper, at, goToPay } = await opened(t);
    await goToPay('stripe');
    museum.clock.advance(37 * 60_000);
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'released');
    assert.ok(page.text().includes(say('expiry')) && page.text().includes(say('notCharged')));
    assert.ok(page.links('/visit').includes(`/visit?date=${DAY}&general.standard=2`));
    await assertSound(museum);
  });

  test('money that comes after cancelling goes back, and the page says so', async (t) => {
    const { museum, fakes, shopper, at, goToPay } = await opened(t);
    const session = await goToPay('stripe');
    fakes.stripe.pay(session);
    fakes.stripe.refundsAre = 'pending';
    await shopper.post(`${at}/cancel`);
    const due = await shopper.get(at);
    assert.equal(stateOn(due), 'released');
    assert.ok(due.text().includes(say('refundDue', { amount: PRICE })));
    assert.ok(!due.text().includes(say('notCharged')));
    await assertSound(museum);
  });

  test('a paid order that its buyer cancels is paid back, until a day before the visit', async (t) => {
    const { museum, fakes, shopper, at, goToPay } = await opened(t);
    fakes.stripe.pay(await goToPay('stripe'));
    assert.ok((await shopper.get(at)).text().includes(say('cancelPaid', { count: 2, amount: PRICE })));
    museum.clock.advance(24 * 3_600_000);
    const late = await shopper.post(`${at}/cancel`);
    assert.deepEqual([late.status, stateOn(late), late.text().includes(say('tooLate'))], [409, 'sold', true]);
    museum.clock.advance(-2 * 3_600_000);
    assert.equal((await shopper.post(`${at}/cancel`)).location, at);
    const back = say('refunded', { amount: PRICE });
    await until(async () => (await shopper.get(at)).text().includes(back));
    assert.equal(stateOn(await shopper.get(at)), 'void');
    await assertSound(museum);
  });

  test('the page says what goes back, and that goes back, also for an exchanged ticket: not again what went back for a cancelled event', async (t) => {
    const { museum, fakes, shopper } = await opened(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'], price: 7 });
    const at = await shopper.buy('2027-03-14', { 'general.standard': '3', [`${eventId}.standard`]: '1' });
    const { location = '' } = await shopper.post(`${at}/pay`, { way: 'stripe' });
    fakes.stripe.pay(location.replace('/demo/pay/', ''));
    const first = await shopper.get(at);
    assert.ok(first.text().includes(say('cancelPaid', { count: 4, amount: '€34.00' })));
    const [{ items }] = (await museum.api('GET', '/orders?state=sold')).json;
    const exchange = { ticketType: 'general', ticketDate: DAY, reason: 'They asked' };
    const [{ ticketId }] = items[0].tickets;
    await museum.api('POST', `/tickets/${ticketId}/exchange`, { body: exchange });
    await museum.api('DELETE', `/special-events/${eventId}`);
    await until(async () => (await shopper.get(at)).text().includes(say('refunded', { amount: '€7.00' })));
    const stale = await shopper.post(`${at}/cancel`, first.form(`${at}/cancel`) as Record<string, string>);
    assert.deepEqual([stale.status, stale.problem(), stateOn(stale)], [409, say('refundChanged'), 'sold']);
    assert.ok(stale.text().includes(say('cancelPaid', { count: 3, amount: '€27.00' })));
    await shopper.post(`${at}/cancel`, stale.form(`${at}/cancel`) as Record<string, string>);
    await until(async () => (await shopper.get(at)).text().includes(say('refunded', { amount: '€34.00' })));
    assert.equal(stateOn(await shopper.get(at)), 'void');
    await assertSound(museum);
  });

  test('when an event is cancelled, the page of an order that was paid online says that the money goes back', async (t) => {
    const { museum, fakes, shopper } = await opened(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'] });
    const at = await shopper.buy('2027-03-14', { [`${eventId}.standard`]: '1' });
    const { location = '' } = await shopper.post(`${at}/pay`, { way: 'mollie' });
    fakes.mollie.refundsAre = 'pending';
    fakes.mollie.pay(location.replace('/demo/pay/', ''));
    assert.equal(stateOn(await shopper.get(at)), 'sold');
    await museum.api('DELETE', `/special-events/${eventId}`);
    const due = say('refundDue', { amount: '€25.00' });
    await until(async () => (await shopper.get(at)).text().includes(due));
    const page = await shopper.get(at);
    assert.ok(page.text().includes(say('event')));
    assert.deepEqual([page.images(), page.actions()], [[], []]);
  });
});
