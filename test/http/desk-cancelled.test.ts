import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPaying, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { holdersTexts } from '../../src/web/desk/events/holders-texts.ts';
import { todayTexts } from '../../src/web/desk/today-texts.ts';

const say = holdersTexts('en');
const sayToday = todayTexts('en');
const LATER = '2027-03-03';

async function order(museum: Museum, eventId: string, body: object, as: Asker = 'cashier') {
  const items = [{ ticketType: 'event', eventId, ticketDate: TODAY, quantity: 2 }];
  const answer = await museum.api('POST', '/orders', { body: { items, ...body }, as });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

describeOnEachDatabase((openMuseum) => {
  const cancelled = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '9' } });
    const { eventId } = await createEvent(museum, { name: 'Comets', dates: [TODAY, LATER], price: 10 });
    const general = { ticketType: 'general', ticketDate: TODAY, quantity: 1 };
    const two = { ticketType: 'event', eventId, ticketDate: TODAY, quantity: 2 };
    const mixed = await order(museum, eventId, {
      items: [two, general],
      paidBy: 'cash',
      email: 'ada@example.com',
    });
    const alone = await buyTicket(museum, eventPurchase(eventId, { ticketDate: LATER }), 'partner');
    const used = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } });
    const cancel = () => museum.api('DELETE', `/special-events/${eventId}`);
    return { museum, eventId, mixed, alone, used, cancel, at: `/desk/events/${eventId}/holders` };
  };

  test('a cancelled event stands apart and folded on its day, and only who had come in before is counted', async (t) => {
    const { museum, cancel } = await cancelled(t);
    const manager = await signInStaff(museum, 'manager');
    assert.equal((await manager.get('/desk')).figures()[0], '4');
    await cancel();
    for (const address of ['/desk', `/desk/calendar/${TODAY}`]) {
      const page = await manager.get(address);
      const [folded = ''] =
        /<details>\s*<summary>1 cancelled event<\/summary>[\s\S]*?<\/details>/.exec(page.html) ?? [];
      assert.match(folded, /Comets/, address);
      assert.doesNotMatch(
        page.html.replace(folded, '').replace(/<section class="needs">[\s\S]*?<\/section>/, ''),
        /Comets/,
      );
    }
    assert.equal((await manager.get('/desk')).figures()[0], '2');
  });

  test('a closed day has its holders too: who is due what, and each is paid back once', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '9' } });
    const clerk = await signInStaff(museum, 'cashier');
    const { confirmationCode } = await buyTicket(museum, generalPurchase({ ticketDate: LATER }), 'partner');
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const at = `/desk/calendar/${LATER}/holders`;
    assert.ok((await clerk.get(at)).text().includes(say('noneDue')), 'nothing is due before');
    await museum.api('PUT', `/museum-hours/${LATER}`, { body: { closed: true, reason: 'water leak' } });
    const needed = sayToday('payBackDay', { count: 1, day: 'Wed 3 Mar 2027' });
    const today = await clerk.get('/desk');
    assert.ok(today.text().includes(needed), today.text());
    assert.deepEqual(today.links(at), [at]);
    assert.deepEqual((await clerk.get(`/desk/calendar/${LATER}`)).links(at), [at]);
    const page = await clerk.get(at);
    assert.equal(page.lead(), say('due', { count: 1, sum: '€9.00' }));
    assert.ok(page.row(confirmationCode));
    assert.match((await clerk.get(`${at}.csv`)).html, new RegExp(confirmationCode));
    for (const done of ['paidBack&count=1', 'nothing']) {
      const marked = await clerk.post(at, { all: '1', method: 'cash' });
      assert.equal(marked.location, `${at}?done=${done}`);
    }
    assert.ok(!(await clerk.get('/desk')).text().includes('not paid back'));
    await assertSound(museum);
  });

  test('each holder of a cancelled event is marked as paid back once, with what the sale has due', async (t) => {
    const { museum, eventId, mixed, alone, cancel, at } = await cancelled(t);
    const clerk = await signInStaff(museum, 'cashier');
    assert.ok((await clerk.get(at)).text().includes(say('noneDue')), 'nothing is due before');
    await cancel();
    const needed = sayToday('payBack', { count: 3, event: 'Comets' });
    assert.ok((await clerk.get('/desk')).text().includes(needed));
    assert.deepEqual((await clerk.get(`/desk/events/${eventId}`)).links(at), [at]);
    const page = await clerk.get(at);
    assert.equal(page.lead(), say('due', { count: 2, sum: '€30.00' }));
    assert.deepEqual(page.row(mixed.orderCode)?.slice(2, 6), ['2', 'ada@example.com', 'Cash', '€20.00']);
    assert.deepEqual(page.row(alone.confirmationCode)?.slice(4, 6), [
      say('bySeller', { seller: 'partner' }),
      '€10.00',
    ]);
    const unsaid = await clerk.post(at, { sale: mixed.orderId, method: '' });
    assert.deepEqual([unsaid.status, unsaid.fault('method')], [400, say('howFault')]);
    const marks = await Promise.all(
      [1, 2].map(() => clerk.post(at, { sale: mixed.orderId, method: 'cash' })),
    );
    assert.deepEqual(marks.map(({ location }) => location).sort(), [
      `${at}?done=nothing`,
      `${at}?done=paidBack&count=1`,
    ]);
    const { state, payments } = (await museum.api('GET', `/orders/${mixed.orderId}`)).json;
    assert.deepEqual([state, payments.map(({ amount }: { amount: number }) => amount)], ['sold', [29, -20]]);
    const after = await clerk.get(`${at}?done=paidBack&count=1`);
    assert.equal(after.message(), doneTexts('en')('paidBack', { count: 1 }));
    assert.equal(after.lead(), say('due', { count: 1, sum: '€10.00' }));
    assert.ok(after.text().includes(say('settled')));
    await assertSound(museum);
  });

  test('all holders are marked at once, and the file has them with what is due and when it was paid back', async (t) => {
    const { museum, mixed, alone, cancel, at } = await cancelled(t);
    await cancel();
    const clerk = await signInStaff(museum, 'manager');
    const file = async () => {
      const { headers, text } = await clerk.visitor.get(`${at}.csv`);
      assert.match(headers['content-type'] ?? '', /^text\/csv/);
      return text.trimEnd().split('\r\n');
    };
    assert.deepEqual(await file(), [
      'sale,dates,tickets,email,phone,soldBy,paidBy,due,online,currency,settledAt,movedAt',
      `${mixed.orderCode},${TODAY},2,ada@example.com,,cashier,cash,20.00,0.00,EUR,,`,
      `${alone.confirmationCode},${LATER},1,${(await file())[2]?.split(',')[3]},,partner,,10.00,0.00,EUR,,`,
    ]);
    const marked = await clerk.post(at, { all: '1', method: 'card' });
    assert.equal(marked.location, `${at}?done=paidBack&count=2`);
    assert.match((await file())[1] ?? '', /,0\.00,0\.00,EUR,2027-03-01T10:00:00\.000Z,$/);
    assert.ok((await clerk.get(at)).text().includes(say('noneDue')));
    assert.equal((await clerk.post(at, { all: '1', method: 'card' })).location, `${at}?done=nothing`);
    assert.doesNotMatch((await clerk.get('/desk')).text(), /not paid back/);
    await assertSound(museum);
  });

  test('what a provider pays back by itself is not due by hand, and a viewer sees no holders', async (t) => {
    const { museum, eventId, cancel, at } = await cancelled(t);
    const paying = await openPaying(museum);
    const items = [
      { product: eventId, day: LATER, quantity: 1 },
      { product: 'general', day: LATER, quantity: 1 },
    ] as never;
    const bought = await paying.checkout.place(visitorOrder({ items }));
    paying.stripe.pay(await paying.start(bought));
    await paying.checkout.settle(bought.orderId);
    await cancel();
    await paying.run('refund-cancelled-dates');
    const clerk = await signInStaff(museum, 'cashier');
    const page = await clerk.get(at);
    assert.equal(page.lead(), say('due', { count: 2, sum: '€30.00' }));
    assert.deepEqual(page.row(bought.orderCode)?.slice(5), ['€10.00', '€0.00']);
    assert.equal(
      (await clerk.post(at, { sale: bought.orderId, method: 'cash' })).location,
      `${at}?done=nothing`,
    );
    assert.equal((await (await signInStaff(museum, 'viewer')).get(at)).status, 403);
  });

  test('only holders of days that were not over are paid back, of a day that was taken off too', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: 'Comets', dates: [TODAY, LATER], price: 10 });
    const [missed, coming] = [
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY })),
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: LATER })),
    ];
    museum.clock.advance(24 * 3_600_000);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-09'] } });
    museum.clock.advance(72 * 3_600_000);
    const page = await (await signInStaff(museum, 'cashier')).get(`/desk/events/${eventId}/holders`);
    assert.ok(page.row(coming.confirmationCode));
    assert.equal(page.row(missed.confirmationCode), undefined);
  });

  test('tickets of a cancelled event count as cancelled in the sales, by day of visit, of sale and of payment, unless they were used', async (t) => {
    const { museum, cancel } = await cancelled(t);
    await buyTicket(museum, generalPurchase({ ticketDate: LATER }));
    const report = async (dayOf: string) => {
      const path = `/reports/sales?startDate=${TODAY}&endDate=${LATER}&by=event&dayOf=${dayOf}`;
      const { total } = (await museum.api('GET', path)).json;
      return [total.sold, total.void, total.cancelled, total.revenue];
    };
    const moneyReport = async () =>
      (await museum.api('GET', `/reports/money?startDate=${TODAY}&endDate=${LATER}`)).json.total.revenue;
    for (const dayOf of ['visit', 'sale']) assert.deepEqual(await report(dayOf), [6, 0, 0, 58], dayOf);
    assert.equal(await moneyReport(), 58);
    await cancel();
    for (const dayOf of ['visit', 'sale']) assert.deepEqual(await report(dayOf), [6, 0, 3, 28], dayOf);
    assert.equal(await moneyReport(), 28);
  });
});
