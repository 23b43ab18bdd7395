import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentsOf } from '../fixtures/contents.ts';
import { describeOnDatabase } from '../fixtures/databases.ts';
import { manualClock } from '../fixtures/manual-clock.ts';
import { type Museum, openMuseum } from '../fixtures/museum.ts';
import { callMuseum, runMuseum } from '../fixtures/process.ts';
import { assertRefused } from '../fixtures/refused.ts';
import { openForResellers } from '../fixtures/reseller.ts';
import { retention } from '../fixtures/retention.ts';
import { buyTicket, copyTicket, generalPurchase, TODAY } from '../fixtures/samples.ts';
import { sealEverything } from '../fixtures/sealing.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { until } from '../fixtures/until.ts';
import { checkMuseum } from '../src/check/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { museumCalendar } from '../src/core/clock.ts';
import { addDeliveries, deliveryIdOf } from '../src/deliveries/index.ts';
import { erasePerson, exportPerson } from '../src/privacy/index.ts';
import { inspectStore } from '../src/store/index.ts';
import { ContactHashes } from '../src/tickets/index.ts';

const DAY_MS = 86_400_000;
const ADA = 'Ada@Example.com';
const PHONE = '+49 30 1234';

function privacy({ database }: Museum, ...args: string[]) {
  const url = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
  return callMuseum(['privacy', ...args], { env: { MUSEUM_DATABASE_URL: url } });
}

