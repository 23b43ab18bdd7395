import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Museum } from '../../fixtures/museum.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { createEvent, newEvent, TODAY } from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { factTexts } from '../../src/tickets/index.ts';
import { sellTexts } from '../../src/web/desk/sell-texts.ts';

const say = sellTexts('en');

interface Desk {
  readonly museum: Museum;
  readonly eventId: string;
  readonly clerk: Staff;
  /** Sends the form; what is not given is as on the page. */
  sell(fields: Record<string, string>): Promise<PageReader>;
  soldToday(): Promise<number>;
}

/** Five places for general entry today, and two for an event. */
async function openedDesk(museum: Museum, username = 'cashier'): Promise<Desk> {
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 5 } });
  const { eventId } = (await museum.api('POST', '/special-events', { body: newEvent({ dates: [TODAY] }) }))
    .json;
  await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 2 } });
  const clerk = await signInStaff(museum, username);
  return {
    museum,
    eventId,
    clerk,
    sell: (fields) => clerk.post('/desk/sell', { date: TODAY, key: randomUUID(), paidBy: 'cash', ...fields }),
    async soldToday() {
      return (await museum.api('GET', `/occupancy?date=${TODAY}`)).json.sold;
    },
  };
}

function idsIn(location = ''): string[] {
  return (new URLSearchParams(location.split('?')[1]).get('tickets') ?? '').split(',');
}

function imageOf(ticketId: string): string {
  return `/desk/tickets/${ticketId}/image.png`;
}

