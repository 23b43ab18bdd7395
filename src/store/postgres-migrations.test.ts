import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../fixtures/postgres.ts';
import { stayIn } from '../../fixtures/stay-in.ts';
import { openStore } from './index.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { readPostgresAddress } from './postgres-address.ts';
import { checkServer, migratePostgres } from './postgres-migrations.ts';
import { numberPlaceholders, toPostgresDialect } from './postgres-sql.ts';

/** The migrations, and one more that needs an exclusive lock on a table. */
const NEXT: readonly Migration[] = [
  ...readMigrations(),
  {
    number: 9_000,
    name: 'notes',
    sql: 'ALTER TABLE special_days ADD COLUMN note TEXT',
    checksum: 'x',
  },
];

let server: PostgresServer;
before(async () => {
  server = await startPostgres({}, ['host all all 127.0.0.1/32 trust']);
});
after(() => server.remove());

test('refuses a database of another program, and leaves it as it was', async () => {
  for (const table of ['visitors (id INTEGER)', 'migrations (id INTEGER, name TEXT)']) {
    const url = await server.createDatabase();
    await server.query(`CREATE TABLE ${table}`, [], nameOf(url));
    await refuses(url, /another program/);
    const tables = await server.query(
      `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`,
      [],
      nameOf(url),
    );
    assert.equal(tables[0].count, 1);
  }
});

