import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import { importInto } from '../../fixtures/importing.ts';
import { keyboardsNamed, typedWith } from '../../fixtures/keyboards.ts';
import { type Museum, openMuseum } from '../../fixtures/museum.ts';
import { openForTest } from '../../fixtures/museum-client.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import {
  buyTicket,
  copyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  newEvent,
  TODAY,
} from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { sellByTime, sellTimed } from '../../fixtures/timed-tickets.ts';
import { wordTexts } from '../../src/pages/texts.ts';
import { factTexts } from '../../src/tickets/index.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { findTexts } from '../../src/web/desk/find-texts.ts';
import { moneyTexts } from '../../src/web/desk/money-texts.ts';
import { orderTexts } from '../../src/web/desk/order-texts.ts';
import { sellTexts } from '../../src/web/desk/sell-texts.ts';
import { ticketTexts } from '../../src/web/desk/ticket-texts.ts';

const sayDone = doneTexts('en');
const sayMoney = moneyTexts('en');

const say = ticketTexts('en');
const sayFind = findTexts('en');
const sayOrder = orderTexts('en');
const sayFacts = factTexts('en');
const sayDesk = deskTexts('en');

async function openedDesk(museum: Museum) {
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 5 } });
  const buy = async (email = 'Ada@example.com', ticketDate = TODAY) =>
    (await museum.api('POST', '/tickets', { body: { ticketType: 'general', ticketDate, email } })).json;
  const at = (role: string) => signInStaff(museum, role);
  const stateOf = async (id: string) => (await museum.api('GET', `/tickets/${id}`)).json.state;
  return { museum, buy, at, stateOf };
}

