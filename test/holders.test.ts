/** The holders of tickets for what was called off: who they are, what is due to them, and how it goes back. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openPaying, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { termsIn } from '../fixtures/offer-terms.ts';
import { assertSound } from '../fixtures/sound.ts';
import { SERVICE } from '../src/core/actor.ts';
import { calendarDay, FIRST_DAY } from '../src/core/calendar-day.ts';
import type { Uuid } from '../src/core/uuid.ts';
import type { Job, Lease } from '../src/jobs/index.ts';
import { findCancelledSales, findToPayBack, payBackCancelledSale } from '../src/orders/index.ts';
import { findDueRefunds, findDues } from '../src/payments/index.ts';
import { findTicketsOf } from '../src/tickets/index.ts';

const DAY_MS = 24 * 3_600_000;
const NEXT = '2027-03-03';
const GENERAL_DAY = { product: 'general', day: VISIT_DAY } as const;

describeOnEachDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    return { museum, paying: await openPaying(museum) };
  };
  const paidOnline = async ({ paying }: Awaited<ReturnType<typeof opened>>, quantity: number) => {
    const order = await paying.checkout.place(visitorOrder({}, quantity));
    paying.stripe.pay(await paying.start(order));
    assert.equal((await paying.checkout.settle(order.orderId)).state, 'sold');
    return order;
  };
  const paidInCash = async (museum: Museum, quantity = 1) => {
    const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity }];
    return (await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } })).json;
  };
  /** An order of the shop, with a ticket for each of the days, that was paid in cash at the desk. */
  const paidAtDesk = async (
    { museum, paying }: Awaited<ReturnType<typeof opened>>,
    days: readonly string[],
  ) => {
    const items = days.map((day) => ({ product: 'general', day: calendarDay(day), quantity: 1 }) as const);
    const { orderId } = await paying.checkout.place(visitorOrder({ items }));
    const sold = await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(sold.status, 200, sold.text);
    return orderId;
  };
  const giveBack = async (
    { museum, paying: { checkout } }: Awaited<ReturnType<typeof opened>>,
    orderId: Uuid,
    days: readonly string[],
  ) => {
    const tickets = await findTicketsOf(museum.store, [orderId]);
    const ids = tickets.filter(({ day }) => days.includes(day)).map(({ ticketId }) => ticketId);
    const back = { online: 0, byMuseum: 1_200 * ids.length };
    assert.equal(await checkout.giveBack(orderId, ids, back), true);
  };
  const close = async (museum: Museum, more: object = {}) => {
    const body = { from: VISIT_DAY, to: VISIT_DAY, ...more };
    const closed = await museum.api('POST', '/museum-hours/close', { body });
    assert.equal(closed.status, 200, closed.text);
  };
  const accountOf = async (museum: Museum, orderId: string) =>
    (await museum.api('GET', `/orders/${orderId}`)).json.account;
  const holders = async ({ store }: Museum) =>
    (await findCancelledSales(store, SERVICE, GENERAL_DAY)).map((sale) => {
      const { saleId, tickets, dueCents, onlineCents, waitingCents, settledAt, movedAt } = sale;
      const became = movedAt !== undefined ? 'moved' : settledAt === undefined ? 'waits' : 'settled';
      return [saleId, tickets.length, dueCents, onlineCents, waitingCents, became];
    });
  const payBack = ({ store, clock }: Museum, saleId: Uuid) =>
    store.transaction((tx) => {
      const sale = { ...GENERAL_DAY, saleId, method: 'cash' } as const;
      return payBackCancelledSale(tx, SERVICE, sale, { clock, terms: termsIn(clock) });
    });

  it('of a closed day, what was paid online goes back by itself after 14 days, and the rest is due until it is marked', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const [online, cash] = [await paidOnline(all, 2), await paidInCash(museum)];
    await close(museum);
    await paying.run('refund-cancelled-dates');
    assert.deepEqual(await holders(museum), [
      [online.orderId, 2, 0, 2_400, 2_400, 'waits'],
      [cash.orderId, 1, 1_200, 0, 0, 'waits'],
    ]);
    const needed = { product: 'general', name: null, day: VISIT_DAY, tickets: 1 };
    assert.deepEqual(await findToPayBack(museum.store, FIRST_DAY), [needed]);
    assert.equal(await payBack(museum, online.orderId), false, 'it goes back by itself');
    museum.clock.advance(14 * DAY_MS);
    await paying.run('refund-cancelled-dates');
    assert.equal((await holders(museum))[0]?.[4], 2_400, 'there is another day to choose');
    museum.clock.advance(DAY_MS);
    await paying.run('refund-cancelled-dates');
    assert.deepEqual((await holders(museum))[0], [online.orderId, 2, 0, 2_400, 0, 'waits']);
    assert.deepEqual(await accountOf(museum, online.orderId), { worth: 0, paid: 24, due: 24, kept: 0 });
    await paying.run('pay-back');
    assert.deepEqual(await accountOf(museum, online.orderId), { worth: 0, paid: 0, due: 0, kept: 0 });
    assert.equal(await payBack(museum, cash.orderId), true);
    assert.equal(await payBack(museum, cash.orderId), false);
    assert.deepEqual((await holders(museum))[1], [cash.orderId, 1, 0, 0, 0, 'settled']);
    assert.deepEqual(await findToPayBack(museum.store, FIRST_DAY), []);
    assert.deepEqual(await accountOf(museum, cash.orderId), { worth: 0, paid: 0, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('what many orders paid online is owed in several steps, between which the service can stop', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    for (let order = 0; order < 21; order += 1) await paidOnline(all, 1);
    await close(museum, { refund: 'at-once' });
    const job = paying.checkout.jobs().find(({ name }) => name === 'refund-cancelled-dates') as Job;
    const lease: Lease = { transaction: (work) => museum.store.transaction(work), isHeld: () => true };
    const owed = async () => (await findDueRefunds(museum.store)).length;
    assert.deepEqual([await job.step(lease), await owed()], [true, 20]);
    assert.deepEqual([await job.step(lease), await owed()], [false, 21]);
    assert.equal(await job.hasWork?.(), false);
  });

  it('of a day that is opened again, only tickets that were paid back are void from then on', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const [online, cash] = [await paidOnline(all, 2), await paidInCash(museum)];
    await close(museum, { refund: 'at-once' });
    await paying.run('refund-cancelled-dates');
    await paying.run('refund-cancelled-dates');
    assert.deepEqual(await accountOf(museum, online.orderId), { worth: 0, paid: 24, due: 24, kept: 0 });
    assert.equal((await museum.api('DELETE', `/museum-hours/${VISIT_DAY}`)).status, 204);
    await paying.run('refund-cancelled-dates');
    await paying.run('pay-back');
    const stateOf = async (orderId: string) => {
      const { state, items } = (await museum.api('GET', `/orders/${orderId}`)).json;
      return [state, items[0].tickets[0].state];
    };
    assert.deepEqual(await stateOf(online.orderId), ['void', 'void']);
    assert.deepEqual(await stateOf(cash.orderId), ['sold', 'valid']);
    await assertSound(museum);
  });

  it('says who has moved to another day, and what is due for tickets that were given back', async (t) => {
    const all = await opened(t);
    const { museum } = all;
    const moved = await paidInCash(museum);
    const orderId = await paidAtDesk(all, [VISIT_DAY, VISIT_DAY]);
    await close(museum);
    const [{ ticketId }] = moved.items[0].tickets;
    const another = { ticketType: 'general', ticketDate: NEXT, reason: 'Closed' };
    assert.equal((await museum.api('POST', `/tickets/${ticketId}/exchange`, { body: another })).status, 201);
    await giveBack(all, orderId, [VISIT_DAY]);
    assert.deepEqual(await holders(museum), [
      [moved.orderId, 1, 0, 0, 0, 'moved'],
      [orderId, 2, 2_400, 0, 0, 'waits'],
    ]);
    assert.equal(await payBack(museum, orderId), true);
    assert.deepEqual((await holders(museum))[1], [orderId, 2, 0, 0, 0, 'settled']);
    assert.equal(await payBack(museum, orderId), false);
    await assertSound(museum);
  });

  it('what is marked as paid back is what was called off, and not what was given back of the same order', async (t) => {
    const all = await opened(t);
    const { museum } = all;
    const orderId = await paidAtDesk(all, [VISIT_DAY, NEXT]);
    await giveBack(all, orderId, [NEXT]);
    await close(museum);
    assert.deepEqual(await accountOf(museum, orderId), { worth: 0, paid: 24, due: 24, kept: 0 });
    assert.deepEqual(await holders(museum), [[orderId, 1, 1_200, 0, 0, 'waits']]);
    assert.equal(await payBack(museum, orderId), true);
    assert.deepEqual(await accountOf(museum, orderId), { worth: 0, paid: 12, due: 12, kept: 0 });
    assert.equal((await findDues(museum.store, [orderId])).get(orderId), 1_200);
    assert.equal(await payBack(museum, orderId), false);
    await assertSound(museum);
  });

  it('what was given back of several days at once is due where the day was called off, as far as it is for that day', async (t) => {
    const all = await opened(t);
    const { museum } = all;
    const orderId = await paidAtDesk(all, [VISIT_DAY, NEXT]);
    await close(museum);
    await giveBack(all, orderId, [VISIT_DAY, NEXT]);
    assert.deepEqual(await holders(museum), [[orderId, 1, 1_200, 0, 0, 'waits']]);
    assert.equal(await payBack(museum, orderId), true);
    assert.deepEqual(await holders(museum), [[orderId, 1, 0, 0, 0, 'settled']]);
    assert.deepEqual(await accountOf(museum, orderId), { worth: 0, paid: 12, due: 12, kept: 0 });
    assert.equal((await findDues(museum.store, [orderId])).get(orderId), 1_200);
    assert.equal(await payBack(museum, orderId), false);
    await assertSound(museum);
  });
});
