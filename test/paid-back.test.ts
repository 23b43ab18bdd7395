import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { openPaying, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { assertRefused } from '../fixtures/refused.ts';
import { createEvent, TODAY } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { signInStaff } from '../fixtures/staff.ts';
import { checkMuseum } from '../src/check/index.ts';
import type { VisitorOrder } from '../src/checkout/index.ts';
import { SERVICE } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import type { Uuid } from '../src/core/uuid.ts';
import { localTimes } from '../src/core/zoned-time.ts';
import { findAccount, findCancelledSales, type Order } from '../src/orders/index.ts';
import { addPayments, findPayments, makePayments } from '../src/payments/index.ts';
import { inspectStore, type Transaction } from '../src/store/index.ts';

/**
 * What may happen to an order of two tickets for general entry at 12 euros, two at 6 for an event that may not take place, two
 * audio guides at 4, and a gift voucher of 10.
 */
type Step =
  | {
      /** `ticket`: which of those that were made for it so far; `cents`: of the refund, or of the payment where it is dearer. */
      readonly does: 'exchange' | 'exchange-all' | 'void-ticket' | 'void-order' | 'buy-back';
      readonly ticket: number;
      readonly to: 'cheap' | 'dear';
      readonly by: 'cash' | 'online' | undefined;
      readonly cents: number;
    }
  | { readonly does: 'cancel-date' | 'restore-date' | 'owe' | 'pay-back' | 'mark' | 'late-money' | 'buyer' }
  | { readonly does: 'spend' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...(['exchange', 'exchange', 'exchange-all', 'void-ticket', 'void-order', 'buy-back'] as const),
      ),
      ticket: fc.nat(7),
      to: fc.constantFrom('cheap', 'dear' as const),
      by: fc.constantFrom('cash', 'online', undefined, undefined),
      cents: fc.constantFrom(100, 600, 1200, 3000, 8800),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...(['cancel-date', 'cancel-date', 'restore-date', 'owe', 'owe', 'pay-back'] as const),
        ...(['mark', 'late-money', 'buyer', 'buyer', 'spend'] as const),
      ),
    }),
  },
);
const paidHow = fc.constantFrom('online', 'online', 'cash', undefined);
const OFF = calendarDay('2027-03-14');
const ON = calendarDay('2027-03-15');

/** A ticket as it is known from what was done, and not from what is stored. */
interface Known {
  readonly ticketId: Uuid;
  readonly price: number;
  readonly isForDate: boolean;
  /** What was charged for it and not paid back for its date. */
  readonly value: number;
  readonly isVoid: boolean;
}

/** The id of the ticket that was made for the old one, in the answer to an exchange of it or of its order. */
function madeFor(
  { ticketId, items = [] }: { ticketId: Uuid; items?: { tickets?: { ticketId: Uuid; replaces?: Uuid }[] }[] },
  old: Known,
): Uuid {
  const made = items.flatMap(({ tickets = [] }) => tickets).find(({ replaces }) => replaces === old.ticketId);
  return made?.ticketId ?? ticketId;
}

/** Records money as paid back, without a question. */
async function recordRefund(tx: Transaction, orderId: Uuid, cents: number): Promise<void> {
  const payment = { orderId, method: 'cash', cents: -cents, currency: 'EUR', at: 0 } as const;
  await addPayments(tx, SERVICE, makePayments(SERVICE, localTimes('Europe/Berlin'), [payment]));
}

async function faultsIn({ database }: Museum): Promise<string[]> {
  return inspectStore(database, async (snapshot) => {
    const faults: string[] = [];
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    return faults;
  });
}

