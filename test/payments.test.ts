import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { openPaying, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnDatabase, describeOnEachDatabase, type OpenMuseum } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { createEvent } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { until } from '../fixtures/until.ts';
import { Refusal } from '../src/core/refusal.ts';
import type { FakeSession } from '../src/demo/fake-provider.ts';
import type { Order } from '../src/orders/index.ts';
import { ProviderRefused, ProviderUnavailable } from '../src/payments/index.ts';

const MINUTE = 60_000;

type Paying = Awaited<ReturnType<typeof openPaying>>;

/** A museum in which general entry costs 12 euros, and an order for two. */
const opened = async (
  openMuseum: OpenMuseum,
  t: TestContext,
  changes: Parameters<typeof visitorOrder>[0] = {},
) => {
  const museum = await openMuseum(t);
  await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
  const paying = await openPaying(museum, { cancelHours: 12 });
  const order = await paying.checkout.place(visitorOrder(changes, 2));
  return { museum, paying, order };
};
const shown = async (museum: Museum, { orderId }: Order) =>
  (await museum.api('GET', `/orders/${orderId}`)).json;
const stateOf = async (museum: Museum, order: Order) => (await shown(museum, order)).state;
const amounts = async (museum: Museum, order: Order) =>
  (await shown(museum, order)).payments.map(({ method, amount }: { method: string; amount: number }) => [
    method,
    amount,
  ]);
const outcomes = async ({ checkout }: Paying, { orderId }: Order) =>
  (await checkout.paymentsOf(orderId)).map(({ outcome, refunds }) =>
    refunds.length === 0
      ? outcome
      : `${outcome}: ${refunds.map(({ reason, cents }) => `${reason} ${cents}`)}`,
  );
const settled = async ({ checkout }: Paying, { orderId }: Order) => (await checkout.settle(orderId)).state;
/** Somebody else buys all that is left of the day. */
const sellOut = async (museum: Museum) => {
  const { left } = (await museum.api('GET', `/availability?startDate=${VISIT_DAY}&endDate=${VISIT_DAY}`))
    .json[0];
  const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: left }];
  assert.equal((await museum.api('POST', '/orders', { body: { items } })).status, 201);
};
const limit = (museum: Museum, capacity: number) =>
  museum.api('PUT', `/capacity/general/${VISIT_DAY}`, { body: { capacity } });

