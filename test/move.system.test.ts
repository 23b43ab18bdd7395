import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from '../fixtures/client.ts';
import { inOrder } from '../fixtures/contents.ts';
import { NOON_ZONE } from '../fixtures/noon.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.ts';
import { callMuseum, MUSEUM, type RunningMuseum, start, startMuseum } from '../fixtures/process.ts';
import { TcpProxy } from '../fixtures/tcp-proxy.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { ConfirmationCodes, drawPassNumber, passCode } from '../src/codes/index.ts';
import { inspectStore, openStore, type Row } from '../src/store/index.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { tablesOf } from '../src/store/sqlite-schema.ts';

const DAY = '2035-05-05';

let server: PostgresServer;
before(async () => {
  server = await startPostgres({}, ['host all guarded 127.0.0.1/32 scram-sha-256']);
});
after(() => server.remove());

test('everything that a museum keeps is the same on PostgreSQL, and it goes on selling there', async (test) => {
  const { dataDir, sales } = await museumWithSales(test, 1_200);
  await letJobsWork(test, dataDir);
  const file = join(dataDir, 'museum.db');
  const before = await readFile(file);
  const url = await server.createDatabase();

  const moved = await move(dataDir, url);
  assert.equal(moved.stderr, '');
  assert.match(moved.stdout, /^Moved to PostgreSQL; the counts and checksums of all tables match:\n/);
  assert.match(moved.stdout, /^tickets +1,2\d\d +[0-9a-f]{64}$/m);
  assert.match(moved.stdout, /set MUSEUM_DATABASE_URL to that address/);
  assert.deepEqual(await readFile(file), before);
  assert.deepEqual(await readdir(dataDir), ['museum.db']);
  const kept = await contents({ kind: 'sqlite', path: file });
  for (const [table, rows] of kept) assert.ok(rows.length > 0, `nothing in ${table} shows that it is moved`);
  assert.deepEqual(await contents({ kind: 'postgres', url }), kept);
  const env = { MUSEUM_DATABASE_URL: url };
  assert.match((await callMuseum(['check'], { env })).stdout, /^OK: 1,2\d\d tickets, 2 events/);

  const museum = await startMuseum(test, { env });
  const counter = counterOf(test, museum);
  const again = await counter.buy('once');
  assert.equal(again.text, sales.once, 'an answer kept under its key is given again');
  const ticket = await counter.ask('GET', `/tickets/${JSON.parse(sales.once).ticketId}/qr`);
  assert.deepEqual(ticket.bytes, sales.image, 'a ticket sold before has the code that it had');
  const sold = await counter.buy();
  assert.equal(sold.status, 201, sold.text);
  await museum.stop();
  const numbers = (await contents({ kind: 'postgres', url }))
    .get('tickets')
    ?.map(({ number }) => number as number);
  assert.ok(
    Math.max(...(numbers ?? [])) >
      Math.max(...(kept.get('tickets') ?? []).map((row) => row.number as number)),
  );
  assert.match((await callMuseum(['check'], { env })).stdout, /^OK: /);
});

