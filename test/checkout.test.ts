import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AccountRefused, listAccounts, setPassword } from '../src/accounts/index.ts';
import type { Checkout } from '../src/checkout/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { Refusal } from '../src/core/refusal.ts';
import type { Order } from '../src/orders/index.ts';
import { openCheckout, placing, VISIT_DAY, visitorOrder } from './support/checkout.ts';
import { describeOnEachDatabase } from './support/databases.ts';
import type { Museum } from './support/museum.ts';
import { TODAY } from './support/samples.ts';
import { assertSound } from './support/sound.ts';
import { until } from './support/until.ts';

const MINUTE = 60_000;

describeOnEachDatabase((openMuseum) => {
  const limit = (museum: Museum, capacity: number) =>
    museum.api('PUT', `/capacity/general/${VISIT_DAY}`, { body: { capacity } });
  const price = (museum: Museum, amount: number) =>
    museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: amount }] });
  const shown = async (museum: Museum, { orderId }: Order) =>
    (await museum.api('GET', `/orders/${orderId}`)).json;
  const placed = async (checkout: Checkout, ...order: Parameters<typeof visitorOrder>): Promise<Order> => {
    const made = await placing(checkout, visitorOrder(...order));
    assert.ok(typeof made !== 'string', `${made}`);
    return made;
  };
  const whyNot = async (cancelling: Promise<unknown>) => {
    const error = await cancelling.then(
      () => assert.fail('it was cancelled'),
      (failure) => failure,
    );
    assert.ok(error instanceof Refusal);
    return [error.kind, (error.facts as { because?: string }).because];
  };

  it('an order is held for a quarter of an hour, while its buyer chooses how to pay', async (t) => {
    const museum = await openMuseum(t);
    const order = await placed(await openCheckout(museum), {}, 2);
    assert.deepEqual([order.state, order.heldFor], ['held', 'payment']);
    assert.equal(order.expiresAt, museum.clock.now() + 15 * MINUTE);
    museum.clock.advance(15 * MINUTE + 1);
    await until(async () => (await shown(museum, order)).state === 'released');
    await assertSound(museum);
  });

  it('what costs nothing is sold at once', async (t) => {
    const museum = await openMuseum(t);
    await price(museum, 0);
    const order = await placed(await openCheckout(museum), {}, 2);
    const { state, soldBy, items } = await shown(museum, order);
    assert.deepEqual([state, soldBy, items[0].tickets.length], ['sold', ':shop', 2]);
    await assertSound(museum);
  });

  it('where the desk is the only way, an order is reserved until the museum closes, or some minutes after its entry time', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    const order = await placed(checkout);
    assert.equal(order.heldFor, 'desk');
    assert.equal(order.expiresAt, Date.parse('2027-03-02T18:00:00+01:00'));
    await museum.api('PUT', '/general-entry/times', { body: { every: 60, places: null, lastEntry: 60 } });
    const item = { ticketType: 'general', ticketDate: VISIT_DAY, entryTime: '11:00', quantity: 1 } as const;
    const timed = await placed(checkout, { items: [item] });
    assert.equal(timed.expiresAt, Date.parse('2027-03-02T11:30:00+01:00'));
    await assertSound(museum);
  });

  it('with one e-mail address, three orders are open at most: held, reserved, or free and to come', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    const again = (order: Partial<Parameters<typeof visitorOrder>[0]> = {}) =>
      placing(checkout, visitorOrder({ email: 'Ada@example.com', ...order }));
    const first = await again();
    await price(museum, 0);
    await again({ email: 'ada@EXAMPLE.com' });
    await again();
    assert.equal(await again(), 'email');
    await checkout.cancel((first as Order).orderId);
    assert.equal(((await again()) as Order).state, 'sold');
    assert.equal(await again(), 'email');
    museum.clock.advance(2 * 86_400_000);
    const later = { ticketType: 'general', ticketDate: '2027-03-04', quantity: 1 } as const;
    assert.equal(((await again({ items: [later as never] })) as Order).state, 'sold');
  });

  it('from one network, twenty orders are held for payment at most', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    const orders = await Promise.all(
      Array.from({ length: 25 }, (_, host) =>
        placing(checkout, visitorOrder({ address: `2001:db8::${host.toString(16)}` })),
      ),
    );
    assert.equal(orders.filter((order) => order === 'network').length, 5);
    assert.equal(
      ((await placing(checkout, visitorOrder({ address: '2001:db8:0:1::1' }))) as Order).state,
      'held',
    );
  });

  it('strangers hold half of a slot at most, however many ask at once, and reservations count apart', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 10);
    const [one, other] = [await openCheckout(museum), await openCheckout(museum)];
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, index) => placing(index % 2 ? one : other, visitorOrder())),
    );
    assert.equal(orders.filter((order) => order === 'payment').length, 15);
    const desk = await openCheckout(museum, { ways: ['desk'] });
    assert.equal(((await placing(desk, visitorOrder({}, 4))) as Order).heldFor, 'desk');
    assert.equal(await placing(desk, visitorOrder({}, 2)), 'desk');
    const [first] = orders.filter((order): order is Order => typeof order !== 'string');
    const reserving = one.reserve((first as Order).orderId);
    assert.equal((await reserving).heldFor, 'desk');
    assert.equal(((await placing(one, visitorOrder())) as Order).heldFor, 'payment');
    await assertSound(museum);
  });

  it('a form that is sent twice at once to two instances is one order, and two without its hash; later it is a second one', async (t) => {
    const museum = await openMuseum(t);
    const checkouts = [await openCheckout(museum), await openCheckout(museum)];
    const sent = (order: ReturnType<typeof visitorOrder>) =>
      Promise.all(checkouts.map((checkout) => checkout.place(order)));
    const ids = (orders: readonly Order[]) => new Set(orders.map(({ orderId }) => orderId));
    assert.equal(ids(await sent(visitorOrder())).size, 2, 'nothing says that it is the same form');
    const form = visitorOrder({ formHash: 'x' });
    await limit(museum, 6); // half of it is three: the second click must not be refused because of the first
    const first = await sent(form);
    assert.equal(ids(first).size, 1);
    museum.clock.advance(10_000);
    await limit(museum, 100);
    assert.equal(ids([...first, ...(await sent(form))]).size, 2);
    await assertSound(museum);
  });

  it('a reservation is sold at the desk, and then only the desk pays it back', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum, { ways: ['desk', 'stripe'] });
    const order = await checkout.reserve((await placed(checkout)).orderId);
    assert.equal(order.expiresAt, Date.parse('2027-03-02T18:00:00+01:00'));
    const paid = await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(paid.json.state, 'sold');
    assert.deepEqual(await whyNot(checkout.cancel(order.orderId)), ['too-late-to-void', 'time']);
    assert.deepEqual(await checkout.cancellationOf({ ...order, state: 'sold' }), {
      may: false,
      because: 'paid-at-desk',
    });
    await assertSound(museum);
  });

  it('general entry for today is not sold once the museum has closed', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    const items = [{ ticketType: 'general', ticketDate: calendarDay(TODAY), quantity: 1 }] as const;
    museum.clock.advance(7 * 3_600_000 - 1);
    assert.notEqual(await placing(checkout, visitorOrder({ items })), 'museum-closed');
    museum.clock.advance(1); // 18:00
    assert.equal(await placing(checkout, visitorOrder({ items })), 'museum-closed');
  });

  it('its buyer cancels an order: one that is held, or a free one until it is used', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    const held = await placed(checkout);
    await checkout.cancel(held.orderId);
    assert.deepEqual(
      [(await shown(museum, held)).state, (await shown(museum, held)).releasedBy],
      ['released', 'buyer'],
    );
    assert.deepEqual(await whyNot(checkout.cancel(held.orderId)), ['order-void', undefined]);
    await price(museum, 0);
    const free = await placed(checkout);
    museum.clock.advance(25 * 3_600_000);
    assert.deepEqual(await checkout.cancellationOf(free), { may: true, refundCents: 0 });
    const used = await placed(checkout);
    const { tickets } = (await shown(museum, used)).items[0];
    await museum.api('POST', '/check-ins', { body: { ticketId: tickets[0].ticketId }, as: 'gate' });
    assert.deepEqual(await whyNot(checkout.cancel(used.orderId)), ['too-late-to-void', 'admitted']);
    await checkout.cancel(free.orderId);
    assert.equal((await shown(museum, free)).state, 'void');
    await assertSound(museum);
  });

  it('nobody can sign in with the account of the shop, or change it', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    const account = (await listAccounts(museum.store)).find(({ accountId }) => accountId === checkout.shopId);
    assert.deepEqual([account?.username, account?.role], [':shop', 'partner']);
    const changing = setPassword(museum.store, OPERATOR, ':shop', 'correct horse', museum.clock.now());
    await assert.rejects(changing, (error) => error instanceof AccountRefused && error.fault === 'built-in');
  });
});