describeOnEachDatabase((openMuseum) => {
  it('whoever pays gets the tickets, and the money is written down once', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    assert.equal(await settled(paying, order), 'held');
    paying.stripe.pay(session);
    assert.equal(await settled(paying, order), 'sold');
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await amounts(museum, order), [['online', 24]]);
    assert.deepEqual(await outcomes(paying, order), ['kept']);
    await assertSound(museum);
  });

  it('however many begin to pay, come back or tell of it at once, the provider is asked once to begin, and once more in a second', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const { checkout, stripe } = paying;
    const many = <Done>(work: () => Promise<Done>) => Promise.all(Array.from({ length: 50 }, work));
    const sessions = new Set(await many(() => paying.start(order)));
    // Whoever comes when the session is written down goes on with it: that is one look for all of them.
    const asked = stripe.requests.length;
    assert.equal(sessions.size, 1);
    assert.ok(asked <= 2, `${asked} requests`);
    const [session] = sessions as Set<string> & Iterable<string>;
    stripe.pay(session as string);
    const message = stripe.notificationOf(session as string);
    await Promise.all([
      many(() => checkout.settle(order.orderId)),
      many(() => checkout.notified('stripe', message)),
      paying.run('settle-payments'),
    ]);
    const looks = stripe.requests.length - asked;
    assert.ok(looks === 1 || looks === 2, `${looks}: strangers share one, and the job asks for itself`);
    assert.equal(await stateOf(museum, order), 'sold');
    await assertSound(museum);
  });

  it('a payment whose hold ends while it is looked at is ended at the provider before the places go back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    paying.stripe.beforeAnswer = () => {
      paying.stripe.beforeAnswer = () => {};
      museum.clock.advance(37 * MINUTE - 1);
    };
    paying.stripe.sessions.set(session, {
      ...(paying.stripe.find(session) as FakeSession),
      endsAt: undefined,
    });
    assert.equal(await settled(paying, order), 'released');
    assert.equal(paying.stripe.find(session)?.state, 'over');
    await assertSound(museum);
  });

  it('return page, notification and poll may come at once and twice, in two instances', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    const other = await paying.open();
    paying.stripe.pay(session);
    const message = paying.stripe.notificationOf(session);
    await Promise.all([
      paying.checkout.settle(order.orderId),
      other.settle(order.orderId),
      paying.checkout.notified('stripe', message),
      other.notified('stripe', message),
      other.notified('stripe', message),
    ]);
    assert.equal(await stateOf(museum, order), 'sold');
    assert.deepEqual(await amounts(museum, order), [['online', 24]]);
    await assertSound(museum);
  });

  it('money that comes while the last place is sold to somebody else gets a place or goes back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    await limit(museum, 2);
    const session = await paying.start(order, 'mollie').catch(() => undefined);
    assert.ok(session);
    paying.mollie.isCancelable = false;
    museum.clock.advance(36 * MINUTE);
    await settled(paying, order);
    paying.mollie.pay(session);
    const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: 1 }];
    const [, other] = await Promise.all([
      paying.checkout.settle(order.orderId),
      museum.api('POST', '/orders', { body: { items } }),
    ]);
    const isSold = (await stateOf(museum, order)) === 'sold';
    assert.equal(other.status, isSold ? 409 : 201);
    assert.deepEqual(await outcomes(paying, order), [isSold ? 'kept' : 'refund-due: late 2400']);
    await assertSound(museum);
  });

  it('a payment is made between the look and the cancellation', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order, 'mollie');
    museum.clock.advance(36 * MINUTE);
    paying.mollie.beforeAnswer = ({ method }) => {
      if (method === 'DELETE') paying.mollie.pay(session);
    };
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['kept']);
    await assertSound(museum);
  });

  it('what is paid after its buyer has cancelled goes back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    paying.stripe.pay(session);
    await paying.checkout.cancel(order.orderId);
    await paying.run('settle-payments');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: cancelled 2400']);
    await paying.run('pay-back');
    assert.deepEqual(await amounts(museum, order), [
      ['online', 24],
      ['online', -24],
    ]);
    await assertSound(museum);
  });

  it('what is paid at the desk and online is kept once', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: { paidBy: 'cash' } });
    paying.stripe.pay(session);
    assert.equal(await settled(paying, order), 'sold');
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refunded: paid-twice 2400']);
    assert.deepEqual(await amounts(museum, order), [
      ['cash', 24],
      ['online', 24],
      ['online', -24],
    ]);
    await assertSound(museum);
  });

  it('money for an order that the desk has changed meanwhile goes back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: 3 }];
    assert.equal(
      (await museum.api('PUT', `/orders/${order.orderId}/items`, { body: { items } })).status,
      200,
    );
    assert.equal(await settled(paying, order), 'held');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: changed 2400']);
    const again = await paying.start(order);
    assert.equal(paying.stripe.find(again)?.cents, 3600);
    paying.stripe.pay(again);
    assert.equal(await settled(paying, order), 'sold');
    await assertSound(museum);
  });

  it('of an order that loses an event while its buyer pays, the rest is sold, and what the event cost goes back', async (t) => {
    const { museum, paying } = await opened(openMuseum, t);
    const { eventId } = await createEvent(museum);
    const item = { product: eventId, day: '2027-03-14', quantity: 1 } as never;
    const general = { product: 'general', day: VISIT_DAY, quantity: 1 } as const;
    const order = await paying.checkout.place(visitorOrder({ items: [item, general] }));
    const session = await paying.start(order);
    await museum.api('DELETE', `/special-events/${eventId}`);
    paying.stripe.pay(session);
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: changed 2500']);
    assert.deepEqual((await shown(museum, order)).account, { worth: 12, paid: 37, due: 25, kept: 0 });
    await paying.run('pay-back');
    const { items, account } = await shown(museum, order);
    assert.deepEqual(account, { worth: 12, paid: 12, due: 0, kept: 0 });
    assert.deepEqual(
      items.map(({ ticketType }: { ticketType: string }) => ticketType),
      ['general'],
    );
    await assertSound(museum);
  });
});

