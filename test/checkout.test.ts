import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openCheckout, placing, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { termsIn } from '../fixtures/offer-terms.ts';
import { TODAY } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { until } from '../fixtures/until.ts';
import { AccountRefused, listAccounts, setPassword } from '../src/accounts/index.ts';
import type { Checkout } from '../src/checkout/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { Refusal } from '../src/core/refusal.ts';
import { type Order, visitorPlacesJob } from '../src/orders/index.ts';

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

  it('also where the desk is the only way; once it is reserved, until the museum closes, or some minutes after its entry time', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    const order = await placed(checkout);
    assert.deepEqual([order.heldFor, order.expiresAt], ['payment', museum.clock.now() + 15 * MINUTE]);
    const { heldFor, expiresAt } = await checkout.reserve(order.orderId);
    assert.deepEqual([heldFor, expiresAt], ['desk', Date.parse('2027-03-02T18:00:00+01:00')]);
    await museum.api('PUT', '/general-entry/times', { body: { every: 60, places: null, lastEntry: 60 } });
    const item = { product: 'general', day: VISIT_DAY, entryTime: '11:00', quantity: 1 } as const;
    const timed = await checkout.reserve((await placed(checkout, { items: [item] })).orderId);
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
    const later = { product: 'general', day: '2027-03-04', quantity: 1 } as const;
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
    const held = orders.filter((order): order is Order => typeof order !== 'string');
    for (const { orderId } of held) assert.equal((await one.reserve(orderId)).heldFor, 'desk');
    const desk = await openCheckout(museum, { ways: ['desk'] });
    assert.equal(await placing(desk, visitorOrder()), 'desk', 'half of the slot is reserved');
    assert.equal(((await placing(one, visitorOrder({}, 4))) as Order).heldFor, 'payment');
    assert.equal(await placing(one, visitorOrder({}, 2)), 'payment');
    await assertSound(museum);
  });

  const ONE_HOTEL = '198.51.100.7';
  const HOUR = 60 * MINUTE;

  /** Orders of ten, each with an e-mail address of its own, all at once through two instances. @returns the places that they got */
  async function grabbing(checkouts: readonly Checkout[], orders: number, changes = {}): Promise<number> {
    const order = (index: number) =>
      placing(
        checkouts[index % checkouts.length] as Checkout,
        visitorOrder({ address: ONE_HOTEL, ...changes }, 10),
      );
    const placed = await Promise.all(Array.from({ length: orders }, (_, index) => order(index)));
    const held = placed.filter((each): each is Order => typeof each !== 'string');
    const [first] = checkouts as [Checkout];
    if (first.ways.join() === 'desk') for (const { orderId } of held) await first.reserve(orderId);
    return 10 * held.length;
  }

  it('one network keeps a tenth of a slot or twenty places at most, free, reserved, held for payment, or all of these', async (t) => {
    const museum = await openMuseum(t);
    const open = (ways: readonly ('desk' | 'stripe')[]) =>
      Promise.all([openCheckout(museum, { ways }), openCheckout(museum, { ways })]);
    await price(museum, 0);
    await limit(museum, 300);
    assert.equal(await grabbing(await open([]), 30, { isFree: true }), 30);
    await price(museum, 10);
    const days = ['2027-03-03', '2027-03-04', '2027-03-05'] as const;
    const [reserved = '', held = '', both = ''] = days;
    const on = (day: string) => ({
      items: [{ product: 'general', day, quantity: 10 } as never],
    });
    for (const [day, capacity] of [
      [reserved, 400],
      [held, 100],
      [both, 400],
    ] as const)
      await museum.api('PUT', `/capacity/general/${day}`, { body: { capacity } });
    assert.equal(await grabbing(await open(['desk']), 20, on(reserved)), 40);
    assert.equal(await grabbing(await open(['stripe']), 8, on(held)), 20);
    const [checkout, other] = (await open(['desk', 'stripe'])) as [Checkout, Checkout];
    const first = (await placing(checkout, visitorOrder({ address: ONE_HOTEL, ...on(both) }))) as Order;
    await checkout.reserve(first.orderId);
    assert.equal(await grabbing([checkout, other], 20, on(both)), 30);
    const desk = await openCheckout(museum, { ways: ['desk'] });
    const placingFrom = (address: string, day: string, at = checkout) =>
      placing(at, visitorOrder({ address, ...on(day) }));
    assert.equal(await placingFrom(ONE_HOTEL, both), 'network-payment');
    assert.equal(await placingFrom(ONE_HOTEL, reserved, desk), 'network-desk');
    for (const day of days) assert.equal(((await placingFrom('198.51.100.8', day)) as Order).state, 'held');
    await price(museum, 0);
    assert.equal(await placing(checkout, visitorOrder({ address: ONE_HOTEL, isFree: true })), 'network-free');
    await assertSound(museum);
  });

  it('one network keeps two hundred places at most of all days with a limit together', async (t) => {
    const museum = await openMuseum(t);
    const desk = await openCheckout(museum, { ways: ['desk'] });
    const items = [{ product: 'general', day: '2027-03-09', quantity: 10 } as never];
    assert.equal(await grabbing([desk], 21, { items }), 210, 'there are places for all');
    await museum.api('PUT', '/capacity/general', { body: { capacity: 400 } });
    await museum.api('PUT', '/capacity/general/2027-03-09', { body: { capacity: null } });
    for (let day = 10; day < 20; day += 1) {
      const items = [{ product: 'general', day: `2027-03-${day}`, quantity: 10 } as never];
      assert.equal(await grabbing([desk], 2, { items }), 20);
    }
    assert.equal(await placing(desk, visitorOrder({ address: ONE_HOTEL })), 'network-desk');
    assert.equal(((await placing(desk, visitorOrder())) as Order).state, 'held');
    const online = await openCheckout(museum, { ways: ['desk', 'stripe'] });
    const { orderId } = await placed(online, { address: ONE_HOTEL });
    await assert.rejects(online.reserve(orderId), { facts: { limit: 'network-desk' } });
  });

  it('what a network gives back, or does not pay in time, counts for it for an hour more; what it pays never', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 100);
    const checkout = await openCheckout(museum);
    const again = () => placing(checkout, visitorOrder({ address: ONE_HOTEL }, 10));
    const [cancelled, late] = [(await again()) as Order, (await again()) as Order];
    await checkout.cancel(cancelled.orderId);
    assert.equal(await again(), 'network-payment');
    museum.clock.advance(16 * MINUTE);
    await until(async () => (await shown(museum, late)).state === 'released');
    assert.equal(await again(), 'network-payment');
    museum.clock.advance(HOUR - 15 * MINUTE);
    const paid = (await again()) as Order;
    await museum.api('POST', `/orders/${paid.orderId}/confirm`, { body: { paidBy: 'card' } });
    assert.equal(((await again()) as Order).state, 'held', 'the paid one counts no more');
    assert.equal(await again(), 'network-payment', 'the one that was not paid in time still does');
    await assertSound(museum);
  });

  /** Adults, families of four, and children for nothing. */
  async function categories(museum: Museum): Promise<void> {
    const kinds = [
      { category: 'standard', name: 'Adult', unitType: 'ADULT', places: 1, price: 10 },
      { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4, price: 30 },
      { category: 'child', name: 'Child', unitType: 'CHILD', places: 1, price: 0 },
    ];
    const body = kinds.map(({ price: _, ...kind }) => ({ ...kind, onSale: true }));
    await museum.api('PUT', '/categories', { body });
    const prices = kinds.map(({ category, price: amount }) => ({ category, price: amount }));
    await museum.api('PUT', '/general-entry/prices', { body: prices });
  }
  const of = (category: string, quantity: number, day = VISIT_DAY as string) => ({
    items: [{ product: 'general', day, category, quantity } as never],
  });

  it('one order of a network may have more than its share if it is to be paid, and is not reserved then', async (t) => {
    const museum = await openMuseum(t);
    await categories(museum);
    await limit(museum, 200);
    const checkout = await openCheckout(museum, { ways: ['stripe', 'desk'] });
    const families = { address: ONE_HOTEL, ...of('family', 6) };
    const { orderId } = await placed(checkout, families);
    assert.equal(await placing(checkout, visitorOrder({ address: ONE_HOTEL })), 'network-payment');
    await placed(checkout, of('family', 10));
    assert.equal(await placing(checkout, visitorOrder(of('family', 10))), 'payment', 'half of the slot');
    await assert.rejects(checkout.reserve(orderId), { facts: { limit: 'network-desk', left: 20 } });
    const desk = await openCheckout(museum, { ways: ['desk'] });
    await assert.rejects(desk.place(visitorOrder({ ...of('family', 6), address: '198.51.100.8' })), {
      facts: { limit: 'network-desk', left: 20 },
    });
    await assertSound(museum);
  });

  it('who cancels orders again at once, with the same e-mail address', async (t) => {
    const museum = await openMuseum(t);
    await categories(museum);
    await limit(museum, 200);
    const checkout = await openCheckout(museum, { ways: ['stripe', 'desk'] });
    const her = { address: ONE_HOTEL, email: 'ada@example.com', ...of('family', 3) };
    for (let count = 0; count < 3; count += 1) await checkout.cancel((await placed(checkout, her)).orderId);
    const { orderId } = await placed(checkout, her);
    const other = visitorOrder({ ...her, email: 'grace@example.com' });
    assert.equal(await placing(checkout, other), 'network-payment', 'for others of the network it counts');
    assert.equal((await checkout.reserve(orderId)).heldFor, 'desk');
    await assertSound(museum);
  });

  it('free orders that wait to be confirmed take nothing from who pays: neither orders of the network nor half of a slot', async (t) => {
    const museum = await openMuseum(t);
    await categories(museum);
    await limit(museum, 60);
    const checkout = await openCheckout(museum, { sendsMail: true });
    const other = '2027-03-03';
    const networks = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    for (const address of networks) {
      await placed(checkout, { address, isFree: true, ...of('child', 10, other) });
      for (const count of [10, 1, 1])
        assert.equal(
          (await placed(checkout, { address, isFree: true, ...of('child', count) })).state,
          'held',
        );
    }
    const batch = Array.from({ length: 18 }, () =>
      placing(
        checkout,
        visitorOrder({ address: '203.0.113.1', isFree: true, ...of('child', 1, '2027-03-04') }),
      ),
    );
    const held = await Promise.all(batch);
    assert.ok(held.every((order) => (order as Order).state === 'held'));
    assert.equal((await placed(checkout, { address: '203.0.113.1' })).state, 'held', 'who pays');
    assert.equal((await placed(checkout, of('standard', 10))).state, 'held', 'who pays from elsewhere');
    await assertSound(museum);
  });

  it('free tickets that were used, or are for a day that was called off, count for their network no more', async (t) => {
    const museum = await openMuseum(t);
    await price(museum, 0);
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 200 } });
    const checkout = await openCheckout(museum);
    const again = (day: string) =>
      placing(checkout, visitorOrder({ address: ONE_HOTEL, isFree: true, ...of('standard', 10, day) }));
    const [one, other] = [(await again(TODAY)) as Order, (await again(TODAY)) as Order];
    const enter = async (order: Order, tickets: number) => {
      for (const ticketId of order.items[0]?.ticketIds.slice(0, tickets) ?? [])
        await museum.api('POST', '/check-ins', { body: { ticketId } });
    };
    await enter(one, 9);
    assert.equal(await again(TODAY), 'network-free', 'one is still to come');
    await enter(one, 10);
    assert.equal(((await again(TODAY)) as Order).state, 'sold');
    assert.equal(await again(TODAY), 'network-free');
    await enter(other, 10);
    assert.equal(((await again(TODAY)) as Order).state, 'sold');
    await museum.api('PUT', '/capacity/general', { body: { capacity: 1000 } });
    for (const [day, orders] of [
      ['2027-03-03', 10],
      ['2027-03-04', 8],
    ] as const)
      for (let count = 0; count < orders; count += 1)
        assert.equal(((await again(day)) as Order).state, 'sold');
    assert.equal(await again('2027-03-05'), 'network-free', 'two hundred of all days');
    await museum.api('PUT', '/museum-hours/2027-03-03', { body: { closed: true, reason: 'Works' } });
    assert.equal(((await again('2027-03-05')) as Order).state, 'sold');
    await assertSound(museum);
  });

  it('free tickets that are cancelled count for their network for an hour more, but for those that the museum takes back', async (t) => {
    const museum = await openMuseum(t);
    await price(museum, 0);
    await limit(museum, 100);
    const checkout = await openCheckout(museum);
    const again = () => placing(checkout, visitorOrder({ address: ONE_HOTEL, isFree: true }, 10));
    const byMuseum = (await again()) as Order;
    await museum.api('POST', `/orders/${byMuseum.orderId}/void`, { body: { reason: 'A strike' } });
    for (const order of [await again(), await again()]) await checkout.cancel((order as Order).orderId);
    assert.equal(await again(), 'network-free');
    museum.clock.advance(HOUR + 1);
    assert.equal(((await again()) as Order).state, 'sold');
  });

  it('what counts no more is forgotten: what was given back an hour ago, and days that are over', async (t) => {
    const museum = await openMuseum(t);
    const { store, clock } = museum;
    await price(museum, 0);
    const checkout = await openCheckout(museum);
    await checkout.cancel((await placed(checkout)).orderId);
    await placed(checkout);
    const later = { items: [{ product: 'general', day: '2027-03-20', quantity: 1 } as never] };
    const kept = await placed(checkout, later);
    await checkout.cancel((await placed(checkout, later)).orderId);
    const job = visitorPlacesJob(store, { clock, terms: termsIn(clock) });
    const lease = { transaction: store.transaction.bind(store), isHeld: () => true };
    const left = async () => {
      const rows = await store.all<{ id: string }>('SELECT order_id AS id FROM visitor_places');
      return rows.map(({ id }) => id);
    };
    assert.equal((await left()).length, 4);
    clock.advance(HOUR);
    await job.step(lease);
    assert.deepEqual([await job.hasWork?.(), (await left()).length], [false, 2]);
    clock.advance(48 * HOUR);
    await job.step(lease);
    assert.deepEqual(await left(), [kept.orderId]);
    await museum.api('POST', `/orders/${kept.orderId}/void`, { body: { reason: 'A strike' } });
    assert.deepEqual(await left(), [], 'the museum took it back');
    await price(museum, 10);
    const old = [await placed(checkout, later), await placed(checkout, later)];
    await store.transaction(async (tx) => {
      // As the version before leaves them.
      await tx.run("UPDATE orders SET state = 'sold', sold_at = created_at WHERE order_id = ?", [
        old[0]?.orderId ?? null,
      ]);
      await tx.run(
        "UPDATE orders SET state = 'released', released_at = created_at, released_by = 'expiry' WHERE order_id = ?",
        [old[1]?.orderId ?? null],
      );
    });
    const held = await placed(checkout, later);
    await job.step(lease);
    assert.deepEqual(await left(), [held.orderId]);
  });

  it('who orders and cancels six times within an hour with one e-mail address waits', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    const again = () => placing(checkout, visitorOrder({ email: 'ada@example.com' }));
    for (let count = 0; count < 6; count += 1) await checkout.cancel(((await again()) as Order).orderId);
    assert.equal(await again(), 'email-lately');
    museum.clock.advance(HOUR + 1);
    assert.equal(((await again()) as Order).state, 'held');
  });

  it('beyond ten free places an hour from one network, a free order is held until its buyer has confirmed it', async (t) => {
    const museum = await openMuseum(t);
    await price(museum, 0);
    const checkout = await openCheckout(museum, { ways: ['desk', 'stripe'], sendsMail: true });
    const again = (quantity = 1) => placed(checkout, { address: ONE_HOTEL, isFree: true }, quantity);
    const why = async (asking: Promise<unknown>) => {
      const [kind] = await whyNot(asking);
      return kind;
    };
    assert.equal((await again(9)).state, 'sold');
    assert.equal((await again()).state, 'sold');
    const [held, cancelled, late] = [await again(2), await again(), await again()];
    assert.deepEqual([held.state, held.expiresAt], ['held', museum.clock.now() + HOUR]);
    assert.equal((await placed(checkout)).state, 'sold', 'another network');
    assert.equal(await why(checkout.reserve(held.orderId)), 'order-unconfirmed');
    const [one, other] = [checkout, await openCheckout(museum, { sendsMail: true })];
    const confirmed = await Promise.all([one.confirm(held.orderId), other.confirm(held.orderId)]);
    assert.deepEqual(
      confirmed.map(({ state }) => state),
      ['sold', 'sold'],
    );
    assert.equal((await shown(museum, held)).items[0].tickets.length, 2);
    await checkout.cancel(cancelled.orderId);
    assert.equal(await why(checkout.confirm(cancelled.orderId)), 'order-cancelled');
    museum.clock.advance(HOUR + 1);
    await until(async () => (await shown(museum, late)).state === 'released');
    assert.equal(await why(checkout.confirm(late.orderId)), 'order-unconfirmed');
    assert.equal((await again(10)).state, 'sold', 'an hour later');
    await checkout.cancel(held.orderId);
    assert.equal(await why(checkout.confirm(held.orderId)), 'order-void');
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

  it('the form of an order that was cancelled at once is another order, and that one too is made once', async (t) => {
    const museum = await openMuseum(t);
    const checkouts = [await openCheckout(museum), await openCheckout(museum)] as const;
    const form = visitorOrder({ formHash: 'x' });
    const first = await checkouts[0].place(form);
    await checkouts[1].cancel(first.orderId);
    const again = await Promise.all(checkouts.map((checkout) => checkout.place(form)));
    assert.equal(new Set(again.map(({ orderId }) => orderId)).size, 1);
    for (const { orderId, state } of again)
      assert.deepEqual([orderId === first.orderId, state], [false, 'held']);
    await assertSound(museum);
  });

  it('what is reserved already is not reserved once more: nothing is written', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum, { ways: ['desk', 'stripe'] });
    const { orderId } = await placed(checkout);
    const written = async () =>
      (await museum.store.all('SELECT kind FROM journal WHERE subject = ? ORDER BY position', [orderId])).map(
        (entry) => entry.kind,
      );
    const reserved = await checkout.reserve(orderId);
    assert.deepEqual(await written(), ['order.held', 'order.extended']);
    museum.clock.advance(MINUTE);
    const again = await Promise.all(Array.from({ length: 20 }, () => checkout.reserve(orderId)));
    for (const { expiresAt } of again) assert.equal(expiresAt, reserved.expiresAt);
    assert.deepEqual(await written(), ['order.held', 'order.extended']);
    await checkout.cancel(orderId);
    await whyNot(checkout.cancel(orderId));
    assert.deepEqual(await written(), ['order.held', 'order.extended', 'order.released']);
  });

  it('a reservation is sold at the desk, and what its buyer gives back is due at the desk', async (t) => {
    const museum = await openMuseum(t);
    await price(museum, 12);
    const checkout = await openCheckout(museum, { ways: ['desk', 'stripe'], cancelHours: 12 });
    const order = await checkout.reserve((await placed(checkout)).orderId);
    assert.equal(order.expiresAt, Date.parse('2027-03-02T18:00:00+01:00'));
    const paid = await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(paid.json.state, 'sold');
    const { cancellation } = await checkout.buyersOptions({ ...order, state: 'sold' });
    assert.deepEqual(cancellation, { online: 0, byMuseum: 1_200 });
    await checkout.cancel(order.orderId);
    const { state, account, payments } = (await museum.api('GET', `/orders/${order.orderId}`)).json;
    assert.deepEqual([state, account.due, payments.length], ['void', 12, 1]);
    await assertSound(museum);
  });

  it('general entry for today is not sold once the museum has closed', async (t) => {
    const museum = await openMuseum(t);
    const checkout = await openCheckout(museum);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    const items = [{ product: 'general', day: calendarDay(TODAY), quantity: 1 }] as const;
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
    assert.deepEqual((await checkout.buyersOptions(free)).cancellation, { online: 0, byMuseum: 0 });
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
