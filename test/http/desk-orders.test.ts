import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { openForResellers } from '../../fixtures/reseller.ts';
import { createEvent, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { cashUpTexts } from '../../src/web/desk/cash-up-texts.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { moneyTexts } from '../../src/web/desk/money-texts.ts';
import { orderTexts } from '../../src/web/desk/order-texts.ts';
import { reportsTexts } from '../../src/web/desk/reports-texts.ts';
import { sellTexts } from '../../src/web/desk/sell-texts.ts';

const say = orderTexts('en');
const sayMoney = moneyTexts('en');
const sayDone = doneTexts('en');
const sayCashUp = cashUpTexts('en');

async function place(museum: Museum, body: object, as: Asker = 'cashier') {
  const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }];
  const answer = await museum.api('POST', '/orders', { body: { items, ...body }, as });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

interface PlacedItem {
  readonly tickets: readonly { readonly ticketId: string }[];
}

function idsIn(items: readonly PlacedItem[]): string[] {
  return items.flatMap(({ tickets }) => tickets.map(({ ticketId }) => ticketId));
}

/** Where the buttons of forms lead that have an address of their own. */
function formActions(html: string): string[] {
  return [...html.matchAll(/formaction="([^"]*)"/g)].map(([, address]) => address as string);
}

