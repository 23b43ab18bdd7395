import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { openApiDocument } from '../../src/web/api/openapi.ts';
import { Declaration } from '../fuzz/declaration.ts';

const STANDARD = { category: 'standard', name: 'Adult', unitType: 'ADULT' };
const STUDENT = { category: 'student', name: 'Student', unitType: 'STUDENT', proof: 'student card' };
const FAMILY = { category: 'family', name: 'Family', shortName: 'Fam.', unitType: 'FAMILY', places: 4 };
const CATEGORIES = [STANDARD, STUDENT, FAMILY];
const PRICES = [
  { category: 'standard', price: 12 },
  { category: 'student', price: 8.5 },
  { category: 'family', price: 28, vat: 7 },
];
const DAY = '2027-03-02';
const TIMES = { every: 30, places: 3, lastEntry: 60 };

describeOnDatabase((openMuseum) => {
  const put = async (museum: Museum, path: string, body: object, as: Asker = 'manager') => {
    const answer = await museum.api('PUT', path, { body, as });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const buy = (museum: Museum, body: Record<string, unknown>, as: Asker = 'partner') =>
    museum.api('POST', '/tickets', { body, as });
  const availability = async (museum: Museum, query: string) =>
    (await museum.api('GET', `/availability?${query}`)).json;
  const withCategories = async (museum: Museum) => {
    await put(museum, '/categories', CATEGORIES);
    await put(museum, '/general-entry/prices', PRICES);
  };

  it('knows one category until others are set, and says of the museum what a client needs first', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '9.50' } });
    const usual = { places: 1, onSale: true };
    const standard = { ...STANDARD, name: 'Standard', ...usual };
    assert.deepEqual((await museum.api('GET', '/categories', { as: 'gate' })).json, [standard]);
    const { version, ...shown } = (await museum.api('GET', '/museum', { as: 'viewer' })).json;
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal((await museum.ask('GET', '/healthz')).json.version, version);
    assert.deepEqual(shown, {
      name: 'Museum',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      language: 'en',
      today: TODAY,
      now: '2027-03-01T10:00:00.000Z',
      salesUntil: '2029-02-28',
      generalEntry: { prices: [{ category: 'standard', price: 9.5 }] },
    });
    await withCategories(museum);
    await put(museum, '/general-entry/times', TIMES);
    const { generalEntry } = (await museum.api('GET', '/museum')).json;
    assert.deepEqual(generalEntry, {
      prices: PRICES.map(({ category, price }) => ({ category, price })),
      entryTimes: TIMES,
    });
    assert.equal((await museum.api('PUT', '/categories', { body: [STANDARD], as: 'cashier' })).status, 403);
  });

  it('sells each category at its price, takes its places, and shows it with the ticket', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_VAT: '19' } });
    await withCategories(museum);
    await put(museum, `/capacity/general/${DAY}`, { capacity: 6 });
    const sold = await buyTicket(museum, generalPurchase({ category: 'family' }), 'partner');
    assert.deepEqual(Object.keys(sold).sort(), [
      'confirmationCode',
      'message',
      'ticketDate',
      'ticketId',
      'ticketType',
    ]);
    const shown = (await museum.api('GET', `/tickets/${sold.ticketId}`)).json;
    assert.deepEqual(
      [shown.category, shown.places, shown.price, shown.orderId, shown.entryTime],
      ['family', 4, 28, sold.ticketId, undefined],
    );
    await buyTicket(museum, generalPurchase({ category: 'student' }));
    assertRefused(await buy(museum, generalPurchase({ category: 'family' })), 409, 'sold-out');
    await buyTicket(museum, generalPurchase());
    assertRefused(await buy(museum, generalPurchase()), 409, 'sold-out');
    const [row] = await availability(museum, `startDate=${DAY}&endDate=${DAY}`);
    assert.deepEqual(
      [row.capacity, row.sold, row.left, row.onSale, row.prices],
      [
        6,
        6,
        0,
        false,
        [
          { category: 'standard', name: 'Adult', price: 12 },
          { category: 'student', name: 'Student', price: 8.5 },
          { category: 'family', name: 'Family', price: 28 },
        ],
      ],
    );
    const rates = await museum.store.all('SELECT category, vat FROM tickets ORDER BY number');
    assert.deepEqual(
      rates.map(({ category, vat }) => [category, vat]),
      [
        [2, 700],
        [1, 1900],
        [null, 1900],
      ],
    );
    const voided = await museum.api('POST', `/tickets/${sold.ticketId}/void`, { body: { reason: 'Ill' } });
    assert.equal(voided.json.state, 'void');
    assert.equal((await availability(museum, `startDate=${DAY}&endDate=${DAY}`))[0].left, 4);
  });

  it('refuses a category that is not there, has no price there or is not on sale', async (t) => {
    const museum = await openMuseum(t);
    await withCategories(museum);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const unknown = await buy(museum, generalPurchase({ category: 'chlid', ticketDate: '2026-01-01' }));
    assertRefused(unknown, 400, 'category-unknown', ['body /category']);
    assert.match(unknown.json.detail, /standard, student, family/);
    assertRefused(
      await buy(museum, eventPurchase(eventId, { category: 'student' })),
      409,
      'category-not-sold',
    );
    await assertUnchanged();
    await put(museum, '/categories', [STANDARD, { ...STUDENT, onSale: false }, FAMILY]);
    assertRefused(await buy(museum, generalPurchase({ category: 'student' })), 409, 'category-not-sold');
    const [row] = await availability(museum, `startDate=${DAY}&endDate=${DAY}&ticketType=general`);
    assert.deepEqual(
      row.prices.map(({ category }: { category: string }) => category),
      ['standard', 'family'],
    );
  });

  it('gives a day prices of its own, which stand alone, and takes them back', async (t) => {
    const museum = await openMuseum(t);
    await withCategories(museum);
    const path = `/general-entry/prices/${DAY}`;
    assertRefused(await museum.api('DELETE', path), 404, 'exception-not-found');
    assert.deepEqual((await museum.api('GET', path)).json, PRICES);
    const free = [{ category: 'standard', price: 0 }];
    assert.deepEqual(await put(museum, path, free), free);
    assert.deepEqual((await museum.api('GET', path)).json, free);
    assert.deepEqual((await museum.api('GET', '/general-entry/prices')).json, PRICES);
    assertRefused(await buy(museum, generalPurchase({ category: 'student' })), 409, 'category-not-sold');
    const { ticketId } = await buyTicket(museum, generalPurchase());
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.price, 0);
    assert.equal((await museum.api('DELETE', path)).status, 204);
    await buyTicket(museum, generalPurchase({ category: 'student' }));
  });

  it('has one price of standard, whether it is set as a price or as that of the event', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, '/categories', CATEGORIES);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    assert.deepEqual((await museum.api('GET', `${path}/prices`)).json, [{ category: 'standard', price: 25 }]);
    const unordered = [PRICES[2], PRICES[0]] as object[];
    assert.deepEqual(await put(museum, `${path}/prices`, unordered), [PRICES[0], PRICES[2]]);
    assert.equal((await museum.api('GET', path)).json.price, 12);
    await museum.api('PATCH', path, { body: { price: 14 } });
    assert.deepEqual((await museum.api('GET', `${path}/prices`)).json, [
      { category: 'standard', price: 14 },
      PRICES[2],
    ]);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { category: 'family' }));
    const { price, places, eventName } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
    assert.deepEqual([price, places, eventName], [28, 4, 'Sorolla and the sea']);
    await museum.api('DELETE', path);
    assertRefused(await museum.api('GET', `${path}/prices`), 404, 'event-not-found');
    assertRefused(await museum.api('PUT', `${path}/prices`, { body: PRICES }), 404, 'event-not-found');
  });

  it('keeps a category that has a price or was sold, and its places and type once it was sold', async (t) => {
    const museum = await openMuseum(t);
    await withCategories(museum);
    const replace = (body: object) => museum.api('PUT', '/categories', { body });
    const inUse = async (body: object) => assertRefused(await replace(body), 409, 'category-in-use');
    await inUse([STANDARD, STUDENT]);
    assert.equal((await replace([STANDARD, STUDENT, { ...FAMILY, places: 5 }])).status, 200);
    await buyTicket(museum, generalPurchase({ category: 'family' }));
    await put(museum, '/general-entry/prices', [PRICES[0] as object]);
    await inUse([STANDARD, STUDENT]);
    await inUse([STANDARD, STUDENT, FAMILY]);
    await inUse([STANDARD, STUDENT, { ...FAMILY, places: 5, unitType: 'OTHER' }]);
    const kept = { ...FAMILY, places: 5, name: 'Families', onSale: false };
    const child = { category: 'child', name: 'Child', unitType: 'CHILD', maxAge: 15, names: { de: 'Kind' } };
    const now = await put(museum, '/categories', [STANDARD, kept, child]);
    assert.deepEqual(now, [
      { ...STANDARD, places: 1, onSale: true },
      kept,
      { ...child, places: 1, onSale: true },
    ]);
    assert.deepEqual((await museum.api('GET', '/categories')).json, now);
    const numbers = await museum.store.all('SELECT slug, number FROM categories ORDER BY position');
    assert.deepEqual(
      numbers.map(({ slug, number }) => [slug, number]),
      [
        ['standard', 0],
        ['family', 2],
        ['child', 1],
      ],
    );
  });

  it('names every fault of categories, prices and times', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const twenty = Array.from({ length: 20 }, (_, index) => ({ ...STUDENT, category: `c${index}` }));
    const cases: [path: string, body: unknown, ...pointers: string[]][] = [
      ['/categories', {}, ''],
      ['/categories', [], ''],
      ['/categories', [STUDENT], '/0/category'],
      ['/categories', [{ ...STANDARD, onSale: false, places: 2 }], '/0/onSale', '/0/places'],
      ['/categories', [STANDARD, STUDENT, STUDENT], '/2/category'],
      ['/categories', [STANDARD, { ...STUDENT, minAge: 20, maxAge: 10 }], '/1/maxAge'],
      ['/categories', [STANDARD, ...twenty], '/20/onSale'],
      [
        '/categories',
        [STANDARD, { category: '-x', name: ' ', unitType: 'DOG', places: 21, ages: 1 }],
        ...['/1/ages', '/1/category', '/1/name', '/1/places', '/1/unitType'],
      ],
      ['/categories', Array.from({ length: 65 }, () => STANDARD), ''],
      ['/general-entry/prices', [{ category: 'student', price: 1 }], ''],
      ['/general-entry/prices', [PRICES[0], PRICES[0]], '/1/category'],
      ['/general-entry/prices', [{ category: 'standard', price: 1.234, vat: 101 }], '/0/price', '/0/vat'],
      ['/general-entry/times', { every: 30 }, '/lastEntry', '/places'],
      ['/general-entry/times', { every: 17, places: -1, lastEntry: 1.5 }, '/every', '/lastEntry', '/places'],
      ['/general-entry/times', { every: 245, places: null, lastEntry: 0 }, '/every'],
      [
        `/special-events/${eventId}/times`,
        { times: ['11:00', '11:02', '11:00', '24:00'] },
        ...['/times/1', '/times/2', '/times/3'],
      ],
      [
        `/special-events/${eventId}/times`,
        { times: Array(300).fill('11:00'), minutes: 4 },
        '/minutes',
        '/times',
      ],
    ];
    for (const [path, body, ...pointers] of cases) {
      const { status, json } = await museum.api('PUT', path, { body: body as object });
      assert.deepEqual(
        [status, json.errors?.map(({ pointer }: { pointer: string }) => pointer).sort()],
        [400, pointers],
        `${path} ${JSON.stringify(body).slice(0, 100)}: ${JSON.stringify(json.errors)}`,
      );
    }
    const unknown = await museum.api('PUT', '/general-entry/prices', { body: PRICES });
    assertRefused(unknown, 400, 'category-unknown', ['body /1/category', 'body /2/category']);
    await assertUnchanged();
  });

  it('takes only whole amounts of a currency without minor units', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_CURRENCY: 'JPY' } });
    const refused = await museum.api('PUT', '/general-entry/prices', {
      body: [{ category: 'standard', price: 0.5 }],
    });
    assertRefused(refused, 400, 'invalid-request', ['body /0/price']);
    const event = await createEvent(museum, { price: 1_500 });
    const patched = await museum.api('PATCH', `/special-events/${event.eventId}`, { body: { price: 12.5 } });
    assertRefused(patched, 400, 'invalid-request', ['body /price']);
  });

  it('sells general entry for its times, each with places of its own', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase());
    await put(museum, '/general-entry/times', TIMES);
    await put(museum, `/capacity/general/${DAY}`, { capacity: 1 });
    await put(museum, `/museum-hours/${DAY}`, { timeOpen: '10:00', timeClose: '12:00' });
    const at = (entryTime: string, more = {}) => generalPurchase({ entryTime, ...more });
    const left = (...places: number[]) => [
      { entryTime: '10:00', left: places[0] },
      { entryTime: '10:30', left: places[1] },
      { entryTime: '11:00', left: places[2] },
    ];
    const needed = await buy(museum, generalPurchase());
    assertRefused(needed, 409, 'entry-time-needed');
    assert.deepEqual(needed.json.times, left(3, 3, 3));
    const { ticketId } = await buyTicket(museum, at('10:30'));
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.entryTime, '10:30');
    const none = await buy(museum, at('10:45'));
    assertRefused(none, 409, 'no-such-entry-time');
    assert.deepEqual(none.json.times, left(3, 2, 3));
    await put(museum, '/categories', [STANDARD, { ...FAMILY, places: 3 }]);
    await put(museum, '/general-entry/prices', [PRICES[0], PRICES[2]] as object[]);
    const soldOut = await buy(museum, at('10:30', { category: 'family' }));
    assertRefused(soldOut, 409, 'sold-out');
    assert.deepEqual(soldOut.json.times, left(3, 2, 3));
    for (const entryTime of ['10:00', '11:00'])
      await buyTicket(museum, at(entryTime, { category: 'family' }));
    const [row] = await availability(museum, `startDate=${DAY}&endDate=${DAY}`);
    assert.deepEqual([row.capacity, row.sold, row.left, row.onSale], [9, 8, 2, true]);
    assert.deepEqual(row.times, [
      { entryTime: '10:00', capacity: 3, sold: 3, left: 0 },
      { entryTime: '10:30', capacity: 3, sold: 1, left: 2 },
      { entryTime: '11:00', capacity: 3, sold: 3, left: 0 },
    ]);
    const exchanged = await museum.api('POST', `/tickets/${ticketId}/exchange`, {
      body: { ticketType: 'general', ticketDate: DAY, entryTime: '11:00', reason: 'Train' },
    });
    assertRefused(exchanged, 409, 'sold-out');
    await put(museum, '/general-entry/times', { every: null });
    assertRefused(await buy(museum, at('10:30')), 409, 'no-such-entry-time');
    assertRefused(await buy(museum, generalPurchase()), 409, 'sold-out');
    const [whole] = await availability(museum, `startDate=${DAY}&endDate=${DAY}`);
    assert.deepEqual([whole.capacity, whole.sold, whole.left, whole.times], [1, 8, 0, undefined]);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
    await assertSound(museum);
  });

  it('sells an event for its times, moves a ticket from one to another, and keeps what was sold when they change', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}/times`;
    await put(museum, `/capacity/events/${eventId}`, { capacity: 2 });
    assert.deepEqual((await museum.api('GET', path)).json, { times: [], minutes: 60 });
    const tours = { times: ['14:30', '11:00'], minutes: 45 };
    assert.deepEqual(await put(museum, path, tours), tours);
    const at = (entryTime: string) => eventPurchase(eventId, { entryTime });
    const needed = await buy(museum, eventPurchase(eventId));
    assertRefused(needed, 409, 'entry-time-needed');
    assert.deepEqual(needed.json.times, [
      { entryTime: '11:00', left: 2 },
      { entryTime: '14:30', left: 2 },
    ]);
    assertRefused(await buy(museum, { ...at('11:00'), ticketDate: '2027-03-16' }), 409, 'not-an-event-day');
    const { ticketId } = await buyTicket(museum, at('11:00'));
    await buyTicket(museum, at('11:00'));
    const soldOut = await buy(museum, at('11:00'));
    assertRefused(soldOut, 409, 'sold-out');
    assert.deepEqual(soldOut.json.otherDates, [
      { date: '2027-03-15', left: 4 },
      { date: '2027-03-21', left: 4 },
    ]);
    const exchanged = await museum.api('POST', `/tickets/${ticketId}/exchange`, {
      body: { ticketType: 'event', eventId, ticketDate: '2027-03-14', entryTime: '14:30', reason: 'Late' },
    });
    assert.deepEqual([exchanged.status, exchanged.json.entryTime], [201, '14:30'], exchanged.text);
    assert.deepEqual(await put(museum, path, { times: ['11:00'] }), { times: ['11:00'], minutes: 45 });
    assertRefused(await buy(museum, at('14:30')), 409, 'no-such-entry-time');
    const [row] = await availability(museum, `startDate=2027-03-14&endDate=2027-03-14&eventId=${eventId}`);
    assert.deepEqual([row.capacity, row.sold, row.left], [2, 2, 1]);
    assert.deepEqual(row.times, [{ entryTime: '11:00', capacity: 2, sold: 1, left: 1 }]);
    await put(museum, `/capacity/events/${eventId}`, { capacity: 1 });
    assertRefused(await buy(museum, at('11:00')), 409, 'sold-out');
    await put(museum, path, { times: [] });
    await buyTicket(museum, eventPurchase(eventId));
    assertRefused(await buy(museum, eventPurchase(eventId)), 409, 'sold-out');
    await assertSound(museum);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.equal((await museum.api('GET', `/tickets/${exchanged.json.ticketId}`)).json.state, 'cancelled');
    await assertSound(museum);
  });

  it('neither sells nor counts a time that clocks skip that night, in any time zone', async (t) => {
    for (const [timeZone, day, skipped] of [
      ['Europe/Berlin', '2027-03-28', '02:30'],
      ['America/New_York', '2027-03-14', '02:30'],
      ['Africa/Cairo', '2027-04-30', '00:30'],
      ['Australia/Lord_Howe', '2027-10-03', '02:15'],
      ['America/Santiago', '2027-09-05', '00:30'],
    ] as const) {
      const museum = await openMuseum(t, { timeZone });
      await put(museum, `/museum-hours/${day}`, { timeOpen: '00:00', timeClose: '06:00' });
      await put(museum, '/general-entry/times', { every: 15, places: 1, lastEntry: 0 });
      const { eventId } = await createEvent(museum, { dates: [DAY, day] });
      await put(museum, `/capacity/events/${eventId}`, { capacity: 1 });
      await put(museum, `/special-events/${eventId}/times`, { times: [skipped, '05:00'], minutes: 30 });
      const rows = await availability(museum, `startDate=${day}&endDate=${day}`);
      const times = rows.map((row: { times: { entryTime: string }[] }) =>
        row.times.map(({ entryTime }) => entryTime),
      );
      assert.ok(!times[0].includes(skipped) && times[0].includes('05:00'), `${timeZone}: ${times[0]}`);
      assert.deepEqual(times[1], ['05:00'], timeZone);
      const at = { ticketDate: day, entryTime: skipped };
      for (const body of [generalPurchase(at), eventPurchase(eventId, at)])
        assertRefused(await buy(museum, body), 409, 'no-such-entry-time');
      const before = { ticketDate: DAY, entryTime: '05:00' };
      await buyTicket(museum, eventPurchase(eventId, before));
      const soldOut = await buy(museum, eventPurchase(eventId, before), 'manager');
      assert.deepEqual(soldOut.json.otherDates, [{ date: day, left: 1 }], timeZone);
    }
  });

  it('sells a time that is over to staff only', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_ENTRY_LATE: '15' } });
    await put(museum, '/general-entry/times', TIMES);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await put(museum, `/special-events/${eventId}/times`, { times: ['10:00'], minutes: 60 });
    const general = (entryTime: string) => generalPurchase({ ticketDate: TODAY, entryTime });
    const tour = eventPurchase(eventId, { ticketDate: TODAY, entryTime: '10:00' });
    await buyTicket(museum, general('11:00'), 'partner'); // it is 11:00
    museum.clock.advance(15 * 60_000);
    await buyTicket(museum, general('11:00'), 'partner');
    museum.clock.advance(1);
    assertRefused(await buy(museum, general('11:00')), 409, 'time-over');
    await buyTicket(museum, general('11:00'), 'cashier');
    assertRefused(await buy(museum, tour), 409, 'time-over');
    await buyTicket(museum, tour, 'cashier');
    const onSale = async (as: Asker) => {
      const { json } = await museum.api('GET', `/availability?endDate=${TODAY}&ticketType=event`, { as });
      return json[0].onSale;
    };
    assert.deepEqual([await onSale('partner'), await onSale('cashier')], [false, true]);
  });

  it('says that a day is sold out when each of its times is', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, '/general-entry/times', { every: 60, places: 1, lastEntry: 60 });
    await put(museum, `/museum-hours/${DAY}`, { timeOpen: '10:00', timeClose: '12:00' });
    const soldOut = () => museum.store.all("SELECT subject FROM journal WHERE kind = 'day.sold-out'");
    await buyTicket(museum, generalPurchase({ entryTime: '10:00' }));
    assert.deepEqual(await soldOut(), []);
    await buyTicket(museum, generalPurchase({ entryTime: '11:00' }));
    assert.deepEqual(
      (await soldOut()).map(({ subject }) => subject),
      [DAY],
    );
  });

  it('declares that a day has as many places as its times together, which may be more than one time can have', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 10_000_000 } });
    await museum.api('PUT', `/special-events/${eventId}/times`, { body: { times: ['18:00', '19:00'] } });
    const path = `/availability?startDate=${TODAY}&endDate=${TODAY}&eventId=${eventId}`;
    const answer = await museum.api('GET', path);
    assert.equal(answer.json[0].capacity, 20_000_000);
    const declaration = new Declaration(JSON.parse(JSON.stringify(openApiDocument())));
    assert.equal(declaration.faultOf('GET', path, answer), undefined);
  });

  it('answers every day, also a closed one, up to 31 on a page', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, '/museum-hours/2027-03-03', { closed: true, reason: 'Moving the whale' });
    const hours = async (day: string) =>
      (await museum.api('GET', `/museum-hours/${day}`, { as: 'gate' })).json;
    assert.deepEqual(await hours(DAY), { date: DAY, timeOpen: '09:00', timeClose: '18:00' });
    assert.deepEqual(await hours('2027-03-03'), {
      date: '2027-03-03',
      closed: true,
      reason: 'Moving the whale',
    });
    const week = (await museum.api('GET', '/weekly-hours')).json;
    await put(museum, '/weekly-hours', { ...week, thursday: null });
    assert.deepEqual(await hours('2027-03-04'), { date: '2027-03-04', closed: true });
    const rows = await availability(museum, 'limit=31&endDate=2027-12-31&ticketType=general');
    assert.equal(rows.length, 31);
    assert.deepEqual([rows[2].closed, rows[2].reason, rows[3].closed], [true, 'Moving the whale', true]);
    assert.equal((await museum.api('GET', '/availability?limit=32')).status, 400);
    assert.equal((await museum.api('GET', '/museum-hours?limit=31')).status, 200);
    assert.equal((await museum.api('GET', '/special-events?limit=31')).status, 400);
  });
});
