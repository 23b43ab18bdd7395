import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openPaying, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { createEvent, TODAY } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import type { VisitorOrder } from '../src/checkout/index.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { Refusal } from '../src/core/refusal.ts';
import type { Uuid } from '../src/core/uuid.ts';
import type { Order } from '../src/orders/index.ts';

const HOUR = 3_600_000;
const LATER = calendarDay('2027-03-14');

describeOnEachDatabase((openMuseum, shareOf) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const paying = await openPaying(museum, { cancelHours: 12 });
    const sold = async (items?: VisitorOrder['items'], quantity = 3) => {
      const order = await paying.checkout.place(visitorOrder(items && { items }, quantity));
      paying.stripe.pay(await paying.start(order));
      assert.equal((await paying.checkout.settle(order.orderId)).state, 'sold');
      return order;
    };
    /** Gives tickets back as the page does: for what it says. */
    const give = async ({ orderId }: Order, ids: readonly Uuid[]) =>
      paying.checkout.giveBack(orderId, ids, await paying.checkout.moneyFor(orderId, ids));
    return { museum, paying, sold, give };
  };
  const shown = async (museum: Museum, { orderId }: Order) =>
    (await museum.api('GET', `/orders/${orderId}`)).json;
  const setTo = ({ clock }: Museum, instant: string) => clock.advance(Date.parse(instant) - clock.now());
  const idsOf = ({ items }: Order): readonly Uuid[] => items.flatMap(({ ticketIds }) => ticketIds);
  const left = async (museum: Museum, day: string) =>
    (await museum.api('GET', `/availability?startDate=${day}&endDate=${day}`)).json[0].left;
  const whyNot = async (giving: Promise<unknown>): Promise<unknown> => {
    const error = await giving.then(
      () => assert.fail('it was not refused'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof Refusal)) throw error;
    return [error.kind, (error.facts as { because?: string }).because];
  };
  const choices = async ({ paying }: Awaited<ReturnType<typeof opened>>, order: Order) =>
    (await paying.checkout.buyersOptions({ ...order, state: 'sold' })).tickets.map(({ because }) => because);

  it('one ticket of several is given back: it is void, its place is free, and its price goes back through the provider', async (t) => {
    const { museum, paying, sold, give } = await opened(t);
    await museum.api('PUT', `/capacity/general/${VISIT_DAY}`, { body: { capacity: 10 } });
    const order = await sold();
    const [one] = idsOf(order) as [Uuid];
    assert.equal(await left(museum, VISIT_DAY), 7);
    assert.equal(await give(order, [one]), true);
    assert.equal(await left(museum, VISIT_DAY), 8);
    const { state, items, account } = await shown(museum, order);
    assert.deepEqual(
      [
        state,
        items[0].tickets.map(({ state: each, because }: { state: string; because?: string }) => [
          each,
          because,
        ]),
      ],
      [
        'sold',
        [
          ['void', 'returned'],
          ['valid', undefined],
          ['valid', undefined],
        ],
      ],
    );
    assert.deepEqual(account, { worth: 24, paid: 36, due: 12, kept: 0 });
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, order)).account, { worth: 24, paid: 24, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('two presses at once give a ticket back once, and a press for a sum that is another by now does nothing', async (t) => {
    const { museum, paying, sold, give } = await opened(t);
    for (let round = 0; round < shareOf(6); round += 1) {
      const order = await sold();
      const { orderId } = order;
      const [one, other] = idsOf(order) as [Uuid, Uuid];
      assert.deepEqual(await Promise.all([give(order, [one]), give(order, [one])]), [true, true]);
      assert.equal((await shown(museum, order)).account.due, 12);
      const stale = { online: 1_100, byMuseum: 0 };
      assert.equal(await paying.checkout.giveBack(orderId, [other], stale), false);
      const both = await paying.checkout.moneyFor(orderId, [one, other]);
      assert.deepEqual(both, { online: 1_200, byMuseum: 0 });
      assert.deepEqual(await whyNot(paying.checkout.giveBack(orderId, [one, other], both)), [
        'ticket-void',
        undefined,
      ]);
      assert.equal((await shown(museum, order)).account.worth, 24);
    }
    await assertSound(museum);
  });

  it('what is paid can be given back until some hours before its own visit, and what is free until it is used', async (t) => {
    const all = await opened(t);
    const { museum, paying, sold, give } = all;
    const { eventId } = await createEvent(museum, { dates: [LATER], price: 0 });
    const order = await sold([
      { product: 'general', day: VISIT_DAY, quantity: 1 },
      { product: 'general', day: LATER, quantity: 1 },
      { product: eventId, day: LATER, quantity: 1 },
    ]);
    assert.deepEqual(await choices(all, order), [undefined, undefined, undefined]);
    setTo(museum, `${VISIT_DAY}T00:00:00+01:00`);
    assert.deepEqual(await choices(all, order), ['too-late', undefined, undefined]);
    const [soon] = idsOf(order) as [Uuid];
    assert.deepEqual(await whyNot(give(order, [soon])), ['too-late-to-void', 'time']);
    setTo(museum, `${LATER}T12:00:00+01:00`);
    assert.deepEqual(await choices(all, order), ['over', 'too-late', undefined]);
    const free = idsOf(order)[2] as Uuid;
    assert.equal(await give(order, [free]), true);
    const used = await paying.checkout.place(
      visitorOrder({ items: [{ product: eventId, day: LATER, quantity: 1 }] }),
    );
    const [ticketId] = idsOf(used) as [Uuid];
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    assert.deepEqual(await whyNot(give(used, [ticketId])), ['too-late-to-void', 'admitted']);
    await assertSound(museum);
  });

  it('when the clock is set back, what was too late can be given back again, and what was given back stays so', async (t) => {
    const { museum, sold, give } = await opened(t);
    const order = await sold();
    const [one, other] = idsOf(order) as [Uuid, Uuid];
    const before = museum.clock.now();
    assert.equal(await give(order, [one]), true);
    museum.clock.advance(24 * HOUR);
    assert.deepEqual(await whyNot(give(order, [other])), ['too-late-to-void', 'time']);
    museum.clock.setAhead(before - HOUR - museum.clock.now());
    assert.equal(await give(order, [one]), true);
    assert.equal(await give(order, [other]), true);
    assert.equal((await shown(museum, order)).account.worth, 12);
    await assertSound(museum);
  });

  it('a cancelled ticket can be given back until it is paid back, also on its day', async (t) => {
    const all = await opened(t);
    const { museum, paying, sold, give } = all;
    const order = await sold([{ product: 'general', day: calendarDay(TODAY), quantity: 2 }]);
    assert.deepEqual(await choices(all, order), ['too-late', 'too-late']);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true, reason: 'Water leak' } });
    assert.deepEqual(await choices(all, order), [undefined, undefined]);
    const [one, other] = idsOf(order) as [Uuid, Uuid];
    assert.equal(await give(order, [one]), true);
    assert.deepEqual((await shown(museum, order)).account, { worth: 0, paid: 24, due: 24, kept: 0 });
    const body = { reason: 'They called', refund: { method: 'online', amount: 12 } };
    await museum.api('POST', `/tickets/${other}/void`, { body });
    await paying.run('pay-back');
    assert.deepEqual((await shown(museum, order)).account, { worth: 0, paid: 0, due: 0, kept: 0 });
    const event = await createEvent(museum, { dates: [LATER], price: 6 });
    const forEvent = await sold([{ product: event.eventId, day: LATER, quantity: 1 }]);
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    await paying.run('refund-cancelled-dates');
    assert.deepEqual(await choices(all, forEvent), ['paid-back']);
    assert.deepEqual(await whyNot(give(forEvent, idsOf(forEvent))), ['too-late-to-void', 'time']);
    await assertSound(museum);
  });

  it('when an event is cancelled while a buyer gives tickets for it back, the money goes back once', async (t) => {
    const { museum, paying, sold, give } = await opened(t);
    for (let round = 0; round < shareOf(8); round += 1) {
      const { eventId } = await createEvent(museum, { dates: [LATER], price: 6 });
      const order = await sold([{ product: eventId, day: LATER, quantity: 3 }]);
      const [one, other] = idsOf(order) as [Uuid, Uuid];
      await Promise.allSettled([
        give(order, [one, other]),
        museum.api('DELETE', `/special-events/${eventId}`),
        paying.run('refund-cancelled-dates'),
        give(order, [other, one]),
      ]);
      await paying.run('refund-cancelled-dates');
      await paying.run('pay-back');
      const { account } = await shown(museum, order);
      assert.deepEqual(account, { worth: 0, paid: 0, due: 0, kept: 0 });
    }
    await assertSound(museum);
  });
});
