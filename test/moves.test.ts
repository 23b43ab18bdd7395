import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openPaying, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { createEvent, TODAY } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { until } from '../fixtures/until.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { Refusal } from '../src/core/refusal.ts';
import type { Uuid } from '../src/core/uuid.ts';
import type { Order } from '../src/orders/index.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const FRIDAY = calendarDay('2027-03-05');
const CHEAP = calendarDay('2027-03-08');
const DEAR = calendarDay('2027-03-09');

describeOnEachDatabase((openMuseum, shareOf) => {
  /** General entry costs 12, 8 on one day, and 20 on another. */
  const opened = async (
    t: Parameters<typeof openMuseum>[0],
    options: { moveHours?: number | 'off' } = {},
  ) => {
    const museum = await openMuseum(t);
    const price = (path: string, amount: number) =>
      museum.api('PUT', `/general-entry/prices${path}`, { body: [{ category: 'standard', price: amount }] });
    await price('', 12);
    await price(`/${CHEAP}`, 8);
    await price(`/${DEAR}`, 20);
    const paying = await openPaying(museum, { cancelHours: 12, moveHours: 12, ...options });
    const sold = async (quantity = 2, changes: Parameters<typeof visitorOrder>[0] = {}) => {
      const order = await paying.checkout.place(visitorOrder(changes, quantity));
      paying.stripe.pay(await paying.start(order));
      assert.equal((await paying.checkout.settle(order.orderId)).state, 'sold');
      return order;
    };
    /** Moves tickets as the page does: for what it says. */
    const move = async ({ orderId }: Order, ticketIds: readonly Uuid[], day = FRIDAY) => {
      const cost = await paying.checkout.moveCost(orderId, { ticketIds, day, entryTime: undefined });
      assert.ok(cost);
      const mover = {
        orderId,
        language: 'en',
        email: `${orderId}@example.com`,
        address: '192.0.2.1',
      } as const;
      return paying.checkout.move(mover, { wish: { ticketIds, day, entryTime: undefined }, shown: cost });
    };
    /** Begins to pay the move of the order that is open. @returns the session */
    const startMove = async ({ orderId }: Order) => {
      const open = await paying.checkout.openMove(orderId);
      assert.ok(open);
      return { holdId: open.holdId, session: await paying.start(open.hold) };
    };
    return { museum, paying, price, sold, move, startMove };
  };
  const shown = async (museum: Museum, { orderId }: Order) =>
    (await museum.api('GET', `/orders/${orderId}`)).json;
  /** The tickets of the order that stand, by day. */
  const standing = async (museum: Museum, order: Order): Promise<Record<string, Uuid[]>> => {
    const { items } = await shown(museum, order);
    const all = items.flatMap((item: { ticketDate: string; tickets: { ticketId: Uuid; state: string }[] }) =>
      item.tickets.filter(({ state }) => state !== 'void').map(({ ticketId }) => [item.ticketDate, ticketId]),
    ) as [string, Uuid][];
    return Object.fromEntries(
      [...Map.groupBy(all, ([day]) => day)].map(([day, found]) => [day, found.map(([, id]) => id)]),
    );
  };
  const idsOf = ({ items }: Order): readonly Uuid[] => items.flatMap(({ ticketIds }) => ticketIds);
  const placesOn = async (museum: Museum, day: string) =>
    (await museum.api('GET', `/availability?startDate=${day}&endDate=${day}`)).json[0].sold;
  const whyNot = async (moving: Promise<unknown>): Promise<unknown> => {
    const error = await moving.then(
      () => assert.fail('it was not refused'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof Refusal)) throw error;
    return error.kind;
  };

  it('tickets are moved at once where nothing is to be paid: the same order, new codes, the difference goes back', async (t) => {
    const { museum, paying, sold, move } = await opened(t);
    const order = await sold();
    const [one, other] = idsOf(order) as [Uuid, Uuid];
    assert.equal(await move(order, [one]), 'moved');
    assert.equal(await move(order, [other], CHEAP), 'moved');
    const now = await standing(museum, order);
    assert.deepEqual([now[FRIDAY]?.length, now[CHEAP]?.length, now[VISIT_DAY]], [1, 1, undefined]);
    assert.deepEqual([await placesOn(museum, VISIT_DAY), await placesOn(museum, FRIDAY)], [0, 1]);
    assert.deepEqual((await shown(museum, order)).account, { worth: 20, paid: 24, due: 4, kept: 0 });
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, order)).account, { worth: 20, paid: 20, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('what a cheaper move leaves of money that was paid at the desk is due', async (t) => {
    const { museum, paying, move } = await opened(t);
    const order = await paying.checkout.place(visitorOrder({}, 2));
    await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(await move(order, idsOf(order), CHEAP), 'moved');
    assert.deepEqual((await shown(museum, order)).account, { worth: 16, paid: 24, due: 8, kept: 0 });
    await assertSound(museum);
  });

  it('a dearer move is done when the difference is paid; until then the old tickets hold, and one move of an order is open', async (t) => {
    const { museum, paying, sold, move, startMove } = await opened(t);
    const order = await sold();
    const ids = idsOf(order);
    assert.equal(await move(order, ids, DEAR), 'to-pay');
    assert.deepEqual((await standing(museum, order))[VISIT_DAY], ids);
    assert.deepEqual([await placesOn(museum, VISIT_DAY), await placesOn(museum, DEAR)], [2, 2]);
    assert.equal(await move(order, ids.slice(1), DEAR), 'to-pay');
    assert.equal(await placesOn(museum, DEAR), 1);
    const { holdId, session } = await startMove(order);
    assert.equal(paying.stripe.find(session)?.cents, 800);
    paying.stripe.pay(session);
    assert.equal((await paying.checkout.settle(holdId)).state, 'released');
    const now = await standing(museum, order);
    assert.deepEqual([now[VISIT_DAY], now[DEAR]?.length], [ids.slice(0, 1), 1]);
    assert.deepEqual([await placesOn(museum, VISIT_DAY), await placesOn(museum, DEAR)], [1, 1]);
    const { account, state } = await shown(museum, order);
    assert.deepEqual([state, account], ['sold', { worth: 32, paid: 32, due: 0, kept: 0 }]);
    assert.equal(await paying.checkout.openMove(order.orderId), undefined);
    assert.equal(
      await paying.checkout.giveBack(order.orderId, now[DEAR] as Uuid[], { online: 2_000, byMuseum: 0 }),
      true,
    );
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, order)).account, { worth: 12, paid: 12, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('staff do not sell or change the places that are held for a move, and see of which order it is', async (t) => {
    const { museum, paying, sold, move, startMove } = await opened(t);
    const order = await sold();
    await move(order, idsOf(order), DEAR);
    const { holdId, session } = await startMove(order);
    const held = await museum.api('GET', '/orders?state=held');
    assert.deepEqual(
      held.json.map(({ orderId, moveOf }: { orderId: Uuid; moveOf: Uuid }) => [orderId, moveOf]),
      [[holdId, order.orderId]],
    );
    const items = [{ ticketType: 'general', ticketDate: DEAR, quantity: 1 }];
    for (const refused of [
      await museum.api('POST', `/orders/${holdId}/confirm`, { body: { paidBy: 'cash' } }),
      await museum.api('PUT', `/orders/${holdId}/items`, { body: { items } }),
    ]) {
      const { type, moveOf } = refused.json;
      assert.deepEqual([refused.status, type, moveOf], [409, '/problems/order-for-move', order.orderId]);
    }
    paying.stripe.pay(session);
    await paying.checkout.settle(holdId);
    assert.deepEqual((await shown(museum, order)).account, { worth: 40, paid: 40, due: 0, kept: 0 });
    assert.equal((await museum.api('POST', `/orders/${holdId}/confirm`)).status, 409);
    assert.equal(await placesOn(museum, DEAR), 2);
    await assertSound(museum);
  });

  it('a move that is left half-way changes nothing, and its places go back', async (t) => {
    const { museum, paying, sold, move, startMove } = await opened(t);
    const order = await sold();
    await move(order, idsOf(order), DEAR);
    await paying.checkout.dropMove(order.orderId);
    assert.equal(await placesOn(museum, DEAR), 0);
    await move(order, idsOf(order), DEAR);
    await startMove(order);
    museum.clock.advance(37 * MINUTE);
    await paying.run('settle-payments');
    assert.equal(await placesOn(museum, DEAR), 0);
    assert.deepEqual((await standing(museum, order))[VISIT_DAY], idsOf(order));
    assert.deepEqual((await shown(museum, order)).account, { worth: 24, paid: 24, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('a move that is paid after its hold has ended is done if the places are there; else the money goes back', async (t) => {
    const { museum, paying, price, sold, move, startMove } = await opened(t);
    for (const isLeft of [true, false]) {
      const order = await sold();
      await move(order, idsOf(order), DEAR);
      const { holdId, session } = await startMove(order);
      paying.stripe.pay(session);
      paying.stripe.isAway = true;
      museum.clock.advance((36 + 120) * MINUTE);
      await until(async () => (await paying.checkout.openMove(order.orderId)) === undefined);
      if (isLeft)
        await price(`/${DEAR}`, 25); // it is done at the price of the hold
      else await museum.api('PUT', `/capacity/general/${DEAR}`, { body: { capacity: 3 } });
      paying.stripe.isAway = false;
      await paying.checkout.settle(holdId);
      await paying.run('pay-back');
      const { account } = await shown(museum, order);
      const worth = isLeft ? 40 : 24;
      assert.deepEqual(account, { worth, paid: worth, due: 0, kept: 0 }, `${isLeft}`);
      const [payment] = (await paying.checkout.paymentsOf(order.orderId)).filter(
        ({ cents }) => cents === 1_600,
      );
      assert.equal(payment?.outcome, isLeft ? 'kept' : 'refunded');
      await price(`/${DEAR}`, 20);
    }
    await assertSound(museum);
  });

  it('what was paid for a move goes back when the tickets have changed meanwhile, and is taken once', async (t) => {
    const { museum, paying, sold, move, startMove } = await opened(t);
    const order = await sold();
    const [one] = idsOf(order) as [Uuid];
    await move(order, idsOf(order), DEAR);
    const { holdId, session } = await startMove(order);
    await paying.checkout.giveBack(order.orderId, [one], { online: 1_200, byMuseum: 0 });
    paying.stripe.pay(session);
    await paying.checkout.settle(holdId);
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, order)).account, { worth: 12, paid: 12, due: 0, kept: 0 });
    const twice = await sold();
    await move(twice, idsOf(twice), DEAR);
    const first = await startMove(twice);
    const open = await paying.checkout.openMove(twice.orderId);
    const second = await paying.start(open?.hold as Order, 'mollie');
    paying.stripe.pay(first.session);
    paying.mollie.pay(second);
    await paying.checkout.settle(first.holdId);
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, twice)).account, { worth: 40, paid: 40, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('who moves and gives back at once, or presses twice, does one of the two', async (t) => {
    const { museum, paying, sold, move } = await opened(t);
    for (let round = 0; round < shareOf(6); round += 1) {
      const order = await sold();
      const ids = idsOf(order);
      const done = await Promise.allSettled([
        move(order, ids),
        paying.checkout.giveBack(order.orderId, ids, { online: 2_400, byMuseum: 0 }),
        move(order, ids),
      ]);
      assert.ok(done.some(({ status }) => status === 'fulfilled'));
      await paying.run('pay-back');
      const { account } = await shown(museum, order);
      assert.ok([0, 24].includes(account.worth) && account.paid === account.worth, JSON.stringify(account));
    }
    await assertSound(museum);
  });

  it('two presses for a dearer day hold its places once', async (t) => {
    const { museum, paying, sold, move } = await opened(t);
    for (let round = 0; round < shareOf(4); round += 1) {
      const order = await sold();
      const ids = idsOf(order);
      assert.deepEqual(await Promise.all([move(order, ids, DEAR), move(order, ids, DEAR)]), [
        'to-pay',
        'to-pay',
      ]);
      assert.equal(await placesOn(museum, DEAR), 2);
      await paying.checkout.dropMove(order.orderId);
    }
    await assertSound(museum);
  });

  it('many who move there and back and buy at once wait for nobody for ever, and take no place twice', async (t) => {
    const { museum, sold, move } = await opened(t);
    for (const day of [VISIT_DAY, FRIDAY])
      await museum.api('PUT', `/capacity/general/${day}`, { body: { capacity: 24 } });
    const [there, back] = [[] as Order[], [] as Order[]];
    for (let count = 0; count < 3; count += 1) {
      there.push(await sold());
      back.push(await sold(2, { items: [{ product: 'general', day: FRIDAY, quantity: 2 }] }));
    }
    const items = [VISIT_DAY, FRIDAY].map((ticketDate) => ({
      ticketType: 'general',
      ticketDate,
      quantity: 1,
    }));
    await Promise.all([
      ...there.map((order) => move(order, idsOf(order), FRIDAY)),
      ...back.map((order) => move(order, idsOf(order), VISIT_DAY)),
      ...there.map(() => museum.api('POST', '/orders', { body: { items } })),
    ]);
    assert.deepEqual([await placesOn(museum, VISIT_DAY), await placesOn(museum, FRIDAY)], [9, 9]);
    await assertSound(museum);
  });

  it('what is called off while its buyer pays for a move is not moved, and the money goes back', async (t) => {
    const { museum, paying, sold, move, startMove } = await opened(t);
    for (const day of [VISIT_DAY, DEAR]) {
      const order = await sold();
      await move(order, idsOf(order), DEAR);
      const { holdId, session } = await startMove(order);
      paying.stripe.pay(session);
      await museum.api('PUT', `/museum-hours/${day}`, { body: { closed: true } });
      await paying.checkout.settle(holdId);
      await paying.run('pay-back');
      const { account } = await shown(museum, order);
      assert.deepEqual([account.paid, account.kept], [24, 0], day);
      assert.deepEqual((await standing(museum, order))[VISIT_DAY], idsOf(order));
      await museum.api('DELETE', `/museum-hours/${day}`);
    }
    await assertSound(museum);
  });

  it('free tickets count for the limits of strangers wherever they are moved', async (t) => {
    const { museum, paying, price, move } = await opened(t);
    for (const day of ['', `/${CHEAP}`]) await price(day, 0);
    await museum.api('PUT', `/capacity/general/${CHEAP}`, { body: { capacity: 100 } });
    await museum.api('PUT', `/capacity/general/${VISIT_DAY}`, { body: { capacity: 100 } });
    const address = '198.51.100.7';
    const orders: Order[] = [];
    for (let count = 0; count < 3; count += 1) {
      const day = count === 2 ? VISIT_DAY : CHEAP;
      const items = [{ product: 'general', day, quantity: 10 }] as const;
      orders.push(await paying.checkout.place(visitorOrder({ items, address, isFree: true })));
    }
    const last = orders[2] as Order;
    assert.equal(await whyNot(move(last, idsOf(last).slice(0, 1), CHEAP)), 'too-many-held');
    const first = orders[0] as Order;
    assert.equal(await move(first, idsOf(first).slice(0, 4), VISIT_DAY), 'moved');
    assert.equal(await move(last, idsOf(last).slice(0, 4), CHEAP), 'moved');
    assert.equal(await whyNot(move(last, idsOf(last).slice(4, 5), CHEAP)), 'too-many-held');
    await assertSound(museum);
  });

  it('a ticket is moved three times by choice, until some hours before the visit; when the clock is set back, again', async (t) => {
    const { museum, sold, move } = await opened(t);
    const order = await sold(1);
    let ids = idsOf(order);
    for (const day of [FRIDAY, VISIT_DAY, FRIDAY]) {
      assert.equal(await move(order, ids, day), 'moved');
      ids = (await standing(museum, order))[day] as Uuid[];
    }
    assert.equal(await whyNot(move(order, ids, VISIT_DAY)), 'too-late-to-void');
    const other = await sold(1);
    museum.clock.advance(24 * HOUR);
    assert.equal(await whyNot(move(other, idsOf(other))), 'too-late-to-void');
    museum.clock.advance(-24 * HOUR);
    assert.equal(await move(other, idsOf(other)), 'moved');
    await assertSound(museum);
  });

  it('what the museum called off is moved without a difference, also where moving is off, and given back it is worth what was paid', async (t) => {
    const { museum, paying, sold, move } = await opened(t, { moveHours: 'off' });
    const forToday = () => sold(1, { items: [{ product: 'general', day: calendarDay(TODAY), quantity: 1 }] });
    const [dear, cheap, late] = [await forToday(), await forToday(), await forToday()];
    assert.equal(await whyNot(move(dear, idsOf(dear))), 'too-late-to-void');
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true } });
    for (const [order, day, kept] of [
      [dear, DEAR, -8],
      [cheap, CHEAP, 4],
    ] as const) {
      assert.equal(await move(order, idsOf(order), day), 'moved');
      const { account } = await shown(museum, order);
      assert.deepEqual([account.paid, account.due, account.kept], [12, 0, kept]);
      const moved = (await standing(museum, order))[day] as Uuid[];
      const back = await paying.checkout.moneyFor(order.orderId, moved);
      assert.deepEqual(back, { online: 1_200, byMuseum: 0 });
      assert.equal(await paying.checkout.giveBack(order.orderId, moved, back), true);
    }
    museum.clock.advance(14 * 24 * HOUR);
    const after = calendarDay('2027-04-05');
    assert.equal(
      (await paying.checkout.buyersOptions({ ...late, state: 'sold' })).movable[0]?.because,
      undefined,
    );
    museum.clock.advance(24 * HOUR);
    assert.equal(await whyNot(move(late, idsOf(late), after)), 'too-late-to-void');
    await assertSound(museum);
  });

  it('an event is moved to another of its dates, and not where it is sold out or at another price than was said', async (t) => {
    const { museum, paying, sold, move } = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [FRIDAY, CHEAP, DEAR], price: 6 });
    const order = await sold(1, { items: [{ product: eventId, day: FRIDAY, quantity: 1 }] });
    const ids = idsOf(order);
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    await sold(1, { items: [{ product: eventId, day: CHEAP, quantity: 1 }] });
    assert.equal(await whyNot(move(order, ids, CHEAP)), 'sold-out');
    const wish = { ticketIds: ids, day: DEAR, entryTime: undefined };
    const cost = await paying.checkout.moveCost(order.orderId, wish);
    assert.ok(cost);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 9 } });
    const mover = { orderId: order.orderId, language: 'en', email: undefined, address: '192.0.2.1' } as const;
    const told = { wish, shown: cost };
    assert.equal(await paying.checkout.move(mover, told), 'changed');
    assert.equal(await move(order, ids, DEAR), 'to-pay');
    const elsewhere = { ...wish, day: calendarDay('2027-03-10') };
    assert.equal(await paying.checkout.moveCost(order.orderId, elsewhere), undefined);
    await assertSound(museum);
  });
});
