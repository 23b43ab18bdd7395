import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { ONLINE_SETTINGS, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { put } from '../../fixtures/timed-tickets.ts';
import { factTexts } from '../../src/tickets/index.ts';
import { orderTexts } from '../../src/web/desk/order-texts.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';
import { shopRefusalsTexts } from '../../src/web/shop/shop-refusals-texts.ts';
import { visitTexts } from '../../src/web/shop/visit-texts.ts';

const say = shopOrderTexts('en');
const DAY = '2027-03-04';
const CHEAP = '2027-03-08';
const DEAR = '2027-03-09';

type Form = Record<string, string>;

function sumOn({ html }: PageReader): string | undefined {
  return /data-sum="(\d+)"/.exec(html)?.[1];
}

describeOnSqlite((openMuseum) => {
  /** A visitor with three tickets for general entry and one for an event, which were paid online. */
  async function opened(t: TestContext, more: Form = {}) {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const settings = { ...ONLINE_SETTINGS, MUSEUM_PAYMENTS: 'desk,stripe', ...more };
    const museum = await openMuseum(t, { clock, fakes, settings });
    for (const [day, price] of [
      [CHEAP, 7],
      [DEAR, 12],
    ] as const)
      await put(museum, `/general-entry/prices/${day}`, [{ category: 'standard', price }]);
    const { eventId } = await createEvent(museum, { dates: [DAY, CHEAP], price: 5 });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '3', [`${eventId}.standard`]: '1' });
    const { location = '' } = await shopper.post(`${at}/pay`, { way: 'stripe' });
    fakes.stripe.pay(location.replace('/demo/pay/', ''));
    assert.equal(stateOn(await shopper.get(at)), 'sold');
    const [{ orderId, orderCode }] = (await museum.api('GET', '/orders?email=ada@example.com')).json;
    const order = async () => (await museum.api('GET', `/orders/${orderId}`)).json;
    const codes: string[] = (await order()).items[0].tickets.map(
      ({ confirmationCode }: { confirmationCode: string }) => confirmationCode,
    );
    const path = `${at}/move`;
    /** Ticks those tickets on the page, fills in the fields, and presses the button. */
    const press = (page: PageReader, ticked: readonly string[], fields: Form = {}) => {
      const sent = Object.entries(page.form(path) as Form).filter(([name]) => !name.startsWith('ticket-'));
      return shopper.post(path, {
        ...Object.fromEntries(sent),
        ...Object.fromEntries(ticked.map((code) => [code, 'on'])),
        ...fields,
      });
    };
    return { museum, fakes, shopper, at, path, codes, order, orderCode, eventId, press };
  }

  test('a buyer ticks tickets, chooses a day, sees what goes back, and moves them; the order keeps them', async (t) => {
    const { museum, shopper, at, path, codes, order, press } = await opened(t);
    assert.ok((await shopper.get(at)).links(at).includes(path));
    const page = await shopper.get(path);
    assert.deepEqual([page.heading(), page.value('date'), sumOn(page)], [say('move'), DAY, undefined]);
    const [one, other] = codes as [string, string, string];
    const nothing = await press(page, [], { date: CHEAP });
    assert.deepEqual([nothing.status, nothing.faultyFields()], [400, [one]]);
    const same = await press(page, [one]);
    assert.deepEqual([same.status, same.fault('date')], [400, say('sameVisit')]);
    const asked = await press(page, [one, other], { date: CHEAP });
    assert.deepEqual([asked.status, sumOn(asked), asked.value(one)], [200, '400', 'on']);
    assert.ok(asked.text().includes(say('youGetBack')) && asked.text().includes(say('backOnline')));
    assert.equal((await order()).account.worth, 32);
    assert.equal((await press(asked, [one, other])).location, at);
    assert.equal((await press(asked, [one, other])).location, at, 'a second press does nothing');
    const { account, state } = await order();
    assert.deepEqual([state, account.worth, account.due + account.paid], ['sold', 28, 28 + account.due * 2]);
    const after = await shopper.get(at);
    assert.equal(after.images().length, 4);
    assert.ok(after.text().includes(say('movedFrom', { visit: 'Thursday 4 March 2027' })));
    assert.ok(!after.text().includes(one));
    await assertSound(museum);
  });

  test('a ticket of a date that was postponed says which day it was for', async (t) => {
    const { museum, shopper, at, eventId } = await opened(t);
    const body = { from: DAY, to: '2027-03-10' };
    assert.equal((await museum.api('POST', `/special-events/${eventId}/postpone`, { body })).status, 200);
    const page = await shopper.get(at);
    const from = factTexts('en')('postponedFrom', { day: 'Thursday 4 March 2027' });
    assert.equal(page.text().split(from).length, 2, 'one of the four');
  });

  test('a dearer day is paid online first: the order says until when, and the tickets are moved when it is paid', async (t) => {
    const { museum, fakes, shopper, at, path, codes, order, orderCode, press } = await opened(t);
    const [one] = codes as [string];
    const asked = await press(await shopper.get(path), [one], { date: DEAR });
    assert.equal(sumOn(asked), '300');
    assert.ok(asked.text().includes(say('payFirst')));
    assert.equal((await press(asked, [one])).location, at);
    const open = await shopper.get(at);
    const facts = {
      count: 1,
      visit: 'Tuesday 9 March 2027',
      price: '€3.00',
      time: 'Monday 1 March 2027, 11:15',
    };
    assert.ok(open.text().includes(say('movePay', facts)));
    assert.deepEqual([stateOn(open), open.images().length], ['sold', 4]);
    const [{ orderId: holdId, moveOf }] = (await museum.api('GET', '/orders?state=held')).json;
    const atDesk = await (await signInStaff(museum, 'cashier')).get(`/desk/orders/${holdId}`);
    assert.ok(atDesk.text().includes(`${orderTexts('en')('moveOf')} ${orderCode}`));
    assert.ok(atDesk.links().includes(`/desk/orders/${moveOf}`));
    assert.ok(!atDesk.html.includes(`${holdId}/pay`) && atDesk.html.includes(`${holdId}/release`));
    const { location = '' } = await shopper.post(`${at}/pay`, { way: 'stripe' });
    assert.ok((await shopper.get(`${at}?returned=yes`)).headers.refresh);
    fakes.stripe.pay(location.replace('/demo/pay/', ''));
    const paid = await shopper.get(`${at}?returned=yes`);
    assert.ok(!paid.text().includes(say('movePay', facts)) && paid.headers.refresh === undefined);
    assert.deepEqual((await order()).account, { worth: 35, paid: 35, due: 0, kept: 0 });
    await press(await press(await shopper.get(path), codes.slice(1), { date: DEAR }), codes.slice(1));
    assert.ok((await shopper.get(at)).actions().includes(path));
    assert.equal((await shopper.post(path, { step: 'drop' })).location, at);
    assert.deepEqual((await shopper.get(at)).actions().includes(path), false);
    await assertSound(museum);
  });

  test('a price that has changed meanwhile is said, with the form as it was filled, and nothing is done', async (t) => {
    const { museum, shopper, path, codes, order, press } = await opened(t);
    const [one] = codes as [string];
    const asked = await press(await shopper.get(path), [one], { date: DEAR });
    await put(museum, `/general-entry/prices/${DEAR}`, [{ category: 'standard', price: 50 }]);
    const stale = await press(asked, [one]);
    assert.deepEqual(
      [stale.status, sumOn(stale), stale.value('date'), stale.value(one)],
      [409, '4100', DEAR, 'on'],
    );
    assert.ok(stale.problem()?.includes('the price is now €50.00'));
    assert.equal((await order()).account.worth, 32);
  });

  test('a day that is closed, over or sold out, a wrong time, and lies are said beside the field', async (t) => {
    const { museum, shopper, path, codes, press } = await opened(t);
    const [one] = codes as [string];
    await put(museum, '/museum-hours/2027-03-10', { closed: true });
    await put(museum, '/capacity/general/2027-03-11', { capacity: 0 });
    const no = shopRefusalsTexts('en');
    for (const [date, fault] of [
      ['2027-03-10', no('museumClosed', { day: 'Wednesday 10 March 2027' })],
      ['2027-03-11', no('soldOut', { day: 'Thursday 11 March 2027' })],
      ['2027-02-01', no('datePast', { day: 'Monday 1 February 2027' })],
      ['2027-02-30', visitTexts('en')('dayFault', { day: DAY })],
    ] as const) {
      const page = await press(await shopper.get(path), [one], { date });
      assert.deepEqual([page.status, page.fault('date')], [400, fault], date);
    }
    await put(museum, '/general-entry/times', { every: 60, places: 1, lastEntry: 60 });
    museum.clock.advance(60_000); // ten forms a minute
    const shown = await press(await shopper.get(path), [one], { date: CHEAP, step: 'show' });
    assert.deepEqual([shown.status, shown.value('date'), shown.hasField('time')], [200, CHEAP, true]);
    const untimed = await press(shown, [one]);
    assert.equal(untimed.fault('time'), visitTexts('en')('timeFault'));
    const odd = await press(shown, [one], { time: '03:33' });
    assert.equal(odd.fault('time'), visitTexts('en')('timeGone', { time: '03:33' }));
    const full = await press(await press(shown, codes, { time: '14:00' }), codes);
    assert.deepEqual(
      [full.status, full.problem()?.includes(no('soldOutTime', { time: '14:00' }))],
      [409, true],
    );
    museum.clock.advance(60_000);
    const asked = await press(shown, [one], { time: '14:00' });
    const lie = await press(asked, [one], {
      shown: `${asked.form(path).shown}`.replace(/ 0 200 0 0$/, ' 0 900 0 0'),
    });
    assert.deepEqual([lie.status, sumOn(lie)], [409, '200']);
  });

  test('an event is moved to another of its dates on a page of its own', async (t) => {
    const { museum, shopper, path, eventId, order, press } = await opened(t);
    const page = await shopper.get(path);
    const other = `${path}?of=${eventId}`;
    assert.ok(page.links(path).includes(other));
    const { confirmationCode } = (await order()).items[1].tickets[0];
    const event = await shopper.get(other);
    const elsewhere = await press(event, [confirmationCode], { date: DEAR });
    assert.equal(elsewhere.status, 400);
    const asked = await press(event, [confirmationCode], { date: CHEAP });
    assert.equal(sumOn(asked), '0');
    await press(asked, [confirmationCode]);
    assert.deepEqual((await order()).account, { worth: 32, paid: 32, due: 0, kept: 0 });
    await assertSound(museum);
  });

  test('where nothing is paid online, a dearer day is refused; with MUSEUM_SHOP_MOVE_HOURS off there is no link', async (t) => {
    const desk = { ...ONLINE_SETTINGS, MUSEUM_PAYMENTS: 'desk' };
    for (const settings of [desk, { ...desk, MUSEUM_SHOP_MOVE_HOURS: 'off' }]) {
      const museum = await openMuseum(t, { settings });
      await put(museum, `/general-entry/prices/${DEAR}`, [{ category: 'standard', price: 12 }]);
      const shopper = shopperIn(museum);
      const at = await shopper.buy(DAY, { 'general.standard': '1' });
      const [{ orderId }] = (await museum.api('GET', '/orders?email=ada@example.com')).json;
      const { json } = await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } });
      const path = `${at}/move`;
      const isOff = 'MUSEUM_SHOP_MOVE_HOURS' in settings;
      assert.equal((await shopper.get(at)).links(at).includes(path), !isOff);
      const page = await shopper.get(path);
      assert.equal(page.location, isOff ? at : undefined);
      if (isOff) continue;
      const [{ confirmationCode }] = json.items[0].tickets;
      const dearer = await shopper.post(path, { [confirmationCode]: 'on', date: DEAR });
      assert.deepEqual([dearer.problem()?.includes('€3.00'), sumOn(dearer)], [true, undefined]);
    }
  });

  test('the mail of a move has the new tickets, and what they replace', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const { shopper, path, codes, press } = await opened(t, mail);
    await server.has(1);
    const [one] = codes as [string];
    await press(await press(await shopper.get(path), [one], { date: '2027-03-05' }), [one]);
    await server.has(2);
    const { to, mail: told } = server.arrived[1] ?? assert.fail();
    assert.equal(to, 'ada@example.com');
    assert.ok(told.subject?.includes('Friday 5 March 2027') && told.text?.includes(one));
  });
});
