import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { type PostgresServer, startPostgres } from '../../fixtures/postgres.ts';
import { openStore, type Store, StoreError } from './index.ts';
import { readPostgresAddress } from './postgres-address.ts';

const AUTHORITY = fileURLToPath(new URL('../../fixtures/tls/ca.pem', import.meta.url));
const OTHER_AUTHORITY = fileURLToPath(new URL('../../fixtures/tls/other-ca.pem', import.meta.url));

let plain: PostgresServer;
let encrypting: PostgresServer;
before(async () => {
  const certificate = { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server-key.pem' };
  const access = [
    'hostssl all encrypted 127.0.0.1/32 trust',
    'host all encrypted 127.0.0.1/32 reject',
    'hostnossl all unencrypted 127.0.0.1/32 trust',
    'host all unencrypted 127.0.0.1/32 reject',
    'host all guarded 127.0.0.1/32 scram-sha-256',
    'host all guarded_in_clear 127.0.0.1/32 password',
    'host all guarded_by_md5 127.0.0.1/32 md5',
  ];
  [plain, encrypting] = await Promise.all([startPostgres(), startPostgres(certificate, access)]);
  await encrypting.query(`
    CREATE ROLE encrypted LOGIN SUPERUSER; CREATE ROLE unencrypted LOGIN SUPERUSER;
    CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'correct horse'; CREATE ROLE guest LOGIN;
    CREATE ROLE guarded_in_clear LOGIN PASSWORD 'correct horse';
    SET password_encryption = md5; CREATE ROLE guarded_by_md5 LOGIN PASSWORD 'correct horse'`);
});
after(() => Promise.all([plain.remove(), encrypting.remove()]));

/** The certificate of the server is for "localhost", so that it does not fit 127.0.0.1. */
const ENCRYPTION = [
  { parameters: '', encrypted: true },
  { parameters: 'sslmode=disable', encrypted: false },
  { parameters: 'sslmode=allow', encrypted: false },
  { parameters: 'sslmode=prefer', encrypted: true },
  { parameters: 'sslmode=require', encrypted: true },
  { parameters: 'sslmode=require&sslnegotiation=direct', encrypted: true },
  { parameters: `sslmode=require&sslrootcert=${AUTHORITY}`, encrypted: true },
  { parameters: `sslmode=verify-ca&sslrootcert=${AUTHORITY}`, encrypted: true },
  { parameters: `sslmode=verify-full&sslrootcert=${AUTHORITY}`, host: 'localhost', encrypted: true },
  { parameters: 'sslmode=allow', user: 'encrypted', encrypted: true },
  { parameters: 'sslmode=prefer', user: 'unencrypted', encrypted: false },
];
for (const { parameters, host = '127.0.0.1', user = 'museum', encrypted } of ENCRYPTION) {
  const how = encrypted ? 'encrypts' : 'does not encrypt';
  test(`${how} as ${user} at ${host} with ${parameters.replace(AUTHORITY, 'FILE') || 'nothing said'}`, async () => {
    const store = await open(encrypting, { parameters, host, user });
    const row = await store.get('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await store.close();
    assert.equal(row?.ssl, encrypted ? 1 : 0);
  });
}

const REFUSED = [
  { parameters: 'sslmode=disable', user: 'encrypted', why: /no encryption/ },
  { parameters: 'sslmode=require', user: 'unencrypted', why: /reject/ },
  {
    parameters: `sslmode=require&sslrootcert=${OTHER_AUTHORITY}`,
    why: /not from a certificate authority in sslrootcert\.$/,
  },
  {
    parameters: `sslmode=verify-ca&sslrootcert=${OTHER_AUTHORITY}`,
    why: /not from a certificate authority in sslrootcert\.$/,
  },
  { parameters: `sslmode=verify-full&sslrootcert=${AUTHORITY}`, why: /127\.0\.0\.1/ },
  { parameters: 'sslrootcert=system', why: /certificate|127\.0\.0\.1/ },
  { parameters: 'sslmode=verify-full', why: /needs sslrootcert/ },
  { parameters: 'sslmode=require&sslrootcert=system', why: /needs sslmode=verify-full/ },
  { parameters: 'sslmode=verify-ca&sslrootcert=/nowhere.pem', why: /nowhere\.pem can’t be read/ },
  { parameters: 'sslmode=strict', why: /sslmode must be one of disable, allow/ },
  { parameters: 'sslMode=verify-full', why: /unknown parameter "sslMode"\. The known ones are .* sslmode,/ },
  { parameters: 'channel_binding=require', why: /channel_binding/ },
  { parameters: 'target_session_attrs=standby', why: /target_session_attrs/ },
  { parameters: 'pool_max=1', why: /pool_max must be a whole number from 2 to 1000/ },
  { parameters: 'connect_timeout=soon', why: /connect_timeout must be a whole number/ },
  {
    parameters: 'target_session_attrs=read-write&connect_timeout=2',
    host: '127.0.0.1:1,localhost',
    why: /none of its servers can be written to: 127\.0\.0\.1:1: the database can’t be reached \(.*ECONNREFUSED.*\); localhost:\d+: the database rejects this user \(.*role "stranger" does not exist\)\.$/,
    user: 'stranger',
  },
  { parameters: '', host: 'no-such-host.invalid', why: /ENOTFOUND|EAI_AGAIN/ },
  { parameters: '', user: 'stranger', why: /role "stranger" does not exist/ },
  { parameters: 'dbname=nowhere', why: /the database does not exist/ },
  { parameters: 'options=-c search_path=nowhere', why: /search_path names no existing schema/ },
];
for (const { parameters, host = '127.0.0.1', user = 'museum', why } of REFUSED) {
  const said = parameters.replace(AUTHORITY, 'FILE').replace(OTHER_AUTHORITY, 'ANOTHER');
  test(`refuses ${user} at ${host} with ${said || 'nothing said'}`, async () => {
    await refuses(open(encrypting, { parameters, host, user }), why);
  });
}

test('falls back to no encryption where the server has none, unless told otherwise', async () => {
  for (const parameters of ['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=disable']) {
    await (await open(plain, { parameters })).close();
  }
  await refuses(open(plain, { parameters: 'sslmode=require' }), /does not support SSL/);
});

test('never shows a password', async () => {
  const wrong = 'battery%20staple%3F';
  const says = await refuses(
    open(encrypting, { user: `guarded:${wrong}` }),
    /password authentication failed/,
  );
  assert.doesNotMatch(says, /battery|staple/);
  for (const url of [
    'postgres://u:battery@/museum?sslmode=maybe',
    'postgres://u:battery%zz@127.0.0.1/museum',
    'postgres://u@127.0.0.1/museum?password=battery&port=x',
  ]) {
    assert.doesNotMatch(await refuses(openStore({ kind: 'postgres', url }), /Can’t use/), /battery/);
  }
  for (const end of ['/', '?', '#', '%'])
    assert.doesNotMatch(
      await refuses(
        openStore({ kind: 'postgres', url: `postgres://u:1${end}battery@127.0.0.1/museum` }),
        /% # \/ \? @ as %25/,
      ),
      /battery/,
    );
  const store = await open(encrypting, { user: 'guarded:correct%20horse' });
  assert.doesNotMatch(inspect(store, { depth: 20, showHidden: true }), /correct horse/);
  const error = await store.get('SELECT 1 / 0').catch((error: unknown) => error);
  assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /correct horse/);
  await store.close();
});

test('says when a password is missing, whatever way the server asks for it', async () => {
  for (const user of ['guarded', 'guarded_in_clear', 'guarded_by_md5'])
    await refuses(
      open(encrypting, { user }),
      /: the database requires a password, but there is none in its address or in PGPASSWORD\.$/,
    );
});

test('names a server that does not answer', async () => {
  const url = 'postgres://museum@127.0.0.1:1/museum';
  await refuses(openStore({ kind: 'postgres', url }), /museum@127\.0\.0\.1:1\/museum: .*ECONNREFUSED/);
});

test('says of a server that accepts the connection and sends nothing how long it was waited for', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const url = `postgres://museum@127.0.0.1:${(silent.address() as AddressInfo).port}/museum?connect_timeout=2`;
  await refuses(openStore({ kind: 'postgres', url }), /did not respond in time \(no response for 2000 ms\)/);
});