describeOnDatabase((openMuseum) => {
  it('starting a payment holds the places for 36 minutes, and never beyond an hour after they were ordered', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    await paying.start(order);
    const held = async () => Date.parse((await shown(museum, order)).expiresAt) - order.createdAt;
    assert.equal(await held(), 36 * MINUTE);
    museum.clock.advance(30 * MINUTE);
    await paying.start(order, 'mollie');
    assert.equal(await held(), 60 * MINUTE);
  });

  it('an order that is reserved for the desk stays reserved while its buyer pays online', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const { expiresAt } = await paying.checkout.reserve(order.orderId);
    const session = await paying.start(order);
    assert.equal(Date.parse((await shown(museum, order)).expiresAt), expiresAt);
    paying.stripe.pay(session);
    assert.equal(await settled(paying, order), 'sold');
  });

  it('whoever comes back without paying goes on with the same payment', async (t) => {
    const { paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    assert.equal(await paying.start(order), session);
    assert.deepEqual(await outcomes(paying, order), ['open']);
  });

  it('going on with a payment writes nothing', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const written = async () => {
      const entries = await museum.store.all('SELECT kind FROM journal WHERE subject = ?', [order.orderId]);
      return [entries.map(({ kind }) => kind).sort(), (await shown(museum, order)).expiresAt];
    };
    await paying.start(order);
    const before = await written();
    assert.deepEqual(before[0], ['order.extended', 'order.held', 'payment.started']);
    for (let count = 0; count < 5; count += 1) {
      museum.clock.advance(2_000);
      await paying.start(order);
    }
    assert.deepEqual(await written(), before);
  });

  it('whoever gave up may begin again', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const first = await paying.start(order, 'mollie');
    paying.mollie.giveUp(first);
    const second = await paying.start(order, 'mollie');
    assert.notEqual(second, first);
    paying.mollie.pay(second);
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['ended', 'kept']);
    await assertSound(museum);
  });

  it('an answer that is lost starts no second payment', async (t) => {
    const { paying, order } = await opened(openMuseum, t);
    paying.stripe.fail('start', 'lost-answer');
    const session = await paying.start(order);
    assert.deepEqual([...paying.stripe.sessions.keys()], [session]);
    assert.equal(paying.stripe.requests.length, 2);
  });

  it('while the provider is away nothing is started, and later it is', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.isAway = true;
    await assert.rejects(paying.start(order), ProviderUnavailable);
    paying.stripe.isAway = false;
    museum.clock.advance(MINUTE);
    paying.stripe.pay(await paying.start(order));
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['ended', 'kept']);
    await assertSound(museum);
  });

  it('what the provider refuses is not open', async (t) => {
    const { paying, order } = await opened(openMuseum, t);
    paying.mollie.methods = ['banktransfer'];
    await assert.rejects(paying.start(order, 'mollie'), ProviderRefused);
    assert.deepEqual(await outcomes(paying, order), ['ended']);
  });

  it('a notification that is forged, about something else, or about an unknown session changes nothing', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    const { body, signature } = paying.stripe.notificationOf(session);
    const forged = { body: body.replace('completed', 'expired'), signature };
    assert.equal(await paying.checkout.notified('stripe', forged), false);
    assert.equal(await paying.checkout.notified('stripe', { body, signature: undefined }), false);
    assert.equal(await paying.checkout.notified('mollie', { body: 'x=1', signature: undefined }), false);
    assert.equal(
      await paying.checkout.notified('mollie', { body: 'id=tr_unknown', signature: undefined }),
      true,
    );
    // It says "completed", and nobody has paid: only what the provider answers counts.
    assert.equal(await paying.checkout.notified('stripe', { body, signature }), true);
    assert.equal(await stateOf(museum, order), 'held');
  });

  it('an order that is not paid is released when its hold ends, and can’t be paid any more', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const sessions = [await paying.start(order), await paying.start(order, 'mollie')];
    museum.clock.advance(36 * MINUTE);
    await paying.run('settle-payments');
    assert.deepEqual(
      [(await shown(museum, order)).state, (await shown(museum, order)).releasedBy],
      ['released', 'expiry'],
    );
    for (const session of sessions) assert.equal(paying.fakes.having(session)?.pay(session), false);
    assert.deepEqual(await outcomes(paying, order), ['ended', 'ended']);
    await assertSound(museum);
  });

  it('whoever paid and never came back gets the tickets when the hold ends', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    museum.clock.advance(40 * MINUTE);
    await paying.run('settle-payments');
    assert.equal(await stateOf(museum, order), 'sold');
    await assertSound(museum);
  });

  it('a payment that can’t be cancelled does not keep the places; if it is made all the same, they are taken again', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order, 'mollie');
    paying.mollie.isCancelable = false;
    museum.clock.advance(36 * MINUTE);
    assert.equal(await settled(paying, order), 'released');
    paying.mollie.pay(session);
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['kept']);
    await assertSound(museum);
  });

  it('money that comes when the places are gone is paid back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    await limit(museum, 4);
    const session = await paying.start(order, 'mollie');
    paying.mollie.isCancelable = false;
    museum.clock.advance(36 * MINUTE);
    assert.equal(await settled(paying, order), 'released');
    await sellOut(museum);
    paying.mollie.pay(session);
    assert.equal(await settled(paying, order), 'released');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: late 2400']);
    await assertSound(museum);
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refunded: late 2400']);
    assert.deepEqual(
      paying.mollie.find(session)?.refunds.map(({ cents }) => cents),
      [2400],
    );
    await assertSound(museum);
  });

  it('while the provider is away, the places are kept for two hours more; then money that comes is looked at again', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    paying.stripe.pay(session);
    paying.stripe.isAway = true;
    museum.clock.advance(36 * MINUTE);
    assert.equal(await settled(paying, order), 'held');
    museum.clock.advance(119 * MINUTE);
    assert.equal(await settled(paying, order), 'held');
    paying.stripe.isAway = false;
    assert.equal(await settled(paying, order), 'sold');
    await assertSound(museum);
  });

  it('after those two hours the places go back, and money that comes then still buys them if they are there', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    paying.stripe.isAway = true;
    museum.clock.advance((36 + 120) * MINUTE);
    await until(async () => (await stateOf(museum, order)) === 'released');
    assert.equal(await settled(paying, order), 'released');
    paying.stripe.isAway = false;
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['kept']);
    await assertSound(museum);
  });

  it('an answer that is lost, or a 500, is asked for again', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    museum.clock.advance(20 * MINUTE);
    paying.stripe.fail('look', 'error', 'lost-answer');
    assert.equal(await settled(paying, order), 'held');
    assert.equal(await settled(paying, order), 'held');
    paying.stripe.pay(session);
    assert.equal(await settled(paying, order), 'sold');
  });

  it('what is paid twice is kept once', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    const second = await paying.start(order, 'mollie');
    paying.mollie.pay(second);
    assert.equal(await settled(paying, order), 'sold');
    assert.deepEqual(await outcomes(paying, order), ['kept', 'refund-due: paid-twice 2400']);
    await paying.run('pay-back');
    assert.equal(paying.mollie.find(second)?.refunds.length, 1);
    await assertSound(museum);
  });

  it('an order that was sold or cancelled can’t be paid', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: { paidBy: 'cash' } });
    const kind = (error: unknown) => error instanceof Refusal && error.kind === 'order-sold';
    await assert.rejects(paying.start(order), kind);
  });

  it('a refund whose answers are lost is made once', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    paying.stripe.pay(session);
    await settled(paying, order);
    await paying.checkout.cancel(order.orderId);
    paying.stripe.fail('refund', 'lost-answer', 'lost-answer');
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: void 2400']);
    const refund = { method: 'cash', amount: 0.01 };
    const more = await museum.api('POST', `/orders/${order.orderId}/void`, {
      body: { reason: 'Ill', refund },
    });
    assert.equal(
      more.json.remains,
      0,
      'what the provider is about to pay back is due, and not paid back twice',
    );
    assert.deepEqual((await shown(museum, order)).account, { worth: 0, paid: 24, due: 24, kept: 0 });
    museum.clock.advance(MINUTE);
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refunded: void 2400']);
    assert.deepEqual((await shown(museum, order)).account, { worth: 0, paid: 0, due: 0, kept: 0 });
    assert.equal(paying.stripe.find(session)?.refunds.length, 1);
    await assertSound(museum);
  });

  it('a refund that fails is made again, and is due until the provider confirms it', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    const session = await paying.start(order);
    paying.stripe.pay(session);
    await settled(paying, order);
    await paying.checkout.cancel(order.orderId);
    const refunds = () => paying.stripe.find(session)?.refunds.map(({ state }) => state);
    paying.stripe.refundsAre = 'failed';
    await paying.run('pay-back');
    assert.deepEqual(refunds(), ['failed']);
    const [payment] = await paying.checkout.paymentsOf(order.orderId);
    assert.match(payment?.refunds[0]?.failure ?? '', /expired_or_canceled_card/);
    paying.stripe.refundsAre = 'pending';
    museum.clock.advance(MINUTE);
    await paying.run('pay-back');
    assert.deepEqual(refunds(), ['failed', 'pending']);
    assert.deepEqual(await outcomes(paying, order), ['refund-due: void 2400']);
    for (const refund of paying.stripe.find(session)?.refunds.slice(1) ?? []) refund.state = 'done';
    museum.clock.advance(2 * MINUTE);
    await paying.run('pay-back');
    assert.deepEqual(refunds(), ['failed', 'done']);
    assert.deepEqual(await amounts(museum, order), [
      ['online', 24],
      ['online', -24],
    ]);
    await assertSound(museum);
  });

  it('its buyer cancels what was paid, and only what is still valid goes back', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    await settled(paying, order);
    const [ticketId] = order.items.flatMap(({ ticketIds }) => ticketIds);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill.' } });
    await paying.checkout.cancel(order.orderId);
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refunded: void 1200']);
    assert.equal(await stateOf(museum, order), 'void');
    await assertSound(museum);
  });

  it('the desk pays back online no more than was paid online', async (t) => {
    const { museum, paying, order } = await opened(openMuseum, t);
    paying.stripe.pay(await paying.start(order));
    await settled(paying, order);
    const refund = (amount: number) =>
      museum.api('POST', `/orders/${order.orderId}/void`, {
        body: { reason: 'Ill.', refund: { method: 'online', amount } },
      });
    assert.equal((await refund(24.01)).json.type.endsWith('refund-too-high'), true);
    assert.equal((await refund(20)).status, 200);
    assert.equal((await refund(4.01)).json.type.endsWith('refund-too-high'), true);
    assert.equal((await refund(4)).status, 200);
    await paying.run('pay-back');
    const paid: [string, number][] = await amounts(museum, order);
    // Both refunds are due at the same instant, and go back in any order.
    assert.deepEqual(
      paid.toSorted(([, one], [, other]) => one - other),
      [
        ['online', -20],
        ['online', -4],
        ['online', 24],
      ],
    );
    await assertSound(museum);
  });

  it('what was paid for a date that is cancelled goes back; if it takes place after all, its tickets become void', async (t) => {
    const { museum, paying } = await opened(openMuseum, t);
    const { eventId } = await createEvent(museum);
    const item = { product: eventId, day: '2027-03-14', quantity: 1 } as never;
    const general = { product: 'general', day: VISIT_DAY, quantity: 1 } as const;
    const order = await paying.checkout.place(visitorOrder({ items: [item, general] }));
    paying.stripe.pay(await paying.start(order));
    await settled(paying, order);
    const change = (changes: object) => museum.api('PATCH', `/special-events/${eventId}`, { body: changes });
    await change({ dates: ['2027-03-15'] });
    await paying.run('refund-cancelled-dates');
    await paying.run('refund-cancelled-dates');
    assert.deepEqual(await outcomes(paying, order), ['refund-due: event 2500']);
    await paying.run('pay-back');
    assert.deepEqual(await outcomes(paying, order), ['refunded: event 2500']);
    await change({ dates: ['2027-03-14', '2027-03-15'] });
    await paying.run('refund-cancelled-dates');
    const { items, state } = await shown(museum, order);
    const states = items.flatMap(({ tickets }: { tickets: { state: string }[] }) =>
      tickets.map((each) => each.state),
    );
    assert.deepEqual([state, states.sort()], ['sold', ['valid', 'void']]);
    assert.deepEqual(await outcomes(paying, order), ['refunded: event 2500']);
    await assertSound(museum);
  });
});
