/** Random days of a museum: whatever happens, reports add up to the same, however they are grouped. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { SERVICE } from '../../src/core/actor.ts';
import { record } from '../../src/journal/index.ts';

const DAY_MS = 86_400_000;
const STEPS = 90;
const DAYS = [TODAY, '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05'];
const WHOLE = 'startDate=2027-01-01&endDate=2027-12-31';
const CODE = 'FRIENDS-OF-OURS';
const OPEN = { timeOpen: '10:00', timeClose: '17:00' };

/** Numbers from 0 to 1 that are the same for every run with that seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Scene {
  readonly museum: Museum;
  readonly eventId: string;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly tickets: string[];
  readonly admissions: string[];
  readonly orders: string[];
}

/** What may happen. What is refused changes nothing. */
const HAPPENINGS: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async sell({ museum, eventId, pick, tickets, orders }) {
    const wanted = pick([{ ticketType: 'general' }, { ticketType: 'event', eventId }]);
    const category = wanted.ticketType === 'general' ? pick(['standard', 'family']) : 'standard';
    const body = {
      items: [{ ...wanted, category, ticketDate: pick(DAYS), quantity: 2 }],
      ...pick([{ paidBy: 'cash' }, {}]),
      ...pick([{ code: CODE }, {}]),
    };
    const sold = await museum.api('POST', '/orders', { body, as: pick(['admin', 'cashier', 'partner']) });
    const { items = [], orderId } = sold.status === 201 ? sold.json : {};
    if (orderId !== undefined) orders.push(orderId);
    for (const item of items)
      tickets.push(...item.tickets.map(({ ticketId }: { ticketId: string }) => ticketId));
  },
  async makeVoid({ museum, pick, tickets }) {
    const refund = pick([{}, { refund: { method: 'cash', amount: pick([5, 12.35, 25.55]) } }]);
    await museum.api('POST', `/tickets/${pick(tickets)}/void`, { body: { reason: 'Ill', ...refund } });
  },
  async exchange({ museum, pick, tickets }) {
    const body = { ticketType: 'general', ticketDate: pick(DAYS), reason: 'Another day' };
    const exchanged = await museum.api('POST', `/tickets/${pick(tickets)}/exchange`, { body });
    if (exchanged.status === 201) tickets.push(exchanged.json.ticketId);
  },
  async close({ museum, pick }) {
    await museum.api('PUT', `/museum-hours/${pick(DAYS)}`, { body: { closed: true } });
  },
  async open({ museum, pick }) {
    await museum.api('PUT', `/museum-hours/${pick(DAYS)}`, { body: OPEN });
  },
  async changeDates({ museum, eventId, pick }) {
    const left = pick(DAYS);
    const dates = pick([DAYS, DAYS.filter((day) => day !== left)]);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } });
  },
  async admit({ museum, pick, tickets, admissions }) {
    const { json } = await museum.api('POST', '/check-ins', { body: { ticketId: pick(tickets) } });
    if (json.verdict === 'admitted') admissions.push(json.checkInId);
  },
  async takeBack({ museum, pick, admissions }) {
    if (admissions.length > 0) await museum.api('POST', `/check-ins/${pick(admissions)}/undo`);
  },
  async sleepOver({ museum, pick }) {
    if (pick([0, 1, 2, 3]) === 0) museum.clock.advance(DAY_MS);
  },
};

/** As version 1.0 does it. */
async function makeVoidAsBefore(museum: Museum, ticketId: string): Promise<void> {
  const ticket = await museum.store.get<{ number: number; day: string; soldBy: string }>(
    'SELECT number, ticket_date AS day, sold_by AS "soldBy" FROM tickets WHERE ticket_id = ?',
    [ticketId],
  );
  assert.ok(ticket);
  const { number, day, soldBy } = ticket;
  const now = museum.clock.now();
  await museum.store.transaction(async (tx) => {
    await tx.insert(
      'voids',
      ['number', 'ticket_id', 'ticket_date', 'reason', 'voided_at', 'voided_by'],
      [[number, ticketId, day, 'Ill', now, soldBy]],
    );
    await record(
      { tx, actor: SERVICE, now },
      { kind: 'ticket.void', subject: ticketId, details: { number } },
    );
  });
}

async function totalOf(museum: Museum, query: string) {
  const { status, json, text } = await museum.api('GET', `/reports/sales?${WHOLE}&${query}`);
  assert.equal(status, 200, text);
  const { net, tax, ...total } = json.total;
  if (query.startsWith('by=vat'))
    assert.equal(Math.round((net + tax) * 100), Math.round(total.revenue * 100));
  return total;
}