test('refuses a server that is too old, and a database in another encoding', async () => {
  assert.throws(() => checkServer({ version: 140_020, encoding: 'UTF8' }), {
    name: 'StoreError',
    message: /PostgreSQL 14\. Version 15 or newer/,
  });
  checkServer({ version: 150_000, encoding: 'UTF8' });
  await server.query(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
  await refuses(server.url('latin'), /its encoding is LATIN1/);
});

test('says that the account may not make tables', async () => {
  await server.query('CREATE ROLE visitor LOGIN');
  const url = await server.createDatabase();
  await refuses(
    url.replace('museum@', 'visitor@'),
    /rejects this user, which must own the database .*\(permission denied for schema public\)/,
  );
});

test('rolls everything back when one migration fails', async () => {
  const url = await server.createDatabase();
  await server.query('CREATE VIEW tickets AS SELECT 1 AS one', [], nameOf(url));
  await refuses(url, /tickets/);
  const left = await server.query(`SELECT to_regclass('revisions') AS revisions`, [], nameOf(url));
  assert.equal(left[0].revisions, null);
});

test('gives up its lock and tries again while a table is in use, so that others can still use it too', async () => {
  const url = await server.createDatabase();
  const store = await openStore({ kind: 'postgres', url });
  let migrated: Promise<void> = Promise.resolve();
  // Whoever has read a table keeps it from being changed; a change that waits keeps others from reading it.
  await store.transaction(async (tx) => {
    await tx.get('SELECT count(*) AS count FROM special_days');
    migrated = migratePostgres(readPostgresAddress(url), { migrations: NEXT });
    await waitUntilWaiting(1);
    assert.deepEqual(await store.all('SELECT day FROM special_days'), []);
  });
  await migrated;
  assert.deepEqual(await store.all('SELECT note FROM special_days'), []);
  await store.close();
});

test('says that a table is still in use after the last attempt, and has changed nothing', async () => {
  const url = await server.createDatabase();
  const store = await openStore({ kind: 'postgres', url });
  await store.transaction(async (tx) => {
    await tx.get('SELECT count(*) AS count FROM special_days');
    const once = migratePostgres(readPostgresAddress(url), { migrations: NEXT, attempts: 1 });
    const refused = assert.rejects(once, {
      name: 'StoreError',
      message: /is using a table\. Nothing was changed/,
    });
    await stayIn(tx, refused);
  });
  await assert.rejects(store.all('SELECT note FROM special_days'), /note/);
  await store.close();
});

test('tries again after a deadlock with an instance that uses the same tables', async () => {
  const url = await server.createDatabase();
  await (await openStore({ kind: 'postgres', url })).close();
  const [selling, holding] = [await connect(url), await connect(url)];
  await selling.query("SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE tickets IN ACCESS SHARE MODE");
  await holding.query('SELECT pg_advisory_lock(1)');
  // On a slow machine, too, the deadlock comes before the limit for a lock.
  const sql = `SET LOCAL lock_timeout = '60s'; ${NEXT.at(-1)?.sql}; SELECT pg_advisory_xact_lock(1); ALTER TABLE tickets ADD COLUMN note TEXT`;
  const deadlocked = { number: 9_000, name: 'notes', sql, checksum: 'x' };
  const migrations = [...readMigrations(), deadlocked];
  // With one attempt, so that its end tells the cause.
  const once = migratePostgres(readPostgresAddress(url), { migrations, attempts: 1 });
  const refused = assert.rejects(once, (error: Error) => {
    assert.match(error.message, /is using a table\. Nothing was changed/);
    assert.equal(((error.cause as Error).cause as { code: string }).code, '40P01');
    return true;
  });
  await waitUntilWaiting(1);
  const sold = selling.query('SELECT 1 FROM special_days');
  await waitUntilWaiting(2);
  await holding.query('SELECT pg_advisory_unlock(1)');
  await Promise.all([refused, sold]);
  await selling.query('COMMIT');
  await migratePostgres(readPostgresAddress(url), { migrations });
  assert.deepEqual((await selling.query('SELECT note FROM tickets')).rows, []);
  for (const client of [selling, holding]) await client.end();
});

test('has the tables analysed after an upgrade, so that the first queries are planned well', async () => {
  const url = await server.createDatabase();
  await (await openStore({ kind: 'postgres', url })).close();
  const rows = async () =>
    (await server.query("SELECT reltuples FROM pg_class WHERE relname = 'weekly_hours'", [], nameOf(url)))[0];
  assert.deepEqual(await rows(), { reltuples: -1 });
  await migratePostgres(readPostgresAddress(url), { migrations: NEXT });
  assert.deepEqual(await rows(), { reltuples: 7 });
});

const WAITS: readonly { readonly taken: string; readonly told: RegExp }[] = [
  {
    taken: `SELECT 1 AS one FROM (SELECT pg_advisory_xact_lock(${0x4d555345})) AS taken`,
    told: /Another instance/,
  },
  {
    taken: 'SELECT count(*) AS count FROM special_days',
    told: /such as another instance or pg_dump, is using a table/,
  },
];

for (const { taken, told } of WAITS) {
  test(`says what it waits for: ${told.source}`, async () => {
    const url = await server.createDatabase();
    const store = await openStore({ kind: 'postgres', url });
    const waits = Promise.withResolvers<void>();
    let migrated: Promise<void> = Promise.resolve();
    await store.transaction(async (tx) => {
      await tx.get(taken);
      const onWait = (what: string) => void (told.test(what) && waits.resolve());
      migrated = migratePostgres(readPostgresAddress(url), { migrations: NEXT, onWait });
      await stayIn(tx, waits.promise);
    });
    await migrated;
    await store.close();
  });
}

test('gives every text column the collation "C", and changes nothing else', () => {
  const sql = `
    -- TEXT in a comment
    CREATE TABLE t (a TEXT NOT NULL, b text, c TEXT COLLATE "C", "TEXT" INTEGER, d BIGINT DEFAULT 0);
    ALTER TABLE t ADD COLUMN context TEXT;
    INSERT INTO t (a) VALUES ('TEXT isn''t TEXT'), (CAST(1 AS TEXT)); /* TEXT */`;
  const expected = sql
    .replace('a TEXT NOT', 'a TEXT COLLATE "C" NOT')
    .replace('b text,', 'b text COLLATE "C",')
    .replace('context TEXT;', 'context TEXT COLLATE "C";');
  assert.equal(toPostgresDialect(sql), expected);
});

test('numbers the placeholders, and no other question marks', () => {
  assert.equal(
    numberPlaceholders(`SELECT '?', "?", 'it''s ?' FROM t WHERE a = ? -- ?\n AND b IN (?, ?) /* ? */`),
    `SELECT '?', "?", 'it''s ?' FROM t WHERE a = $1 -- ?\n AND b IN ($2, $3) /* ? */`,
  );
});

async function waitUntilWaiting(sessions: number): Promise<void> {
  const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
  while ((await server.query(waiting)).length < sessions) await sleep(10);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function refuses(url: string, why: RegExp): Promise<void> {
  await assert.rejects(openStore({ kind: 'postgres', url }), { name: 'StoreError', message: why });
}