describeOnSqlite((openMuseum) => {
  test('several tickets are sold at once, with or without an e-mail address, and can be printed', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const page = await desk.clerk.get('/desk/sell');
    assert.match(page.text(), /Sorolla and the sea.*€25\.00/s);
    assert.equal(page.value('general'), '1');
    const sold = await desk.sell({ general: '2', [desk.eventId]: '1' });
    assert.equal(sold.status, 303);
    const ids = idsIn(sold.location);
    assert.equal(ids.length, 3);
    assert.equal(await desk.soldToday(), 3);
    const printed = await desk.clerk.get(sold.location as string);
    assert.equal(printed.message(), say('sold', { count: 3 }));
    const toPay = new RegExp(`${say('toPay')} €`);
    assert.match(printed.text(), toPay);
    const [onRoll = ''] = printed.links().filter((href) => href.includes('paper=roll'));
    assert.match((await desk.clerk.get(onRoll)).text(), toPay);
    const image = await desk.clerk.visitor.get(imageOf(ids[0] as string));
    assert.equal(image.headers['content-type'], 'image/png');
    const stale = await desk.clerk.visitor.get(imageOf(ids[0] as string), { 'if-match': '"x"' });
    assert.equal(stale.status, 412);
    const records = await Promise.all(ids.map((id) => desk.museum.api('GET', `/tickets/${id}`)));
    for (const { json } of records)
      assert.deepEqual([json.email, json.soldBy, json.state], [undefined, 'cashier', 'valid']);
    const mailed = await desk.sell({ general: '1', email: ' ada@example.com ' });
    const { json } = await desk.museum.api('GET', `/tickets/${idsIn(mailed.location)[0]}`);
    assert.equal(json.email, 'ada@example.com');
  });

  test('what costs something is sold only when it is said how it is paid', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const asked = await desk.sell({ [desk.eventId]: '2', paidBy: '' });
    assert.equal(asked.status, 400);
    assert.equal(asked.fault('paidBy'), say('paidByFault'));
    assert.equal(await desk.soldToday(), 0);
    const sold = await desk.sell({ [desk.eventId]: '2', paidBy: 'card' });
    const { orderId } = (await desk.museum.api('GET', `/tickets/${idsIn(sold.location)[0]}`)).json;
    const { payments } = (await desk.museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([payments.length, payments[0].method, payments[0].amount], [1, 'card', 50]);
    assert.equal((await desk.sell({ general: '1', paidBy: '' })).status, 303, 'it costs nothing');
  });

  test('what is given in cash is at least the sum, and the change and the order’s code stand after the sale', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const wanted = { [desk.eventId]: '1', general: '0' };
    const tooLittle = await desk.sell({ ...wanted, given: '20' });
    assert.deepEqual(
      [tooLittle.status, tooLittle.fault('given')],
      [400, say('givenFault', { sum: '€25.00' })],
    );
    assert.deepEqual((await desk.sell({ ...wanted, given: 'much' })).faultyFields(), ['given']);
    const sold = await desk.clerk.get((await desk.sell({ ...wanted, given: '60' })).location as string);
    assert.ok(sold.text().includes(`${say('given')} €60.00 · ${say('change')} €35.00`), sold.text());
    assert.match(sold.text(), /Order order-[2-9a-z]{6} · Cash €25\.00/);
    assert.equal(sold.links('/desk/orders/').length, 1);
    const byCard = await desk.sell({ ...wanted, given: '1', paidBy: 'card' });
    assert.ok(!(await desk.clerk.get(byCard.location as string)).text().includes(say('change')));
  });

  test('one sale is paid in two ways whose amounts add up, and undone in both', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const two = { [desk.eventId]: '1', general: '0', paidBy: 'two', 'method-1': 'voucher', 'amount-1': '10' };
    for (const [fields, faulty] of [
      [{ 'method-2': 'cash', 'amount-2': '14.99' }, ['amount-1']],
      [{ 'method-2': 'cash', 'amount-1': '25' }, ['amount-1']],
      [{ 'method-1': '', 'method-2': '', 'amount-1': 'x' }, ['method-1', 'method-2']],
      [{ 'method-2': 'cash', 'amount-2': '15', given: '14' }, ['given']],
    ] as const) {
      const page = await desk.sell({ ...two, ...fields });
      assert.deepEqual([page.status, page.faultyFields()], [400, faulty], JSON.stringify(fields));
    }
    assert.equal(await desk.soldToday(), 0);
    const { location = '' } = await desk.sell({ ...two, 'method-2': 'cash', 'amount-2': '', given: '20' });
    const sold = await desk.clerk.get(location);
    assert.ok(sold.text().includes(`${say('change')} €5.00`));
    const { orderId } = (await desk.museum.api('GET', `/tickets/${idsIn(location)[0]}`)).json;
    const paid = async () =>
      (await desk.museum.api('GET', `/orders/${orderId}`)).json.payments.map(
        ({ method, amount }: { method: string; amount: number }) => [method, amount],
      );
    assert.deepEqual(await paid(), [
      ['voucher', 10],
      ['cash', 15],
    ]);
    await desk.clerk.post(`/desk/orders/${orderId}/undo`, {});
    assert.deepEqual((await paid()).slice(2), [
      ['voucher', -10],
      ['cash', -15],
    ]);
  });

  test('what is reserved is held until the day is over, found by its code, and paid when they come', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const { location = '' } = await desk.sell({ [desk.eventId]: '2', general: '1', paidBy: 'reserve' });
    const [, at = '', orderId = ''] = /^(\/desk\/orders\/([^/?]+))\?done=orderReserved$/.exec(location) ?? [];
    const held = (await desk.museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([held.state, held.expiresAt], ['held', '2027-03-01T23:00:00.000Z']);
    assert.equal(await desk.soldToday(), 0);
    assert.equal((await desk.clerk.post('/desk/tickets', { code: held.orderCode })).location, at);
    const pay = (fields: Record<string, string>) => desk.clerk.post(`${at}/pay`, fields);
    assert.deepEqual((await pay({})).faultyFields(), ['paidBy']);
    assert.deepEqual((await pay({ paidBy: 'cash', given: '40' })).faultyFields(), ['given']);
    const sold = await pay({ paidBy: 'cash', given: '100' });
    assert.ok((await desk.clerk.get(sold.location as string)).text().includes(`${say('change')} €50.00`));
    assert.equal((await desk.museum.api('GET', `/orders/${orderId}`)).json.payments[0].amount, 50);
    assert.equal(await desk.soldToday(), 3);
  });

  test('what is void meanwhile, or cancelled, is neither printed nor paid', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const { location = '' } = await desk.sell({ general: '1', [desk.eventId]: '2' });
    const [general, first, second] = idsIn(location) as [string, string, string];
    await desk.museum.api('POST', `/tickets/${first}/void`, { body: { reason: 'Ill' } });
    const page = await desk.clerk.get(location);
    assert.deepEqual(page.links(`/desk/tickets/${first}`), [`/desk/tickets/${first}`]);
    assert.deepEqual(page.images(), [imageOf(general), imageOf(second)]);
    assert.ok(page.text().includes(`${say('toPay')} €25.00`));
    await desk.museum.api('DELETE', `/special-events/${desk.eventId}`);
    const none = await desk.clerk.get(`/desk/print?tickets=${second}`);
    assert.deepEqual(none.links(`/desk/tickets/${second}`), [`/desk/tickets/${second}`]);
    assert.deepEqual(none.images(), []);
  });

  test('all are sold or none: the page comes back with what was typed, and says at which', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const page = await desk.sell({ general: '3', [desk.eventId]: '3', email: 'ada@example.com' });
    assert.equal(page.status, 409);
    assert.equal(await desk.soldToday(), 0);
    assert.deepEqual(page.faultyFields(), [desk.eventId]);
    assert.match(page.fault(desk.eventId) ?? '', /Sorolla and the sea.*1 March 2027/);
    assert.deepEqual([page.value('email'), page.value('general')], ['ada@example.com', '3']);
  });

  test('of two events of one name, the one that is sold out is blamed', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const tour = async (location: string, capacity: number) => {
      const { eventId } = await createEvent(desk.museum, { name: 'Guided tour', location, dates: [TODAY] });
      await desk.museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity } });
      return eventId;
    };
    const [first, second] = [await tour('Door A', 5), await tour('Door B', 1)];
    const page = await desk.sell({ [first]: '1', [second]: '2' });
    assert.equal(page.status, 409);
    assert.deepEqual(page.faultyFields(), [second]);
    assert.equal(page.fault(first), undefined);
  });

  test('an event that is sold out leads to its other days', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    await desk.museum.api('PUT', `/capacity/events/${desk.eventId}`, { body: { capacity: 0 } });
    const page = await desk.clerk.get('/desk/sell');
    assert.equal(page.part(desk.eventId)?.startsWith(say('soldOut')), true);
    assert.deepEqual(page.links('/desk/events/'), [`/desk/events/${desk.eventId}`]);
  });

  test('what is gone meanwhile is told at its row, keeps what was typed, and is not added up', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const places = (of: string, capacity: number) =>
      desk.museum.api('PUT', `/capacity/${of}`, { body: { capacity } });
    await places(`events/${desk.eventId}`, 0);
    const page = await desk.sell({ general: '0', [desk.eventId]: '1', email: 'ada@example.com' });
    assert.deepEqual(page.faultyFields(), [desk.eventId]);
    assert.equal(page.part(desk.eventId)?.startsWith(say('soldOut')), true);
    assert.deepEqual([page.value('email'), page.output()], ['ada@example.com', '€0.00']);
    await places(`general/${TODAY}`, 0);
    const last = await desk.sell({ general: '1', email: 'ada@example.com' });
    assert.equal(last.status, 409);
    assert.deepEqual(last.faultyFields(), ['general']);
    assert.equal(last.part('general'), say('soldOut'));
    assert.ok(last.text().includes(say('nothing', { day: 'Monday 1 March 2027' })));
    assert.equal(last.value('email'), 'ada@example.com');
    assert.equal(last.hasButton('step', 'add-up'), false);
    assert.equal((await desk.sell({ email: 'ada@example.com' })).status, 400);
  });

  test('a page that was left open over midnight says of each row that its day is over', async (t) => {
    const clock = manualClock(Date.parse('2027-03-01T22:50:00Z')); // 23:50 in Berlin
    const desk = await openedDesk(await openMuseum(t, { clock }));
    clock.advance(20 * 60_000);
    for (const general of ['1', '60']) {
      const page = await desk.sell({ general });
      assert.notEqual(page.problem(), undefined);
      for (const field of ['general', desk.eventId])
        assert.equal(page.part(field), factTexts('en')('expired'));
    }
  });

  test('another day is shown with what was typed, and nothing is sold for a day that was not shown', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const day = '2027-03-08';
    const tomorrow = '2027-03-02';
    await desk.museum.api('PUT', `/museum-hours/${tomorrow}`, { body: { closed: true, reason: 'Storm' } });
    const typed = { shown: TODAY, date: day, general: '4', [desk.eventId]: '1', email: 'ada@' };
    for (const form of [typed, { ...typed, step: 'show' }]) {
      const page = await desk.sell(form);
      assert.equal(page.status, 200);
      assert.equal(page.lead(), 'Monday 8 March 2027');
      assert.deepEqual([page.value('general'), page.value('email')], ['4', 'ada@']);
      assert.ok(page.html.includes('href="?date=2027-03-08&amp;language=de"'));
      assert.equal(page.value('shown'), day);
    }
    const closed = await desk.sell({ ...typed, date: tomorrow });
    assert.ok(closed.text().includes(say('nothing', { day: 'Tuesday 2 March 2027' })));
    assert.equal(closed.value('email'), 'ada@');
    const open = await desk.sell({ shown: tomorrow, date: day, email: 'ada@example.com' });
    assert.deepEqual([open.value('general'), open.value('email')], ['1', 'ada@example.com']);
    assert.equal(await desk.soldToday(), 0);
    const form = { shown: day, date: day, general: '4', email: 'ada@example.com' };
    assert.equal((await desk.sell(form)).status, 303);
  });

  test('too many are told where most were asked for', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    for (const [general, event, field] of [
      ['1', '60', desk.eventId],
      ['60', '1', 'general'],
      ['1', 'two', desk.eventId],
      ['0', '0', 'general'],
    ] as const) {
      const page = await desk.sell({ general, [desk.eventId]: event });
      assert.deepEqual(page.faultyFields(), [field]);
      assert.equal(page.fault(field), say('chooseSome', { most: 50 }));
    }
  });

  test('a form that is sent twice sells once, also when both come at the same moment', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const key = (await desk.clerk.get('/desk/sell')).value('key') as string;
    const lastPlaces = { key, general: '2', [desk.eventId]: '2' };
    const answers = await Promise.all([1, 2, 3].map(() => desk.sell(lastPlaces)));
    answers.push(await desk.sell(lastPlaces));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303],
    );
    assert.equal(new Set(answers.map(({ location }) => location)).size, 1);
    assert.equal(await desk.soldToday(), 4);
    const other = await desk.sell({ key, general: '1' });
    assert.equal(other.status, 409);
    assert.notEqual(other.value('key'), key);
    assert.equal(await desk.soldToday(), 4);
  });

  test('nothing is sold that can’t be: no number, too many, no address, a closed or past day', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    for (const fields of [
      { general: '0' },
      { general: 'two' },
      { general: '-1', [desk.eventId]: '2' },
      { general: '51' },
      { general: '1.5' },
      { general: '1', email: 'nobody' },
    ] as Record<string, string>[]) {
      assert.equal((await desk.sell(fields)).status, 400, JSON.stringify(fields));
    }
    assert.equal((await desk.sell({ general: '1', date: '2027-02-28' })).status, 409);
    await desk.museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true, reason: 'Storm' } });
    const closed = await desk.sell({ general: '1' });
    assert.equal(closed.status, 409);
    assert.match(closed.problem() ?? '', /Monday 1 March 2027/);
    assert.equal(await desk.soldToday(), 0);
  });

  test('a note is given with one press: the page says the change, and sells nothing yet', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const page = await desk.sell({ note: '50', general: '0', [desk.eventId]: '1' });
    assert.deepEqual([page.status, page.value('given')], [200, '50']);
    assert.ok(page.text().includes(`${say('change')} €25.00`));
    assert.deepEqual(page.buttons('note'), ['50', '100']);
    assert.equal(await desk.soldToday(), 0);
  });

  test('the last sale stands below the form, for whoever made it in that browser, until it is undone', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    assert.ok(!(await desk.clerk.get('/desk/sell')).text().includes(say('printAgain')));
    const { location = '' } = await desk.sell({ general: '1', [desk.eventId]: '1' });
    await desk.clerk.get(location);
    const page = await desk.clerk.get('/desk/sell');
    assert.ok(page.text().includes(`${say('ticketsSold', { count: 2 })}, Cash €25.00, order-`), page.text());
    const [order = ''] = page.links('/desk/orders/');
    assert.deepEqual(page.links('/desk/print?'), [`/desk/print?tickets=${idsIn(location).join(',')}`]);
    assert.equal(page.links('/desk/sell?').length, 1);
    assert.deepEqual(page.actions(), ['/desk/sell', `${order}/undo`]);
    const other = await signInStaff(desk.museum, 'manager');
    other.visitor.cookies.set('museum_sale', `${desk.clerk.visitor.cookies.get('museum_sale')}`);
    assert.deepEqual((await other.get('/desk/sell')).links('/desk/orders/'), []);
    await desk.clerk.post(`${order}/undo`, {});
    assert.deepEqual((await desk.clerk.get('/desk/sell')).links('/desk/orders/'), []);
  });

  test('adding up sells nothing', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const answer = await desk.sell({ step: 'add-up', general: '0', [desk.eventId]: '2' });
    assert.equal(answer.status, 200);
    assert.equal(answer.output(), '€50.00');
    assert.equal(await desk.soldToday(), 0);
  });

  test('who may not sell does not get to, and who may not see a ticket sees none', async (t) => {
    const museum = await openMuseum(t);
    const desk = await openedDesk(museum);
    const ids = idsIn((await desk.sell({ general: '1' })).location);
    const viewer = await signInStaff(museum, 'viewer');
    assert.equal((await viewer.get('/desk/sell')).status, 403);
    assert.equal((await viewer.post('/desk/sell', { general: '1', date: TODAY })).status, 403);
    const partner = await signInStaff(museum, 'partner');
    assert.equal((await partner.get('/desk')).location, '/desk/sell');
    assert.equal((await partner.get(imageOf(ids[0] as string))).status, 404);
    assert.equal((await partner.get(`/desk/print?tickets=${ids[0]}`)).status, 404);
    assert.equal((await desk.clerk.get('/desk/print?tickets=x')).status, 404);
  });

  test('a form without a token is refused, so is one of another session, and one of another site', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const other = await signInStaff(desk.museum, 'cashier');
    const form = { general: '1', date: TODAY };
    const { visitor } = other;
    assert.equal((await visitor.post('/desk/sell', form)).status, 403);
    assert.equal((await visitor.post('/desk/sell', { csrf: desk.clerk.csrf, ...form })).status, 403);
    assert.equal((await desk.clerk.post('/desk/sell', form, { origin: 'https://a.example' })).status, 403);
    assert.equal(await desk.soldToday(), 0);
  });
});
