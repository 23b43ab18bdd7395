import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASES } from '../fixtures/databases.ts';
import { manualClock } from '../fixtures/manual-clock.ts';
import { type Asker, openMuseum } from '../fixtures/museum.ts';
import { type Environment, MUSEUM, start, startMuseum } from '../fixtures/process.ts';
import { generalPurchase } from '../fixtures/samples.ts';
import { scan } from '../fixtures/scan.ts';
import { sealAll } from '../fixtures/sealing.ts';
import { until } from '../fixtures/until.ts';
import { LAST_MIGRATION_OF_0_1, LEFT_BY_0_1, leaveAsVersion01 } from '../fixtures/version-0.1.ts';
import { checkMuseum } from '../src/check/index.ts';
import { ConfirmationCodes, confirmationCode } from '../src/codes/index.ts';
import { type DatabaseAddress, inspectStore } from '../src/store/index.ts';

/** What the clients of the museum had been told that version 0.1 left. */
const TOLD: {
  readonly now: number;
  readonly lostTicketId: string;
  readonly ticketId: string;
  readonly answers: readonly {
    readonly key: string;
    readonly as: Asker;
    readonly body: Record<string, unknown>;
    readonly status: number;
    readonly text: string;
    readonly location: string | null;
  }[];
} = JSON.parse(readFileSync(new URL('../fixtures/version-0.1.json', import.meta.url), 'utf8'));

for (const { name, fresh } of DATABASES) {
  describe(`a museum of version 0.1 on ${name}`, () => {
    const upgrade = async (test: TestContext) => {
      const database = await fresh(test);
      await leaveAsVersion01(database);
      const clock = manualClock();
      assert.equal(clock.now(), TOLD.now);
      const museum = await openMuseum({ database, clock, hasAccounts: true });
      test.after(() => museum.close());
      return museum;
    };

    it('loses nothing on the way to this version, and adds up', async (test) => {
      const { store, database } = await upgrade(test);
      const sold = await store.all(
        `SELECT ticket_date, email, phone FROM tickets JOIN contacts ON contacts.number = tickets.number
          ORDER BY tickets.number`,
      );
      assert.deepEqual(
        sold.map((row) => ({ ...row })),
        [
          { ticket_date: '2027-03-14', email: 'ada@example.com', phone: null },
          { ticket_date: '2027-03-14', email: '"Ada L."@Example.COM', phone: '(020) 7946-0018/9' },
          { ticket_date: '2027-03-02', email: 'ada@example.com', phone: null },
          { ticket_date: '2027-03-02', email: 'ada@example.com', phone: null },
          { ticket_date: '2027-03-14', email: 'ada@example.com', phone: null },
        ],
      );
      assert.deepEqual(await faultsOf(database), []);
    });

    it('has one category, whole days and the price of before, for tickets and events of before too', async (test) => {
      const museum = await upgrade(test);
      const shown = (await museum.api('GET', `/tickets/${TOLD.ticketId}`)).json;
      assert.deepEqual(
        [shown.category, shown.places, shown.entryTime, shown.orderId],
        ['standard', 1, undefined, TOLD.ticketId],
      );
      assert.equal((await museum.api('GET', '/categories')).json.length, 1);
      assert.deepEqual((await museum.api('GET', '/general-entry/times')).json, { every: null });
      const [event] = (await museum.api('GET', '/special-events?endDate=2027-12-31&limit=30')).json;
      const path = `/special-events/${event.eventId}`;
      assert.deepEqual((await museum.api('GET', `${path}/prices`)).json, [
        { category: 'standard', price: event.price },
      ]);
      const times = { times: ['11:00'], minutes: 30 };
      assert.equal((await museum.api('PUT', `${path}/times`, { body: times })).status, 200);
      assert.deepEqual(await faultsOf(museum.database), []);
    });

    it('reports the sales from before there was a journal, once, and those after', async (test) => {
      const museum = await upgrade(test);
      const sold = async () =>
        (await museum.api('GET', '/reports/sales?startDate=2020-01-01')).json.total.sold;
      assert.equal(await sold(), 5);
      assert.equal((await museum.api('POST', '/tickets', { body: generalPurchase() })).status, 201);
      assert.equal(await sold(), 6);
      await sealAll(museum.store);
      await museum.restart();
      const progress = 'SELECT read_to FROM figures_progress WHERE old_tickets_to IS NULL AND read_to > 0';
      while ((await museum.store.get(progress)) === undefined) await sleep(20);
      assert.equal(await sold(), 6);
    });

    it('gives every answer again that was kept under an Idempotency-Key, byte for byte, and to nobody else', async (test) => {
      const museum = await upgrade(test);
      for (const { key, as, body, status, text, location } of TOLD.answers) {
        const path = key.startsWith('event') ? '/special-events' : '/tickets';
        const ask = (sent: object) =>
          museum.api('POST', path, { as, body: sent, headers: { 'idempotency-key': key } });
        const again = await ask(body);
        assert.deepEqual(
          [again.status, again.text, again.headers.location ?? null],
          [status, text, location],
        );
        const other = path === '/tickets' ? { phone: '112' } : { name: 'Another' };
        assert.equal((await ask({ ...body, ...other })).status, 422);
      }
      const [row] = await museum.store.all('SELECT count(*) AS tickets FROM tickets');
      assert.equal(Number(row?.tickets), 5);
    });

    it('keeps no request hash that could be guessed at without the museum’s secret', async (test) => {
      const { store } = await upgrade(test);
      const rows = await store.all<{ request_hash: string }>('SELECT request_hash FROM kept_answers');
      assert.equal(rows.length, TOLD.answers.length);
      for (const { request_hash } of rows) {
        assert.match(request_hash, /^[\w-]{43}$/);
        assert.ok(!LEFT_BY_0_1.includes(request_hash), 'as version 0.1 left it');
      }
    });

    it('shows ticket images that open the gate, refuses those of cancelled events, and sells on', async (test) => {
      const museum = await upgrade(test);
      const { bytes } = await museum.api('GET', `/tickets/${TOLD.ticketId}/qr`);
      const scanned = await museum.api('POST', '/check-ins', { body: { code: await scan(bytes) } });
      assert.equal(scanned.json.ticket?.ticketId, TOLD.ticketId, scanned.text);
      assert.equal((await museum.api('GET', `/tickets/${TOLD.lostTicketId}/qr`)).status, 410);
      assert.equal((await museum.api('POST', '/tickets', { body: generalPurchase() })).status, 201);
      assert.deepEqual(await faultsOf(museum.database), []);
    });

    it('is killed in the middle of the upgrade, and the next start finds everything', async (test) => {
      const database = await fresh(test);
      await leaveAsVersion01(database, manyTickets());
      const settings = settingsFor(database);
      const killed = start(test, MUSEUM, ['serve'], { env: settings });
      const [, megabytes] = await killed.says(/Upgrading the database \((\d+) MB\) in \d+ steps/);
      assert.ok(Number(megabytes) > 1);
      await until(() => hasWritten(database));
      killed.child.kill('SIGKILL');
      await killed.exit;
      assert.equal(await lastMigration(database), LAST_MIGRATION_OF_0_1, 'it was killed before the end');

      const museum = await startMuseum(test, { env: settings });
      assert.equal((await fetch(`${museum.address}/readyz`)).status, 200);
      await museum.stop();
      assert.deepEqual(await faultsOf(database), []);
      assert.deepEqual(await contactsIn(database), [...BUYERS.values()]);
    });
  });
}

