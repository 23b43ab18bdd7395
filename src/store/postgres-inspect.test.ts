import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PostgresServer, startPostgres } from '../../fixtures/postgres.ts';
import { inspectStore, openStore, StoreError } from './index.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres({}, ['host all guarded 127.0.0.1/32 scram-sha-256']);
  await server.query("CREATE ROLE guarded LOGIN PASSWORD 'correct horse'; CREATE ROLE guest LOGIN");
});
after(() => server.remove());

test('the error for a database that can’t be inspected says in one line which it is, and why', async () => {
  const url = await server.createDatabase();
  await (await openStore({ kind: 'postgres', url })).close();
  const as = (user: string) => url.replace('museum@', `${user}@`);
  await refuses(as('guarded'), /guarded@127\.0\.0\.1:\d+\/museum_\w+: the database requires a password/);
  await refuses(as('guarded:wrong'), /rejects this user \(password authentication failed/);
  const denied =
    /guest@127\.0\.0\.1:\d+\/museum_\w+: .* rejects this user, which must own the database and its tables \(permission denied for table migrations\)\.$/;
  await refuses(as('guest'), denied);
  await refuses('postgres://museum@127.0.0.1:1/museum', /127\.0\.0\.1:1\/museum: .*ECONNREFUSED/);
  await refuses(`${url}?pool_max=none`, /: pool_max must be/);
});

test('an inspection makes no museum, and says that there is none, or an unfinished one, or another program’s tables', async () => {
  const url = await server.createDatabase();
  await refuses(url, /\/museum_\w+: it contains no museum yet\. Start the service on it once, or /);
  const query = (sql: string) => server.query(sql, [], new URL(url).pathname.slice(1));
  assert.deepEqual(await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"), []);
  await query('CREATE TABLE unfinished_move ()');
  await refuses(url, /a museum is being moved into it/);
  await query('CREATE TABLE visitors ()');
  await refuses(url, /it belongs to another program/);
});

test('an inspection takes a list as a value, as the store does', async () => {
  const url = await server.createDatabase();
  await (await openStore({ kind: 'postgres', url })).close();
  const found = await inspectStore({ kind: 'postgres', url }, (snapshot) =>
    snapshot.all('SELECT number FROM migrations WHERE number IN ? ORDER BY number', [[1, 3, 2]]),
  );
  assert.deepEqual(found, [{ number: 1 }, { number: 2 }, { number: 3 }]);
});

async function refuses(url: string, why: RegExp): Promise<void> {
  await assert.rejects(
    inspectStore({ kind: 'postgres', url }, (snapshot) => snapshot.all('SELECT * FROM migrations')),
    (error) => {
      assert.ok(error instanceof StoreError, String(error));
      assert.match(error.message, /^Can’t use the database[: ][^\n]*$/);
      assert.match(error.message, why);
      return true;
    },
  );
}