/** @returns the total, which is the same however it is grouped */
async function agreedTotal(museum: Museum, what: string) {
  const total = await totalOf(museum, 'by=day&dayOf=visit');
  for (const by of ['day', 'month', 'event', 'category', 'seller', 'vat', 'code'])
    for (const dayOf of ['sale', 'visit'])
      assert.deepEqual(await totalOf(museum, `by=${by}&dayOf=${dayOf}`), total, `${what}: ${by} of ${dayOf}`);
  return total;
}

/** The total, from what each ticket says of itself. */
async function countedOneByOne(museum: Museum, tickets: readonly string[]) {
  const counted = { sold: tickets.length, void: 0, exchanged: 0, cancelled: 0, persons: 0, revenueCents: 0 };
  for (const ticketId of tickets) {
    const { json } = await museum.api('GET', `/tickets/${ticketId}`);
    if (json.state === 'void') counted[json.because === 'exchanged' ? 'exchanged' : 'void'] += 1;
    else if (json.state === 'cancelled') counted.cancelled += 1;
    else {
      counted.persons += json.category === 'family' ? 4 : 1;
      counted.revenueCents += Math.round(json.price * 100);
    }
  }
  return counted;
}

const CENTS = ['revenue', 'due', 'kept', 'paid'] as const;

function centsIn(sums: Readonly<Record<string, number>>): Record<(typeof CENTS)[number], number> {
  const [revenue = 0, due = 0, kept = 0, paid = 0] = CENTS.map((name) => Math.round((sums[name] ?? 0) * 100));
  return { revenue, due, kept, paid };
}

/** In each row what was paid is explained, and all rows together are the accounts of all orders. */
async function agreedMoney(museum: Museum, orders: readonly string[], revenue: number, what: string) {
  const expected = { revenue, due: 0, kept: 0, paid: 0 };
  for (const orderId of orders) {
    const { account } = (await museum.api('GET', `/orders/${orderId}`)).json;
    const { due, kept, paid } = centsIn(account);
    expected.due += due;
    expected.kept += kept;
    expected.paid += paid;
  }
  for (const by of ['day', 'month']) {
    const { json } = await museum.api('GET', `/reports/money?${WHOLE}&by=${by}`);
    for (const row of [...json.rows, json.total]) {
      const { revenue: sold, due, kept, paid } = centsIn(row);
      assert.equal(paid, sold + due + kept, `${what}: ${JSON.stringify(row)}`);
      const ways = Object.values(row.byMethod as Record<string, number>);
      assert.equal(Math.round(ways.reduce((sum, amount) => sum + amount, 0) * 100), paid, what);
    }
    assert.deepEqual(centsIn(json.total), expected, `${what}: by ${by}`);
  }
}