test('a move that was killed can be run again, also after more was sold; nobody serves what it left', async (test) => {
  const { dataDir } = await museumWithSales(test, 1_200);
  const file = join(dataDir, 'museum.db');
  const url = await server.createDatabase();
  const proxy = await TcpProxy.start(test, server.port);
  let bytes = 0;
  const stalled = new Promise<void>((resolve) => {
    proxy.onRequest = (request) => {
      bytes += request.length;
      // The tickets take more than that: it is in the middle of them.
      if (bytes > 150_000) {
        proxy.stall();
        resolve();
      }
      return 'pass';
    };
  });
  const through = url.replace(`:${server.port}/`, `:${proxy.port}/`);
  const first = start(test, MUSEUM, ['move', '--to', through], { env: { MUSEUM_DATA_DIR: dataDir } });
  await stalled;

  const busy = await startMuseumThatFails({ MUSEUM_DATABASE_URL: url });
  assert.match(busy, /a museum is being moved into it, and the move is not complete/);
  const served = await startMuseumThatFails({ MUSEUM_DATA_DIR: dataDir });
  assert.match(served, /another process is writing to the database/);

  first.child.kill('SIGKILL');
  await first.exit;
  proxy.cutAll();
  const left = await startMuseumThatFails({ MUSEUM_DATABASE_URL: url });
  assert.match(left, /If it was interrupted, run "museum move" again\.\n$/);

  const museum = await startMuseum(test, { dataDir });
  for (let more = 0; more < 5; more++) await counterOf(test, museum).buy();
  await museum.stop();

  assert.equal((await move(dataDir, url)).stderr, '');
  assert.deepEqual(await contents({ kind: 'postgres', url }), await contents({ kind: 'sqlite', path: file }));
  const check = await callMuseum(['check'], { env: { MUSEUM_DATABASE_URL: url } });
  assert.match(check.stdout, /^OK: /, check.stdout + check.stderr);

  const again = await move(dataDir, url);
  assert.match(again.stdout, /^The museum is already in PostgreSQL;/);
  await (await startMuseum(test, { env: { MUSEUM_DATABASE_URL: url } })).stop();
});

test('a move whose end nobody saw is recognised by the next one', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const url = await server.createDatabase();
  const proxy = await TcpProxy.start(test, server.port);
  proxy.onRequest = (bytes) => (bytes.includes('COMMIT\0') ? 'cut after' : 'pass');
  const lost = await move(dataDir, url.replace(`:${server.port}/`, `:${proxy.port}/`));
  assert.equal(lost.code, 1);
  assert.match(lost.stderr, /it is not known whether the move was completed\. Run the same command again/);
  while (
    (await server.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [nameOf(url)])).length > 0
  ) {
    await sleep(10);
  }
  assert.match((await move(dataDir, url)).stdout, /^The museum is already in PostgreSQL;/);

  const database = new DatabaseSync(join(dataDir, 'museum.db'));
  database.exec('UPDATE accounts SET changed_at = changed_at + 1');
  database.close();
  assert.match(
    (await move(dataDir, url)).stderr,
    /or the same one with later changes\. Use an empty database\.\n$/,
  );
});

test('a connection lost in the middle leaves nothing', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const url = await server.createDatabase();
  const proxy = await TcpProxy.start(test, server.port);
  proxy.onRequest = (bytes) => (bytes.includes('INSERT INTO tickets') ? 'cut after' : 'pass');
  const lost = await move(dataDir, url.replace(`:${server.port}/`, `:${proxy.port}/`));
  assert.match(lost.stderr, /^museum: .* was lost .*\. Nothing was moved\. Run the same command again\.\n$/);
  assert.match((await move(dataDir, url)).stdout, /^Moved to PostgreSQL;/);
});

test('what turns out not to be the same is not moved', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const url = await server.createDatabase();
  // Something in the server changes what is written, as soon as the table is there.
  await server.query(
    `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.currency := 'x'; RETURN NEW; END $$;
     CREATE FUNCTION lurk() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF to_regclass('tickets') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'spoil') THEN
         CREATE TRIGGER spoil BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION spoil();
       END IF;
     END $$;
     CREATE EVENT TRIGGER lurk ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION lurk()`,
    [],
    nameOf(url),
  );
  const { code, stderr } = await move(dataDir, url);
  assert.equal(code, 1);
  assert.match(stderr, /^museum: The table tickets differs: .* Nothing was moved\.\n$/);
  assert.match(await startMuseumThatFails({ MUSEUM_DATABASE_URL: url }), /the move is not complete/);
});

test('refuses a database that is not empty, and leaves it as it was', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const another = await server.createDatabase();
  await (await openStore({ kind: 'postgres', url: another })).close();
  const before = await contents({ kind: 'postgres', url: another });
  assert.match(
    (await move(dataDir, another)).stderr,
    /^museum: That database already contains another museum/,
  );
  assert.deepEqual(await contents({ kind: 'postgres', url: another }), before);

  const foreign = await server.createDatabase();
  await server.query('CREATE TABLE visitors (id INTEGER)', [], nameOf(foreign));
  assert.match((await move(dataDir, foreign)).stderr, /it belongs to another program/);
  const tables = await server.query(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    [],
    nameOf(foreign),
  );
  assert.deepEqual(tables, [{ relname: 'visitors' }]);
});

