import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { reportsTexts } from '../../src/web/desk/reports-texts.ts';

const say = reportsTexts('en');

describeOnSqlite((openMuseum) => {
  test('sales and visits stand in a table, and in a file', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: '<b>Tides</b>', dates: [TODAY], price: 1234.5 });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }), 'partner');
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const viewer = await signInStaff(museum, 'viewer');
    const sales = await viewer.get('/desk/reports?by=event');
    assert.equal(sales.value('report'), 'sales');
    assert.doesNotMatch(sales.html, /<option value="(article|code|card|gifts)"/, 'it has none of these');
    assert.match(sales.lead() ?? '', /Sunday 31 January 2027.*Monday 1 March 2027/);
    assert.notEqual(sales.row('<b>Tides</b>'), undefined);
    assert.ok(sales.text().includes(say('generalAndEvents', { general: '€0.00', events: '€1,234.50' })));
    assert.ok(sales.figures().includes('2'));
    assert.match(sales.html, /<svg [^>]*>.*<figcaption>/s);
    const [, file = ''] = sales.links('/desk/reports.csv');
    const csv = await viewer.get(file);
    assert.match(`${csv.headers['content-type']}`, /^text\/csv/);
    assert.match(csv.html, /^eventId,eventName,sold/);
    const visits = await viewer.get('/desk/reports?report=visits&by=hour');
    assert.equal(visits.value('report'), 'visits');
    assert.notEqual(visits.row('11:00'), undefined);
    assert.equal((await viewer.get('/desk/reports?report=visits&by=seller')).value('by'), 'day');
    const before = await viewer.get('/desk/reports?from=2026-01-01&to=2026-01-31');
    assert.ok(before.text().includes(say('noSales')));
  });

  test('a file for Excel has the separators and decimals of the page’s language', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: 'Tides', dates: [TODAY], price: 1234.5 });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    const viewer = await signInStaff(museum, 'viewer');
    const fileIn = async (language: string) => {
      await viewer.get(`/desk/reports?language=${language}`);
      const page = await viewer.get('/desk/reports?by=event');
      const [file = ''] = page.links('/desk/reports.csv');
      return (await viewer.get(file)).html;
    };
    // By the mark at its beginning Excel knows that it is UTF-8.
    assert.match(
      await fileIn('de'),
      /^\uFEFFeventId;eventName;sold.*\r\n[\w-]+;Tides;1;0;0;0;1;"1234,50";EUR;/,
    );
    assert.match(
      await fileIn('en'),
      /^\uFEFFeventId,eventName,sold.*\r\n[\w-]+,Tides,1,0,0,0,1,1234\.50,EUR,/,
    );
  });

  test('each table says which day counts, and sales are counted by the other too', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-20' }));
    const viewer = await signInStaff(museum, 'viewer');
    const day = say('byDay');
    const sales = await viewer.get('/desk/reports');
    assert.ok(sales.html.includes(`<caption>${say('salesOf', { by: day })}</caption>`));
    const [, byVisit = ''] = sales.links('/desk/reports?');
    assert.ok((await viewer.get(byVisit)).text().includes(say('noSales')), 'the visit is not on these days');
    const later = await viewer.get(byVisit.replace(/to=[\d-]+/, 'to=2027-03-31'));
    assert.ok(later.html.includes(`<caption>${say('salesOfVisits', { by: day })}</caption>`));
    assert.notEqual(later.row('Saturday 20 March 2027'), undefined);
    assert.equal(later.value('dayOf'), 'visit');
    assert.notEqual((await viewer.get('/desk/reports?by=month')).row('March 2027'), undefined);
    const paid = await viewer.get('/desk/reports?report=payments');
    assert.deepEqual(paid.links('/desk/reports?'), []);
  });

  test('revenue is led to payments, down to how they were made, and a month or a year stands on one page', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: 'Tides', dates: [TODAY, '2027-03-02'], price: 20 });
    const order = (paidBy: string, ticketDate: string) => {
      const items = [{ ticketType: 'event', eventId, ticketDate, quantity: 2 }];
      return museum.api('POST', '/orders', { body: { items, paidBy } });
    };
    for (const sold of [await order('cash', TODAY), await order('card', '2027-03-02')])
      assert.equal(sold.status, 201, sold.text);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [TODAY] } });
    const viewer = await signInStaff(museum, 'viewer');
    const page = await viewer.get('/desk/reports?report=money');
    const amountOf = (name: string) => page.row(name)?.at(-1);
    const steps = ['soldFor', 'givenBack', 'revenueWithVat', 'due', 'kept', 'paymentsReceived'] as const;
    assert.deepEqual([...steps.map((step) => say(step)), 'Cash', 'Card'].map(amountOf), [
      '€80.00',
      '-€40.00',
      '€40.00',
      '€40.00',
      '€0.00',
      '€80.00',
      '€40.00',
      '€40.00',
    ]);
    const [month = '', year = ''] = page.links('/desk/reports/overview');
    for (const [address, heading] of [
      [month, 'March 2027'],
      [year, '2027'],
    ]) {
      const whole = await viewer.get(address as string);
      assert.equal(whole.heading(), heading);
      assert.deepEqual(whole.figures(), ['0', '0', '€40.00', '€80.00']);
      assert.deepEqual(whole.row(say('noVat')), [say('noVat'), '€40.00', '€0.00', '€40.00']);
      assert.equal(whole.row('Card')?.at(-1), '€40.00');
      for (const link of whole.links('/desk/reports.csv'))
        assert.match((await viewer.get(link)).html, /^\uFEFF?date,/, link);
      for (const link of whole.links('/desk/reports?'))
        assert.equal((await viewer.get(link)).status, 200, link);
    }
    for (const unknown of ['soon', '2027-13', '', '0000', '__proto__'])
      assert.equal(
        (await viewer.get(`/desk/reports/overview?of=${unknown}`)).heading(),
        'March 2027',
        unknown,
      );
    for (const edge of ['0001', '0001-01', '9999', '9999-12'])
      assert.equal((await viewer.get(`/desk/reports/overview?of=${edge}`)).status, 200, edge);
    assert.equal((await (await signInStaff(museum, 'cashier')).get(year)).status, 403);
  });

  test('a month says how many came on an open day, and marks the days on which the museum was closed', async (t) => {
    const museum = await openMuseum(t);
    for (const places of [2, 3]) {
      await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
      const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: places }];
      const { json } = await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } });
      for (const { ticketId } of json.items[0].tickets)
        assert.equal((await museum.api('POST', '/check-ins', { body: { ticketId } })).status, 201);
    }
    await museum.api('PUT', '/museum-hours/2027-03-03', { body: { closed: true } });
    museum.clock.advance(3 * 86_400_000);
    const page = await (await signInStaff(museum, 'viewer')).get('/desk/reports/overview?of=2027-03');
    assert.equal(page.fact(say('visitorsOnOpenDay')), '2', 'five on three days');
    const marks = [...page.html.matchAll(/class="mark" x="([\d.]+)%"/g)].map(([, x]) => Number(x));
    const daysAt = (places: readonly number[]) => places.map((x) => Math.ceil((x / 100) * 31));
    assert.deepEqual(daysAt(marks), [3]);
    const sundays = [...page.html.matchAll(/class="strong" x="([\d.]+)%"/g)].map(([, x]) => Number(x));
    assert.deepEqual(daysAt(sundays), [7, 14, 21, 28]);
  });

  test('a day that has a price of its own in each month has its name as a note on the chart', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const free = [{ category: 'standard', price: 0 }];
    const rules = [
      { name: 'First Sunday, free', weekdays: [7], nth: 1, prices: free },
      { name: 'Weekend', weekdays: [6, 7], prices: free },
    ];
    const set = await museum.api('PUT', '/general-entry/price-rules', { body: rules });
    assert.equal(set.status, 200, set.text);
    const page = await (await signInStaff(museum, 'viewer')).get('/desk/reports/overview?of=2027-03');
    const notes = [...page.html.matchAll(/class="note \w+" x="([\d.]+)%"[^>]*>([^<]*)</g)];
    assert.deepEqual(
      notes.map(([, x, note]) => [Math.ceil((Number(x) / 100) * 31), note]),
      [[7, 'First Sunday, free']],
    );
  });

  test('the chart has room for the days and the hours on which nothing was', async (t) => {
    const museum = await openMuseum(t);
    const sellAndAdmit = async (ticketDate: string) => {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate }));
      assert.equal((await museum.api('POST', '/check-ins', { body: { ticketId } })).status, 201);
    };
    await sellAndAdmit(TODAY);
    museum.clock.advance(3 * 3_600_000);
    await sellAndAdmit(TODAY);
    museum.clock.advance(10 * 86_400_000);
    await sellAndAdmit('2027-03-11');
    const viewer = await signInStaff(museum, 'viewer');
    const barsAt = async (query: string) => {
      const { html } = await viewer.get(`/desk/reports${query}`);
      return [...html.matchAll(/<rect x="(\d+)" y="\d+" width="\d+" height="([1-9]\d*)"/g)].map(
        ([, x, height]) => `${Number(x) / 28}: ${height}`,
      );
    };
    assert.deepEqual(await barsAt('?by=day'), ['0: 100', '10: 50']);
    assert.deepEqual(await barsAt('?report=visits&by=day'), ['0: 100', '10: 50']);
    assert.deepEqual(await barsAt('?report=visits&by=hour'), ['0: 50', '3: 100']);
  });

  test('a sale that a wrong clock has put thousands of years off leaves the report as it is', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase());
    museum.clock.setAhead(6_000 * 365 * 86_400_000);
    await buyTicket(museum, generalPurchase({ ticketDate: '8024-01-01' }));
    museum.clock.setAhead(-6_000 * 365 * 86_400_000);
    const viewer = await signInStaff(museum, 'viewer');
    const { status, html } = await viewer.get('/desk/reports?by=day&from=2027-03-01&to=9999-12-31');
    assert.deepEqual([status, html.match(/<rect /g)?.length], [200, 2]);
  });

  test('an address that asks for a report that there is not shows sales', async (t) => {
    const viewer = await signInStaff(await openMuseum(t), 'viewer');
    for (const name of ['nothing', '__proto__', 'constructor', ''])
      assert.equal((await viewer.get(`/desk/reports?report=${name}`)).value('report'), 'sales', name);
  });

  test('a partner sees its own sales, a cashier and a gate nothing', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase(), 'partner');
    await buyTicket(museum, generalPurchase(), 'cashier');
    const own = await (await signInStaff(museum, 'partner')).get('/desk/reports?by=seller');
    assert.ok(own.lead()?.includes(say('ownOnly')));
    assert.notEqual(own.row('partner'), undefined);
    assert.equal(own.row('cashier'), undefined);
    for (const role of ['cashier', 'gate']) {
      const staff = await signInStaff(museum, role);
      assert.equal((await staff.get('/desk/reports')).status, 403);
      assert.equal((await staff.get('/desk/reports.csv')).status, 403);
    }
  });

  test('days that can’t be reported are named beside their fields, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const staff = await signInStaff(museum, 'manager');
    const wrong = await staff.get('/desk/reports?from=2027-02-30&to=%22%3E%3Cscript%3E');
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.faultyFields(), ['from', 'to']);
    assert.equal(wrong.value('to'), '"><script>');
    const backwards = await staff.get('/desk/reports.csv?from=2027-02-02&to=2027-02-01');
    assert.equal(backwards.status, 400);
    assert.equal(backwards.fault('to'), say('rangeFault'));
  });
});