describeOnEachDatabase((openMuseum, shareOf) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const paying = await openPaying(museum, { cancelHours: 12 });
    return { museum, paying };
  };
  type Opened = Awaited<ReturnType<typeof opened>>;
  const place = (
    { paying }: Opened,
    eventId: Uuid,
    general: number,
    ofDate: number,
    { articles, gifts }: Pick<VisitorOrder, 'articles' | 'gifts'> = {},
  ): Promise<Order> => {
    const items = [
      { product: 'general', day: VISIT_DAY, quantity: general },
      { product: eventId, day: OFF, quantity: ofDate },
    ] as const;
    return paying.checkout.place(visitorOrder({ items, articles, gifts }));
  };
  const payOnline = async ({ paying }: Opened, order: Order) => {
    paying.stripe.pay(await paying.start(order));
    assert.equal((await paying.checkout.settle(order.orderId)).state, 'sold');
  };
  const announce = async (museum: Museum, price: number): Promise<Uuid> =>
    (await createEvent(museum, { dates: [OFF, ON], price })).eventId;
  const setDates = (museum: Museum, eventId: Uuid, dates: readonly string[]) =>
    museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } });
  const exchange = (museum: Museum, ticketId: string, body: object) =>
    museum.api('POST', `/tickets/${ticketId}/exchange`, { body: { reason: 'They asked', ...body } });
  /** What was paid back for those sales, or is owed, in cents. */
  const paidBackFor = async ({ store }: Museum, sales: readonly Uuid[]) => {
    const made = (await findPayments(store, sales)).map(({ cents }) => Math.max(0, -cents));
    const owed = await Promise.all(
      sales.map((sale) =>
        store.get<{ cents: number | null }>(
          'SELECT sum(amount_cents) AS cents FROM refunds WHERE payment_id IS NULL AND order_id = ?',
          [sale],
        ),
      ),
    );
    return [...made, ...owed.map((row) => Number(row?.cents ?? 0))].reduce((sum, each) => sum + each, 0);
  };

  /** Makes an order void with a refund in cash. @returns what remains paid when it is refused, in euros */
  const refundOf = async (museum: Museum, orderId: string, amount: number, method = 'cash') => {
    const body = { reason: 'Ill', refund: { method, amount } };
    const { status, json } = await museum.api('POST', `/orders/${orderId}/void`, { body });
    return status === 409 ? json.remains : status;
  };

  const dueAndKept = async (museum: Museum, orderId: string) => {
    const { account } = (await museum.api('GET', `/orders/${orderId}`)).json;
    return [account.due, account.kept];
  };

  it('what staff pay back for one ticket is not taken from what its buyer is owed for another', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const order = await place(all, await announce(museum, 6), 2, 1);
    const { orderId } = order;
    await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } });
    const [given, ill] = order.items[0]?.ticketIds ?? [];
    const money = await paying.checkout.moneyFor(orderId, [given as Uuid]);
    assert.equal(await paying.checkout.giveBack(orderId, [given as Uuid], money), true);
    const body = { reason: 'Ill', refund: { method: 'cash', amount: 12 } };
    assert.equal((await museum.api('POST', `/tickets/${ill}/void`, { body })).status, 200);
    assert.deepEqual(await dueAndKept(museum, orderId), [12, 0]);
    await assertSound(museum);
  });

  it('an exchange for a dearer ticket adds what was recorded as paid for it, and without a payment nothing', async (t) => {
    const { museum } = await opened(t);
    const dear = { ticketType: 'event', eventId: await announce(museum, 100), ticketDate: ON };
    const general = { ticketType: 'general', ticketDate: VISIT_DAY };
    const items = [{ ...general, quantity: 1 }];
    for (const [name, paidBy] of [
      ['paid in cash', { paidBy: 'cash' }],
      ['collected by its seller', {}],
    ] as const) {
      const sold = (await museum.api('POST', '/orders', { body: { items, ...paidBy } })).json;
      let [{ ticketId }] = sold.items[0].tickets;
      for (let round = 0; round < 5; round += 1)
        for (const other of [dear, general]) ({ ticketId } = (await exchange(museum, ticketId, other)).json);
      assert.equal(await refundOf(museum, ticketId, 12.01), 12, name);
      const settled = { ...dear, payment: { method: 'card', amount: 88 } };
      ({ ticketId } = (await exchange(museum, ticketId, settled)).json);
      const back = { ...general, refund: { method: 'cash', amount: 30 } };
      ({ ticketId } = (await exchange(museum, ticketId, back)).json);
      assert.equal(await refundOf(museum, ticketId, 70.01), 70, name);
      assert.equal(await refundOf(museum, ticketId, 70), 200, name);
      assert.equal(await refundOf(museum, sold.orderId, 0.01), 0, name);
    }
    await assertSound(museum);
  });

  it('an exchange into another currency is settled at the desk: then the new price remains, and nothing of the old one', async (t) => {
    const { museum } = await opened(t);
    const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: 2 }];
    const sold = (await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } })).json;
    const dear = { ticketType: 'event', eventId: await announce(museum, 100), ticketDate: ON };
    const { ticketId } = (await exchange(museum, sold.items[0].tickets[0].ticketId, dear)).json;
    await museum.store.transaction((tx) =>
      tx.run(
        "UPDATE tickets SET currency = 'CHF', joined_order = NULL, charged_cents = NULL WHERE ticket_id = ?",
        [ticketId],
      ),
    );
    const { total } = (await museum.api('GET', `/reports/money?startDate=${TODAY}&endDate=${TODAY}`)).json;
    const { revenue, due, kept, paid } = total;
    assert.deepEqual({ revenue, due, kept, paid }, { revenue: 12, due: 0, kept: 0, paid: 12 });
    assert.equal(await refundOf(museum, ticketId, 100.01), 100);
    assert.equal(await refundOf(museum, sold.orderId, 12.01), 12);
    await assertSound(museum);
  });

  it('museum check names an order of which more was paid back than was paid, also for what was exchanged', async (t) => {
    const { museum } = await opened(t);
    const dear = { ticketType: 'event', eventId: await announce(museum, 100), ticketDate: ON };
    const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: 1 }];
    const sold = (await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } })).json;
    const made = await exchange(museum, sold.items[0].tickets[0].ticketId, dear);
    await museum.store.transaction((tx) => recordRefund(tx, made.json.ticketId, 1_200));
    assert.deepEqual(await faultsIn(museum), []);
    await museum.store.transaction((tx) => recordRefund(tx, sold.orderId, 44_000));
    const [fault, ...more] = await faultsIn(museum);
    assert.match(fault ?? '', /440 more is paid back or owed than was paid/);
    assert.ok(fault?.includes(sold.orderId), fault);
    assert.deepEqual(more, []);
  });

  it('what was paid back for a cancelled date, or kept by staff, does not go back when its buyer cancels the rest', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const eventId = await announce(museum, 6);
    const order = await place(all, eventId, 3, 1);
    await payOnline(all, order);
    const shown = async () => {
      const { state } = (await museum.api('GET', `/orders/${order.orderId}`)).json;
      return (await paying.checkout.buyersOptions({ ...order, state })).cancellation?.online;
    };
    assert.equal(await shown(), 4_200);
    const [moved, kept] = order.items[0]?.ticketIds ?? [];
    await exchange(museum, moved as Uuid, { ticketType: 'general', ticketDate: '2027-03-05' });
    assert.equal(await shown(), 4_200);
    await museum.api('POST', `/tickets/${kept}/void`, { body: { reason: 'Never came' } });
    assert.equal(await shown(), 3_000);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.equal(await shown(), 3_000);
    await paying.run('refund-cancelled-dates');
    assert.equal(await shown(), 2_400);
    await paying.checkout.cancel(order.orderId);
    assert.equal(await paidBackFor(museum, [order.orderId]), 3_000);
    assert.equal(await refundOf(museum, order.orderId, 12.01), 12);
    await paying.run('pay-back');
    assert.equal(await refundOf(museum, order.orderId, 12, 'online'), 200);
    await assertSound(museum);
  });

  it('what no provider has is due to its buyer who cancels, also when no payment was recorded, until staff pay it back', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const eventId = await announce(museum, 6);
    for (const paidBy of ['cash', 'online', undefined]) {
      const order = await place(all, eventId, 1, 1);
      const late = await paying.start(order);
      await museum.api('POST', `/orders/${order.orderId}/confirm`, { body: paidBy ? { paidBy } : {} });
      paying.stripe.pay(late); // paid twice: that goes back, and says nothing of the sale
      await paying.checkout.settle(order.orderId);
      await paying.run('pay-back');
      const { cancellation } = await paying.checkout.buyersOptions({ ...order, state: 'sold' });
      assert.deepEqual(cancellation, { online: 0, byMuseum: 1_800 }, paidBy);
      await paying.checkout.cancel(order.orderId);
      assert.deepEqual(await dueAndKept(museum, order.orderId), [18, 0], paidBy);
      assert.equal(await refundOf(museum, order.orderId, 18.01), 18, paidBy);
      assert.equal(await refundOf(museum, order.orderId, 10), 200, paidBy);
      assert.deepEqual(await dueAndKept(museum, order.orderId), [8, 0], paidBy);
      assert.equal(await refundOf(museum, order.orderId, 8), 200, paidBy);
      assert.deepEqual(await dueAndKept(museum, order.orderId), [0, 0], paidBy);
    }
    await assertSound(museum);
  });

  it('of a party of which one went in before the event was cancelled, the others are paid back', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const { eventId } = await createEvent(museum, { dates: [TODAY], price: 6 });
    const item = { product: eventId, day: calendarDay(TODAY), quantity: 3 } as const;
    const order = await paying.checkout.place(visitorOrder({ items: [item] }));
    await payOnline(all, order);
    const [ticketId] = order.items[0]?.ticketIds ?? [];
    assert.equal((await museum.api('POST', '/check-ins', { body: { ticketId } })).json.verdict, 'admitted');
    await museum.api('DELETE', `/special-events/${eventId}`);
    await paying.run('refund-cancelled-dates');
    assert.equal(await paidBackFor(museum, [order.orderId]), 1_200);
    const sales = await findCancelledSales(museum.store, SERVICE, { product: eventId });
    assert.deepEqual(
      sales.map(({ tickets, dueCents, onlineCents }) => [tickets.length, dueCents, onlineCents]),
      [[2, 0, 1_200]],
    );
    await assertSound(museum);
  });

  it('two who pay back at once, one for an order and one for a ticket of it that was exchanged for, pay what remains once', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const eventId = await announce(museum, 6);
    const sold = async () => {
      const order = await place(all, eventId, 2, 1);
      await payOnline(all, order);
      const [moved] = order.items[0]?.ticketIds ?? [];
      const made = await exchange(museum, moved as Uuid, { ticketType: 'general', ticketDate: VISIT_DAY });
      return { order, exchanged: made.json.ticketId as Uuid };
    };
    if (museum.database.kind === 'postgres') {
      // Without the lock both read that all of it is kept.
      const { order } = await sold();
      await museum.api('POST', `/orders/${order.orderId}/void`, { body: { reason: 'Ill' } });
      const sales = [order.orderId, order.orderId];
      const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const payUnlocked = (sale: Uuid, index: number) =>
        museum.store.transaction(async (tx) => {
          const { kept } = await findAccount(tx, sale);
          asked[index]?.resolve();
          await Promise.all(asked.map(({ promise }) => promise));
          await recordRefund(tx, sale, kept);
        });
      await Promise.all(sales.map(payUnlocked));
      assert.equal(await paidBackFor(museum, sales), 6_000);
      assert.equal((await faultsIn(museum)).length, 1);
      await museum.store.transaction((tx) => tx.run('DELETE FROM payments WHERE amount_cents < 0'));
    }
    for (let round = 0; round < shareOf(12); round += 1) {
      const { order, exchanged } = await sold();
      await setDates(museum, eventId, [ON]);
      const body = { reason: 'Ill', refund: { method: 'cash', amount: 20 } };
      const [inCash] = await Promise.all([
        museum.api('POST', `/tickets/${exchanged}/void`, { body }),
        paying.checkout.cancel(order.orderId),
        paying.run('refund-cancelled-dates'),
      ]);
      assert.equal(await paidBackFor(museum, [order.orderId]), 3_000, inCash.text);
      await setDates(museum, eventId, [OFF, ON]);
    }
    await assertSound(museum);
  });

  it('two clerks who exchange and make void tickets of one order at once do each of it once', async (t) => {
    const all = await opened(t);
    const { museum } = all;
    for (let round = 0; round < shareOf(12); round += 1) {
      const items = [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity: 3 }];
      const sold = (await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } })).json;
      const ids: string[] = sold.items[0].tickets.map(({ ticketId }: { ticketId: string }) => ticketId);
      const instead = { ticketType: 'general', ticketDate: '2027-03-03' };
      const refund = { method: 'cash', amount: 36 };
      const [voided, ...exchanged] = await Promise.all([
        museum.api('POST', `/orders/${sold.orderId}/void`, { body: { reason: 'Ill', refund } }),
        ...ids.map((ticketId) => exchange(museum, ticketId, instead)),
      ]);
      assert.equal(voided?.status, 200, voided?.text);
      for (const { status } of exchanged) assert.ok(status === 201 || status === 409, `${status}`);
      const { state, account, items: shown } = (await museum.api('GET', `/orders/${sold.orderId}`)).json;
      const tickets = shown.flatMap((item: { tickets: object[] }) => item.tickets);
      const made = exchanged.filter(({ status }) => status === 201).length;
      assert.deepEqual([state, tickets.length, account.paid], ['void', 3 + made, 0]);
    }
    await assertSound(museum);
  });

  it('whatever happens to an order, no more is paid back than was paid, and what is promised is what is done', async (t) => {
    const all = await opened(t);
    const { museum, paying } = all;
    const [cheap, dear] = [await announce(museum, 3), await announce(museum, 100)];
    const clerk = await signInStaff(museum, 'manager');
    const guide = {
      article: 'guide',
      kind: 'extra',
      name: 'Guide',
      price: 4,
      onSale: true,
      channels: ['shop'],
    };
    assert.equal((await museum.api('PUT', '/articles', { body: [guide] })).status, 200);
    const NO_GIFT = { worth: 0, left: 0 };
    const [GUIDE, GIFT, TOTAL] = [400, 1_000, 5_400];

    const follow = async (how: 'online' | 'cash' | undefined, steps: readonly Step[]) => {
      const eventId = await announce(museum, 6);
      const articles = [{ article: 'guide', quantity: 2, position: 2 }];
      const order = await place(all, eventId, 2, 2, { articles, gifts: [{ cents: GIFT, position: 3 }] });
      const { orderId } = order;
      const late = await paying.start(order, 'mollie');
      let isLate = true;
      if (how === 'online') await payOnline(all, order);
      else
        await museum.api('POST', `/orders/${orderId}/confirm`, {
          body: how === 'cash' ? { paidBy: how } : {},
        });
      let known: readonly Known[] = order.items.flatMap(({ ticketIds, product, priceCents: price }) =>
        ticketIds.map((ticketId) => {
          return { ticketId, price, isForDate: product !== 'general', value: price, isVoid: false };
        }),
      );
      let [paid, back, online, refunded] = [TOTAL, 0, how === 'online' ? TOTAL : 0, 0];
      /** How many guides were not given back. */
      let guides = 2;
      /** What of the gift voucher was not bought back, and what is left of it. */
      let gift = { worth: GIFT, left: GIFT };
      /** For what its buyer gave back, and no provider had. */
      let owed = 0;
      /** How much of that is for the date, which was called off. */
      let owedForDate = 0;
      let isDateReturned = false;
      let lateBack = 0;
      let isOff = false;
      const isCancelled = ({ isForDate }: Known) => isForDate && isOff;
      const sumOf = (tickets: readonly Known[], centsOf: (each: Known) => number) =>
        tickets.filter(({ isVoid }) => !isVoid).reduce((sum, each) => sum + centsOf(each), 0);
      const claimOf = ({ price, value }: Known) => Math.max(0, Math.min(price, value));
      /** What is kept when those are its tickets, and so many its guides. */
      const keptOf = (tickets: readonly Known[], left = guides, { worth: giftWorth } = gift) => {
        const worth =
          sumOf(tickets, (each) => (isCancelled(each) ? 0 : each.price)) + left * GUIDE + giftWorth;
        const more = paid - back - owed - worth;
        return (
          more -
          Math.min(
            Math.max(0, more),
            sumOf(tickets, (each) => (isCancelled(each) ? claimOf(each) : 0)),
          )
        );
      };
      const without = (given: readonly Known[]) =>
        known.map((each) => (given.includes(each) ? { ...each, isVoid: true } : each));
      const dueFor = (given: readonly Known[], guidesGiven = 0) => {
        const value = sumOf(given, claimOf) + guidesGiven * GUIDE;
        return Math.max(0, Math.min(value, keptOf(without(given), guides - guidesGiven)));
      };
      const ofDate = () => known.filter(({ isForDate, isVoid }) => isForDate && !isVoid);
      /** A refund of staff was made, or refused because no more remains once those are its tickets. */
      const refund = (
        answer: Awaited<ReturnType<Museum['api']>>,
        { by, cents }: { readonly by: 'cash' | 'online'; readonly cents: number },
        after: readonly Known[],
        left = guides,
        giftAfter = gift,
      ) => {
        const isAtProvider = by === 'online' && (how === 'online' || !isLate);
        const kept = keptOf(after, left, giftAfter);
        const remains = Math.max(0, kept + owed);
        const isOnlyPaid =
          left === guides &&
          giftAfter.worth === gift.worth &&
          after.every(({ isVoid }, index) => isVoid === known[index]?.isVoid);
        const most = isAtProvider ? Math.min(online, remains) : remains;
        if (answer.status < 400) {
          assert.ok(cents <= most, `${cents} was paid back of ${most}`);
          back += cents;
          owed -= Math.min(owed, isOnlyPaid ? cents : Math.max(0, cents - Math.max(0, kept)));
          owedForDate = Math.min(owedForDate, owed);
          if (isAtProvider) online -= cents;
        } else if (answer.json.type.endsWith('refund-too-high')) {
          assert.ok(cents > most, `${cents} was refused of ${most}`);
          assert.equal(answer.json.remains * 100, cents > remains ? remains : most);
        }
        return answer.status < 400;
      };

      const doStep = async (step: Step): Promise<void> => {
        switch (step.does) {
          case 'exchange':
          case 'exchange-all': {
            const isOne = step.does === 'exchange';
            const olds = isOne
              ? [known[step.ticket % known.length] as Known]
              : known.filter(({ isVoid }) => !isVoid);
            const isVoid = olds.every((old) => old.isVoid);
            const price = step.to === 'dear' ? 10_000 : 300;
            const instead = {
              ticketType: 'event',
              eventId: step.to === 'dear' ? dear : cheap,
              ticketDate: ON,
            };
            const amount = step.by && { method: step.by, amount: step.cents / 100 };
            const difference = olds.reduce((sum, old) => sum + price - old.price, 0);
            const money = amount && (difference > 0 ? { payment: amount } : { refund: amount });
            const more = money === undefined ? 0 : 'payment' in money ? step.cents : -step.cents;
            const path = isOne ? `/tickets/${olds[0]?.ticketId}/exchange` : `/orders/${orderId}/exchange`;
            const made = await museum.api('POST', path, { body: { ...instead, ...money } });
            if (isVoid) assert.equal(made.status, 409);
            // What is left of what one was worth goes to the others.
            let rest = Math.max(
              0,
              olds.reduce((sum, old) => sum + claimOf(old), more),
            );
            const take = (cents: number) => {
              const taken = Math.min(cents, rest);
              rest -= taken;
              return taken;
            };
            const own = olds.map((old) => take(Math.min(price, claimOf(old))));
            const fresh = own.map((cents, index) => {
              const value = cents + take(price - cents);
              const ticketId = madeFor(made.json, olds[index] as Known);
              return { ticketId, price, isForDate: false, value, isVoid: false };
            });
            const after = [...without(olds), ...fresh];
            const isMade =
              more < 0 && !isVoid
                ? refund(made, { by: step.by as 'cash', cents: step.cents }, after)
                : made.status < 300;
            if (!isMade) return;
            if (more > 0) paid += more;
            known = after;
            return;
          }
          case 'void-ticket':
          case 'void-order': {
            const one = known[step.ticket % known.length] as Known;
            const isOne = step.does === 'void-ticket';
            const after = without(isOne ? [one] : known);
            const path = isOne ? `/tickets/${one.ticketId}/void` : `/orders/${orderId}/void`;
            const amount = step.by && { refund: { method: step.by, amount: step.cents / 100 } };
            const done = await museum.api('POST', path, { body: { reason: 'Ill', ...amount } });
            const { by, cents } = step;
            // The guides go with the whole order.
            const left = isOne ? guides : 0;
            // A gift voucher that was used must be named.
            const giftAfter = isOne || gift.left < GIFT ? gift : NO_GIFT;
            const isMade = by ? refund(done, { by, cents }, after, left, giftAfter) : done.status === 200;
            if (isMade) [known, guides, gift] = [after, left, giftAfter];
            return;
          }
          case 'buy-back': {
            const { by, cents } = step;
            const amount = by && { refund: { method: by, amount: cents / 100 } };
            const body = { reason: 'Unwanted', gifts: [3], ...amount };
            const done = await museum.api('POST', `/orders/${orderId}/void`, { body });
            if (gift.left === 0) return assertRefused(done, 409, 'gift-not-valid');
            const giftAfter = { worth: gift.worth - gift.left, left: 0 };
            const isMade = by ? refund(done, { by, cents }, known, guides, giftAfter) : done.status === 200;
            if (isMade) gift = giftAfter;
            return;
          }
          case 'spend': {
            const body = { orderId, index: 3, amount: -3, reason: 'Spent' };
            const { status } = await museum.api('POST', '/gifts/correct', { body });
            assert.equal(status, gift.left < 300 ? 409 : 200);
            if (status === 200) gift = { ...gift, left: gift.left - 300 };
            return;
          }
          case 'cancel-date':
          case 'restore-date':
            isOff = step.does === 'cancel-date';
            isDateReturned &&= isOff;
            assert.equal((await setDates(museum, eventId, isOff ? [ON] : [OFF, ON])).status, 200);
            return;
          case 'owe': {
            await paying.run('refund-cancelled-dates');
            if (isOff && refunded === 0 && how === 'online') {
              const cents = Math.min(dueFor(ofDate()), online);
              [back, online, refunded] = [back + cents, online - cents, cents];
              let left = cents;
              const meant = ofDate();
              known = known.map((each) => {
                const its = meant.includes(each) ? Math.min(each.price, left) : 0;
                left -= its;
                return { ...each, value: each.value - its };
              });
            }
            if (!isOff && refunded > 0) known = without(ofDate());
            return;
          }
          case 'pay-back':
            return paying.run('pay-back');
          case 'mark': {
            const found = await findCancelledSales(museum.store, SERVICE, { product: eventId });
            const shown = found.reduce((sum, { dueCents }) => sum + dueCents, 0);
            const due = isOff ? dueFor(ofDate()) : 0;
            const byItself = Math.min(due, online);
            const returned = isDateReturned ? owedForDate : 0;
            assert.equal(shown, due - byItself + returned);
            await clerk.post(`/desk/events/${eventId}/holders`, { all: '1', method: 'card' });
            [back, owed, owedForDate] = [back + returned, owed - returned, owedForDate - returned];
            if (due === byItself) return;
            [back, online] = [back + due, online - byItself];
            known = without(ofDate());
            return;
          }
          case 'late-money':
            if (!isLate || paying.mollie.find(late)?.state !== 'open' || !paying.mollie.pay(late)) return;
            isLate = false;
            await paying.checkout.settle(orderId);
            lateBack = TOTAL;
            return;
          case 'buyer': {
            const { state } = (await museum.api('GET', `/orders/${orderId}`)).json;
            const { cancellation } = await paying.checkout.buyersOptions({ ...order, state });
            if (cancellation === undefined) return;
            const [due, dueForDate] = [dueFor(known, guides), isOff ? dueFor(ofDate()) : 0];
            assert.deepEqual(cancellation, {
              online: Math.min(due, online),
              byMuseum: Math.max(0, due - online),
            });
            assert.equal(await paying.checkout.cancel(orderId, undefined, cancellation), true);
            [back, online] = [back + cancellation.online, online - cancellation.online];
            owed += cancellation.byMuseum;
            owedForDate += Math.min(cancellation.byMuseum, dueForDate);
            isDateReturned ||= isOff && ofDate().length > 0;
            [known, guides] = [without(known), 0];
          }
        }
      };
      for (const step of steps) {
        museum.clock.advance(1_000);
        await doStep(step);
        assert.equal(await paidBackFor(museum, [orderId]), back + lateBack, JSON.stringify(step));
        const { account } = (await museum.api('GET', `/orders/${orderId}`)).json;
        assert.equal(account.kept * 100, keptOf(known), JSON.stringify(step));
        assert.ok(back <= paid, JSON.stringify(step));
      }
      await assertSound(museum);
      await museum.api('DELETE', `/special-events/${eventId}`); // a day has 500 events at most
    };
    const orders = fc.asyncProperty(paidHow, fc.array(anyStep, { minLength: 3, maxLength: 12 }), follow);
    await fc.assert(orders, { numRuns: Number(process.env.RUNS ?? shareOf(30)) });
  });
});