/** Every text that the database holds. */
async function everything({ store }: Museum): Promise<string> {
  const tables = Object.keys(await contentsOf(store));
  const rows = await Promise.all(tables.map((table) => store.all(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows);
}

async function faultsOf({ database }: Museum): Promise<string[]> {
  return inspectStore(database, async (snapshot) => {
    const faults: string[] = [];
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    return faults;
  });
}

async function addressesLeft({ store }: Museum): Promise<string[]> {
  const rows = await store.all<{ email: string }>('SELECT email FROM contacts ORDER BY number');
  return rows.map(({ email }) => email);
}

describeOnDatabase((openMuseum) => {
  test('all that is known of a person is told and erased, and everything else stays true', async (t) => {
    const museum = await openMuseum(t);
    const contact = { email: ADA, phone: PHONE };
    const first = await buyTicket(museum, generalPurchase({ ticketDate: TODAY, ...contact }));
    const other = await buyTicket(museum, generalPurchase({ email: 'grace@example.com' }));
    await museum.api('POST', '/check-ins', { body: { ticketId: first.ticketId, gate: 'East' } });
    const override = 'Came with a walking frame';
    await museum.api('POST', '/check-ins', { body: { ticketId: first.ticketId, gate: 'West', override } });
    const second = await buyTicket(museum, generalPurchase({ email: ADA.toLowerCase(), phone: PHONE }));
    const exchange = () =>
      museum.api('POST', `/tickets/${second.ticketId}/exchange`, {
        body: { ticketType: 'general', ticketDate: '2027-03-09', reason: 'Late' },
        headers: { 'idempotency-key': 'exchange' },
      });
    const exchanged = await exchange();
    assert.equal(exchanged.json.email, ADA.toLowerCase());
    assert.equal((await exchange()).text, exchanged.text);
    await sealEverything(museum.store);
    const journal = await museum.store.all('SELECT seal FROM journal ORDER BY number');

    const told = JSON.parse((await privacy(museum, 'export', 'ada@example.com')).stdout);
    assert.deepEqual(
      told.tickets.map(({ ticketId, email, phone }: Record<string, string>) => [ticketId, email, phone]),
      [
        [exchanged.json.ticketId, ADA.toLowerCase(), PHONE],
        [second.ticketId, ADA.toLowerCase(), PHONE],
        [first.ticketId, ADA, PHONE],
      ],
    );
    assert.deepEqual(
      told.tickets.map(({ voidReason }: Record<string, string>) => voidReason),
      [undefined, 'Late', undefined],
    );
    assert.deepEqual(
      told.scans.map((scan: Record<string, string>) => [
        scan.ticketId,
        scan.gate,
        scan.verdict,
        scan.override,
      ]),
      [
        [first.ticketId, 'East', 'admitted', undefined],
        [first.ticketId, 'West', 'admitted', override],
      ],
    );

    const [exported] = (await museum.api('GET', '/journal?kind=contacts.exported')).json;
    assert.equal(exported?.details.tickets.length, 3);
    assert.ok(exported?.details.systemUser.startsWith(userInfo().username));
    assert.doesNotMatch(JSON.stringify(exported), /ada@example/i);

    const erased = await privacy(museum, 'erase', 'ADA@example.com');
    assert.equal(erased.stdout, 'Erased the e-mail address and telephone number of 3 tickets.\n');
    const left = await everything(museum);
    assert.doesNotMatch(left, /ada@example/i);
    assert.doesNotMatch(left, /\+49 30 1234/);
    assert.deepEqual(await addressesLeft(museum), ['grace@example.com']);
    const { email: _, phone: __, ...anonymous } = exchanged.json;
    assert.deepEqual((await exchange()).json, anonymous);

    await sealEverything(museum.store);
    assert.deepEqual(await faultsOf(museum), []);
    const sealed = await museum.store.all('SELECT seal FROM journal ORDER BY number');
    assert.deepEqual(sealed.slice(0, journal.length), journal);
    const [noted] = (await museum.api('GET', '/journal?kind=contacts.erased')).json;
    assert.equal(noted?.details.tickets.length, 3);
    const shown = await museum.api('GET', `/tickets/${first.ticketId}`);
    assert.deepEqual([shown.json.state, shown.json.email], ['admitted', undefined]);
    assert.equal((await museum.api('GET', `/tickets/${exchanged.json.ticketId}/qr`)).status, 200);
    assert.equal((await museum.api('GET', `/tickets/${other.ticketId}`)).json.email, 'grace@example.com');
    const again = await privacy(museum, 'erase', 'ada@example.com');
    assert.equal(again.stdout, 'Nothing is stored about that address.\n');
    assert.equal((await privacy(museum, 'erase', 'ada')).code, 2);
    assert.deepEqual(JSON.parse((await privacy(museum, 'export', 'ada@example.com')).stdout).tickets, []);
  });

  test('an exchange that is under way does not carry an address past its erasure', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ email: ADA }));
    const [day] = await museum.store.all<{ day: string }>('SELECT day FROM slots');
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // Whoever exchanges the ticket waits for the day that it was sold for.
    const holder = museum.store.transaction(async (tx) => {
      await tx.run('UPDATE slots SET sold = sold WHERE day = ?', [`${day?.day}`]);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const exchange = museum.api('POST', `/tickets/${ticketId}/exchange`, {
      body: { ticketType: 'general', ticketDate: day?.day, reason: 'New phone' },
    });
    const waiting = async () => {
      if (museum.database.kind === 'sqlite') return Number.POSITIVE_INFINITY; // everything that writes
      const [row] = await museum.store.all<{ count: number }>(
        "SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return Number(row?.count);
    };
    while ((await waiting()) < 1) await sleep(10);
    const contacts = await ContactHashes.open(museum.store, museum.clock);
    let isErased = false;
    const erased = erasePerson(museum.store, OPERATOR, ADA, contacts, museum.clock.now()).finally(() => {
      isErased = true;
    });
    while (!isErased && (await waiting()) < 2) await sleep(10);
    release.resolve();
    assert.equal((await exchange).status, 201);
    await erased;
    await holder;
    assert.deepEqual(await addressesLeft(museum), []);
  });

  test('orders are told and erased with the rest, whether held, released or sold', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '2' } });
    const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }];
    const place = async (body: object) => {
      const buyer = { email: ADA, phone: PHONE };
      return (await museum.api('POST', '/orders', { body: { items, ...buyer, ...body } })).json.orderId;
    };
    const sold = await place({ reference: 'shop-1' });
    const released = await place({ hold: 60 });
    await museum.api('POST', `/orders/${released}/release`);
    const held = await place({ hold: 86_400 });
    const told = JSON.parse((await privacy(museum, 'export', ADA)).stdout);
    assert.deepEqual(
      told.orders.map(({ orderId, state, email, phone }: Record<string, string>) => [
        orderId,
        state,
        email,
        phone,
      ]),
      [
        [held, 'held', ADA, PHONE],
        [released, 'released', ADA, PHONE],
        [sold, 'sold', ADA, PHONE],
      ],
    );
    const erased = await privacy(museum, 'erase', ADA);
    assert.equal(
      erased.stdout,
      'Erased the e-mail address and telephone number of 2 tickets and 2 orders.\n',
    );
    assert.doesNotMatch(await everything(museum), /ada@example|\+49 30 1234/i);
    const found = async () => (await museum.api('GET', `/orders?email=${ADA}`)).json.length;
    assert.equal(await found(), 0);
    await place({});
    assert.equal(await found(), 1);
    museum.clock.advance(3 * DAY_MS);
    await retention(museum, 2)();
    assert.equal(await found(), 0);
    assert.deepEqual(await faultsOf(museum), []);
  });

  test('a mail that waits names no recipient any more, not even by a hash, once the person is erased', async (t) => {
    const { store, clock } = await openMuseum(t);
    const hashes = await ContactHashes.open(store, clock);
    const [now, about] = [clock.now(), { channel: 'mail', receiver: 'smtp', kind: 'ticket' } as const];
    const mails = [ADA, 'bob@example.com'].map((email, number) => ({
      ...{
        ...about,
        deliveryId: deliveryIdOf(now, number),
        subject: `${number}`,
        content: '{}',
        madeAt: now,
      },
      recipientHash: hashes.of(email),
    }));
    await store.transaction((tx) => addDeliveries(tx, mails, now));
    await erasePerson(store, OPERATOR, ADA, hashes, now);
    const left = await store.all<{ hash: number | null }>(
      'SELECT recipient_hash AS hash FROM deliveries ORDER BY delivery_id',
    );
    assert.deepEqual(
      left.map(({ hash }) => hash),
      [null, hashes.of('bob@example.com')],
    );
  });

  test('what a reseller has said of its buyer is told and erased with the rest', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const contact = { fullName: 'Ada Lovelace', emailAddress: ADA, postalCode: 'SW1A 1AA' };
    await reseller.confirm(await reseller.reserve({ contact, notes: 'By the lift' }));
    const [order] = JSON.parse((await privacy(museum, 'export', ADA)).stdout).orders;
    assert.deepEqual(
      [order.contact.fullName, order.contact.postalCode, order.notes],
      ['Ada Lovelace', 'SW1A 1AA', 'By the lift'],
    );
    await privacy(museum, 'erase', ADA);
    assert.doesNotMatch(await everything(museum), /ada@example|Lovelace|SW1A 1AA|By the lift/i);
  });

  test('contacts are erased so many days after the ticket’s day, and not before', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '2' } });
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY, email: 'one@example.com' }));
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-02', email: 'two@example.com' }));
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-09', email: 'nine@example.com' }));
    const work = retention(museum, 2);
    museum.clock.advance(DAY_MS);
    await work();
    assert.equal((await addressesLeft(museum)).length, 3);
    museum.clock.advance(DAY_MS);
    await work();
    assert.deepEqual(await addressesLeft(museum), ['two@example.com', 'nine@example.com']);
    museum.clock.advance(3 * DAY_MS);
    await museum.restart();
    await until(async () => (await addressesLeft(museum)).length === 1);
    const { json } = await museum.api('GET', '/journal?kind=contacts.erased');
    assert.deepEqual(
      json.map(({ subject, door, details }: Record<string, unknown>) => [subject, door, details]),
      [
        ['2027-03-02', 'job', { contacts: 1 }],
        [TODAY, 'job', { contacts: 1 }],
      ],
    );
    assert.deepEqual(await faultsOf(museum), []);
  });

  test('who bought articles alone is forgotten so many days after the sale, and erased on request before', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '0' } });
    const guide = {
      article: 'guide',
      kind: 'extra',
      name: 'Guide',
      price: 4,
      onSale: true,
      channels: ['desk'],
    };
    await museum.api('PUT', '/articles', { body: [guide] });
    const items = [{ article: 'guide', quantity: 1 }];
    for (const email of [ADA, 'one@example.com'])
      assert.equal((await museum.api('POST', '/orders', { body: { items, email } })).status, 201);
    const exported = JSON.parse((await privacy(museum, 'export', ADA)).stdout);
    assert.deepEqual([exported.orders.length, exported.orders[0].email], [1, ADA]);
    await privacy(museum, 'erase', ADA);
    assert.doesNotMatch(await everything(museum), /ada@example/i);
    const work = retention(museum, 2);
    museum.clock.advance(DAY_MS);
    await work();
    assert.match(await everything(museum), /one@example/);
    museum.clock.advance(DAY_MS);
    await work();
    assert.doesNotMatch(await everything(museum), /one@example/);
    assert.deepEqual(await faultsOf(museum), []);
  });

  test('contacts of a day that lasts past midnight are kept until it is over', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '0' } });
    const late = { timeOpen: '18:00', timeClose: '02:00' };
    assert.equal((await museum.api('PUT', `/museum-hours/${TODAY}`, { body: late })).status, 200);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY, email: ADA }));
    const work = retention(museum, 1);
    museum.clock.advance(Date.parse('2027-03-02T01:59:59+01:00') - museum.clock.now());
    await work();
    assert.deepEqual(await addressesLeft(museum), [ADA]);
    museum.clock.advance(1_000);
    await work();
    assert.deepEqual(await addressesLeft(museum), []);
  });

  test('a clock that is set far ahead for a while erases nothing, and what is sold afterwards is erased in time', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '365' } });
    const work = retention(museum, 365);
    const buyFor = (ticketDate: string, email: string) =>
      buyTicket(museum, generalPurchase({ ticketDate, email }));
    await buyFor('2027-03-09', 'one@example.com');
    museum.clock.setAhead(1000 * DAY_MS);
    await work();
    museum.clock.advance(DAY_MS - 1);
    await work();
    assert.deepEqual(await addressesLeft(museum), ['one@example.com']);
    // After a day it is believed. The day is done with, as far as the job can know.
    museum.clock.advance(1);
    await work();
    assert.deepEqual(await addressesLeft(museum), []);
    museum.clock.setAhead(-1001 * DAY_MS);
    await buyFor('2027-03-08', 'two@example.com');
    await work();
    assert.deepEqual(await addressesLeft(museum), ['two@example.com']);
    museum.clock.advance(373 * DAY_MS);
    await work();
    assert.deepEqual(await addressesLeft(museum), []);
  });

  test('a clock that is set ahead by more than contacts are kept, or by more than a month, is doubted', async (t) => {
    for (const [days, passed, ahead] of [
      [2, 0, 10],
      [365, 340, 40],
    ] as const) {
      const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '0' } });
      const work = retention(museum, days);
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      museum.clock.advance(passed * DAY_MS);
      await work();
      museum.clock.setAhead(ahead * DAY_MS);
      await work();
      assert.equal((await addressesLeft(museum)).length, 1);
      museum.clock.advance(DAY_MS);
      await work();
      assert.deepEqual(await addressesLeft(museum), []);
    }
  });

  test('all contacts of a day are erased, however many there are', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_RETENTION_DAYS: '0' } });
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await copyTicket(museum, 600);
    const work = retention(museum, 1);
    museum.clock.advance(DAY_MS);
    await work();
    assert.deepEqual(await addressesLeft(museum), []);
  });

  test('all that is known of a person is told and erased, however many tickets they hold', async (t) => {
    const museum = await openMuseum(t);
    const { store, clock } = museum;
    const email = 'agency@example.com';
    await buyTicket(museum, generalPurchase({ email }));
    await copyTicket(museum, 600);
    const contacts = await ContactHashes.open(store, clock);
    const reading = { today: calendarDay(TODAY), language: 'en' } as const;
    const { tickets } = await exportPerson(store, OPERATOR, email, contacts, {
      ...reading,
      now: clock.now(),
    });
    assert.equal(new Set(tickets.map(({ ticket }) => ticket.ticketId)).size, 601);
    const erased = await erasePerson(store, OPERATOR, email, contacts, clock.now());
    assert.deepEqual(erased, { tickets: 601, orders: 0, gifts: 0, passes: 0 });
    assert.deepEqual(await addressesLeft(museum), []);
  });

  test('a repeated exchange is refused nothing, and what is kept of it names nobody', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ email: ADA, phone: PHONE }));
    const exchange = () =>
      museum.api('POST', `/tickets/${ticketId}/exchange`, {
        body: { ticketType: 'general', ticketDate: '2027-03-09', reason: 'Late' },
        headers: { 'idempotency-key': 'once' },
      });
    const { text, json } = await exchange();
    assert.deepEqual([json.email, json.phone], [ADA, PHONE]);
    const [kept] = await museum.store.all<{ answer: string }>('SELECT answer FROM kept_answers');
    assert.doesNotMatch(`${kept?.answer}`, /@|30 1234/);
    await museum.restart();
    assert.equal((await exchange()).text, text);
    assertRefused(
      await museum.api('POST', `/tickets/${ticketId}/exchange`, {
        body: { ticketType: 'general', ticketDate: '2027-03-09', reason: 'Late' },
      }),
      409,
      'ticket-void',
    );
  });
});

