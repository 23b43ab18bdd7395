import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import type { Museum } from '../support/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../support/samples.ts';

async function at(museum: Museum, username: string): Promise<Visitor> {
  const visitor = new Visitor(museum);
  await visitor.signIn(username, '/desk');
  return visitor;
}

describeOnSqlite((openMuseum) => {
  test('sales and visits stand in a table, and in a file', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: '<b>Tides</b>', dates: [TODAY], price: 1234.5 });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }), 'partner');
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const viewer = await at(museum, 'viewer');
    const { text } = await viewer.get('/desk/reports?by=event');
    assert.match(text, /<h1>Sales<\/h1>\s*<p class="lead">Sunday 31 January 2027 to Monday 1 March 2027\.</);
    assert.match(text, /<th role="rowheader" scope="row">&lt;b&gt;Tides&lt;\/b&gt;<\/th>/);
    assert.match(text, /Of these, general entry: €0\.00; events: €1,234\.50\./);
    assert.match(text, /<dd>2<\/dd>/);
    assert.match(
      text,
      /Sold: 1<\/p>\s*<svg .*<p class="ends"><span>.+<\/span> <span>.+<\/span><\/p>\s*<figcaption>Most: .+, 1\.</s,
    );
    const [, file = ''] = /href="(\/desk\/reports\.csv[^"]*)"/.exec(text) ?? [];
    const csv = await viewer.get(file.replaceAll('&amp;', '&'));
    assert.match(`${csv.headers['content-type']}`, /^text\/csv/);
    assert.match(csv.text, /^\uFEFFeventId,eventName,sold/); // by the mark at its beginning Excel knows that it is UTF-8
    const visits = await viewer.get('/desk/reports?report=visits&by=hour');
    assert.match(visits.text, /<h1>Visits<\/h1>.*<th role="rowheader" scope="row">11:00<\/th>/s);
    assert.match((await viewer.get('/desk/reports?report=visits&by=seller')).text, /Visits by day/);
    assert.match(
      (await viewer.get('/desk/reports?from=2026-01-01&to=2026-01-31')).text,
      /Nothing was sold on these days\./,
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
    const viewer = await at(museum, 'viewer');
    const barsAt = async (query: string) => {
      const { text } = await viewer.get(`/desk/reports${query}`);
      return [...text.matchAll(/<rect x="(\d+)" y="\d+" width="\d+" height="([1-9]\d*)"/g)].map(
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
    await buyTicket(museum, generalPurchase({ ticketDate: '9000-01-01' }));
    museum.clock.setAhead(-6_000 * 365 * 86_400_000);
    const viewer = await at(museum, 'viewer');
    const { status, text } = await viewer.get('/desk/reports?by=day&from=2027-03-01&to=9999-12-31');
    assert.deepEqual([status, text.match(/<rect /g)?.length], [200, 2]);
  });

  test('a partner sees its own sales, a cashier and a gate nothing', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase(), 'partner');
    await buyTicket(museum, generalPurchase(), 'cashier');
    const partner = (await (await at(museum, 'partner')).get('/desk/reports?by=seller')).text;
    assert.match(partner, /Only what you have sold\./);
    assert.match(partner, /scope="row">partner</);
    assert.doesNotMatch(partner, /scope="row">cashier</);
    for (const role of ['cashier', 'gate']) {
      const visitor = await at(museum, role);
      assert.equal((await visitor.get('/desk/reports')).status, 403);
      assert.equal((await visitor.get('/desk/reports.csv')).status, 403);
    }
  });

  test('days that can’t be reported are named beside their fields, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await at(museum, 'manager');
    const wrong = await visitor.get('/desk/reports?from=2027-02-30&to=%22%3E%3Cscript%3E');
    assert.equal(wrong.status, 400);
    assert.equal(wrong.text.match(/<p class="fault" id="(from|to)-fault">Choose a day\.</g)?.length, 2);
    assert.match(wrong.text, /value="&quot;&gt;&lt;script&gt;"/);
    const backwards = await visitor.get('/desk/reports.csv?from=2027-02-02&to=2027-02-01');
    assert.equal(backwards.status, 400);
    assert.match(backwards.text, /The last day must not be before the first\./);
  });
});
