import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findTexts } from '../../src/doors/desk/find-texts.ts';
import { ticketTexts } from '../../src/doors/desk/ticket-texts.ts';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { ticketWithCode } from '../support/gate-page.ts';
import { type Museum, openMuseum } from '../support/museum.ts';
import { openForTest } from '../support/museum-client.ts';
import {
  buyTicket,
  copyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  newEvent,
  TODAY,
} from '../support/samples.ts';
import { textFaults } from '../support/text-faults.ts';

async function openedDesk(museum: Museum) {
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 5 } });
  const buy = async (email = 'Ada@example.com', ticketDate = TODAY) =>
    (await museum.api('POST', '/tickets', { body: { ticketType: 'general', ticketDate, email } })).json;
  const at = async (role: string) => {
    const visitor = new Visitor(museum);
    await visitor.signIn(role);
    const csrf = hiddenField((await visitor.get('/desk')).text, 'csrf');
    const post = (path: string, form: Record<string, string> = {}) => visitor.post(path, { csrf, ...form });
    return { get: (path: string) => visitor.get(path), post };
  };
  const stateOf = async (id: string) => (await museum.api('GET', `/tickets/${id}`)).json.state;
  return { museum, buy, at, stateOf };
}

test('every text about tickets is there in every language', () => {
  assert.deepEqual([...textFaults(findTexts), ...textFaults(ticketTexts)], []);
});

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
      assert.equal(answer.headers.location, `/desk/tickets/${ticketId}`, code);
    }
    const byEmail = await clerk.post('/desk/tickets', { email: 'ada@EXAMPLE.com' });
    assert.deepEqual(byEmail.text.match(/href="\/desk\/tickets\/[^"]+"/g), [
      `href="/desk/tickets/${ticketId}"`,
    ]);
    const byDay = await clerk.post('/desk/tickets', { date: TODAY });
    assert.equal(byDay.headers.location, `/desk/tickets?date=${TODAY}&what=#found`);
    const ofDay = (await clerk.get(`/desk/tickets?date=${TODAY}&what=`)).text;
    assert.equal(ofDay.match(/<th role="rowheader"/g)?.length, 2);
    assert.match((await clerk.get('/desk/tickets?date=2027-03-09')).text, /No ticket fits/);
    assert.equal((await clerk.get('/desk/tickets?date=soon')).status, 400);
    for (const wrong of [{}, { code: 'o0o0o0 11111' }, { email: 'x' }, { date: 'soon' }] as Record<
      string,
      string
    >[]) {
      assert.equal((await clerk.post('/desk/tickets', wrong)).status, 400, JSON.stringify(wrong));
    }
  });

  test('a hand scanner finds the ticket whose code it types, and so does its id; what is forged is told', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const { ticketId, code } = await ticketWithCode(museum);
    const clerk = await at('cashier');
    const find = (text: string, more = {}) => clerk.post('/desk/tickets', { code: text, ...more });
    const address = `/desk/tickets/${ticketId}`;
    for (const text of [code, ` ${code.toLowerCase()}\r\n`, ticketId, ticketId.toUpperCase()])
      assert.equal((await find(text)).headers.location, address, text);
    assert.equal((await find(code, { date: '2027-03-09' })).headers.location, address);
    const altered = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    const forged = await find(altered);
    assert.equal(forged.status, 400);
    assert.match(forged.text, /This is no ticket of this museum/);
    assert.match((await find(code.slice(0, -1))).text, /A code has eleven letters/);
    assert.match((await find(randomUUID())).text, /No ticket fits/);
    const partner = new Visitor(museum);
    await partner.signIn('partner');
    const csrf = await partner.token('/desk/tickets');
    assert.match((await partner.post('/desk/tickets', { csrf, code })).text, /No ticket fits/);
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
    assert.doesNotMatch((await clerk.get('/desk/tickets')).text, /<select/);
    const find = async (form: Record<string, string>) => {
      const isOfDay = form.email === undefined;
      const { text } = isOfDay
        ? await clerk.get(`/desk/tickets?${new URLSearchParams(form)}`)
        : await clerk.post('/desk/tickets', form);
      return {
        found: [...text.matchAll(/href="\/desk\/tickets\/([^"]+)"/g)].map(([, id]) => id),
        options: [...text.matchAll(/<option[^>]*>([^<]*)/g)].map(([, option]) => option),
        chosen: /<option value="([^"]*)" selected>/.exec(text)?.[1],
      };
    };
    const options = [
      ...['Everything on that day', 'General entry'],
      ...['Talk, East wing, room 4', 'Walk, East wing, room 4 (event cancelled)'],
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
    assert.match(faulty.text, new RegExp(`value="grace".*value="${TODAY}".*${talk.eventId}" selected`, 's'));
  });

  test('of more than a hundred tickets it is said that there are more, and nothing to whom they do not concern', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    await buy();
    await copyTicket(museum, 100);
    const { text } = await (await at('cashier')).get(`/desk/tickets?date=${TODAY}`);
    assert.equal(text.match(/href="\/desk\/tickets\/[^"?]+"/g)?.length, 100);
    assert.ok(text.includes(findTexts('en')('more')));
    const gate = await at('gate');
    assert.deepEqual(
      [(await gate.get('/desk/tickets')).status, (await gate.post('/desk/tickets')).status],
      [403, 403],
    );
  });

  test('a visitor is let in once, and the admission taken back', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticketId}`;
    const checkInId = hiddenField((await clerk.get(address)).text, 'checkInId');
    for (let time = 0; time < 2; time += 1) {
      const answer = await clerk.post(`${address}/admit`, { checkInId });
      assert.equal(answer.headers.location, `${address}?done=admitted`);
    }
    assert.equal(await stateOf(ticketId), 'admitted');
    const again = await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal(again.status, 409);
    assert.match(again.text, /Not let in: it was let in already\./);
    const other = await at('cashier');
    for (let time = 0; time < 2; time += 1) {
      const undone = await other.post(`${address}/undo`, { checkInId });
      assert.equal(undone.headers.location, `${address}?done=undone`);
    }
    assert.equal(await stateOf(ticketId), 'valid');
    const { text } = await clerk.get(address);
    assert.match(
      text,
      /Sold.*Let in, taken back<\/span><\/td><td[^>]*><span>cashier<.*Admission taken back<\/span><\/td><td[^>]*><span>[a-z]+</s,
    );
    assert.equal((await (await at('manager')).post(`${address}/undo`, { checkInId })).status, 409);
    museum.clock.advance(1_000);
    await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal((await other.post(`${address}/undo`, { checkInId })).status, 409);
  });

  test('whom the gate refuses is let in all the same for a reason, which the ticket tells', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy('ada@example.com', '2027-03-08');
    const clerk = await at('cashier');
    const address = `/desk/tickets/${ticketId}`;
    assert.doesNotMatch((await clerk.get(address)).text, /Let in all the same/);
    const refused = await clerk.post(`${address}/admit`, { checkInId: randomUUID() });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Not let in: it is for Monday 8 March 2027\..*Let in all the same/s);
    const [form] = /<form[^>]*\/override".*?<\/form>/s.exec(refused.text) ?? [''];
    const checkInId = hiddenField(form, 'checkInId');
    for (const override of ['  ', 'x'.repeat(201)]) {
      const again = await clerk.post(`${address}/override`, { checkInId, override });
      assert.equal(again.status, 400);
      assert.match(again.text, new RegExp(`Give a reason.*value="${override}"`, 's'));
    }
    assert.equal(await stateOf(ticketId), 'valid');
    const override = '<b>Train</b> was late';
    for (let time = 0; time < 2; time += 1) {
      const answer = await clerk.post(`${address}/override`, { checkInId, override });
      assert.equal(answer.headers.location, `${address}?done=admitted`);
    }
    assert.equal(await stateOf(ticketId), 'admitted');
    const other = await clerk.post(`${address}/override`, { checkInId, override: 'Another reason' });
    assert.equal(other.status, 409);
    assert.match(other.text, /This form was sent already.*value="Another reason"/s);
    const { text } = await clerk.get(address);
    assert.equal(text.match(/Let in all the same: &lt;b&gt;Train&lt;\/b&gt; was late/g)?.length, 1);
    const undone = {
      checkInId: hiddenField(/<form[^>]*\/undo".*?<\/form>/s.exec(text)?.[0] ?? '', 'checkInId'),
    };
    assert.equal((await clerk.post(`${address}/undo`, undone)).status, 303);
    assert.match((await clerk.get(address)).text, /Let in, taken back/);
    assert.equal((await museum.store.all('SELECT * FROM check_ins')).length, 2);
  });

  test('what is void is let in by no reason, and nobody lets in all the same who may not', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const [twice, gone] = [await buy(), await buy()];
    await museum.api('POST', '/check-ins', { body: { ticketId: twice.ticketId } });
    const override = { checkInId: randomUUID(), override: 'Forgot a coat' };
    for (const role of ['gate', 'viewer']) {
      const other = await at(role);
      assert.equal(
        (await other.post(`/desk/tickets/${twice.ticketId}/override`, override)).status,
        403,
        role,
      );
    }
    const partner = new Visitor(museum);
    await partner.signIn('partner');
    const csrf = await partner.token('/desk/tickets');
    const refused = await partner.post(`/desk/tickets/${twice.ticketId}/override`, { csrf, ...override });
    assert.equal(refused.status, 403);
    assert.equal((await museum.store.all('SELECT * FROM check_ins')).length, 1);
    const clerk = await at('cashier');
    const again = await clerk.post(`/desk/tickets/${twice.ticketId}/admit`);
    assert.match(again.text, /it was let in already.*Let in all the same/s);
    assert.equal((await clerk.post(`/desk/tickets/${twice.ticketId}/override`, override)).status, 303);
    await clerk.post(`/desk/tickets/${gone.ticketId}/void`, { reason: 'Ill' });
    for (const deed of ['admit', 'override']) {
      const answer = await clerk.post(`/desk/tickets/${gone.ticketId}/${deed}`, { override: 'Please' });
      assert.equal(answer.status, 409);
      assert.match(answer.text, /Not let in: the ticket is void\./);
      assert.doesNotMatch(answer.text, /Let in all the same/);
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
      assert.equal(
        (await clerk.post(`${address}/void`, { reason })).headers.location,
        `${address}?done=void`,
      );
    assert.equal(await stateOf(ticketId), 'void');
    const { text } = await clerk.get(`${address}?done=void`);
    assert.match(text, /The ticket is void\./);
    assert.match(text, /Made void: &lt;script&gt;alert\(1\)&lt;\/script&gt; ill/);
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
    const told = /The ticket was used already\. A manager can still make it void\./;
    assert.match(refused.text, told);
    const offered = (await cashier.get(`/desk/tickets/${ticketId}`)).text;
    assert.match(offered, told);
    assert.doesNotMatch(offered, /\/void"/);
    const unforced = await manager.post(`/desk/tickets/${ticketId}/void`, { reason: 'Complaint' });
    assert.match(unforced.text, /href="#force">The ticket was used already.*value="Complaint".*id="force"/s);
    assert.match((await manager.get(`/desk/tickets/${ticketId}`)).text, /Even though it was used/);
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
    const key = hiddenField((await clerk.get(address)).text, 'key');
    const form = { key, date: TODAY, what: eventId, reason: 'Wants to see Sorolla' };
    const [made, again] = [await clerk.post(address, form), await clerk.post(address, form)];
    assert.equal(made.status, 303);
    const next = /tickets\/([^?]+)\?done=exchanged/.exec(`${made.headers.location}`)?.[1] as string;
    assert.equal(again.headers.location, made.headers.location);
    assert.equal(await stateOf(first.ticketId), 'void');
    assert.match(
      (await clerk.get(`/desk/tickets/${first.ticketId}`)).text,
      new RegExp(`href="/desk/tickets/${next}"`),
    );
    assert.match(
      (await clerk.get(`/desk/tickets/${next}`)).text,
      new RegExp(`href="/desk/tickets/${first.ticketId}"`),
    );
    const full = await clerk.post(`/desk/tickets/${second.ticketId}/exchange`, {
      ...form,
      key: randomUUID(),
    });
    assert.equal(full.status, 409);
    assert.match(full.text, /does not have that many places left/);
    assert.equal((await clerk.post(address, { ...form, what: 'nothing' })).status, 400);
    const silent = { ...form, what: 'general', reason: ' ', key: randomUUID() };
    assert.equal((await clerk.post(`/desk/tickets/${second.ticketId}/exchange`, silent)).status, 400);
    assert.equal(await stateOf(second.ticketId), 'valid');
  });

  test('two events of one name can be told apart by their places', async (t) => {
    const { buy, at, museum } = await openedDesk(await openMuseum(t));
    for (const location of ['Door A', 'Door B'])
      await createEvent(museum, { name: 'Guided tour', location, dates: [TODAY] });
    const { ticketId } = await buy();
    const clerk = await at('cashier');
    const exchange = (await clerk.get(`/desk/tickets/${ticketId}/exchange`)).text;
    const find = (await clerk.get(`/desk/tickets?date=${TODAY}`)).text;
    for (const location of ['Door A', 'Door B']) {
      assert.match(exchange, new RegExp(`>Guided tour, ${location} · `));
      assert.match(find, new RegExp(`>Guided tour, ${location}<`));
      assert.match((await clerk.get('/desk')).text, new RegExp(`Guided tour <small[^>]*>${location}<`));
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
      const { text } = await clerk.get(address);
      const option = new RegExp(`value="${eventId}"[^>]*><span>([^<]*)`).exec(text)?.[1] ?? '';
      const { headers } = await clerk.post(address, { date: TODAY, what: eventId, reason: 'They asked' });
      const location = headers.location as string;
      const [, said] = /is the new one\.([^<]*)/.exec((await clerk.get(location)).text) ?? [];
      const [, next = ''] = /tickets\/([^?]+)/.exec(location) ?? [];
      return { next, option, said };
    };
    const dearer = await exchange(ticketId, concert);
    assert.match(dearer.option, /Concert.* · To pay: €8\.00 · /);
    assert.equal(dearer.said, ' To pay: €8.00.');
    const cheaper = await exchange(dearer.next, talk);
    assert.match(cheaper.option, /Talk.* · To give back: €4\.00 · /);
    assert.equal(cheaper.said, ' To give back: €4.00.');
    const equal = await exchange(cheaper.next, walk);
    assert.doesNotMatch(equal.option, /To pay|To give back/);
    assert.equal(equal.said, '');
    const printed = (await clerk.get(`/desk/print?tickets=${equal.next}`)).text;
    assert.match(printed, /<article class="sheet">/);
    assert.doesNotMatch(printed, /To pay|sold=1/);
  });

  test('what was free is given back for nothing', async (t) => {
    const { at, museum } = await openedDesk(await openMuseum(t));
    const { eventId } = await createEvent(museum, { price: 0, dates: [TODAY] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    const { text } = await (await at('manager')).get(`/desk/tickets/${ticketId}`);
    assert.match(text, /<dt>Price<\/dt><dd>Free<\/dd>/);
    assert.match(text, /its place is on sale again at once\.<\/p>/);
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
    const chosenIn = (text: string) => /value="([^"]*)" checked/.exec(text)?.[1];
    assert.equal(chosenIn((await clerk.get(address)).text), eventId);
    assert.equal(chosenIn((await clerk.get(general)).text), 'general');
    const typed = { shown: TODAY, what: eventId, reason: 'They are ill' };
    for (const form of [
      { ...typed, date: day },
      { ...typed, date: day, step: 'show' },
    ]) {
      const { status, text } = await clerk.post(address, form);
      assert.equal(status, 200);
      assert.match(text, /<h2>Monday 8 March 2027<.*value="They are ill"/s);
      assert.deepEqual([chosenIn(text), hiddenField(text, 'shown')], [undefined, day]);
      assert.match(text, /href="\?date=2027-03-08&amp;language=de"/);
    }
    const nothing = (await clerk.post(address, { ...typed, date: closed })).text;
    assert.match(nothing, /Nothing can be sold for Tuesday/);
    assert.equal(hiddenField(nothing, 'reason'), 'They are ill');
    const back = await clerk.post(address, { shown: closed, date: TODAY, reason: 'They are ill' });
    assert.equal(chosenIn(back.text), eventId);
    const none = await clerk.post(address, { shown: day, date: day, what: '', reason: 'They are ill' });
    assert.equal(none.status, 400);
    assert.match(none.text, /Choose what the ticket is exchanged for\./);
    const made = await clerk.post(address, { ...typed, shown: day, date: day, what: 'general' });
    assert.equal(made.status, 303);
  });

  test('whom the gate sends to the desk gets another ticket: the day is over, or the event is cancelled', async (t) => {
    const { buy, at, stateOf, museum } = await openedDesk(await openMuseum(t));
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-09'] });
    const later = eventPurchase(eventId, { ticketDate: '2027-03-09' });
    const [missed, used, off] = [await buy(), await buy(), await buyTicket(museum, later)];
    await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } });
    let clerk = await at('manager');
    const pageOf = async ({ ticketId }: { ticketId: string }) =>
      (await clerk.get(`/desk/tickets/${ticketId}`)).text;
    assert.match(await pageOf(missed), /its place is on sale again at once/);
    assert.match(await pageOf(used), /its place is on sale again at once/);
    await museum.api('DELETE', `/special-events/${eventId}`);
    museum.clock.advance(24 * 3_600_000);
    clerk = await at('manager'); // nobody is signed in for so long
    for (const ticket of [missed, used, off]) {
      const text = await pageOf(ticket);
      assert.match(text, /lets nobody in any more and can’t be exchanged\./);
      assert.doesNotMatch(text, /on sale again/);
    }
    assert.doesNotMatch(await pageOf(used), /\/exchange"/);
    const form = { date: '2027-03-02', what: 'general', reason: 'Missed it' };
    await museum.api('PUT', '/museum-hours/2027-03-02', { body: { timeOpen: '09:00', timeClose: '18:00' } });
    for (const ticket of [missed, off]) {
      const [, exchange = ''] = /href="([^"]*\/exchange)"/.exec(await pageOf(ticket)) ?? [];
      assert.equal((await clerk.post(exchange, form)).status, 303);
      assert.equal(await stateOf(ticket.ticketId), 'void');
      assert.doesNotMatch(await pageOf(ticket), /\/exchange"/);
    }
  });

  test('a partner sees its own tickets only, and voids none', async (t) => {
    const { buy, museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buy();
    const partner = new Visitor(museum);
    await partner.signIn('partner');
    assert.equal((await partner.get(`/desk/tickets/${ticketId}`)).status, 404);
    const csrf = await partner.token('/desk/tickets');
    assert.doesNotMatch((await partner.get(`/desk/tickets?date=${TODAY}`)).text, /rowheader/);
    assert.equal((await partner.post(`/desk/tickets/${ticketId}/void`, { csrf, reason: 'x' })).status, 403);
    assert.equal((await partner.get(`/desk/tickets/${ticketId}/exchange`)).status, 403);
    assert.equal((await partner.get('/desk/tickets/nothing')).status, 404);
  });

  test('a partner is told what became of a ticket, but not who of the museum did it, nor why', async (t) => {
    const { museum } = await openedDesk(await openMuseum(t));
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
    const scan = { ticketId, gate: 'East door', admits: randomUUID(), override: 'a friend of the house' };
    await museum.api('POST', '/check-ins', { body: scan, as: 'manager' });
    const { ticketId: late } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
    const exchange = { ticketType: 'general', ticketDate: TODAY, reason: 'was ill' };
    await museum.api('POST', `/tickets/${late}/exchange`, { body: exchange, as: 'cashier' });
    const partner = new Visitor(museum, { 'accept-language': 'en' });
    await partner.signIn('partner');
    const [used, exchanged] = [
      await partner.get(`/desk/tickets/${ticketId}`),
      await partner.get(`/desk/tickets/${late}`),
    ];
    assert.match(used.text, />Let in</);
    assert.match(used.text, />East door</);
    assert.match(exchanged.text, />Exchanged</);
    assert.match(exchanged.text, /<p>Exchanged for another ticket<\/p>/);
    for (const { text } of [used, exchanged])
      assert.doesNotMatch(text, /manager|cashier|friend of the house|ill/);
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
  const shown = async (path: string) => (await clerk.get(path)).text.replaceAll('\u00a0', ' ');

  const page = await shown(address);
  assert.match(page, /<dt>Price<\/dt><dd>BGN 20\.00<\/dd>/);
  assert.match(page, / at once\. BGN 20\.00 goes back to the visitor\.<\/p>/);
  assert.doesNotMatch(page, /€/);
  const print = await shown(`/desk/print?tickets=${one.ticketId},${other.ticketId}&sold=1`);
  assert.match(print, /To pay <strong>BGN 40\.00<\/strong>/);
  assert.match(print, / · BGN 20\.00<br>/);
  const found = await clerk.post('/desk/tickets', { email: 'ada@example.com' });
  assert.equal(found.text.match(/BGN\u00a020\.00/g)?.length, 2);

  const exchange = await shown(`${address}/exchange`);
  assert.match(exchange, /General entry · [^<]* · BGN 20\.00</);
  assert.match(exchange, /General entry · €10\.23 · To give back: BGN 20\.00 · To pay: €10\.23 · Left/);
  const form = { date: TODAY, what: 'general', reason: 'They asked' };
  const { headers } = await clerk.post(`${address}/exchange`, form);
  const made = await shown(headers.location as string);
  assert.match(made, /This is the new one\. To give back: BGN 20\.00\. To pay: €10\.23\.</);
  assert.match(made, / at once\. €10\.23 goes back to the visitor\.<\/p>/);
});

/** As keyboards for Chinese and Japanese write it. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}
