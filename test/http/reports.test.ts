import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import {
  buyTicket,
  copyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  TODAY,
} from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { checkMuseum } from '../../src/check/index.ts';
import { localTimes } from '../../src/core/zoned-time.ts';
import type { Entry } from '../../src/journal/index.ts';
import { sumSales } from '../../src/reports/sales-figures.ts';
import { inspectStore } from '../../src/store/index.ts';

const DAY_MS = 86_400_000;

async function report(museum: Museum, path: string, as: 'admin' | 'partner' | 'viewer' = 'viewer') {
  const answer = await museum.api('GET', `/reports/${path}`, { as });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Sells three for an event at 25, two for general entry by a partner, and changes some of it the day after. */
async function twoDays(museum: Museum) {
  const { eventId } = await createEvent(museum, { dates: ['2027-03-02', '2027-03-14'], price: 12.35 });
  const sold = [];
  for (const as of ['admin', 'cashier', 'cashier'] as const)
    sold.push(await buyTicket(museum, eventPurchase(eventId), as));
  await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
  const doomed = await buyTicket(museum, generalPurchase(), 'partner');
  museum.clock.advance(DAY_MS);
  await museum.api('POST', `/tickets/${doomed.ticketId}/void`, { body: { reason: 'Ill' }, as: 'cashier' });
  const exchange = { ticketType: 'event', eventId, ticketDate: '2027-03-02', reason: 'Other day' };
  const exchanged = await museum.api('POST', `/tickets/${sold[0].ticketId}/exchange`, {
    body: exchange,
    as: 'manager',
  });
  assert.equal(exchanged.status, 201, exchanged.text);
  return { eventId, sold };
}

/** Waits until everything is added up, and every day that is over is counted. */
async function addedUp(museum: Museum): Promise<void> {
  await sealEverything(museum.store);
  await museum.restart();
  const today = new Date(museum.clock.now()).toISOString().slice(0, 10);
  for (;;) {
    const row = await museum.store.get<{ left: number }>(
      `SELECT (SELECT max(number) FROM journal) - read_to + coalesce(old_tickets_to, 0)
            + (SELECT count(*) FROM uncounted_days WHERE day < ?)
            + (SELECT count(*) FROM visit_figures WHERE persons IS NULL) AS "left" FROM figures_progress`,
      [today],
    );
    if (row?.left === 0) return;
    await sleep(20);
  }
}

describeOnDatabase((openMuseum) => {
  test('a report may be of the whole calendar', async (t) => {
    const museum = await openMuseum(t);
    const whole = 'startDate=0001-01-01&endDate=9999-12-31';
    for (const kind of ['sales', 'visits', 'payments'])
      assert.deepEqual((await report(museum, `${kind}?${whole}`)).rows, [], kind);
    const { eventId } = await createEvent(museum, { price: 25 });
    const items = [{ ticketType: 'event', eventId, ticketDate: '2027-03-14', quantity: 1 }];
    const sold = await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } });
    assert.equal(sold.status, 201, sold.text);
    for (const by of ['day', 'method'])
      assert.equal((await report(museum, `payments?by=${by}&${whole}`)).rows.length, 1, by);
  });

  test('money of another currency is in no sum, and what was sold on another day in no report of this one', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { price: 12.35 });
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId));
    await museum.store.transaction((tx) =>
      tx.run("UPDATE tickets SET currency = 'USD' WHERE number = (SELECT max(number) FROM tickets)"),
    );
    for (const look of [async () => {}, () => addedUp(museum)]) {
      await look();
      const { rows, total } = await report(museum, `sales?startDate=${TODAY}&endDate=${TODAY}`);
      assert.deepEqual([rows.length, total.sold, total.revenue], [1, 2, 12.35]);
      assert.deepEqual((await report(museum, 'sales?endDate=2027-02-28')).rows, []);
    }
  });

  test('of a crowd in one entry of the journal everybody is counted', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { price: 12.35 });
    await buyTicket(museum, eventPurchase(eventId));
    const tickets = await copyTicket(museum, 600);
    const entry = { kind: 'tickets.sold', at: museum.clock.now(), details: { tickets } } as unknown as Entry;
    const [sum] = await sumSales(museum.store, [entry], localTimes('Europe/Berlin'));
    assert.deepEqual([sum?.sold, sum?.revenueCents], [601, 601 * 1_235]);
  });

  test('sales and visits are told by category, at once and the same once they are added up', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/categories', {
      body: [
        { category: 'standard', name: 'Adult', unitType: 'ADULT' },
        { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
        { category: 'child', name: 'Child', unitType: 'CHILD' },
      ],
    });
    const prices = [12, 28, 4].map((price, index) => ({
      category: ['standard', 'family', 'child'][index],
      price,
    }));
    await museum.api('PUT', '/general-entry/prices', { body: prices });
    const { eventId } = await createEvent(museum, { price: 10 });
    await buyTicket(museum, eventPurchase(eventId));
    const buy = (category: string) => buyTicket(museum, generalPurchase({ category, ticketDate: TODAY }));
    const [family, doomed] = [await buy('family'), await buy('child')];
    for (const category of ['standard', 'child']) await buy(category);
    await museum.api('POST', `/tickets/${doomed.ticketId}/void`, { body: { reason: 'Ill' } });
    await museum.api('POST', '/check-ins', { body: { ticketId: family.ticketId } });
    const told = async (what: string) => report(museum, `${what}?by=category&startDate=${TODAY}`);
    const [sales, visits] = [await told('sales'), await told('visits')];
    const figures = ({
      category,
      categoryName,
      sold,
      general,
      void: voided,
      persons,
      revenue,
    }: typeof sales) => [...[category, categoryName, sold, general.sold, voided, persons, revenue]];
    assert.deepEqual(sales.rows.map(figures), [
      ['standard', 'Adult', 2, 1, 0, 2, 22],
      ['family', 'Family', 1, 1, 0, 4, 28],
      ['child', 'Child', 2, 2, 1, 1, 4],
    ]);
    assert.deepEqual([sales.total.sold, sales.total.revenue], [5, 54]);
    assert.deepEqual(visits.rows, [
      { category: 'family', categoryName: 'Family', admitted: 1, persons: 4, left: 0, conflicts: 0 },
    ]);
    museum.clock.advance(DAY_MS);
    await addedUp(museum);
    assert.deepEqual((await told('sales')).rows, sales.rows);
    assert.deepEqual((await told('visits')).rows, visits.rows);
    // An instance of the version before counts days without persons.
    await museum.store.transaction((tx) => tx.run('UPDATE visit_figures SET persons = NULL'));
    assert.deepEqual((await told('visits')).rows, visits.rows);
    await addedUp(museum);
    assert.deepEqual((await told('visits')).rows, visits.rows);
    const { json: occupancy } = await museum.api('GET', `/occupancy?date=${TODAY}`);
    assert.equal(occupancy.admitted, visits.total.persons, 'occupancy counts persons too');
    const csv = await museum.api('GET', `/reports/sales?by=category&startDate=${TODAY}`, {
      headers: { accept: 'text/csv' },
    });
    assert.match(csv.text, /^category,categoryName,sold,void.*\r\nstandard,Adult,2,0,0,0,2,22\.00,EUR/);
  });

  test('sales are told by day, event and seller, at once and the same once they are added up', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await twoDays(museum);
    const range = 'startDate=2027-03-01&endDate=2027-03-31';
    const told = async () =>
      Promise.all(['day', 'event', 'seller'].map((by) => report(museum, `sales?${range}&by=${by}`)));
    const [day, event, seller] = await told();
    const nothing = { sold: 0, void: 0, exchanged: 0, cancelled: 0, persons: 0, revenue: 0 };
    assert.deepEqual(day.rows, [
      {
        date: '2027-03-01',
        ...{ ...nothing, sold: 5, persons: 5, revenue: 37.05 },
        general: { ...nothing, sold: 2, persons: 2 },
        event: { ...nothing, sold: 3, persons: 3, revenue: 37.05 },
      },
      {
        date: '2027-03-02',
        ...{ ...nothing, sold: 1, void: 1, exchanged: 1, persons: -1 },
        general: { ...nothing, void: 1, persons: -1 },
        event: { ...nothing, sold: 1, exchanged: 1 },
      },
    ]);
    assert.deepEqual(
      event.rows.map((row: Record<string, unknown>) => [row.eventId, row.eventName, row.sold, row.void]),
      [
        [null, 'General entry', 2, 1],
        [eventId, 'Sorolla and the sea', 4, 0],
      ],
    );
    assert.deepEqual(
      seller.rows.map((row: Record<string, unknown>) => [
        row.seller,
        row.sold,
        row.void,
        row.exchanged,
        row.revenue,
      ]),
      [
        ['admin', 1, 0, 1, 0],
        ['cashier', 2, 0, 0, 24.7],
        ['manager', 1, 0, 0, 12.35],
        ['partner', 2, 1, 0, 0],
      ],
    );
    for (const { total, currency } of [day, event, seller]) {
      assert.deepEqual([total.sold, total.void, total.exchanged, total.revenue], [6, 1, 1, 37.05]);
      assert.equal(currency, 'EUR');
    }
    await addedUp(museum);
    assert.deepEqual(await told(), [day, event, seller]);
    for (const [from, to] of [
      ['2027-02-10', '2027-03-01'],
      ['2027-03-02', '2027-04-30'],
      ['2027-02-01', '2027-04-02'],
      ['2027-01-15', '2027-04-15'],
      ['2027-03-02', '2027-03-02'],
    ]) {
      const totals = ['day', 'event', 'seller'].map(
        async (by) => (await report(museum, `sales?startDate=${from}&endDate=${to}&by=${by}`)).total,
      );
      const [byDay, ...others] = await Promise.all(totals);
      assert.ok(byDay.sold > 0);
      assert.deepEqual(others, [byDay, byDay]);
    }
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-05' }), 'partner');
    assert.equal((await report(museum, `sales?${range}`)).total.sold, 7);
  });

  test('sales and visits are told by month, at once and the same once they are added up', async (t) => {
    const museum = await openMuseum(t);
    const sellAndAdmit = async (ticketDate: string) => {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate }));
      await museum.api('POST', '/check-ins', { body: { ticketId } });
    };
    await sellAndAdmit(TODAY);
    museum.clock.advance(DAY_MS);
    await sellAndAdmit('2027-03-02');
    museum.clock.advance(40 * DAY_MS);
    await sellAndAdmit('2027-04-11');
    const told = async () =>
      Promise.all(['sales', 'visits'].map((what) => report(museum, `${what}?by=month&startDate=2027-01-01`)));
    const [sales, visits] = await told();
    const rowsOf = ({ rows }: { rows: Record<string, unknown>[] }, figure: string) =>
      rows.map((row) => [row.month, row[figure]]);
    assert.deepEqual(rowsOf(sales, 'sold'), [
      ['2027-03', 2],
      ['2027-04', 1],
    ]);
    assert.deepEqual(rowsOf(visits, 'admitted'), [
      ['2027-03', 2],
      ['2027-04', 1],
    ]);
    await addedUp(museum);
    assert.deepEqual(await told(), [sales, visits]);
    const path = '/reports/visits?by=month&startDate=2027-01-01';
    const csv = await museum.api('GET', path, { headers: { accept: 'text/csv' } });
    assert.equal(csv.text, 'month,admitted,persons,left,conflicts\r\n2027-03,2,2,0,0\r\n2027-04,1,1,0,0\r\n');
  });

  test('sales are told by the day of the visit too, with what became of the tickets since', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await twoDays(museum);
    const told = (query: string, as?: 'partner') => report(museum, `sales?dayOf=visit&${query}`, as);
    const { rows, total, dayOf } = await told('startDate=2027-01-01&endDate=2027-12-31');
    assert.equal(dayOf, 'visit');
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [
        ...[row.date, row.sold, row.void, row.exchanged, row.revenue],
      ]),
      [
        ['2027-03-01', 1, 0, 0, 0],
        ['2027-03-02', 2, 1, 0, 12.35],
        ['2027-03-14', 3, 0, 1, 24.7],
      ],
    );
    const bySale = await report(museum, 'sales?startDate=2027-01-01&endDate=2027-12-31');
    assert.deepEqual(total, bySale.total, 'over all days both are the same');
    const ofEvent = await told('startDate=2027-03-14&endDate=9999-12-31&by=event');
    assert.deepEqual(
      ofEvent.rows.map((row: Record<string, unknown>) => [row.eventId, row.sold]),
      [[eventId, 3]],
    );
    const own = await told('startDate=2027-01-01&endDate=2027-12-31&by=seller', 'partner');
    assert.deepEqual(
      own.rows.map((row: Record<string, unknown>) => [row.seller, row.sold]),
      [['partner', 2]],
    );
  });

  test('what the reports say is what is there, to the ticket', async (t) => {
    const museum = await openMuseum(t);
    await twoDays(museum);
    await addedUp(museum);
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-05' }));
    const { total } = await report(museum, 'sales?startDate=2027-01-01');
    const [tickets, faults] = await inspectStore(museum.database, async (snapshot) => {
      const check = checkMuseum(snapshot);
      const faults: string[] = [];
      for (;;) {
        const { done, value } = await check.next();
        if (done) return [value?.tickets, faults] as const;
        faults.push(value);
      }
    });
    assert.deepEqual(faults, []);
    assert.equal(total.sold, tickets);
    const ledgers = await museum.store.get<{ places: number }>('SELECT sum(sold) AS places FROM slots');
    assert.equal(total.sold - total.void - total.exchanged, ledgers?.places);
  });

  test('visits are told by day, event and hour, each ticket once, and conflicts apart', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const [one, other, third] = [
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY })),
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }), 'partner'),
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY })),
    ];
    const scan = async (ticketId: string, direction = 'in') => {
      const answer = await museum.api('POST', '/check-ins', { body: { ticketId, direction } });
      assert.equal(answer.status, 201, answer.text);
      museum.clock.advance(1_000);
      return answer.json;
    };
    await scan(one.ticketId);
    await scan(one.ticketId, 'out');
    await scan(one.ticketId);
    await scan(other.ticketId);
    const { checkInId } = await scan(third.ticketId);
    museum.clock.advance(3_600_000);
    await scan(other.ticketId, 'out');
    await museum.api('POST', `/check-ins/${checkInId}/undo`);
    const late = {
      checkInId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
      ticketId: one.ticketId,
      at: '2027-03-01T10:30:00Z',
      verdict: 'admitted',
      gate: 'East',
    };
    const told = async () =>
      Promise.all(['day', 'event', 'hour'].map(async (by) => (await report(museum, `visits?by=${by}`)).rows));
    const figures = { admitted: 2, persons: 2, left: 1, conflicts: 0 };
    assert.deepEqual((await told())[0], [{ date: TODAY, ...figures }]);
    assert.deepEqual((await report(museum, 'visits', 'partner')).total, {
      ...figures,
      admitted: 1,
      persons: 1,
    });
    const thatDay = `visits?startDate=${TODAY}&endDate=${TODAY}`;
    assert.deepEqual((await report(museum, thatDay)).total, figures);
    await museum.api('POST', '/check-ins/batch', { body: { checkIns: [late] } });
    const expected = [
      [{ date: TODAY, ...figures, conflicts: 1 }],
      [
        { eventId: null, eventName: 'General entry', admitted: 1, persons: 1, left: 0, conflicts: 1 },
        { eventId, eventName: 'Sorolla and the sea', admitted: 1, persons: 1, left: 1, conflicts: 0 },
      ],
      [
        { hour: '11:00', admitted: 2, persons: 2, left: 0, conflicts: 1 },
        { hour: '12:00', admitted: 0, persons: 0, left: 1, conflicts: 0 },
      ],
    ];
    assert.deepEqual(await told(), expected);
    const { json: occupancy } = await museum.api('GET', `/occupancy?date=${TODAY}`);
    assert.deepEqual([occupancy.admitted, occupancy.left, occupancy.conflicts], [2, 1, 1]);
    await addedUp(museum);
    assert.deepEqual(await told(), expected);
    const counted = () => museum.store.all('SELECT day FROM visit_figures');
    assert.deepEqual(await counted(), [], 'a day that goes on is not counted again and again');
    museum.clock.advance(DAY_MS);
    await addedUp(museum);
    assert.notDeepEqual(await counted(), []);
    assert.deepEqual(await told(), expected);
    // What comes late from a gate has the day counted anew.
    const later = { ...late, checkInId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e28', ticketId: third.ticketId };
    await museum.api('POST', '/check-ins/batch', { body: { checkIns: [later] } });
    const corrected = await told();
    assert.deepEqual(corrected[0], [{ date: TODAY, admitted: 3, persons: 3, left: 1, conflicts: 1 }]);
    await addedUp(museum);
    assert.deepEqual(await told(), corrected);
    // And so has what a gate has taken back by itself.
    const sentAt = new Date(museum.clock.now()).toISOString();
    const undo = `/check-ins/${later.checkInId}/undo?undoneAt=2027-03-01T10:31:00Z&sentAt=${sentAt}`;
    assert.equal((await museum.api('POST', undo)).status, 200);
    await addedUp(museum);
    assert.deepEqual((await report(museum, thatDay)).total, { ...figures, conflicts: 1 });
  });

  test('a partner is told of its own sales alone', async (t) => {
    const museum = await openMuseum(t);
    await twoDays(museum);
    const own = await report(museum, 'sales?startDate=2027-01-01&by=seller', 'partner');
    assert.deepEqual(
      own.rows.map(({ seller }: { seller: string }) => seller),
      ['partner'],
    );
    await addedUp(museum);
    assert.deepEqual(await report(museum, 'sales?startDate=2027-01-01&by=seller', 'partner'), own);
    const other = await museum.api('GET', '/reports/sales?startDate=2027-01-01', { as: 'other-partner' });
    assert.deepEqual([other.json.rows, other.json.total.sold], [[], 0]);
    assertRefused(await museum.api('GET', '/reports/sales', { as: 'cashier' }), 403, 'forbidden');
  });

  test('the usual range is thirty days up to today, and a range that ends before it begins is refused', async (t) => {
    const museum = await openMuseum(t);
    const rangeOf = async (query: string) => {
      const { startDate, endDate } = await report(museum, `sales${query}`);
      return [startDate, endDate];
    };
    assert.deepEqual(await rangeOf(''), ['2027-01-31', TODAY]);
    assert.deepEqual(await rangeOf('?endDate=2026-12-31'), ['2026-12-02', '2026-12-31']);
    assert.deepEqual(await rangeOf('?startDate=2027-06-01'), ['2027-06-01', '2027-06-01']);
    for (const path of ['sales', 'visits']) {
      const backwards = await museum.api(
        'GET',
        `/reports/${path}?startDate=2027-03-02&endDate=2027-03-01&by=moon`,
      );
      assertRefused(backwards, 400, 'invalid-request', ['query /by', 'query /endDate']);
    }
  });

  test('CSV is given to whoever would rather have it, and no cell of it is a formula', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { name: '=cmd|"/c calc"!A1, and more', dates: [TODAY] });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    const ask = (accept: string, by = 'event') =>
      museum.api('GET', `/reports/sales?by=${by}`, { headers: { accept } });
    const csv = await ask('text/csv');
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(
      csv.headers['content-disposition'],
      'attachment; filename="sales-2027-01-31-2027-03-01.csv"',
    );
    assert.equal(csv.headers.vary, 'Accept');
    assert.equal(
      csv.text,
      'eventId,eventName,sold,void,exchanged,cancelled,persons,revenue,currency,' +
        'generalSold,generalVoid,generalExchanged,generalCancelled,generalPersons,generalRevenue,' +
        'eventSold,eventVoid,eventExchanged,eventCancelled,eventPersons,eventRevenue\r\n' +
        `${eventId},"'=cmd|""/c calc""!A1, and more",1,0,0,0,1,25.00,EUR,0,0,0,0,0,0.00,1,0,0,0,1,25.00\r\n`,
    );
    const typeOf = async (accept: string) =>
      `${(await ask(accept)).headers['content-type']}`.split(';', 1)[0];
    assert.equal(await typeOf('text/csv;q=0.5, application/json'), 'application/json');
    assert.equal(await typeOf('text/csv, application/json;q=0.9'), 'text/csv');
    assert.equal(await typeOf('text/*, application/json;q=0.1'), 'text/csv');
    assert.equal(await typeOf('*/*'), 'application/json');
    assert.equal(await typeOf('text/csv;q=0, */*'), 'application/json');
    const visits = await museum.api('GET', '/reports/visits?by=hour', { headers: { accept: 'text/csv' } });
    assert.equal(visits.text, 'hour,admitted,persons,left,conflicts\r\n');
  });
});