test('refuses to move a museum that is being served, or that is not sound', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const url = await server.createDatabase();
  const museum = await startMuseum(test, { dataDir });
  assert.match(
    (await move(dataDir, url)).stderr,
    /^museum: The database \S+ is in use\. Stop the service first/,
  );
  assert.equal((await counterOf(test, museum).buy()).status, 201);
  await museum.stop();

  const database = new DatabaseSync(join(dataDir, 'museum.db'));
  database.exec('CREATE TABLE guests (name TEXT)');
  database.close();
  assert.match(
    (await move(dataDir, url)).stderr,
    /can’t be moved in its present state\. The schema has guests/,
  );
  const tables = await server.query(
    "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'",
    [],
    nameOf(url),
  );
  assert.deepEqual(tables, [{ count: 0 }]);
});

test('says in one line what is wrong with what it is given, and never a password', async (test) => {
  const { dataDir } = await museumWithSales(test, 5);
  const env = { MUSEUM_DATA_DIR: dataDir };
  const says = async (to: string, added = {}) => {
    const { code, stderr } = await callMuseum(['move', '--to', to], { env: { ...env, ...added } });
    assert.notEqual(code, 0);
    assert.match(stderr, /^museum: [^\n]+\n$/);
    assert.doesNotMatch(stderr, /battery/);
    return stderr;
  };
  assert.match(await says('mysql://u:battery@127.0.0.1/x'), /--to: use postgres:/);
  assert.match(await says('postgres://u:battery@127.0.0.1:1/x'), /u@127\.0\.0\.1:1\/x: .*ECONNREFUSED/);
  assert.match(
    await says('postgres://u@h/x', { MUSEUM_DATABASE_URL: 'postgres://u:battery@h/y' }),
    /is already a PostgreSQL/,
  );
  assert.match(
    await says('postgres://u@h/x', { MUSEUM_DATA_DIR: await temporaryFolder(test) }),
    /there is no database/,
  );

  await server.query(`CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'correct horse'`);
  const url = (await server.createDatabase()).replace('museum@', 'guarded@');
  assert.match(await says(url.replace('guarded@', 'guarded:battery@')), /password authentication failed/);
  const moved = await callMuseum(['move', '--to', url], {
    env: { ...env, PGPASSWORD: 'correct horse' },
  });
  assert.equal(moved.code, 0, moved.stderr);
});

test('knows every table that the migrations make, and moves each after those that it refers to', () => {
  const names = tablesOf(readMigrations()).map(({ name }) => name);
  const made = readMigrations().flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name),
  );
  const dropped = readMigrations().flatMap(({ sql }) =>
    [...sql.matchAll(/DROP TABLE (\w+)/g)].map(([, name]) => name),
  );
  assert.deepEqual(names.toSorted(), made.filter((name) => !dropped.includes(name)).toSorted());
  for (const table of ['special_events', 'signing_keys', 'accounts']) {
    assert.ok(names.indexOf(table) < names.indexOf('tickets'), table);
  }
  assert.ok(names.indexOf('tickets') < names.indexOf('contacts'));
});

/** A stopped museum that has something in every table, and has sold so many tickets: a file of the test's own. */
async function museumWithSales(test: TestContext, tickets: 5 | 1_200) {
  made[tickets] ??= makeMuseum(test, tickets);
  const { database, sales } = await made[tickets];
  const dataDir = await temporaryFolder(test);
  await writeFile(join(dataDir, 'museum.db'), database);
  return { dataDir, sales };
}

const made: Partial<Record<5 | 1_200, ReturnType<typeof makeMuseum>>> = {};