/** Enough for an upgrade that takes a while. */
const MANY = 60_000;
/** From here on the ticket numbers of version 0.1 that the fixture has not given yet. */
const FIRST_NUMBER = 1_000;
const BUYERS = new Map(
  Array.from({ length: MANY }, (_, index) => [FIRST_NUMBER + index, `visitor.${index}@example.com`]),
);

/** SQL that sells general entry to all buyers, as version 0.1 wrote it down. */
function manyTickets(): string {
  const secret = /'confirmation-codes', '([^']+)'/.exec(LEFT_BY_0_1)?.[1] as string;
  const numbers = [...BUYERS.keys()];
  const codes = new ConfirmationCodes(Buffer.from(secret, 'base64').subarray(0, 16)).spell(numbers);
  const rows = numbers.map(
    (number, index) =>
      `(${number}, 'ticket-${number}', 'general', '2027-03-09', 0, 'EUR', '${confirmationCode('general', codes[index] as string)}', 'XY', '${BUYERS.get(number)}', '01a40088-5900-74d4-8fa5-a450a6e65383', ${TOLD.now})`,
  );
  return `
    INSERT INTO tickets (number, ticket_id, ticket_type, ticket_date, price_cents, currency, confirmation_code, key_id,
      email, sold_by, sold_at) VALUES ${rows.join(',')};
    INSERT INTO general_days (day, own_capacity, sold) VALUES ('2027-03-09', 0, ${MANY});
    UPDATE ticket_numbers SET next = ${FIRST_NUMBER + MANY};`;
}

function settingsFor(database: DatabaseAddress): Environment {
  return {
    MUSEUM_DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url,
    MUSEUM_RETENTION_DAYS: '0',
    MUSEUM_TIME_ZONE: 'UTC',
  };
}

/** Whether the upgrade that is running has changed what others don't see yet. */
async function hasWritten(database: DatabaseAddress): Promise<boolean> {
  if (database.kind === 'sqlite')
    return (statSync(`${database.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
  const locked =
    "SELECT 1 FROM pg_locks WHERE relation = to_regclass('tickets') AND mode = 'AccessExclusiveLock'";
  return (await queryPostgres(database.url, locked)).length > 0;
}

/** The number of the last migration, once no process uses the database any more. */
async function lastMigration(database: DatabaseAddress): Promise<number> {
  const last = 'SELECT max(number) AS number FROM migrations';
  if (database.kind === 'sqlite')
    return inspectStore(database, async (snapshot) => Number((await snapshot.get(last))?.number));
  await until(async () => !(await hasWritten(database)));
  return (await queryPostgres(database.url, last))[0].number;
}

async function queryPostgres(url: string, sql: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function contactsIn(database: DatabaseAddress): Promise<unknown[]> {
  return inspectStore(database, async (snapshot) => {
    const rows = await snapshot.all('SELECT email FROM contacts WHERE number >= ? ORDER BY number', [
      FIRST_NUMBER,
    ]);
    return rows.map(({ email }) => email);
  });
}

async function faultsOf(database: DatabaseAddress): Promise<string[]> {
  return inspectStore(database, async (snapshot) => {
    const faults: string[] = [];
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    return faults;
  });
}