describeOnSqlite((openMuseum) => {
  test('a ticket is found by its code however it is spelled, by e-mail address and by day', async (t) => {
    const { buy, at } = await openedDesk(await openMuseum(t));
    const { ticketId, confirmationCode } = await buy();
    await buy('grace@example.com');
    const clerk = await at('cashier');
    const plain = confirmationCode.replace('ticket-general-', '');
    for (const code of [
      confirmationCode,
      plain,
      ` ${plain.toUpperCase().replace('-', ' ')} `,
      [...plain.replace('-', '')].join(' '),
      confirmationCode.replaceAll('-', '\u2013'),
      wide(confirmationCode),
    ]) {
      const answer = await clerk.post('/desk/tickets', { code });
      assert.equal(answer.location, `/desk/tickets/${ticketId}`, code);
    }
    const byEmail = await clerk.post('/desk/tickets', { email: 'ada@EXAMPLE.com' });
    assert.deepEqual(byEmail.links('/desk/tickets/'), [`/desk/tickets/${ticketId}`]);
    const byDay = await clerk.post('/desk/tickets', { date: TODAY });
    assert.equal(byDay.location, `/desk/tickets?date=${TODAY}&what=#found`);
    const ofDay = await clerk.get(`/desk/tickets?date=${TODAY}&what=`);
    assert.equal(ofDay.rows().length, 2);
    const none = await clerk.get('/desk/tickets?date=2027-03-09');
    assert.ok(none.text().includes(sayFind('none')));
    assert.equal((await clerk.get('/desk/tickets?date=soon')).status, 400);
    for (const wrong of [{}, { code: 'o0o0o0 11111' }, { email: 'x' }, { date: 'soon' }] as Record<
      string,
      string
    >[]) {
      assert.equal((await clerk.post('/desk/tickets', wrong)).status, 400, JSON.stringify(wrong));
    }
  });

  test('an imported ticket is found by its own code, whatever that looks like, and shows it', async (t) => {
    const { museum, at } = await openedDesk(await openMuseum(t));
    const codes = ['Old <4711>', 'ABCDEF-GH2345', '7d2f0e66-9b1c-4d3e-8f4a-000000000001'];
    const lines = codes.map((code) => `${code},general,${TODAY}`);
    await importInto(museum, ['code,ticketType,ticketDate', ...lines].join('\n'));
    const clerk = await at('cashier');
    for (const code of codes) {
      const { location = '' } = await clerk.post('/desk/tickets', { code: ` ${code} ` });
      assert.match(location, /^\/desk\/tickets\/[0-9a-f-]{36}$/, code);
      const page = (await clerk.get(location)).text();
      assert.ok(page.includes(`${sayFacts('importedCode')}${code}`), page);
    }
    assert.equal((await clerk.post('/desk/tickets', { code: 'old <4711>' })).status, 400);
  });

  test('a hand scanner finds the ticket whose code it types, and so does its id; what is forged is told', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const { ticketId, code } = await ticketWithCode(museum);
    const clerk = await at('cashier');
    const find = (text: string, more = {}) => clerk.post('/desk/tickets', { code: text, ...more });
    const address = `/desk/tickets/${ticketId}`;
    for (const text of [code, ` ${code.toLowerCase()}\r\n`, ticketId, ticketId.toUpperCase()])
      assert.equal((await find(text)).location, address, text);
    assert.equal((await find(code, { date: '2027-03-09' })).location, address);
    const altered = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    const forged = await find(altered);
    assert.equal(forged.status, 400);
    assert.equal(forged.fault('code'), sayFind('forgedFault'));
    assert.equal((await find(code.slice(0, -1))).fault('code'), sayFind('codeFault'));
    assert.ok((await find(randomUUID())).text().includes(sayFind('none')));
    const partner = await at('partner');
    assert.ok((await partner.post('/desk/tickets', { code })).text().includes(sayFind('none')));
  });

  test('a ticket and an order are found whatever keyboard layout the scanner has', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const { ticketId, code, confirmationCode } = await ticketWithCode(museum);
    const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }];
    const { json: order } = await museum.api('POST', '/orders', {
      body: { items, reference: 'VOUCHER-2Z' },
    });
    await importInto(museum, `code,ticketType,ticketDate\nTKY-100-ZZ,general,${TODAY}`);
    const clerk = await at('cashier');
    const find = async (text: string) => (await clerk.post('/desk/tickets', { code: text })).location;
    for (const keyboards of ['US on German', 'US on French'].map(keyboardsNamed)) {
      const typed = (text: string) => typedWith(keyboards, text);
      for (const text of [typed(code), typed(confirmationCode), `\ufeff${ticketId}`])
        assert.equal(await find(text), `/desk/tickets/${ticketId}`, text);
      for (const text of [typed(order.orderCode), typed('VOUCHER-2Z')])
        assert.equal(await find(text), `/desk/orders/${order.orderId}`, text);
      assert.match((await find(typed('TKY-100-ZZ'))) ?? '', /^\/desk\/tickets\//);
    }
  });

  test('once a day is given, tickets are found by what was on, cancelled or not', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    const event = async (name: string, date = TODAY) => {
      const { eventId } = await createEvent(museum, { name, dates: [date] });
      return { eventId, ...(await buyTicket(museum, eventPurchase(eventId, { ticketDate: date }))) };
    };
    const [general, talk, walk] = [await buy(), await event('Talk'), await event('Walk')];
    const later = await event('Later', '2027-03-02');
    await museum.api('DELETE', `/special-events/${walk.eventId}`);
    const clerk = await at('cashier');
    assert.ok(!(await clerk.get('/desk/tickets')).hasField('what'));
    const find = async (form: Record<string, string>) => {
      const isOfDay = form.email === undefined;
      const page = isOfDay
        ? await clerk.get(`/desk/tickets?${new URLSearchParams(form)}`)
        : await clerk.post('/desk/tickets', form);
      return {
        found: page.links('/desk/tickets/').map((href) => href.replace('/desk/tickets/', '')),
        options: page.options('what').map(({ text }) => text),
        chosen: page.value('what'),
      };
    };
    const options = [
      ...[sayFind('everything'), wordTexts('en')('generalEntry')],
      ...['Talk, East wing, room 4', `Walk, East wing, room 4 (${sayFacts('event-cancelled')})`],
    ];
    const everything = [walk, talk, general].map(({ ticketId }) => ticketId);
    assert.deepEqual(await find({ date: TODAY }), { found: everything, options, chosen: '' });
    for (const [what, { ticketId }] of [
      ['general', general],
      [talk.eventId, talk],
      [walk.eventId, walk],
    ])
      assert.deepEqual(await find({ date: TODAY, what }), { found: [ticketId], options, chosen: what });
    const { found } = await find({ date: '2027-03-02', what: talk.eventId });
    assert.deepEqual(found, [later.ticketId]);
    const both = { date: TODAY, what: talk.eventId, email: 'grace@example.com' };
    assert.deepEqual((await find(both)).found, []);
    const faulty = await clerk.post('/desk/tickets', { ...both, email: 'grace' });
    assert.equal(faulty.status, 400);
    const typed = [faulty.value('email'), faulty.value('date'), faulty.value('what')];
    assert.deepEqual(typed, ['grace', TODAY, talk.eventId]);
  });

  test('what is found stands below the code of its order, with what was sold alone or imported apart', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: null } });
    const order = async (quantity: number) => {
      const items = [{ ticketType: 'general', ticketDate: TODAY, quantity }];
      const { status, text, json } = await museum.api('POST', '/orders', { body: { items } });
      assert.equal(status, 201, text);
      return json;
    };
    const first = await order(2);
    const alone = await buy();
    await importInto(museum, `code,ticketType,ticketDate\nTKY-100,general,${TODAY}`);
    const second = await order(1);
    const [one] = first.items[0].tickets;
    await museum.api('POST', `/tickets/${one.ticketId}/void`, { body: { reason: 'Ill' } });
    const clerk = await at('cashier');
    const page = await clerk.get(`/desk/tickets?date=${TODAY}`);
    const headings = page.html.matchAll(/<tr class="group"><th scope="rowgroup" colspan="\d+">(.+?)<\/th>/g);
    const linked = ({ orderId, orderCode }: typeof first) =>
      `href="/desk/orders/${orderId}">${orderCode}</a>`;
    const texts = [...headings].map(([, heading]) => `${heading}`.replace('<a class="unbroken" ', ''));
    assert.deepEqual(texts, [linked(second), sayFind('alone'), linked(first)]);
    assert.equal(page.rows().length, 5);
    assert.equal(page.rows()[2]?.[0], alone.confirmationCode);
    const ofFirst = page.rows().slice(3);
    assert.deepEqual(
      new Set(ofFirst.map((cells) => cells[3])),
      new Set([sayFacts('void'), sayFacts('valid')]),
    );
    const many = await order(100);
    const all = await clerk.get(`/desk/tickets?date=${TODAY}&what=general`);
    assert.deepEqual(all.links('/desk/orders/'), [`/desk/orders/${many.orderId}`]);
    assert.ok(all.text().includes(sayFind('more')));
  });

  test('a ticket shows its order and how it was paid, and money goes back that way unless somebody says otherwise', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    await createEvent(museum, { name: 'Talk', dates: [TODAY], price: 5 });
    await createEvent(museum, { name: 'Sorolla', dates: [TODAY], price: 25 });
    const clerk = await signInStaff(museum, 'cashier');
    const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 1 }];
    for (const paidBy of ['online', 'card'] as const) {
      const { json: order } = await museum.api('POST', '/orders', { body: { items, paidBy } });
      const [{ ticketId }] = order.items[0].tickets;
      const page = await clerk.get(`/desk/tickets/${ticketId}`);
      assert.equal(page.fact(sayOrder('order')), order.orderCode);
      assert.equal(page.fact(sayOrder('paid')), sayMoney(paidBy));
      assert.equal(page.value('refund'), paidBy);
      const asked = await clerk.get(`/desk/orders/${order.orderId}/chosen/void`);
      assert.equal(asked.value('refund'), paidBy);
      const exchange = `/desk/tickets/${ticketId}/exchange`;
      assert.equal((await clerk.get(exchange)).value('money'), paidBy);
      const sold = await clerk.get(`/desk/print?tickets=${ticketId}&sold=1`);
      assert.deepEqual(sold.links('/desk/orders/'), [`/desk/orders/${order.orderId}`]);
      const offers = (await clerk.get(exchange)).options('what');
      const dearer = { ...(await clerk.get(exchange)).form(exchange), reason: 'Wants to see more' };
      const what = offers.find(({ text }) => text.startsWith('Sorolla'))?.value as string;
      const answer = await clerk.post(exchange, { ...dearer, what } as Record<string, string>);
      if (paidBy === 'online') assert.equal(answer.fault('money'), say('differenceFault'));
      else assert.equal(answer.status, 303, 'a card pays the difference, too');
    }
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const alone = await clerk.get(`/desk/tickets/${ticketId}`);
    assert.equal(alone.fact(sayOrder('order')), undefined);
    assert.equal(alone.fact(sayOrder('paid')), say('collected'));
    assert.equal(alone.value('refund'), undefined);
  });

  test('of more than a hundred tickets it is said that there are more, and nothing to whom they do not concern', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    await buy();
    await copyTicket(museum, 100);
    const page = await (await at('cashier')).get(`/desk/tickets?date=${TODAY}`);
    assert.equal(page.links('/desk/tickets/').length, 100);
    assert.ok(page.text().includes(sayFind('more')));
    const gate = await at('gate');
    assert.deepEqual(
      [(await gate.get('/desk/tickets')).status, (await gate.post('/desk/tickets')).status],
      [403, 403],
    );
  });

  test('a ticket that was lost is found by when it was sold and by whom', async (t) => {
    const museum = await openMuseum(t);
    const sell = (as: 'cashier' | 'manager') => buyTicket(museum, generalPurchase(), as);
    await sell('cashier');
    museum.clock.advance(31 * 60_000); // 11:31
    const { confirmationCode } = await sell('manager');
    museum.clock.advance(60 * 60_000);
    await sell('cashier');
    const clerk = await signInStaff(museum, 'cashier');
    const found = await clerk.post('/desk/tickets', { sold: '2027-03-01T11:45' });
    const [row, ...more] = found.rows();
    assert.deepEqual(more, []);
    assert.equal(row?.[0], confirmationCode);
    assert.deepEqual(row?.slice(-2), ['Mon 1 Mar 2027, 11:31', 'manager']);
    const wrong = await clerk.post('/desk/tickets', { sold: 'noon' });
    assert.equal(wrong.status, 400);
    assert.ok(wrong.text().includes(findTexts('en')('soldFault')));
  });

  test('a visitor is let in once, and the admission taken back', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticketId}`;
    const checkInId = (await clerk.get(address)).valueIn(`${address}/admit`, 'checkInId') as string;
    for (let time = 0; time < 2; time += 1) {
      const answer = await clerk.post(`${address}/admit`, { checkInId });
      assert.equal(answer.location, `${address}?done=ticketAdmitted`);
    }
    assert.equal(await stateOf(ticketId), 'admitted');
    const again = await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal(again.status, 409);
    assert.ok(again.problem()?.includes(say('notAdmitted', { why: say('whyAgain') })));
    const other = await at('cashier');
    for (let time = 0; time < 2; time += 1) {
      const undone = await other.post(`${address}/undo`, { checkInId });
      assert.equal(undone.location, `${address}?done=ticketUndone`);
    }
    assert.equal(await stateOf(ticketId), 'valid');
    const happened = (await clerk.get(address)).rows().map(([_when, what, who]) => [what, who]);
    assert.deepEqual(happened, [
      [say('sold'), 'admin'],
      [say('cameUndone'), 'cashier'],
      [say('tookBack'), 'cashier'],
    ]);
    assert.equal((await (await at('manager')).post(`${address}/undo`, { checkInId })).status, 409);
    museum.clock.advance(1_000);
    await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal((await other.post(`${address}/undo`, { checkInId })).status, 409);
  });

  test('who comes before or after an entry time is told the time, and may be let in all the same', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const clerk = await at('cashier');
    await sellByTime(museum);
    for (const [entryTime, why] of [
      ['12:00', 'whyEarly'],
      ['10:00', 'whyLate'],
    ] as const) {
      const { ticketId } = await sellTimed(museum, generalPurchase({ ticketDate: TODAY, entryTime }));
      const address = `/desk/tickets/${ticketId}`;
      const refused = await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
      assert.ok(refused.problem()?.includes(say(why, { time: entryTime })), refused.problem());
      assert.ok(refused.actions().includes(`${address}/override`));
    }
  });

  test('whom the gate refuses is let in all the same for a reason, which the ticket tells', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy('ada@example.com', '2027-03-08');
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticketId}`;
    const offersOverride = (page: PageReader) => page.actions().includes(`${address}/override`);
    assert.ok(!offersOverride(await clerk.get(address)));
    const refused = await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal(refused.status, 409);
    const why = say('whyDay', { day: 'Monday 8 March 2027' });
    assert.ok(refused.problem()?.includes(say('notAdmitted', { why })), refused.problem());
    assert.ok(offersOverride(refused));
    const checkInId = refused.valueIn(`${address}/override`, 'checkInId') as string;
    for (const override of ['  ', 'x'.repeat(201)]) {
      const again = await clerk.post(`${address}/override`, { checkInId, override });
      assert.equal(again.status, 400);
      assert.equal(again.fault('override'), say('reasonFault', { most: 200 }));
      assert.equal(again.value('override'), override);
    }
    assert.equal(await stateOf(ticketId), 'valid');
    const override = '<b>Train</b> was late';
    for (let time = 0; time < 2; time += 1) {
      const answer = await clerk.post(`${address}/override`, { checkInId, override });
      assert.equal(answer.location, `${address}?done=ticketAdmitted`);
    }
    assert.equal(await stateOf(ticketId), 'admitted');
    const other = await clerk.post(`${address}/override`, { checkInId, override: 'Another reason' });
    assert.equal(other.status, 409);
    assert.ok(other.problem()?.includes(sayDesk('formSent')));
    assert.equal(other.value('override'), 'Another reason');
    const page = await clerk.get(address);
    const admissions = page.rows().filter(([, what]) => what === say('cameAnyway', { reason: override }));
    assert.equal(admissions.length, 1);
    assert.ok(!page.html.includes(override));
    const undone = { checkInId: page.valueIn(`${address}/undo`, 'checkInId') as string };
    assert.equal((await clerk.post(`${address}/undo`, undone)).status, 303);
    assert.notEqual((await clerk.get(address)).row(say('cameUndone')), undefined);
    assert.equal((await museum.store.all('SELECT * FROM check_ins')).length, 2);
  });

  test('a ticket for a day that is closed is let in by nobody at the desk, where each page says so', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const hours = { closed: true, reason: 'Storm' };
    assert.equal((await museum.api('PUT', `/museum-hours/${TODAY}`, { body: hours })).status, 200);
    const clerk = await at('manager');
    const [address, order] = [`/desk/tickets/${ticketId}`, `/desk/orders/${ticketId}`];
    for (const page of [await clerk.get(address), await clerk.get(order)])
      assert.ok(page.text().includes(sayFacts('day-closed')), page.text());
    const checkInId = randomUUID();
    const refused = await clerk.post(`${address}/admit`, { checkInId });
    const why = say('notAdmitted', { why: say('whyClosed') });
    assert.deepEqual([refused.status, refused.problem()?.includes(why)], [409, true]);
    assert.ok(!refused.actions().includes(`${address}/override`));
    const forced = { checkInId: randomUUID(), override: 'They insist' };
    assert.equal((await clerk.post(`${address}/override`, forced)).status, 409);
    const together = { tickets: ticketId, checkIns: randomUUID() };
    assert.equal((await clerk.post(`${order}/chosen/admit`, together)).status, 409);
    assert.equal((await clerk.get(`${address}/image.png`)).status, 410);
    assert.equal(await stateOf(ticketId), 'cancelled');
  });

  test('what is void is let in by no reason, and nobody lets in all the same who may not', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const [twice, gone] = [await buy(), await buy()];
    await museum.api('POST', '/check-ins', { body: { ticketId: twice.ticketId } });
    const override = { checkInId: randomUUID(), override: 'Forgot a coat' };
    for (const role of ['gate', 'viewer', 'partner']) {
      const other = await at(role);
      assert.equal(
        (await other.post(`/desk/tickets/${twice.ticketId}/override`, override)).status,
        403,
        role,
      );
    }
    assert.equal((await museum.store.all('SELECT * FROM check_ins')).length, 1);
    const clerk = await at('cashier');
    const again = await clerk.post(`/desk/tickets/${twice.ticketId}/admit`);
    assert.ok(again.actions().includes(`/desk/tickets/${twice.ticketId}/override`));
    assert.equal((await clerk.post(`/desk/tickets/${twice.ticketId}/override`, override)).status, 303);
    await clerk.post(`/desk/tickets/${gone.ticketId}/void`, { reason: 'Ill' });
    for (const action of ['admit', 'override']) {
      const answer = await clerk.post(`/desk/tickets/${gone.ticketId}/${action}`, { override: 'Please' });
      assert.equal(answer.status, 409);
      assert.ok(answer.problem()?.includes(say('notAdmitted', { why: say('whyVoid') })));
      assert.deepEqual(answer.actions(), []);
    }
    assert.equal(await stateOf(gone.ticketId), 'void');
  });

  test('a ticket becomes void for a reason, which its page tells as it was written', async (t) => {
    const { buy, at, stateOf } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticketId}`;
    assert.equal((await clerk.post(`${address}/void`, { reason: '  ' })).status, 400);
    assert.equal((await clerk.post(`${address}/void`, { reason: 'x'.repeat(201) })).status, 400);
    assert.equal((await clerk.post(`${address}/void`, { reason: 'ill\u001b[2J' })).status, 400);
    const reason = '<script>alert(1)</script> ill';
    for (let time = 0; time < 2; time += 1)
      assert.equal((await clerk.post(`${address}/void`, { reason })).location, `${address}?done=ticketVoid`);
    assert.equal(await stateOf(ticketId), 'void');
    const page = await clerk.get(`${address}?done=ticketVoid`);
    assert.equal(page.message(), sayDone('ticketVoid'));
    assert.notEqual(page.row(say('voided', { reason })), undefined);
    assert.ok(!page.html.includes(reason));
    assert.equal((await clerk.post(`${address}/void`, { reason: 'not ill' })).status, 409);
    assert.equal((await (await at('manager')).post(`${address}/void`, { reason })).status, 409);
  });

  test('what was used is void only where somebody in charge insists', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const form = { reason: 'Complaint', force: 'on' };
    const [cashier, manager] = [await at('cashier'), await at('manager')];
    const refused = await cashier.post(`/desk/tickets/${ticketId}/void`, form);
    assert.equal(refused.status, 409);
    const told = sayDesk('ticketAdmitted');
    assert.ok(refused.problem()?.includes(told));
    const offered = await cashier.get(`/desk/tickets/${ticketId}`);
    assert.ok(offered.text().includes(told));
    assert.ok(!offered.hasField('reason'));
    const unforced = await manager.post(`/desk/tickets/${ticketId}/void`, { reason: 'Complaint' });
    assert.deepEqual(unforced.faultyFields(), ['force']);
    assert.equal(unforced.fault('force'), told);
    assert.equal(unforced.value('reason'), 'Complaint');
    assert.ok((await manager.get(`/desk/tickets/${ticketId}`)).hasField('force'));
    assert.equal((await manager.post(`/desk/tickets/${ticketId}/void`, form)).status, 303);
    assert.equal(await stateOf(ticketId), 'void');
  });

  test('a ticket is exchanged once, all or nothing, and both pages lead to each other', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { eventId } = (await museum.api('POST', '/special-events', { body: newEvent({ dates: [TODAY] }) }))
      .json;
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    const [first, second] = [await buy(), await buy()];
    const clerk = await at('cashier');
    const address = `/desk/tickets/${first.ticketId}/exchange`;
    const key = (await clerk.get(address)).value('key') as string;
    const form = { key, date: TODAY, what: eventId, reason: 'Wants to see Sorolla', money: 'cash' };
    const [made, again] = [await clerk.post(address, form), await clerk.post(address, form)];
    assert.equal(made.status, 303);
    const next = /tickets\/([^?]+)\?done=ticketExchanged/.exec(`${made.location}`)?.[1] as string;
    assert.equal(again.location, made.location);
    assert.equal(await stateOf(first.ticketId), 'void');
    for (const [one, other] of [
      [first.ticketId, next],
      [next, first.ticketId],
    ])
      assert.ok((await clerk.get(`/desk/tickets/${one}`)).links().includes(`/desk/tickets/${other}`));
    const full = await clerk.post(`/desk/tickets/${second.ticketId}/exchange`, {
      ...form,
      key: randomUUID(),
    });
    assert.equal(full.status, 409);
    const soldOut = { event: 'Sorolla and the sea', day: 'Monday 1 March 2027' };
    assert.ok(full.problem()?.includes(sayDesk('soldOutEvent', soldOut)), full.problem());
    assert.equal((await clerk.post(address, { ...form, what: 'nothing' })).status, 400);
    const verbose = { ...form, what: 'general', reason: 'x'.repeat(201), key: randomUUID() };
    assert.equal((await clerk.post(`/desk/tickets/${second.ticketId}/exchange`, verbose)).status, 400);
    assert.equal(await stateOf(second.ticketId), 'valid');
  });

  test('two events of one name can be told apart by their places', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    for (const location of ['Door A', 'Door B'])
      await createEvent(museum, { name: 'Guided tour', location, dates: [TODAY] });
    const { ticketId } = await buy();
    const clerk = await at('cashier');
    const offered = (page: PageReader) => page.options('what').map(({ text }) => text);
    const exchange = offered(await clerk.get(`/desk/tickets/${ticketId}/exchange`));
    const find = offered(await clerk.get(`/desk/tickets?date=${TODAY}`));
    const today = await clerk.get('/desk');
    for (const location of ['Door A', 'Door B']) {
      assert.ok(exchange.some((text) => text.startsWith(`Guided tour, ${location} · `)));
      assert.ok(find.includes(`Guided tour, ${location}`));
      assert.notEqual(today.row(`Guided tour ${location}`), undefined);
    }
  });

  test('an exchange says what is to be paid or given back, before and after; a reprint asks nothing', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const event = (name: string, price: number) => createEvent(museum, { name, price, dates: [TODAY] });
    const film = await event('Film', 12);
    const [concert, talk, walk] = [
      await event('Concert', 20),
      await event('Talk', 16),
      await event('Walk', 16),
    ];
    const { ticketId } = await buyTicket(museum, eventPurchase(film.eventId, { ticketDate: TODAY }));
    const clerk = await at('cashier');
    const exchange = async (id: string, { eventId }: { eventId: string }) => {
      const address = `/desk/tickets/${id}/exchange`;
      const options = (await clerk.get(address)).options('what');
      const option = options.find(({ value }) => value === eventId)?.text ?? '';
      const form = { date: TODAY, what: eventId, reason: 'They asked', money: 'card' };
      const made = await clerk.post(address, form);
      const said = (await clerk.get(made.location as string)).message();
      const [, next = ''] = /tickets\/([^?]+)/.exec(made.location as string) ?? [];
      return { next, parts: option.split(' · '), said };
    };
    const made = sayDone('ticketExchanged');
    const dearer = await exchange(ticketId, concert);
    const toPay = say('payMore', { price: '€8.00' });
    assert.deepEqual([dearer.parts[2], dearer.said], [toPay, `${made} ${toPay}.`]);
    const cheaper = await exchange(dearer.next, talk);
    const toGiveBack = say('giveBack', { price: '€4.00' });
    assert.deepEqual([cheaper.parts[2], cheaper.said], [toGiveBack, `${made} ${toGiveBack}.`]);
    const equal = await exchange(cheaper.next, walk);
    assert.deepEqual([equal.parts.length, equal.said], [3, made]);
    const paymentsOf = async (id: string) =>
      (await museum.api('GET', `/orders/${id}`)).json.payments.map(
        ({ method, amount }: { method: string; amount: number }) => [method, amount],
      );
    assert.deepEqual(await paymentsOf(ticketId), [
      ['card', 8],
      ['card', -4],
    ]);
    const printed = await clerk.get(`/desk/print?tickets=${equal.next}`);
    assert.equal(printed.images().length, 1);
    assert.ok(!printed.text().includes(sellTexts('en')('toPay')));
    assert.ok(!printed.links().some((href) => href.includes('sold=1')));
  });

  test('a ticket is exchanged for another entry time and category', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const put = (path: string, body: object) => museum.api('PUT', path, { body });
    await put('/categories', [
      { category: 'standard', name: 'Adults', unitType: 'ADULT' },
      { category: 'child', name: 'Children', unitType: 'CHILD' },
    ]);
    await put('/general-entry/prices', [
      { category: 'standard', price: 12 },
      { category: 'child', price: 5 },
    ]);
    await put('/general-entry/times', { every: 60, places: 1, lastEntry: 60 });
    const ticket = await buyTicket(museum, generalPurchase({ ticketDate: TODAY, entryTime: '14:00' }));
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY, entryTime: '15:00' }));
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticket.ticketId}/exchange`;
    const page = await clerk.get(address);
    const times = page.options('time.general').map(({ value }) => value);
    assert.ok(times.includes('16:00') && !times.includes('15:00'), 'what is full is not offered');
    const form = { date: TODAY, what: 'general', reason: 'Late', 'time.general': '15:00', category: 'child' };
    const full = await clerk.post(address, { ...form, money: 'cash' });
    assert.equal(full.status, 409);
    const made = await clerk.post(address, { ...form, 'time.general': '16:00', money: 'cash' });
    const [, next = ''] = /tickets\/([^?]+)/.exec(made.location as string) ?? [];
    const { entryTime, category, replaces, price } = (await museum.api('GET', `/tickets/${next}`)).json;
    assert.deepEqual([entryTime, category, replaces, price], ['16:00', 'child', ticket.ticketId, 5]);
    const { payments } = (await museum.api('GET', `/orders/${next}`)).json;
    assert.deepEqual([payments[0].method, payments[0].amount], ['cash', -7]);
    const gone = await clerk.post(`/desk/tickets/${next}/exchange`, { ...form, category: 'senior' });
    assert.equal(gone.fault('category'), sayDesk('categoryNotSold', { category: 'senior' }));
  });

  test('what was free is given back for nothing', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const { eventId } = await createEvent(museum, { price: 0, dates: [TODAY] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    const page = await (await at('manager')).get(`/desk/tickets/${ticketId}`);
    assert.equal(page.fact(sayFacts('price')), 'Free');
    assert.ok(page.text().includes(`${say('voidMeans')} ${say('reason')}`));
  });

  test('an exchange begins with what the ticket is for, and showing another day keeps the reason', async (t) => {
    const { at, buy, museum } = await openedDesk(await openMuseum(t));
    const [day, closed] = ['2027-03-08', '2027-03-02'];
    await museum.api('PUT', `/museum-hours/${closed}`, { body: { closed: true, reason: 'Storm' } });
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const ticket = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticket.ticketId}/exchange`;
    const general = `/desk/tickets/${(await buy()).ticketId}/exchange`;
    assert.equal((await clerk.get(address)).value('what'), eventId);
    assert.equal((await clerk.get(general)).value('what'), 'general');
    const later = await buyTicket(museum, generalPurchase({ ticketDate: day }));
    assert.equal((await clerk.get(`/desk/tickets/${later.ticketId}/exchange`)).value('date'), day);
    const typed = { shown: TODAY, what: eventId, reason: 'They are ill' };
    for (const form of [
      { ...typed, date: day },
      { ...typed, date: day, step: 'show' },
    ]) {
      const page = await clerk.post(address, form);
      assert.equal(page.status, 200);
      assert.ok(page.subheadings().includes('Monday 8 March 2027'));
      const values = ['reason', 'what', 'shown'].map((name) => page.value(name));
      assert.deepEqual(values, ['They are ill', undefined, day]);
      assert.match(page.html, /href="\?date=2027-03-08&amp;language=de"/);
    }
    const nothing = await clerk.post(address, { ...typed, date: closed });
    assert.equal(nothing.part('what'), sellTexts('en')('nothing', { day: 'Tuesday 2 March 2027' }));
    assert.equal(nothing.value('reason'), 'They are ill');
    const back = await clerk.post(address, { shown: closed, date: TODAY, reason: 'They are ill' });
    assert.equal(back.value('what'), eventId);
    const none = await clerk.post(address, { shown: day, date: day, what: '', reason: 'They are ill' });
    assert.equal(none.status, 400);
    assert.equal(none.fault('what'), say('exchangeFault'));
    const free = { ...typed, shown: day, date: day, what: 'general' };
    const asked = await clerk.post(address, free);
    assert.deepEqual([asked.status, asked.fault('money')], [400, say('differenceFault')]);
    const made = await clerk.post(address, { ...free, money: 'nothing' });
    assert.equal(made.status, 303);
  });

  test('whom the gate sends to the desk gets another ticket: the day is over, or the event is cancelled', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-09'] });
    const later = eventPurchase(eventId, { ticketDate: '2027-03-09' });
    const [missed, used, off] = [await buy(), await buy(), await buyTicket(museum, later)];
    await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } });
    let clerk: Staff = await at('manager');
    const exchangeOf = ({ ticketId }: { ticketId: string }) => `/desk/tickets/${ticketId}/exchange`;
    const pageOf = ({ ticketId }: { ticketId: string }) => clerk.get(`/desk/tickets/${ticketId}`);
    for (const ticket of [missed, used]) assert.ok((await pageOf(ticket)).text().includes(say('voidMeans')));
    await museum.api('DELETE', `/special-events/${eventId}`);
    museum.clock.advance(24 * 3_600_000);
    clerk = await at('manager'); // nobody is signed in for so long
    for (const ticket of [missed, used, off]) {
      const text = (await pageOf(ticket)).text();
      assert.ok(text.includes(say('voidMeansOver')));
      assert.ok(!text.includes(say('voidMeans')));
    }
    assert.ok(!(await pageOf(used)).links().includes(exchangeOf(used)));
    const form = { date: '2027-03-02', what: 'general', reason: 'Missed it', money: 'nothing' };
    await museum.api('PUT', '/museum-hours/2027-03-02', { body: { timeOpen: '09:00', timeClose: '18:00' } });
    for (const ticket of [missed, off]) {
      assert.ok((await pageOf(ticket)).links().includes(exchangeOf(ticket)));
      assert.equal((await clerk.post(exchangeOf(ticket), form)).status, 303);
      assert.equal(await stateOf(ticket.ticketId), 'void');
      assert.ok(!(await pageOf(ticket)).links().includes(exchangeOf(ticket)));
    }
  });

  test('a partner sees its own tickets only, and voids none', async (t) => {
    const { buy, at } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const partner = await at('partner');
    assert.equal((await partner.get(`/desk/tickets/${ticketId}`)).status, 404);
    assert.deepEqual((await partner.get(`/desk/tickets?date=${TODAY}`)).rows(), []);
    assert.equal((await partner.post(`/desk/tickets/${ticketId}/void`, { reason: 'x' })).status, 403);
    assert.equal((await partner.get(`/desk/tickets/${ticketId}/exchange`)).status, 403);
    assert.equal((await partner.get('/desk/tickets/nothing')).status, 404);
  });

  test('a partner is told what became of a ticket, but not who of the museum did it, nor why', async (t) => {
    const { museum, at } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
    const scan = { ticketId, gate: 'East door', admits: randomUUID(), override: 'a friend of the house' };
    await museum.api('POST', '/check-ins', { body: scan, as: 'manager' });
    const { ticketId: late } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
    const exchange = { ticketType: 'general', ticketDate: TODAY, reason: 'was ill' };
    await museum.api('POST', `/tickets/${late}/exchange`, { body: exchange, as: 'cashier' });
    const partner = await at('partner');
    const [used, exchanged] = [
      await partner.get(`/desk/tickets/${ticketId}`),
      await partner.get(`/desk/tickets/${late}`),
    ];
    assert.deepEqual(used.row(say('came'))?.slice(1), [say('came'), 'East door']);
    assert.deepEqual(exchanged.row(say('wasExchanged'))?.slice(1), [say('wasExchanged'), '']);
    assert.ok(exchanged.text().includes(say('replacedBy')));
    for (const page of [used, exchanged])
      assert.doesNotMatch(page.text(), /manager|cashier|friend of the house|was ill/);
  });
});

test('a ticket’s price stays in the currency that it was sold in, wherever it is shown or given back', async (t) => {
  const settings = { MUSEUM_CURRENCY: 'BGN', MUSEUM_GENERAL_PRICE: '20' };
  const before = await openForTest(t, { settings });
  const [one, other] = [
    await buyTicket(before, generalPurchase()),
    await buyTicket(before, generalPurchase()),
  ];
  const { database, clock } = before;
  const now = { MUSEUM_CURRENCY: 'EUR', MUSEUM_GENERAL_PRICE: '10.23' };
  const museum = await openMuseum({ database, clock, hasAccounts: true, settings: now });
  t.after(() => museum.close());
  const { at } = await openedDesk(museum);
  const clerk = await at('manager');
  const address = `/desk/tickets/${one.ticketId}`;
  const [sold, costs] = ['BGN 20.00', '€10.23'];
  const settled = [say('giveBack', { price: sold }), say('payMore', { price: costs })];

  const page = await clerk.get(address);
  assert.equal(page.fact(sayFacts('price')), sold);
  assert.ok(page.text().includes(sayMoney('amount', { currency: 'BGN' })));
  assert.ok(!page.text().includes('€'));
  const print = await clerk.get(`/desk/print?tickets=${one.ticketId},${other.ticketId}&sold=1`);
  assert.ok(print.text().includes(`${sellTexts('en')('toPay')} BGN 40.00`));
  assert.ok(print.text().includes(` · ${sold}`));
  const found = await clerk.post('/desk/tickets', { email: 'ada@example.com' });
  assert.deepEqual(
    found.rows().map((cells) => cells.at(-3)),
    [sold, sold],
  );

  const exchange = await clerk.get(`${address}/exchange`);
  assert.ok(exchange.lead()?.endsWith(` · ${sold}`));
  const [general] = exchange.options('what');
  assert.deepEqual(general?.text.split(' · ').slice(0, 4), [
    wordTexts('en')('generalEntry'),
    costs,
    ...settled,
  ]);
  const form = { date: TODAY, what: 'general', reason: 'They asked' };
  const made = await clerk.get((await clerk.post(`${address}/exchange`, form)).location as string);
  assert.equal(
    made.message(),
    `${sayDone('ticketExchanged')} ${settled.map((each) => `${each}.`).join(' ')}`,
  );
  assert.ok(made.text().includes(sayMoney('amount', { currency: 'EUR' })));
});

/** As keyboards for Chinese and Japanese write it. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}