test('does not wait for a host that sends nothing while another one answers', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port},127.0.0.1`;
  const store = await open(plain, { host, parameters: 'connect_timeout=3600' });
  assert.equal((await store.get('SELECT inet_server_port() AS port'))?.port, plain.port);
  await store.close();
});

test('reads the parts of an address as libpq does', () => {
  const { client, hosts, label, poolMax, connectTimeoutMs, statementTimeoutMs } = readPostgresAddress(
    'postgresql://%C3%A4:p%40ss@[::1]:6432/mus%C3%A9e?pool_max=20&connect_timeout=2&statement_timeout=900&application_name=desk',
  );
  const { user, password, database, application_name } = client;
  assert.deepEqual(
    { user, password, database, application_name },
    { user: 'ä', password: 'p@ss', database: 'musée', application_name: 'desk' },
  );
  const [only] = hosts.inOrder;
  assert.deepEqual([only?.host, only?.port, only?.tls.length], ['::1', 6432, 2]);
  assert.equal(label, 'ä@::1:6432/musée');
  assert.deepEqual([poolMax, connectTimeoutMs, statementTimeoutMs], [20, 2_000, 900]);
  const local = readPostgresAddress('postgres:///museum?host=/run/postgresql&sslmode=verify-full').hosts;
  assert.deepEqual([local.inOrder[0]?.host, local.inOrder[0]?.tls], ['/run/postgresql', [false]]);
  assert.equal(readPostgresAddress('postgres://%2Frun%2Fpg/museum').hosts.inOrder[0]?.host, '/run/pg');
});

test('reads several hosts as libpq does, each with its port and the name that its certificate must have', () => {
  const hostsOf = (url: string) =>
    readPostgresAddress(url).hosts.inOrder.map(({ host, port }) => `${host} ${port}`);
  assert.deepEqual(
    hostsOf('postgres://u:a,b@one:5433,[::1],%2Frun:5434/museum?target_session_attrs=primary'),
    ['one 5433', '::1 5432', '/run 5434'],
  );
  assert.deepEqual(hostsOf('postgres:///museum?host=one,two&port=5433,5434'), ['one 5433', 'two 5434']);
  assert.deepEqual(hostsOf('postgres://u@one,two/museum?port=5433'), ['one 5433', 'two 5433']);
  const { label, hosts, client } = readPostgresAddress(
    `postgres://u:secret@one,two:5433/museum?sslmode=verify-full&sslrootcert=${AUTHORITY}`,
  );
  assert.equal(label, 'u@one:5432,two:5433/museum');
  assert.deepEqual([client.user, client.password, client.database], ['u', 'secret', 'museum']);
  const names = hosts.inOrder.flatMap(({ tls }) => tls.map((each) => each !== false && each.host));
  assert.deepEqual(names, ['one', 'two']);
});

interface Where {
  readonly parameters?: string;
  readonly host?: string;
  readonly user?: string;
}

async function open(server: PostgresServer, { parameters = '', host, user }: Where): Promise<Store> {
  const url = (await server.createDatabase())
    .replace('museum@', `${user ?? 'museum'}@`)
    .replace('127.0.0.1', host ?? '127.0.0.1');
  return openStore({ kind: 'postgres', url: `${url}?${parameters}` });
}

/** @returns everything that the error has to tell. */
async function refuses(opening: Promise<Store>, why: RegExp): Promise<string> {
  const error = await opening.then(
    (store) => store.close(),
    (error: unknown) => error,
  );
  assert.ok(error instanceof StoreError, inspect(error));
  assert.match(error.message, why);
  assert.doesNotMatch(error.message, /\n/);
  return inspect(error, { depth: 20, showHidden: true });
}