/** Sells what people come in with. @returns a scan of each */
async function everyWayIn(museum: Museum): Promise<object[]> {
  const categories = [
    { category: 'standard', name: 'Adult', unitType: 'ADULT' },
    { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
  ];
  await museum.api('PUT', '/categories', { body: categories });
  const prices = categories.map(({ category }) => ({ category, price: 10 }));
  await museum.api('PUT', '/general-entry/prices', { body: prices });
  const { eventId } = await createEvent(museum, { dates: [TODAY] });
  const annual = {
    ...{ passType: 'annual', name: 'Annual pass', category: 'standard', persons: 2, valid: { months: 12 } },
    ...{ walkIn: 'always', named: false, for: 'general', price: 49, onSale: true, channels: ['desk'] },
  };
  assert.equal((await museum.api('PUT', '/pass-types', { body: [annual] })).status, 200);
  const card = {
    ...{ card: 'museumkaart', name: 'Museumkaart', pattern: '#{8}', category: 'standard' },
    ...{ mode: 'show', perDay: 1, offline: 'admit' },
  };
  assert.equal((await museum.api('PUT', '/cards', { body: [card] })).status, 200);
  const general = { ticketType: 'general', ticketDate: TODAY, quantity: 2 };
  const items = [
    { ...general, category: 'family' },
    { ...general, ticketType: 'event', eventId, category: 'standard' },
    ...[1, 2].map(() => ({ pass: 'annual' })),
  ];
  const sold = await museum.api('POST', '/orders', { body: { items, paidBy: 'cash' } });
  assert.equal(sold.status, 201, sold.text);
  const [ofFamily, ofEvent, ...passes] = sold.json.items;
  return [
    ...[...ofFamily.tickets, ...ofEvent.tickets].map(({ ticketId }) => ({ ticketId })),
    ...passes.map((pass: { passCode: string }) => ({ confirmationCode: pass.passCode })),
    ...['12345678', '87654321'].map((code) => ({ code, shown: true })),
  ];
}

/** @returns with what people came in, as the occupancy says */
async function agreedVisits(museum: Museum, what: string): Promise<{ entry: string; admitted: number }[]> {
  const occupancy = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
  const report = async (by: string) => (await museum.api('GET', `/reports/visits?${WHOLE}&by=${by}`)).json;
  const byDay = await report('day');
  for (const by of ['month', 'event', 'hour', 'category', 'entry'])
    assert.deepEqual((await report(by)).total, byDay.total, `${what}: ${by}`);
  assert.equal(byDay.total.persons ?? 0, occupancy.admitted, what);
  const figures = (rows: Record<string, unknown>[], key: string, of: string) =>
    rows.flatMap((row) => (row[of] === 0 ? [] : `${row[key]} ${row[of]}`)).sort();
  for (const [by, rows, key] of [
    ['entry', occupancy.entries, 'entry'],
    ['event', occupancy.events, 'eventId'],
  ]) {
    assert.deepEqual(
      figures((await report(by)).rows, key, 'persons'),
      figures(rows, key, 'admitted'),
      `${what}: ${by}`,
    );
    const sum = rows.reduce((persons: number, row: { admitted: number }) => persons + row.admitted, 0);
    assert.equal(sum, occupancy.admitted, `${what}: ${by}`);
  }
  for (const figure of ['left', 'inside']) {
    const sum = occupancy.entries.reduce(
      (all: number, row: Record<string, number>) => all + (row[figure] ?? 0),
      0,
    );
    assert.equal(sum, occupancy[figure], `${what}: ${figure}`);
  }
  const [, admitted, inside] = (await (await signInStaff(museum, 'manager')).get('/desk')).figures();
  assert.deepEqual([admitted, inside], [`${occupancy.admitted}`, `${occupancy.inside}`], what);
  return occupancy.entries;
}

async function addedUp(museum: Museum): Promise<void> {
  await sealEverything(museum.store);
  await museum.restart();
  for (;;) {
    const row = await museum.store.get<{ left: number }>(
      `SELECT (SELECT max(number) FROM journal) - read_to + coalesce(old_tickets_to, 0) AS "left" FROM figures_progress`,
    );
    if (row?.left === 0) return;
    await sleep(20);
  }
}

describeOnDatabase((openMuseum) => {
  test('of what was called off, occupancy, Today and reports count the same persons: those who had come in before', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    for (const wish of [
      generalPurchase({ ticketDate: TODAY }),
      eventPurchase(eventId, { ticketDate: TODAY }),
    ]) {
      const [{ ticketId }] = [await buyTicket(museum, wish), await buyTicket(museum, wish)];
      await museum.api('POST', '/check-ins', { body: { ticketId } });
    }
    museum.clock.advance(60_000);
    await museum.api('DELETE', `/special-events/${eventId}`);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true } });
    const { sold, admitted, events } = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    const { json: visits } = await museum.api('GET', `/reports/visits?startDate=${TODAY}`);
    const { persons } = await agreedTotal(museum, 'called off');
    const [today] = (await (await signInStaff(museum, 'manager')).get('/desk')).figures();
    assert.deepEqual([sold, admitted, visits.total.persons, persons, today], [2, 2, 2, 2, '2']);
    assert.deepEqual(
      events.map((each: { sold: number; admitted: number }) => [each.sold, each.admitted]),
      [
        [1, 1],
        [1, 1],
      ],
    );
  });

  test('places that are only held were sold neither by occupancy, nor Today, nor reports', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 3 }];
    assert.equal((await museum.api('POST', '/orders', { body: { items, hold: 600 } })).status, 201);
    const { sold, events } = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    const { persons } = await agreedTotal(museum, 'held');
    const [today] = (await (await signInStaff(museum, 'manager')).get('/desk')).figures();
    assert.deepEqual([sold, events[0].sold, persons, today], [1, 1, 1, '1']);
  });

  test('a cancelled ticket moves that an instance of the version before makes void, which does not say what it was', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: DAYS, price: 25.55 });
    const tickets = [];
    for (const ticketDate of ['2027-03-03', '2027-03-04'])
      tickets.push(await buyTicket(museum, eventPurchase(eventId, { ticketDate })));
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-04'] } });
    for (const { ticketId } of tickets) await makeVoidAsBefore(museum, ticketId);
    const total = await agreedTotal(museum, 'at once');
    assert.deepEqual([total.sold, total.cancelled, total.void, total.revenue], [2, 0, 2, 0]);
  });

  test('whoever comes, with a ticket, a pass, a card or without, is the same person everywhere', async (t) => {
    const museum = await openMuseum(t);
    const random = randomFrom(4);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const scans = await everyWayIn(museum);
    const [checkIns, visits]: [string[], string[]] = [[], []];
    const arrivals: Readonly<Record<string, () => Promise<unknown>>> = {
      async scan() {
        const direction = pick(['in', 'in', 'out']);
        const gate = pick(['East', 'West']);
        const { json } = await museum.api('POST', '/check-ins', {
          as: 'gate',
          body: { ...pick(scans), direction, gate },
        });
        checkIns.push(json.checkInId);
      },
      async count() {
        const visit = {
          visitId: randomUUID(),
          category: pick(['standard', 'family']),
          persons: pick([1, 28]),
        };
        const body = { ...visit, direction: pick(['in', 'in', 'out']) };
        await museum.api('POST', '/visits', { as: 'gate', body });
        visits.push(visit.visitId);
      },
      takeBack: () => museum.api('POST', `/check-ins/${pick([...checkIns, randomUUID()])}/undo`),
      uncount: () => museum.api('POST', `/visits/${pick([...visits, randomUUID()])}/undo`),
      later: async () => museum.clock.advance(20 * 60_000),
    };
    for (let step = 0; step < 60; step += 1) {
      await arrivals[pick(['scan', 'scan', 'scan', 'count', 'count', 'later', ...Object.keys(arrivals)])]?.();
      if (step % 20 === 19) await agreedVisits(museum, `after step ${step}`);
    }
    const entries = await agreedVisits(museum, 'at the end');
    assert.deepEqual(
      entries.map(({ entry, admitted }) => [entry, admitted > 0]),
      ['ticket', 'pass', 'card', 'counted'].map((entry) => [entry, true]),
    );
    await addedUp(museum);
    assert.deepEqual(await agreedVisits(museum, 'added up'), entries);
  });

  for (const seed of [1, 2, 3])
    test(`sales by the day of sale and of visit add up to the same, and to what each ticket says (${seed})`, async (t) => {
      const museum = await openMuseum(t);
      const categories = [
        { category: 'standard', name: 'Adult', unitType: 'ADULT' },
        { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
      ];
      assert.equal((await museum.api('PUT', '/categories', { body: categories })).status, 200);
      const prices = [
        { category: 'standard', price: 12.35, vat: 9 },
        { category: 'family', price: 28.15 },
      ];
      assert.equal((await museum.api('PUT', '/general-entry/prices', { body: prices })).status, 200);
      const { eventId } = await createEvent(museum, { dates: DAYS, price: 25.55 });
      const ofEvent = await museum.api('PUT', `/special-events/${eventId}/prices`, {
        body: [{ category: 'standard', price: 25.55, vat: 21 }],
      });
      assert.equal(ofEvent.status, 200, ofEvent.text);
      const code = { code: CODE, kind: 'percent', value: 20, uses: null };
      const made = await museum.api('POST', '/codes', { body: code });
      assert.equal(made.status, 201, made.text);
      const random = randomFrom(seed);
      const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
      const scene: Scene = { museum, eventId, pick, tickets: [], admissions: [], orders: [] };
      for (let step = 0; step < 6; step += 1) await HAPPENINGS.sell?.(scene);
      for (let step = 0; step < STEPS; step += 1) {
        const name = pick(Object.keys(HAPPENINGS));
        await HAPPENINGS[name]?.(scene);
        if (step % 30 === 29) await agreedTotal(museum, `after step ${step}`);
      }
      const total = await agreedTotal(museum, 'at the end');
      const { revenue, general: _general, event: _event, ...counts } = total;
      const revenueCents = Math.round(revenue * 100);
      assert.deepEqual({ ...counts, revenueCents }, await countedOneByOne(museum, scene.tickets));
      await agreedMoney(museum, scene.orders, revenueCents, 'at once');
      await addedUp(museum);
      assert.deepEqual(await agreedTotal(museum, 'added up'), total);
      await agreedMoney(museum, scene.orders, revenueCents, 'added up');
    });
});
