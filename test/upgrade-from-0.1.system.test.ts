import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkMuseum } from '../src/check/index.ts';
import { type DatabaseAddress, inspectStore } from '../src/store/index.ts';
import { MIGRATIONS_TABLE, type Migration, readMigrations } from '../src/store/migrations.ts';
import { readPostgresAddress } from '../src/store/postgres-address.ts';
import { migratePostgres } from '../src/store/postgres-migrations.ts';
import { APPLICATION_ID } from '../src/store/sqlite.ts';
import { DATABASES } from './support/databases.ts';
import { manualClock } from './support/manual-clock.ts';
import { type Asker, openMuseum } from './support/museum.ts';
import { generalPurchase } from './support/samples.ts';
import { scan } from './support/scan.ts';
import { sealAll } from './support/sealing.ts';

/** A museum as version 0.1 left it: what is in every table, and what its clients had been told. */
const LEFT = readFileSync(new URL('./fixtures/version-0.1.sql', import.meta.url), 'utf8');
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
} = JSON.parse(readFileSync(new URL('./fixtures/version-0.1.json', import.meta.url), 'utf8'));
const MIGRATIONS_THEN = readMigrations().filter(({ number }) => number <= 7);

for (const { name, fresh } of DATABASES) {
  describe(`a museum of version 0.1 on ${name}`, () => {
    const upgrade = async (test: TestContext) => {
      const database = await fresh(test);
      await leave(database);
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

    it('reports the sales from before there was a journal, once, and those after', async (test) => {
      const museum = await upgrade(test);
      const sold = async () =>
        (await museum.api('GET', '/reports/sales?startDate=2020-01-01')).json.total.sold;
      assert.equal(await sold(), 5);
      assert.equal((await museum.api('POST', '/tickets', { body: generalPurchase() })).status, 201);
      assert.equal(await sold(), 6);
      await sealAll(museum.store);
      await museum.restart();
      const progress = 'SELECT read_to FROM report_progress WHERE old_tickets_to IS NULL AND read_to > 0';
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
        assert.ok(!LEFT.includes(request_hash), 'as version 0.1 left it');
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
  });
}

/** Makes the database as version 0.1 left it. */
async function leave(database: DatabaseAddress): Promise<void> {
  if (database.kind === 'sqlite') {
    const file = new DatabaseSync(database.path);
    file.exec(`PRAGMA application_id = ${APPLICATION_ID}; ${MIGRATIONS_TABLE}`);
    const add = file.prepare(
      'INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, 0)',
    );
    for (const { number, name, checksum, sql } of MIGRATIONS_THEN as Migration[]) {
      file.exec(sql);
      add.run(number, name, checksum);
    }
    file.exec(LEFT);
    file.close();
    return;
  }
  await migratePostgres(readPostgresAddress(database.url), { migrations: MIGRATIONS_THEN });
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(LEFT);
  await client.end();
}

async function faultsOf(database: DatabaseAddress): Promise<string[]> {
  return inspectStore(database, async (snapshot) => {
    const faults: string[] = [];
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    return faults;
  });
}
