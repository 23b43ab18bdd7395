import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { buyTicket, createEvent, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS as settings, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { shopRefusalsTexts } from '../../src/web/shop/shop-refusals-texts.ts';
import { shopTexts } from '../../src/web/shop/shop-texts.ts';
import { TRAP } from '../../src/web/shop/visit-page.ts';
import { visitTexts } from '../../src/web/shop/visit-texts.ts';

const say = visitTexts('en');
const sayNo = shopRefusalsTexts('en');
const DAY = '2027-03-02';
const FREE = { ...settings, MUSEUM_GENERAL_PRICE: '0' };

describeOnSqlite((openMuseum) => {
  test('a day has general entry first, then its events, with a number for each category', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    const page = await shopperIn(museum).get(`/visit?date=${DAY}`);
    assert.deepEqual(page.subheadings(), ['General entry', 'Sorolla and the sea', say('yourChoice')]);
    assert.deepEqual(page.rowsOpen(true), ['General entry']);
    assert.deepEqual(page.rowsOpen(false), ['Sorolla and the sea']);
    const labels = [...page.html.matchAll(/<label for="([\w.-]+)">(.*?)<\/label>/g)];
    const texts = labels.map(([, field, label = '']) => [field, label.replaceAll(/<[^>]*>/g, '')]);
    assert.deepEqual(
      texts.filter(([field]) => field?.includes('.')),
      [
        ['general.standard', 'Standard €10.00'],
        ['general.reduced', 'Reduced €11.00'],
        ['general.family', 'Family €12.00'],
        [`${eventId}.standard`, 'Standard €25.00'],
      ],
    );
    assert.ok(page.text().includes(say('proof', { proof: 'student card' })));
    assert.ok(page.text().includes(say('persons', { count: 4 })));
  });

  test('its address fills it in', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/visit?date=&standard=2&reduced=1&${eventId}.standard=3`);
    assert.deepEqual(
      ['date', 'general.standard', 'general.reduced', 'general.family', `${eventId}.standard`].map((field) =>
        page.value(field),
      ),
      [TODAY, '2', '1', '0', '3'],
    );
    const marked = await shopper.get('/visit?standard=2&fbclid=Ab12&utm_source=mail');
    assert.ok(marked.html.includes(`href="?standard=2&amp;date=${TODAY}&amp;language=de"`));
    const wrong = await shopper.get('/visit?date=2027-02-29');
    assert.deepEqual([wrong.status, wrong.faultyFields()], [400, ['date']]);
  });

  test('the row is open in which something is chosen, or is wrong, and the basket is that of the last post', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    const shopper = shopperIn(museum);
    const chosen = await shopper.get(`/visit?date=${DAY}&${eventId}.standard=2`);
    assert.deepEqual([chosen.rowsOpen(true), chosen.output()], [['Sorolla and the sea'], '€50.00']);
    assert.ok(chosen.text().includes('2 × Standard €50.00'));
    assert.ok(chosen.html.includes(`<noscript><p class="hint">${say('sumOfLastPost')}</p></noscript>`));
    const both = { 'general.standard': 'x', [`${eventId}.standard`]: 'y' };
    const wrong = await shopper.order(DAY, both);
    assert.deepEqual(wrong.rowsOpen(true), ['General entry', 'Sorolla and the sea']);
    assert.doesNotMatch(wrong.html, /<details[^>]* name=/);
  });

  test('the days around it are one press away, with what was chosen; a closed one can’t be pressed', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, '/museum-hours/2027-03-03', { closed: true, reason: 'Works' });
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/visit?date=${DAY}`);
    assert.deepEqual(page.buttons('day'), [TODAY, '2027-03-04', '2027-03-05', '2027-03-06', '2027-03-07']);
    const other = await shopper.order(DAY, { 'general.standard': '2', day: '2027-03-04' });
    assert.deepEqual([other.status, other.location], [303, '/visit?date=2027-03-04&general.standard=2']);
  });

  test('an address that looks mistyped is asked about once', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const typed = { 'general.standard': '1', email: 'ada@gmial.com' };
    const asked = await shopper.order(DAY, typed);
    const question = say('emailMeant', { email: 'ada@gmail.com' });
    assert.deepEqual([asked.status, asked.fault('email')], [400, question]);
    const form = asked.form('/visit') as Record<string, string>;
    const other = await shopper.post('/visit', { ...form, email: 'ada@hotmial.com' });
    assert.equal(other.fault('email'), say('emailMeant', { email: 'ada@hotmail.com' }));
    assert.equal((await shopper.post('/visit', form)).status, 303);
    const dotless = await shopper.order(DAY, { ...typed, email: 'ada@localhost' });
    assert.equal(dotless.fault('email'), say('emailFault'));
  });

  test('more than ten are for the museum to arrange, at the address that it has said', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    assert.doesNotMatch((await shopper.get(`/visit?date=${DAY}`)).html, /mailto:/);
    const body = { settings: { email: 'groups@museum.example' } };
    assert.equal((await museum.api('PATCH', '/settings', { body })).status, 200);
    const page = await shopper.get(`/visit?date=${DAY}`);
    assert.ok(page.text().includes('For more than 10 tickets together, write to groups@museum.example.'));
    assert.ok(page.links('mailto:groups@museum.example').length > 0);
  });

  test('a closed day says why, and which is the next with tickets', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, `/museum-hours/${DAY}`, { closed: true, reason: 'New floor in the hall' });
    const page = await shopperIn(museum).get(`/visit?date=${DAY}`);
    assert.ok(
      page
        .text()
        .includes(say('closedFor', { day: 'Tuesday 2 March 2027', reason: 'New floor in the hall' })),
    );
    assert.deepEqual(page.links('/visit'), ['/visit?date=2027-03-03']);
    assert.equal(page.hasField('email'), false);
    const past = await shopperIn(museum).get('/visit?date=2027-02-28');
    assert.ok(past.text().includes(say('over', { day: 'Sunday 28 February 2027' })));
  });

  test('the order is placed, and everything that was chosen stands on its page', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '2', 'general.reduced': '1' });
    assert.match(at, /^\/order\/[\w-]{22}$/);
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'held');
    assert.ok(page.text().includes('2 × Standard') && page.text().includes('€31.00'));
  });

  test('what is wrong stands beside its field, and everything that was typed is kept', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    const shopper = shopperIn(museum);
    const typed = { 'general.standard': '2', 'general.reduced': '', 'general.family': 'x', email: 'ada@' };
    const page = await shopper.order(DAY, typed);
    assert.equal(page.status, 400);
    assert.deepEqual(page.faultyFields(), ['general.family', 'email']);
    assert.equal(page.fault('email'), say('emailFault'));
    assert.deepEqual(
      [page.value('general.standard'), page.value('general.family'), page.value('email')],
      ['2', 'x', 'ada@'],
    );
    const none = await shopper.order(DAY, {});
    assert.equal(none.fault('general.standard'), say('chooseSome'));
    const many = await shopper.order(DAY, { 'general.standard': '3', 'general.family': '8' });
    assert.equal(many.fault('general.family'), say('tooMany', { most: 10 }));
  });

  test('another day keeps the numbers, and no e-mail address gets into addresses', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    for (const chosen of [{ date: '2027-03-05' }, { date: '2027-03-05', step: 'show' }]) {
      const shown = await shopper.order(DAY, { 'general.standard': '2', ...chosen });
      assert.deepEqual([shown.status, shown.location], [303, '/visit?date=2027-03-05&general.standard=2']);
    }
    const page = await shopper.get('/visit?date=2027-03-05&general.standard=2');
    assert.equal(page.value('general.standard'), '2');
    const more = Array.from({ length: 1_000 }, (_, index) => [`${index}.a`, '1']);
    const posted = { date: '2027-03-05', [`${'x'.repeat(10_000)}.a`]: '1', 'a.b': 'x'.repeat(10_000) };
    const { status, location = '' } = await shopper.order(DAY, { ...posted, ...Object.fromEntries(more) });
    assert.equal(status, 303);
    assert.ok(location.length < 2_000, `an address of ${location.length} characters`);
  });

  test('entry times are chosen, without those that are over or full', async (t) => {
    const museum = await openMuseum(t, { settings: FREE });
    await put(museum, `/museum-hours/${TODAY}`, { timeOpen: '10:00', timeClose: '14:00' });
    await put(museum, '/general-entry/times', { every: 60, places: 2, lastEntry: 60 });
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/visit?date=${TODAY}`);
    assert.deepEqual(
      page.options('time.general').map(({ value }) => value),
      ['11:00', '12:00', '13:00'],
    );
    const missing = await shopper.order(TODAY, { 'general.standard': '1' });
    assert.equal(missing.fault('time.general'), say('timeFault'));
    const chosen = { 'general.standard': '2', 'time.general': '12:00' };
    await shopper.buy(TODAY, chosen);
    const full = await shopper.order(TODAY, { ...chosen, email: 'grace@example.com' });
    assert.deepEqual(
      [full.status, full.fault('time.general')],
      [409, sayNo('soldOutTime', { time: '12:00' })],
    );
    assert.ok(full.text().includes(shopTexts('en')('soldOut')));
  });

  test('a refusal says what to do, beside what it is about', async (t) => {
    const museum = await openMuseum(t, { settings: FREE });
    await put(museum, '/capacity/general', { capacity: 3 });
    const shopper = shopperIn(museum);
    const page = await shopper.order(DAY, { 'general.standard': '4' });
    assert.deepEqual(
      [page.status, page.fault('general')],
      [409, sayNo('soldOut', { day: 'Tuesday 2 March 2027' })],
    );
    assert.equal(page.value('general.standard'), '4');
  });

  test('when something that was chosen is no longer there, nothing is ordered before that is seen', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    const shopper = shopperIn(museum);
    const form = (await shopper.get(`/visit?date=${DAY}`)).form('/visit') as Record<string, string>;
    await museum.api('DELETE', `/special-events/${eventId}`);
    const chosen = { 'general.standard': '1', [`${eventId}.standard`]: '1', email: 'ada@example.com' };
    const page = await shopper.post('/visit', { ...form, ...chosen });
    assert.deepEqual([page.status, page.fault('general.standard')], [400, say('gone')]);
    const seen = page.form('/visit') as Record<string, string>;
    assert.equal((await shopper.post('/visit', seen)).status, 303);
  });

  test('a form that was not read, was filled in by a program, or comes from another site orders nothing', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const choice = { 'general.standard': '1' };
    const wrong = [
      await shopper.post('/visit', { ...choice, date: DAY, shown: DAY, email: 'ada@example.com' }),
      await shopper.order(DAY, choice, { 'sec-fetch-site': 'cross-site' }),
      await shopper.order(DAY, { ...choice, [TRAP]: 'https://spam.example' }),
    ];
    assert.deepEqual(
      wrong.map((page) => [page.status, page.faultyFields()]),
      [
        [400, ['general.standard']],
        [400, ['general.standard']],
        [400, []],
      ],
    );
    const form = (await shopper.get(`/visit?date=${DAY}`)).form('/visit') as Record<string, string>;
    museum.clock.advance(25 * 3_600_000);
    const late = await shopper.post('/visit', { ...form, ...choice, email: 'ada@example.com' });
    assert.equal(late.fault('general.standard'), say('oldForm'));
    assert.deepEqual(await museum.store.all('SELECT order_id FROM orders'), []);
  });

  test('who has a program fill in the field that nobody sees finds it empty again, and orders by pressing once more', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const page = await shopper.order(DAY, { 'general.standard': '2', [TRAP]: 'https://museum.example' });
    assert.ok(page.problem()?.includes(say('trapFault')));
    const sent = page.form('/visit') as Record<string, string>;
    assert.deepEqual([sent[TRAP], sent['general.standard'], sent.email], ['', '2', 'ada@example.com']);
    assert.equal((await shopper.post('/visit', sent)).status, 303);
  });

  test('a form that is sent twice in a row is one order', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const form = (await shopper.get(`/visit?date=${DAY}`)).form('/visit') as Record<string, string>;
    const filled = { ...form, 'general.standard': '1', email: 'ada@example.com' };
    const [one, other] = await Promise.all([shopper.post('/visit', filled), shopper.post('/visit', filled)]);
    assert.deepEqual([one?.status, one?.location], [303, other?.location]);
    assert.equal((await museum.store.all('SELECT order_id FROM orders')).length, 1);
  });

  test('who sends the form of the last place again finds the order, and the next one no place, until its hold has ended', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, '/capacity/general', { capacity: 3 });
    for (const _ of [1, 2]) await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
    const shopper = shopperIn(museum);
    const form = (await shopper.get(`/visit?date=${DAY}`)).form('/visit') as Record<string, string>;
    const filled = { ...form, 'general.standard': '1', email: 'ada@example.com' };
    const first = await shopper.post('/visit', filled);
    assert.deepEqual([first.status, (await shopper.post('/visit', filled)).location], [303, first.location]);
    const other = { ...filled, email: 'grace@example.com' };
    const refused = await shopper.post('/visit', other);
    const fault = sayNo('soldOut', { day: 'Tuesday 2 March 2027' });
    assert.deepEqual([refused.status, refused.problem()?.includes(fault)], [409, true]);
    museum.clock.advance(15 * 60_000 + 1);
    assert.equal((await shopper.post('/visit', other)).status, 303);
  });

  test('one network orders thirty times a minute; whoever is too fast keeps what was typed', async (t) => {
    const museum = await openMuseum(t, { settings: FREE, trustProxy: 1 });
    const shopper = shopperIn(museum);
    const orderFrom = (address: string, visitor: number) =>
      shopper.order(
        DAY,
        { 'general.standard': '1', email: `ada${visitor}@example.com` },
        { 'x-forwarded-for': address },
      );
    for (let visitor = 0; visitor < 30; visitor += 1)
      assert.equal((await orderFrom(`2001:db8::${visitor}`, visitor)).status, 303);
    const tooFast = await orderFrom('2001:db8::ff', 30);
    assert.deepEqual(
      [tooFast.status, tooFast.headers['retry-after'], tooFast.value('email')],
      [429, '60', 'ada30@example.com'],
    );
    assert.ok(tooFast.text().includes(sayNo('tooFast')));
    assert.equal((await orderFrom('2001:db8:1::1', 31)).status, 303);
    museum.clock.advance(60_000);
    assert.equal((await orderFrom('2001:db8::ff', 30)).status, 303);
  });

  test('who wants more than a network may keep is told in words, and keeps what was typed', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, '/capacity/general', { capacity: 100 });
    const shopper = shopperIn(museum);
    const ten = (visitor: number) =>
      shopper.order(DAY, { 'general.standard': '10', email: `ada${visitor}@example.com` });
    for (const visitor of [1, 2]) assert.equal((await ten(visitor)).status, 303);
    const refused = await ten(3);
    assert.deepEqual(
      [refused.status, refused.value('email'), refused.value('general.standard')],
      [409, 'ada3@example.com', '10'],
    );
    assert.ok(refused.problem()?.includes(sayNo('reservedFromNetwork')));
  });

  test('where nothing can be paid, only what is free is sold', async (t) => {
    const museum = await openMuseum(t, { settings: { ...settings, MUSEUM_PAYMENTS: 'none' } });
    await addCategories(museum);
    await put(museum, '/general-entry/prices', [
      { category: 'standard', price: 10 },
      { category: 'reduced', price: 0 },
    ]);
    const shopper = shopperIn(museum);
    assert.ok((await shopper.get(`/visit?date=${DAY}`)).text().includes(say('atMuseum')));
    const page = await shopper.order(DAY, { 'general.standard': '1', 'general.reduced': '1' });
    assert.equal(page.fault('general.standard'), say('atMuseum'));
    const at = await shopper.buy(DAY, { 'general.reduced': '2' });
    assert.equal(stateOn(await shopper.get(at)), 'sold');
  });
});