async function makeMuseum(test: TestContext, tickets: number) {
  const museum = await startMuseum(test, {
    env: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on', MUSEUM_TIME_ZONE: NOON_ZONE },
  });
  const counter = counterOf(test, museum);
  const dates = [DAY, '2035-05-06'];
  for (const name of ['Müdürün gecesi “ночь” 🌙', 'The one that never was']) {
    const body = {
      name,
      location: 'Hall',
      eventDescription: 'Line one\nline two \\ "three"',
      dates,
      price: 12.5,
    };
    const { eventId } = (await counter.ask('POST', '/special-events', body)).json;
    await counter.ask('PUT', `/capacity/events/${eventId}`, { capacity: 40 });
    const texts = { texts: { de: { name: 'Nacht „ночь“' } } };
    assert.equal((await counter.ask('PUT', `/special-events/${eventId}/texts`, texts)).status, 200);
    const late = { times: ['18:30'] };
    const ownTimes = `/special-events/${eventId}/times/2035-05-06`;
    assert.equal((await counter.ask('PUT', ownTimes, late)).status, 200);
    const purchase = {
      ticketType: 'event',
      eventId,
      ticketDate: DAY,
      email: 'ada@example.com',
      phone: '+49 30 1',
    };
    assert.equal((await counter.ask('POST', '/tickets', purchase)).status, 201);
  }
  assert.equal(
    (await counter.ask('PUT', '/museum-hours/2035-05-07', { closed: true, reason: 'Stocktaking' })).status,
    200,
  );
  const times = { every: 30, places: 40, lastEntry: 60 };
  assert.equal((await counter.ask('PUT', '/general-entry/times/2035-05-07', times)).status, 200);
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h6v3z"/></svg>';
  const drawn = { 'content-type': 'image/svg+xml' };
  assert.equal((await counter.ask('PUT', '/museum/logo?alt.en=Logo', logo, drawn)).status, 200);
  const webhook = { url: 'http://127.0.0.1:9/', types: ['hours.changed'] };
  const { webhookId } = (await counter.ask('POST', '/webhooks', webhook)).json;
  assert.equal((await counter.ask('POST', `/webhooks/${webhookId}/test`)).status, 201);
  await fetch(`${museum.baseAddress}/special-events`, { headers: { authorization: 'Basic eDp5' } });
  await signIn(museum);
  const { ticketId } = (await counter.buy()).json;
  const early = { ticketId, override: 'Came too early' };
  assert.equal((await counter.ask('POST', '/check-ins', early)).json.verdict, 'admitted');
  const ill = { reason: 'Ill', force: true };
  assert.equal((await counter.ask('POST', `/tickets/${ticketId}/void`, ill)).status, 200);
  const item = { ticketType: 'general', ticketDate: DAY, quantity: 2 };
  const held = { items: [item], hold: 86_400, email: 'ada@example.com' };
  assert.equal((await counter.ask('POST', '/orders', held)).status, 201);
  const events = (await counter.ask('GET', `/special-events?startDate=${DAY}`)).json;
  const paid = { ...item, ticketType: 'event', eventId: events[0].eventId };
  assert.equal((await counter.ask('POST', '/orders', { items: [paid], paidBy: 'card' })).status, 201);
  const importing = await callMuseum(['import', 'tickets', '-', '--seller', 'admin'], {
    env: { MUSEUM_DATA_DIR: museum.dataDir, MUSEUM_SALES_DAYS: '3650' },
    input: `code,ticketType,ticketDate\nßold-1,general,${DAY}\n`,
  });
  assert.equal(importing.code, 0, importing.stderr);
  const once = (await counter.buy('once')).text;
  const image = (await counter.ask('GET', `/tickets/${JSON.parse(once).ticketId}/qr`)).bytes;
  await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      for (let sold = index; sold < tickets; sold += 16) assert.equal((await counter.buy()).status, 201);
    }),
  );
  await museum.stop();
  const file = join(museum.dataDir, 'museum.db');
  leaveTraces(file);
  return { database: await readFile(file), sales: { once, image } };
}