describeOnSqlite((openMuseum) => {
  const settings = { MUSEUM_GENERAL_PRICE: '12' };

  test('a held order is found by its code and paid at the desk, and its tickets are printed', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId, orderCode } = await place(museum, { hold: 900, reference: 'r-1' }, 'partner');
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}`;
    for (const code of [orderCode, orderCode.slice(6).toUpperCase()])
      assert.equal((await clerk.post('/desk/tickets', { code })).location, address);
    const page = await clerk.get(address);
    assert.equal(page.lead(), say('held', { time: 'Monday 1 March 2027, 11:15' }));
    assert.deepEqual([page.fact(say('total')), page.fact(say('reference'))], ['€24.00', 'r-1']);
    const paid = await clerk.post(`${address}/pay`, { paidBy: 'cash' });
    assert.match(paid.location ?? '', /^\/desk\/print\?tickets=[\da-f-]{36},[\da-f-]{36}&sold=1$/);
    assert.equal((await clerk.post(`${address}/pay`, { paidBy: 'cash' })).location, paid.location);
    const { state, payments } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([state, payments.length, payments[0].method], ['sold', 1, 'cash']);
    assert.equal((await clerk.get(address)).lead(), say('sold'));
    const late = await clerk.post(`${address}/release`, {});
    assert.equal(late.status, 409);
    assert.ok(late.text().includes(deskTexts('en')('orderSold')));
    await assertSound(museum);
  });

  test('an order is found by its seller’s reference, and one of several with the same is chosen', async (t) => {
    const museum = await openMuseum(t, { settings });
    const first = await place(museum, { reference: 'V-1 / 7' }, 'partner');
    const clerk = await signInStaff(museum, 'cashier');
    assert.equal(
      (await clerk.post('/desk/tickets', { code: 'V-1 / 7' })).location,
      `/desk/orders/${first.orderId}`,
    );
    const second = await place(museum, { reference: 'V-1 / 7' }, 'other-partner');
    const found = await clerk.post('/desk/tickets', { code: 'V-1 / 7' });
    const orders = found.links().filter((href) => href.startsWith('/desk/orders/'));
    assert.deepEqual(
      orders,
      [second, first].map(({ orderId }) => `/desk/orders/${orderId}`),
    );
    const partner = await signInStaff(museum, 'partner');
    assert.equal((await partner.post('/desk/tickets', { code: 'V-1 / 7' })).location, orders[1]);
  });

  test('a reseller’s booking shows the reseller, its reference, and who comes', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const contact = { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+44 1' };
    const { id } = await reseller.reserve({ contact, notes: 'By the lift', resellerReference: 'V-1' });
    const page = await (await signInStaff(museum, 'cashier')).get(`/desk/orders/${id}`);
    const facts = (['soldBy', 'reference', 'buyerName', 'phone', 'notes'] as const).map((name) =>
      page.fact(say(name)),
    );
    assert.deepEqual(facts, ['partner', 'V-1', 'Ada Lovelace', '+44 1', 'By the lift']);
  });

  test('the hold of an order is released at the desk', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId } = await place(museum, { hold: 900 });
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}`;
    assert.equal((await clerk.post(`${address}/release`, {})).location, `${address}?done=orderReleased`);
    const page = await clerk.get(`${address}?done=orderReleased`);
    assert.deepEqual([page.message(), page.lead()], [sayDone('orderReleased'), say('seller')]);
    const partner = await signInStaff(museum, 'partner');
    assert.equal((await partner.get(address)).status, 404);
  });

  test('an order is made void, and what goes back is asked and guarded', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId } = await place(museum, { paidBy: 'card' });
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}`;
    const form = { reason: 'Ill', refund: 'card', amount: '24' };
    const send = (changes: object) => clerk.post(`${address}/chosen/void`, { ...form, ...changes });
    const asked = await send({ refund: '', reason: ' ' });
    assert.equal(asked.status, 400);
    assert.ok(asked.text().includes(sayMoney('refundFault')));
    const odd = await send({ amount: '1,234' });
    assert.ok(odd.text().includes(sayMoney('amountFault', { example: '12.50' })));
    const tooHigh = await send({ amount: '24.01' });
    assert.equal(tooHigh.status, 409);
    assert.ok(tooHigh.text().includes(sayMoney('tooHigh', { most: '€24.00' })));
    assert.equal((await send({})).location, `${address}?done=orderVoid`);
    const { state, payments } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([state, payments.at(-1).amount], ['void', -24]);
    await assertSound(museum);
  });

  test('the tickets of an order stand by what they are for, with how many came in and are void', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: [TODAY], price: 20 });
    const ordered = [
      { ticketType: 'general', ticketDate: TODAY, quantity: 3 },
      { ticketType: 'event', eventId, ticketDate: TODAY, quantity: 1 },
    ];
    const { orderId, items } = await place(museum, { items: ordered, paidBy: 'card' });
    const [first, second, third] = idsIn(items);
    await museum.api('POST', '/check-ins', { body: { ticketId: first } });
    await museum.api('POST', `/tickets/${second}/void`, { body: { reason: 'Ill' } });
    const clerk = await signInStaff(museum, 'manager');
    const page = await clerk.get(`/desk/orders/${orderId}`);
    const counts = page
      .rows()
      .slice(0, 2)
      .map((cells) => cells.slice(1));
    assert.deepEqual(counts, [
      ['3', '1', '1', '€12.00', say('ofThose', { count: 2 })],
      ['1', '0', '0', '€20.00', say('ofThose', { count: 1 })],
    ]);
    assert.ok(page.text().includes('General entry, Mon 1 Mar 2027'), page.text());
    assert.equal(page.value('of.0'), '');
    const all = await clerk.get(`/desk/orders/${orderId}?all=1`);
    assert.deepEqual([all.value('of.0'), all.value('of.1')], ['2', '1']);
    const acts = ['move', 'void', 'admit', 'print'].map((act) => `/desk/orders/${orderId}/chosen/${act}`);
    assert.deepEqual(formActions(page.html), acts);
    const printed = await clerk.get(`/desk/orders/${orderId}/chosen/print?of.0=1&of.1=1`);
    assert.equal(printed.location, `/desk/print?tickets=${[third, idsIn(items)[3]].join(',')}`);
    const theirs = `/desk/orders/${(await place(museum, { paidBy: 'card' }, 'partner')).orderId}`;
    const partner = await signInStaff(museum, 'partner');
    assert.deepEqual(formActions((await partner.get(theirs)).html), [`${theirs}/chosen/print`]);
  });

  test('chosen tickets are made void together, with one reason and one refund, and none of them when one is void meanwhile', async (t) => {
    const museum = await openMuseum(t, { settings });
    const ordered = [{ ticketType: 'general', ticketDate: TODAY, quantity: 4 }];
    const { orderId, items } = await place(museum, { items: ordered, paidBy: 'card' });
    const [first, second] = idsIn(items);
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}/chosen/void`;
    const none = await clerk.get(`${address}?of.0=`);
    assert.deepEqual([none.status, none.problem()?.includes(say('chooseTickets'))], [400, true]);
    const asked = await clerk.get(`${address}?of.0=2`);
    assert.ok(asked.heading().startsWith(say('order')), 'it is in the page of the order');
    assert.ok(asked.subheadings().includes(say('voidTitle', { count: 2 })));
    assert.equal(asked.value('of.0'), '2', 'those that are chosen are still seen');
    const form = asked.form(address) as Record<string, string>;
    assert.deepEqual([form.tickets, form.refund, form.amount], [`${first},${second}`, 'card', '24']);
    await museum.api('POST', `/tickets/${first}/void`, { body: { reason: 'Lost' } });
    const late = await clerk.post(address, { ...form, reason: 'Ill' });
    assert.deepEqual([late.status, late.problem()?.includes(say('chosenChanged'))], [409, true]);
    assert.equal((late.form(address) as Record<string, string>).tickets, second);
    const order = async () => (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.equal((await order()).payments.length, 1);
    const left = (await clerk.get(`${address}?ticket=${second}&of.0=3`)).form(address);
    for (let sent = 0; sent < 2; sent += 1) {
      const made = await clerk.post(address, { ...(left as Record<string, string>), reason: 'Ill' });
      assert.equal(made.location, `/desk/orders/${orderId}?done=ticketsVoid&count=1`);
    }
    const { state, account, payments } = await order();
    assert.deepEqual([state, payments.at(-1).amount], ['sold', -12]);
    assert.deepEqual(account, { worth: 24, paid: 36, due: 0, kept: 12 });
    await assertSound(museum);
  });

  test('what was kept when an order became void is paid back later, with a reason, and no more than that', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId } = await place(museum, { paidBy: 'card' });
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}`;
    assert.ok(!(await clerk.get(address)).actions().includes(`${address}/kept`));
    await clerk.post(`${address}/chosen/void`, { reason: 'Did not come', refund: 'nothing' });
    const page = await clerk.get(address);
    const steps = ['soldFor', 'since', 'worth', 'kept'] as const;
    assert.deepEqual(
      steps.map((step) => page.row(say(step))?.at(-1)),
      ['€24.00', '-€24.00', '€0.00', '€24.00'],
    );
    assert.equal(page.fact(say('due')), '€0.00');
    const form = page.form(`${address}/kept`) as Record<string, string>;
    assert.deepEqual([form.refund, form.amount], ['card', '24']);
    const send = (changes: object) =>
      clerk.post(`${address}/kept`, { ...form, reason: 'Goodwill', ...changes });
    assert.deepEqual((await send({ refund: 'nothing' })).faultyFields(), ['refund']);
    assert.equal((await send({ amount: '24.01' })).status, 409);
    for (let sent = 0; sent < 2; sent += 1)
      assert.equal((await send({ amount: '10' })).location, `${address}?done=owedPaid`);
    const { account } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual(account, { worth: 0, paid: 14, due: 0, kept: 14 });
    await assertSound(museum);
  });

  test('the history of an order says who did what and why, and to a partner neither who of the museum nor why', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId, items } = await place(museum, { hold: 900 }, 'partner');
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}`;
    const later = () => museum.clock.advance(60_000);
    later();
    await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'card' }, as: 'cashier' });
    later();
    const [ticketId] = idsIn((await museum.api('GET', `/orders/${orderId}`)).json.items);
    assert.equal(items.length, 1);
    await clerk.post(`${address}/chosen/void`, {
      ...{ tickets: ticketId as string, reason: 'Two are ill', refund: 'card', amount: '8' },
    });
    later();
    await clerk.post(`${address}/kept`, { reason: 'Goodwill', refund: 'cash', amount: '1.50' });
    const lines = (page: PageReader) =>
      [...page.html.matchAll(/<dd>([^<]*(?: · |paid)[^<]*)<\/dd>/g)].map(([, line]) => line);
    assert.deepEqual(lines(await clerk.get(address)), [
      '€1.50 paid back in cash · cashier: Goodwill',
      '1 ticket made void, €8.00 paid back by card · cashier: Two are ill',
      '2 tickets sold, €24.00 paid by card · cashier',
      'Held · partner',
    ]);
    assert.deepEqual(lines(await (await signInStaff(museum, 'partner')).get(address)), [
      '€1.50 paid back in cash',
      '1 ticket made void, €8.00 paid back by card',
      '2 tickets sold, €24.00 paid by card',
      'Held · partner',
    ]);
    await assertSound(museum);
  });

  test('chosen tickets are moved together to another day, which says first what it costs', async (t) => {
    const museum = await openMuseum(t, { settings });
    const ordered = [{ ticketType: 'general', ticketDate: TODAY, quantity: 4 }];
    const { orderId } = await place(museum, { items: ordered, paidBy: 'card' });
    const dear = [{ category: 'standard', price: 15 }];
    await museum.api('PUT', '/general-entry/prices/2027-03-03', { body: dear });
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}/chosen/move`;
    const none = await clerk.get(`${address}?of.0=0`);
    assert.ok(none.problem()?.includes(say('chooseTickets')), none.problem());
    const asked = await clerk.get(`${address}?of.0=3`);
    assert.ok(asked.subheadings().includes(say('moveTitle', { count: 3 })));
    assert.ok(asked.text().includes(say('nothingToPay')));
    const form = asked.form(address) as Record<string, string>;
    const shown = await clerk.post(address, { ...form, date: '2027-03-03' });
    assert.equal(shown.status, 200);
    assert.ok(shown.text().includes('To pay: €9.00'), shown.text());
    const later = shown.form(address) as Record<string, string>;
    const unpaid = await clerk.post(address, { ...later, reason: 'Late train' });
    assert.deepEqual([unpaid.status, unpaid.faultyFields()], [400, ['money']]);
    const wish = { ...later, reason: 'Late train', money: 'cash' };
    const dearer = [{ category: 'standard', price: 16 }];
    await museum.api('PUT', '/general-entry/prices/2027-03-03', { body: dearer });
    const changed = await clerk.post(address, wish);
    assert.deepEqual([changed.status, changed.problem()?.includes(say('sumChanged'))], [409, true]);
    await museum.api('PUT', '/general-entry/prices/2027-03-03', { body: dear });
    for (let sent = 0; sent < 2; sent += 1)
      assert.equal(
        (await clerk.post(address, wish)).location,
        `/desk/orders/${orderId}?done=ticketsMoved&count=3`,
      );
    const order = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual(order.account, { worth: 57, paid: 57, due: 0, kept: 0 });
    assert.deepEqual(
      order.payments.map(({ method, amount }: { method: string; amount: number }) => [method, amount]),
      [
        ['card', 48],
        ['cash', 9],
      ],
    );
    await assertSound(museum);
  });

  test('chosen tickets are admitted together, once, and none of them when the gate refuses one', async (t) => {
    const museum = await openMuseum(t, { settings });
    const ordered = [{ ticketType: 'general', ticketDate: TODAY, quantity: 3 }];
    const { orderId, items } = await place(museum, { items: ordered, paidBy: 'card' });
    const [used] = items[0].tickets;
    await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } });
    const clerk = await signInStaff(museum, 'cashier');
    const address = `/desk/orders/${orderId}/chosen/admit`;
    const admitted = async () => (await museum.api('GET', `/occupancy?date=${TODAY}`)).json.admitted;
    const formFor = async (count: number) =>
      (await clerk.get(`${address}?of.0=${count}`)).form(address) as Record<string, string>;
    const refused = await clerk.post(address, await formFor(3));
    assert.equal(refused.status, 409);
    assert.ok(refused.problem()?.includes(used.confirmationCode), refused.problem());
    assert.equal(await admitted(), 1);
    const form = await formFor(2);
    for (let sent = 0; sent < 2; sent += 1)
      assert.equal(
        (await clerk.post(address, form)).location,
        `/desk/orders/${orderId}?done=ticketsAdmitted&count=2`,
      );
    assert.equal(await admitted(), 3);
    const other = await place(museum, { paidBy: 'card' });
    const strange = { ...form, tickets: idsIn(other.items).join(',') };
    assert.equal((await clerk.post(address, strange)).status, 400);
    await assertSound(museum);
  });

  test('the amount that the desk proposes is what was paid and did not go back yet', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'], price: 100 });
    const { orderId, items } = await place(museum, { paidBy: 'card' });
    const [one, other] = items[0].tickets;
    const proposed = async (address: string) => (await clerk.get(address)).value('amount');
    assert.equal(await proposed(`/desk/orders/${orderId}/chosen/void`), '24');
    const dear = { ticketType: 'event', eventId, ticketDate: '2027-03-14', reason: 'They asked' };
    const made = await museum.api('POST', `/tickets/${one.ticketId}/exchange`, { body: dear });
    assert.equal(await proposed(`/desk/tickets/${made.json.ticketId}`), '12');
    assert.equal(await proposed(`/desk/orders/${orderId}/chosen/void`), '24');
    const back = await clerk.get(`/desk/tickets/${made.json.ticketId}/exchange?date=2027-03-05`);
    const [general] = back.options('what');
    assert.doesNotMatch(general?.text ?? '', /To refund/);
    await clerk.post(`/desk/tickets/${made.json.ticketId}/void`, {
      ...{ reason: 'Ill', refund: 'cash', amount: '12' },
    });
    assert.equal(await proposed(`/desk/tickets/${other.ticketId}`), '12');
    await clerk.post(`/desk/orders/${orderId}/chosen/void`, {
      reason: 'Ill',
      refund: 'cash',
      amount: '12.00',
    });
    await assertSound(museum);
  });

  test('the pages of an order and of a ticket have the valid tickets as a PDF file, a page each', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId, items } = await place(museum, { paidBy: 'cash' });
    const clerk = await signInStaff(museum, 'cashier');
    const pdfOn = async (address: string) => {
      const link = (await clerk.get(address)).links().find((href) => href.includes('.pdf')) ?? '';
      const { headers, text } = await clerk.visitor.get(link);
      assert.equal(headers['content-type'], 'application/pdf');
      return text.split('/Type /Page ').length - 1;
    };
    assert.equal(await pdfOn(`/desk/orders/${orderId}`), 2);
    const [{ ticketId }, other] = items[0].tickets;
    assert.equal(await pdfOn(`/desk/tickets/${ticketId}`), 1);
    await clerk.post(`/desk/tickets/${ticketId}/void`, { reason: 'Ill', refund: 'nothing' });
    assert.equal(await pdfOn(`/desk/orders/${orderId}`), 1);
    assert.equal((await clerk.get(`/desk/print.pdf?tickets=${ticketId}`)).status, 409);
    const partner = await signInStaff(museum, 'partner');
    assert.equal((await partner.get(`/desk/print.pdf?tickets=${other.ticketId}`)).status, 404);
    await assertSound(museum);
  });

  test('a sale is undone by its seller, for ten minutes, while nobody was admitted, and is paid back as it was paid', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    const sell = async () => {
      const sold = await clerk.post('/desk/sell', { date: TODAY, general: '2', paidBy: 'card' });
      const [form] = (await clerk.get(sold.location as string)).actions();
      return { at: sold.location as string, form: form as string };
    };
    const isOffered = async (at: string) => (await clerk.get(at)).actions().length > 0;
    const undone = await sell();
    for (let sent = 0; sent < 2; sent += 1)
      assert.match((await clerk.post(undone.form, {})).location ?? '', /\?done=saleUndone$/);
    const { state, payments } = (await museum.api('GET', `/orders/${undone.form.split('/')[3]}`)).json;
    const amounts = payments.map(({ method, amount }: Record<string, string>) => [method, amount]);
    assert.deepEqual(
      [state, amounts],
      [
        'void',
        [
          ['card', 24],
          ['card', -24],
        ],
      ],
    );
    const [used, late, others] = [await sell(), await sell(), await sell()];
    const [ticketId] = (new URLSearchParams(used.at.split('?')[1]).get('tickets') ?? '').split(',');
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const manager = await signInStaff(museum, 'manager');
    assert.equal((await manager.post(others.form, {})).status, 409);
    const partner = await signInStaff(museum, 'partner'); // whose role has no right to it
    const ofPartner = await partner.post('/desk/sell', { date: TODAY, general: '1', paidBy: 'card' });
    assert.deepEqual((await partner.get(ofPartner.location as string)).actions(), []);
    museum.clock.advance(10 * 60_000);
    for (const { at, form } of [used, late]) {
      const refused = await clerk.post(form, {});
      assert.equal(refused.status, 409);
      assert.ok(refused.text().includes(sellTexts('en')('undoOver')));
      assert.equal(await isOffered(at), false);
    }
    await assertSound(museum);
  });

  test('a ticket is made void with or without money going back', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { orderId, items } = await place(museum, { paidBy: 'cash' });
    const clerk = await signInStaff(museum, 'cashier');
    const [one, two] = items[0].tickets.map(({ ticketId }: { ticketId: string }) => ticketId);
    const makeVoid = (id: string, form: Record<string, string>) =>
      clerk.post(`/desk/tickets/${id}/void`, { reason: 'Ill', ...form });
    assert.equal((await makeVoid(one, {})).status, 400);
    assert.equal((await makeVoid(one, { refund: 'nothing' })).status, 303);
    assert.equal((await makeVoid(two, { refund: 'cash', amount: '12.00' })).status, 303);
    const { state, payments } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([state, payments.map(({ amount }: { amount: number }) => amount)], ['void', [24, -12]]);
  });

  test('a drawer is counted at the end of the day: the difference is shown and in the journal', async (t) => {
    const museum = await openMuseum(t, { settings });
    await place(museum, { paidBy: 'cash' });
    await place(museum, { paidBy: 'card' });
    await place(museum, { paidBy: 'cash' }, 'manager');
    const clerk = await signInStaff(museum, 'cashier');
    const page = await clerk.get('/desk/cash-up');
    assert.deepEqual(
      page.rows().map((cells) => cells.map((cell) => cell.trim())),
      [
        [sayMoney('cash'), '€24.00', '€0.00', '€24.00'],
        [sayMoney('card'), '€24.00', '€0.00', '€24.00'],
        [sayCashUp('total'), '€48.00', '€0.00', '€48.00'],
      ],
    );
    const odd = await clerk.post('/desk/cash-up', { start: '100', counted: 'much' });
    assert.equal(odd.status, 400);
    assert.ok(odd.text().includes(sayCashUp('amountFault', { example: '12.50' })));
    const form = { start: '100', counted: '121.50', key: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' };
    const saved = await clerk.post('/desk/cash-up', form);
    assert.equal((await clerk.post('/desk/cash-up', form)).location, saved.location);
    const shown = await clerk.get(saved.location as string);
    assert.equal(shown.message(), sayDone('drawerCounted'));
    assert.ok(shown.text().includes(sayCashUp('short', { amount: '€2.50' })));
    const entries = await museum.store.all("SELECT details FROM journal WHERE kind = 'drawer.counted'");
    assert.equal(entries.length, 1);
    const { differenceCents, takenCents } = JSON.parse(entries[0]?.details as string);
    assert.deepEqual([differenceCents, takenCents], [-250, 2_400]);

    const [{ account_id: manager }] = (await museum.store.all(
      "SELECT account_id FROM accounts WHERE username = 'manager'",
    )) as [{ account_id: string }];
    const own = await clerk.get(`/desk/cash-up?seller=${manager}`);
    assert.ok(own.lead()?.startsWith('cashier'), 'a cashier sees her own');
    const theirs = await (await signInStaff(museum, 'manager')).get('/desk/cash-up');
    assert.ok(theirs.lead()?.startsWith('manager'));
    assert.equal((await (await signInStaff(museum, 'partner')).get('/desk/cash-up')).status, 403);
  });

  test('payments are a report of the desk, by day, method and seller, and a file', async (t) => {
    const museum = await openMuseum(t, { settings });
    await place(museum, { paidBy: 'cash' });
    await place(museum, { paidBy: 'voucher' }, 'manager');
    const clerk = await signInStaff(museum, 'viewer');
    const page = await clerk.get('/desk/reports?report=payments&by=method');
    assert.deepEqual(
      page.rows().map((cells) => cells.map((cell) => cell.trim())),
      [
        [sayMoney('cash'), '1', '€24.00', '€0.00', '€24.00'],
        [sayMoney('voucher'), '1', '€24.00', '€0.00', '€24.00'],
        [reportsTexts('en')('total'), '2', '€48.00', '€0.00', '€48.00'],
      ],
    );
    const file = await clerk.get('/desk/reports.csv?report=payments&by=seller');
    assert.match(file.html, /seller,count,paid,refunded,currency\r\ncashier,1,24\.00,0\.00,EUR\r\n/);
    const other = await clerk.get('/desk/reports?report=payments&by=hour');
    assert.equal(other.rows().length, 1);
  });
});