test('a ticket of a day that lasts past midnight is told as valid until that day is over', async (t) => {
  // Where it is after 3 o’clock now, and yesterday lasts until 11.
  const hours = (27 - new Date().getUTCHours()) % 24;
  const timeZone = `Etc/GMT${hours > 12 ? `+${24 - hours}` : `-${hours}`}`;
  const clock = manualClock(Date.now() - DAY_MS / 2);
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, clock, timeZone });
  t.after(() => museum.close());
  const yesterday = museumCalendar(clock, timeZone).today();
  const late = { timeOpen: '12:00', timeClose: '11:00' };
  assert.equal((await museum.api('PUT', `/museum-hours/${yesterday}`, { body: late })).status, 200);
  await buyTicket(museum, generalPurchase({ ticketDate: yesterday, email: ADA }));
  const env = { MUSEUM_DATABASE_URL: `sqlite:${path}`, MUSEUM_TIME_ZONE: timeZone };
  const { stdout } = await runMuseum(t, ['privacy', 'export', ADA], { env });
  assert.equal(JSON.parse(stdout).tickets[0].state, 'valid');
});

test('the file of an SQLite database holds nothing any more of what was erased', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  for (const email of [ADA, 'grace@example.com', ADA]) await buyTicket(museum, generalPurchase({ email }));
  assert.equal((await privacy(museum, 'erase', ADA)).code, 0);
  await museum.close();
  const file = (await readFile(path, 'latin1')).toLowerCase();
  assert.deepEqual(
    ['grace@example.com', ADA.toLowerCase()].map((email) => file.includes(email)),
    [true, false],
  );
});