/** Opens the museum for as long as it takes to add up for reports what has happened. */
async function letJobsWork(test: TestContext, dataDir: string): Promise<void> {
  const museum = await startMuseum(test, { dataDir, env: { MUSEUM_TIME_ZONE: NOON_ZONE } });
  const database = new DatabaseSync(join(dataDir, 'museum.db'), { readOnly: true });
  const figures = database.prepare('SELECT day FROM uncounted_days');
  while (figures.get() === undefined) await sleep(50);
  database.close();
  await museum.stop();
}

/** At a page, for a session. */
async function signIn({ address, authorization }: RunningMuseum): Promise<void> {
  const [username = '', password = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(':');
  const body = new URLSearchParams({ username, password });
  const { status } = await fetch(new URL('/sign-in', address), { method: 'POST', body, redirect: 'manual' });
  assert.equal(status, 303);
}

/**
 * The lease of an instance that is killed in the middle of a job, a second factor, a key that was revoked, the mark of a demonstration, the figures of a day that is
 * over, and what an order of the shop holds and pays online.
 */
function leaveTraces(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('INSERT INTO demonstrations (id, furnished_at) VALUES (1, 1)');
  database.exec(
    `INSERT INTO museum_texts VALUES ('imprint', '{"address":"https://museum.example/imprint"}')`,
  );
  database.exec("INSERT INTO first_steps (step, state, changed_at) VALUES ('mail', 'tried', 1)");
  database.exec("INSERT INTO jobs (name, holder, fence, renewals) VALUES ('inventory', 'till-1/7', 3, 12)");
  database.exec("INSERT INTO visit_figures VALUES ('day', '2026-01-02', '2026-01-02', 'till-1', 3, 2, 0, 3)");
  // What version 1.0 has added up.
  database.exec(
    "INSERT INTO sales_figures VALUES ('day', '2026-01-02', '', 0, 'till-1', 'EUR', 1, 900, 0, 0, 0, 0)",
  );
  database.exec("INSERT INTO shop_places SELECT 'a slot', order_id, 2 FROM orders WHERE state = 'held'");
  database.exec(
    "INSERT INTO visitor_places SELECT order_id, 'general', '2099-01-02', '', 1, 2, 0, 3, NULL FROM orders WHERE state = 'held'",
  );
  database.exec("UPDATE payments SET method = 'online'");
  database.exec(
    `INSERT INTO online_payments
     SELECT 'a payment', order_id, 'stripe', amount_cents, currency, at, 'paid', 'a session', payment_id FROM payments`,
  );
  database.exec(
    `INSERT INTO refunds (refund_id, online_payment_id, order_id, amount_cents, reason, due_at, tries, next_at)
     SELECT 'a refund', online_payment_id, order_id, amount_cents, 'void', 0, 0, 4e12 FROM online_payments`,
  );
  database.exec(
    `INSERT INTO dues (due_id, order_id, amount_cents, reason, at) SELECT reason, order_id, cents, reason, 1
       FROM orders CROSS JOIN (SELECT 'returned' AS reason, 500 AS cents UNION SELECT 'paid', -500) WHERE state = 'sold'`,
  );
  database.exec(
    "INSERT INTO moves SELECT 'a hold', order_id, '[1]', 500 FROM orders WHERE state = 'sold' LIMIT 1",
  );
  database.exec('INSERT INTO moved_tickets SELECT number, 1 FROM tickets LIMIT 1');
  database.exec(
    `INSERT INTO discount_codes VALUES ('a code', 'SPRING-27', 'spring27', 'a batch', '{"kind":"percent","value":20}', 500, 0, NULL, 'Spring', 1, 3, 1, 1)`,
  );
  database.exec(
    `INSERT INTO articles VALUES
      ('guide', 0, 'extra', 'Guide', '{}', NULL, 400, '[]', NULL, NULL, 2100, '[]', 1, '["desk"]')`,
  );
  database.exec(
    "INSERT INTO sold_articles SELECT order_id, 'guide', 'extra', 2, 400, 2100, 'EUR', sold_by, 3 FROM orders WHERE state = 'sold' LIMIT 1",
  );
  const goods = {
    ...{ kind: 'article', article: 'guide', is: 'extra', name: 'Guide', names: {} },
    ...{ quantity: 2, priceCents: 400, vat: 2_100, position: 1 },
  };
  const passNumber = drawPassNumber();
  const [{ value }] = database
    .prepare("SELECT value FROM secrets WHERE name = 'confirmation-codes'")
    .all() as [{ value: string }];
  const [spelled = ''] = new ConfirmationCodes(Buffer.from(value, 'base64').subarray(0, 16)).spell([
    passNumber,
  ]);
  const pass = {
    ...{
      kind: 'pass',
      passType: 'annual',
      name: 'Annual pass',
      names: {},
      quantity: 1,
      priceCents: 0,
      vat: null,
    },
    ...{ passId: 'a pass', number: passNumber, passCode: passCode(spelled), persons: 1, entries: null },
    ...{ valid: { months: 12 }, position: 2 },
  };
  const gift = { kind: 'gift', quantity: 1, priceCents: 5_000, vat: null, position: 0 };
  database.exec(
    `UPDATE orders SET goods = '${JSON.stringify([gift, goods, pass])}' WHERE order_id IN (SELECT order_id FROM sold_articles)`,
  );
  database.exec(
    "INSERT INTO article_changes SELECT 'a change', order_id, article, 'handed-out', 1, 4, NULL FROM sold_articles",
  );
  database.exec(
    "INSERT INTO cards VALUES ('card', 0, 'Card', '{}', '#{8}', NULL, 'standard', 'list', 1, 'admit', 950)",
  );
  database.exec("INSERT INTO card_lists VALUES ('card', 1, 'a2V5', 1)");
  database.exec("INSERT INTO card_list_parts VALUES (7, 'card', 1, 3)");
  database.exec("INSERT INTO card_numbers VALUES (7, 'a hash', 1099511627775)");
  database.exec(
    `INSERT INTO card_registrations
       SELECT check_in_id, 'card', NULL, 3, 'registered', NULL, 1, 3, 'Counted', 4 FROM check_ins LIMIT 1`,
  );
  database.exec(
    "INSERT INTO drawer_movements SELECT 1, 'pay-out', account_id, '2026-01-02', 500, 'EUR', 'Milk', 3, NULL FROM accounts LIMIT 1",
  );
  database.exec(
    "INSERT INTO called_off VALUES ('general', '2026-01-02', 'day-closed', 3, 'Water leak', 'choose')",
  );
  database.exec("INSERT INTO due_changes SELECT order_id, '2026-01-02', '', 'EUR', 500 FROM orders LIMIT 1");
  database.exec("INSERT INTO postponed SELECT number, '2026-01-02', 3 FROM tickets LIMIT 1");
  database.exec("INSERT INTO past_weeks VALUES ('2026-01-02', '[null, null, null, null, null, null, null]')");
  database.exec("INSERT INTO second_factors SELECT account_id, 'ABCD', 1, 2, 3, 4 FROM accounts LIMIT 1");
  database.exec(
    "INSERT INTO identities SELECT 'https://id.example', 'a', account_id, 4 FROM accounts LIMIT 1",
  );
  database.exec("INSERT INTO recovery_codes SELECT account_id, 'a hash' FROM second_factors");
  const otherKey = "CASE key_id WHEN 'ZZ' THEN 'AA' ELSE 'ZZ' END";
  database.exec(
    `INSERT INTO signing_keys (key_id, public_key, private_key, is_current, made_at, retired_at)
     SELECT ${otherKey}, public_key, private_key, NULL, 1, 2 FROM signing_keys WHERE is_current = 1`,
  );
  database.exec(
    `INSERT INTO revoked_keys SELECT ${otherKey}, key_id, 'Lost', 3 FROM signing_keys WHERE is_current = 1`,
  );
  database.exec(
    "INSERT INTO account_tokens SELECT 'museum_a', account_id, 'a hash', 0, NULL FROM accounts LIMIT 1",
  );
  database.exec(
    "INSERT INTO online_payments SELECT 'paying', order_id, 'stripe', 2400, 'EUR', 1, 'ended', 'cs_1', NULL FROM orders LIMIT 1",
  );
  database.exec(
    `INSERT INTO gifts SELECT 'a gift', order_id, 0, NULL, 5000, 'EUR', 0, 'a hash', NULL, 'Enjoy', 'ada@example.com', 1, 'en', 1,
            '2029-12-31' FROM orders WHERE state = 'sold' LIMIT 1`,
  );
  database.exec(
    `INSERT INTO gift_entries (entry_id, gift_id, kind, amount_cents, currency, day, at)
     VALUES ('1', 'a gift', 'issued', 5000, 'EUR', '2026-01-02', 1), ('2', 'a gift', 'redeemed', -5000, 'EUR', '2026-01-02', 1)`,
  );
  database.exec("INSERT INTO held_gifts SELECT order_id, 'a hash', 1 FROM orders LIMIT 1");
  database.exec(
    `INSERT INTO counted_visits SELECT 'a visit', 'a hash', 0, 28, 'in', 'East door', '2026-01-02', 1, NULL, 2, account_id, 'A class', NULL, NULL
       FROM accounts LIMIT 1`,
  );
  database.exec("INSERT INTO counted_days VALUES ('2026-01-02', 28, 0)");
  database.exec(
    `INSERT INTO pass_types (pass_type, number, position, name, names, category, persons, months, per_day, walk_in, named, covers,
            price_cents, on_sale, channels)
     VALUES ('annual', 1, 0, 'Annual pass', '{}', 'standard', 1, 12, 1, 'always', 1, 'general', 4900, 1, '["desk"]')`,
  );
  database.exec(
    `INSERT INTO passes (pass_id, first_id, number, pass_code, pass_type, order_id, item, persons, from_day, to_day, price_cents,
            currency, sold_by, sold_at, key_id, holder, holder_key)
     SELECT 'a pass', 'a pass', ${passNumber}, '${pass.passCode}', 'annual', orders.order_id, 2, 1, '2026-01-02', '2027-01-01', 0,
            'EUR', orders.sold_by, 1, key_id, 'Ada', 'ada' FROM orders JOIN sold_articles USING (order_id), signing_keys LIMIT 1`,
  );
  database.exec(
    "INSERT INTO pass_entries VALUES ('an entry', 'a pass', '2026-01-02', 1, 2, 'North', NULL, NULL)",
  );
  database.close();
}

function counterOf(test: TestContext, museum: RunningMuseum) {
  const connections = new Connections();
  test.after(() => connections.close());
  const port = Number(new URL(museum.address).port);
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    connections.ask(port, method, `/v1.1${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: museum.authorization, ...headers },
    });
  const purchase = { ticketType: 'general', ticketDate: DAY, email: 'ada@example.com' };
  const buy = (key?: string) =>
    ask('POST', '/tickets', purchase, key === undefined ? {} : { 'idempotency-key': key });
  return { ask, buy };
}

function move(dataDir: string, url: string) {
  return callMuseum(['move', '--to', url], { env: { MUSEUM_DATA_DIR: dataDir } });
}

async function startMuseumThatFails(env: Record<string, string>): Promise<string> {
  const { code, stderr } = await callMuseum(['serve'], { env });
  assert.equal(code, 1);
  return stderr;
}

/** Every row of every table. */
async function contents(address: Parameters<typeof inspectStore>[0]): Promise<Map<string, Row[]>> {
  const listing = {
    sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    // The marks of commits are the driver's own.
    postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'commit_marks'
      ORDER BY tablename COLLATE "C"`,
  };
  return inspectStore(address, async (snapshot) => {
    const names = await snapshot.all<{ name: string }>(listing[address.kind]);
    const tables = new Map<string, Row[]>();
    for (const { name } of names) {
      // When each side applied the migrations is its own affair.
      const columns = name === 'migrations' ? 'number, name, checksum' : '*';
      tables.set(name, inOrder(await snapshot.all(`SELECT ${columns} FROM ${name}`)));
    }
    return tables;
  });
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
