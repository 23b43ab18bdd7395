/** The files in deploy/, held against the service and against each other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseEnv } from 'node:util';
import { freePort } from '../fixtures/free-port.ts';
import { freshDatabase } from '../fixtures/postgres.ts';
import { ADMIN, MUSEUM, ROOT, runMuseum, start, startMuseum } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { readConfig, SETTINGS } from '../src/app/config.ts';
import { MAX_SHUTDOWN_MS } from '../src/cli/serve.ts';
import { BODY_LIMIT } from '../src/http/body.ts';
import { BASE_PATH, type Operation, operations } from '../src/web/api/contract/index.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const [SERVICE, INSTANCE, BACKUP, TIMER] = [
  'museum.service',
  'museum@.service',
  'museum-backup.service',
  'museum-backup.timer',
].map((name) => readUnit(`deploy/systemd/${name}`)) as [Unit, Unit, Unit, Unit];

type Unit = Readonly<Record<string, string>>;

/** The settings of a unit by name; those given several times are joined by spaces. */
function readUnit(file: string): Unit {
  const settings: Record<string, string> = {};
  for (const [, name = '', value = ''] of read(file).matchAll(/^(\w+)=(.*)$/gm)) {
    settings[name] = [settings[name], value].filter(Boolean).join(' ');
  }
  return settings;
}

/** What a unit runs, without the program, which must be that of a checkout in /opt/museum. */
function argumentsOf({ ExecStart = '' }: Unit): string[] {
  const [program = '', ...args] = ExecStart.split(' ');
  assert.equal(program.replace('/opt/museum/', ROOT), MUSEUM);
  return args;
}

describe('the units of systemd', () => {
  test('run a service that ends in time, and a backup of what it keeps beside it', async (t) => {
    const [etc, data, backups] = [
      await temporaryFolder(t),
      await temporaryFolder(t),
      await temporaryFolder(t),
    ];
    assert.equal(BACKUP.Environment, 'MUSEUM_DATA_DIR=/var/lib/museum');
    assert.equal(SERVICE.Environment, `${BACKUP.Environment} LOG_FORMAT=words`);
    assert.equal(BACKUP.WorkingDirectory, SERVICE.WorkingDirectory);
    await writeFile(
      join(etc, '.env'),
      `MUSEUM_ADMIN_USERNAME='head of house'\nMUSEUM_ADMIN_PASSWORD='${ADMIN.password}'\nMUSEUM_DATA_DIR=/nonexistent\n`,
    );
    const place = { cwd: etc, env: { MUSEUM_DATA_DIR: data } };
    const service = start(t, MUSEUM, argumentsOf(SERVICE), place);
    await service.says(/User name +head of house +Password[\s\S]*\/special-events'\n/);

    const args = argumentsOf(BACKUP).map((arg) => (arg === '/var/backups/museum' ? backups : arg));
    const { code, stderr } = await runMuseum(t, args, place);
    assert.deepEqual([code, stderr], [0, '']);
    const [backup = '', ...others] = await readdir(backups);
    assert.match(backup, /^museum-.*Z\.db$/);
    assert.deepEqual(others, []);

    service.child.kill('SIGTERM');
    assert.deepEqual(await service.exit, { code: 0, signal: null });
  });

  test('run instances on PostgreSQL, each on the port of its name, and none without PostgreSQL', async (t) => {
    const etc = await temporaryFolder(t);
    const settings = join(etc, '.env');
    const account = `MUSEUM_ADMIN_USERNAME=admin\nMUSEUM_ADMIN_PASSWORD='${ADMIN.password}'\n`;
    await writeFile(settings, `${account}PORT=1\nMUSEUM_DATABASE_URL=${await freshDatabase()}\n`);
    assert.equal(INSTANCE.Environment, 'PORT=%i LOG_FORMAT=words');
    assert.equal(INSTANCE.WorkingDirectory, `-${SERVICE.WorkingDirectory}`);
    for (let instance = 0; instance < 2; instance++) {
      const port = String(await freePort());
      const service = start(t, MUSEUM, argumentsOf(INSTANCE), { cwd: etc, env: { PORT: port } });
      await service.says(new RegExp(`Base address +http://127.0.0.1:${port}/`));
    }

    await writeFile(settings, `${account}MUSEUM_DATA_DIR=/dev/null/museum\n`); // a folder that can't be written to
    const { code, stderr } = await runMuseum(t, argumentsOf(INSTANCE), { cwd: etc, env: { PORT: '0' } });
    assert.equal(code, 1);
    assert.match(stderr, /MUSEUM_DATA_DIR: can’t write files/);
    assert.deepEqual([INSTANCE.StateDirectory, INSTANCE.ReadWritePaths], [undefined, undefined]);
  });

  test('start the service again when it fails, and the backup every night', () => {
    for (const unit of [SERVICE, INSTANCE]) {
      assert.equal(unit.Restart, 'on-failure');
      assert.equal(unit.StartLimitIntervalSec, '0');
      assert.ok(Number(unit.TimeoutStopSec) * 1_000 > MAX_SHUTDOWN_MS);
    }
    assert.match(TIMER.OnCalendar ?? '', /^\*-\*-\* \d\d:\d\d:\d\d$/);
    assert.equal(TIMER.Persistent, 'yes');
  });

  test('shut all in alike, so that they write their data and nothing else', () => {
    const own =
      /^(Description|Documentation|Environment|Wants|After|WantedBy|Exec\w+|Type|Restart\w*|Timeout\w+|StartLimit\w+|LimitNOFILE|Nice|IO\w+)$/;
    const sandbox = (unit: Unit) => Object.entries(unit).filter(([name]) => !own.test(name));
    const withoutNetwork = sandbox(BACKUP).filter(
      ([name]) => !['PrivateNetwork', 'ReadWritePaths'].includes(name),
    );
    const families = ({ RestrictAddressFamilies }: Unit) => RestrictAddressFamilies?.split(' ');
    assert.deepEqual(families(BACKUP), ['AF_UNIX']);
    assert.deepEqual(families(SERVICE)?.sort(), ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
    assert.deepEqual(
      Object.fromEntries(withoutNetwork.filter(([name]) => name !== 'RestrictAddressFamilies')),
      Object.fromEntries(sandbox(SERVICE).filter(([name]) => name !== 'RestrictAddressFamilies')),
    );
    assert.equal(BACKUP.ReadWritePaths, '-/var/backups/museum');
    const ofPlace = /^(Environment\w*|WorkingDirectory|StateDirectory\w*)$/;
    assert.deepEqual(
      Object.fromEntries(sandbox(INSTANCE).filter(([name]) => !ofPlace.test(name))),
      Object.fromEntries(sandbox(SERVICE).filter(([name]) => !ofPlace.test(name))),
    );
    for (const [name, value] of Object.entries({
      User: 'museum',
      StateDirectory: 'museum',
      StateDirectoryMode: '0700',
      ProtectSystem: 'strict',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      SystemCallFilter: '@system-service ~@privileged @resources setpriority',
    }))
      assert.equal(SERVICE[name], value, name);
    // Node compiles while it runs.
    assert.equal(SERVICE.MemoryDenyWriteExecute, undefined);
  });
});

describe('the examples for proxies', () => {
  const [nginx, caddy, two] = ['deploy/nginx.conf', 'deploy/Caddyfile', 'docs/operations.md'].map(read) as [
    string,
    string,
    string,
  ];

  test('lead to where the service listens', () => {
    const { host, port } = readConfig({});
    assert.deepEqual(
      [...nginx.matchAll(/^ {4}server (\S+);$/gm)].map(([, address]) => address),
      [`${host}:${port}`],
    );
    assert.equal(/proxy_pass http:\/\/(\w+);/.exec(nginx)?.[1], /^upstream (\w+) /m.exec(nginx)?.[1]);
    assert.equal(/reverse_proxy (\S+) /.exec(caddy)?.[1], `${host}:${port}`);
  });

  test('let the longest body through that the service takes, and say themselves who asks', () => {
    const limits = Object.values(operations).map(({ request }) =>
      'body' in request && 'limit' in request.body ? request.body.limit : BODY_LIMIT,
    );
    const files = Object.values<Operation>(operations).flatMap(({ path, request: { file } }) =>
      file === undefined ? [] : [{ path, limit: file.limit }],
    );
    for (const text of [nginx, two]) {
      const megabytes = Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]);
      assert.ok(megabytes * 1024 * 1024 >= Math.max(...limits));
      const places = [...text.matchAll(/location ~ (\S+) \{\s+client_max_body_size (\d+)m;/g)];
      for (const { path, limit } of files) {
        const [, , most] = places.find(([, where = '']) => new RegExp(where).test(BASE_PATH + path)) ?? [];
        assert.ok(Number(most) * 1024 * 1024 >= limit, path);
      }
      assert.match(text, /proxy_set_header Host \$http_host;/); // with the port
      assert.match(text, /proxy_set_header X-Forwarded-For \$remote_addr;/);
      assert.match(text, /proxy_set_header X-Forwarded-Proto \$scheme;/);
      assert.match(text, /location = \/metrics \{\s+return 404;/);
    }
    assert.doesNotMatch(caddy, /request_body|trusted_proxies|header_up/); // as Caddy does it by itself
    assert.match(caddy, /respond \/metrics 404/);
  });

  test('write down nothing of what is behind the "?" of an address', () => {
    for (const text of [nginx, two]) {
      assert.match(
        text,
        /^log_format museum (?!.*\$(?:request|request_uri|args|query_string|http_referer)\b)/m,
      );
      assert.equal(text.match(/ access_log \S+ museum;/g)?.length, text.match(/^server \{/gm)?.length);
    }
    assert.doesNotMatch(caddy, /^\s*log\b/m); // it keeps none by itself
  });
});

describe('compose', () => {
  const [compose, postgres, image] = ['compose.yaml', 'compose.postgres.yaml', 'Dockerfile'].map((name) =>
    read(`deploy/${name}`),
  ) as [string, string, string];

  const onPostgres = { MUSEUM_DATABASE_URL: /MUSEUM_DATABASE_URL: (\S+)/.exec(postgres)?.[1] };

  test('names settings and places as the service and the image have them', () => {
    const named = [...`${compose}${postgres}`.matchAll(/^ +((?:MUSEUM_|LOG_)\w+|HOST|PORT): /gm)];
    assert.ok(named.length >= 5);
    for (const [, name] of named) assert.ok((SETTINGS as readonly string[]).includes(name ?? ''), name);
    const [, variables = ''] = /^ENV (.*)$/m.exec(image) ?? [];
    for (const variable of variables.split(' '))
      assert.ok(compose.includes(variable.replace('=', ': ')), variable);
    const port = readConfig({}).port;
    assert.ok(compose.includes(`ports: ["127.0.0.1:${port}:${port}"]`));
    assert.match(image, new RegExp(`^EXPOSE ${port}$`, 'm'));
    for (const place of ['/var/lib/museum', '/var/backups/museum'])
      assert.match(image, new RegExp(`install -d -m 0700 -o node -g node .*${place}`));
    assert.equal(/command: (.*)/.exec(compose)?.[1], argumentsOf(BACKUP).join(' '));
    assert.equal(readConfig(onPostgres).database.kind, 'postgres');
  });

  test('on PostgreSQL backs up nothing of the database of before, and fails until pg_dump is used', async (t) => {
    const old = await startMuseum(t);
    await old.stop();
    const backups = await temporaryFolder(t);
    const args = argumentsOf(BACKUP).map((arg) => (arg === '/var/backups/museum' ? backups : arg));
    const { code, stderr } = await runMuseum(t, args, {
      env: { MUSEUM_DATA_DIR: old.dataDir, ...onPostgres },
    });
    assert.equal(code, 1);
    assert.match(stderr, /pg_dump/);
    assert.deepEqual(await readdir(backups), []);
    assert.match(postgres, /^ {2}museum:\n {4}environment: &database$/m);
    assert.match(postgres, /^ {2}backup:\n {4}environment: \*database$/m);
  });

  test('lets a museum move to PostgreSQL as the guide says, with both files named', () => {
    const guide = read('docs/deploy.md');
    const [, given = '', to = ''] =
      /^docker compose run --rm --env (\S+) museum move --to (\S+)$/m.exec(guide) ?? [];
    assert.equal(readConfig({ ...onPostgres, ...parseEnv(given) }).database.kind, 'sqlite');
    assert.equal(to, onPostgres.MUSEUM_DATABASE_URL);
    assert.match(guide, /^COMPOSE_FILE=compose\.yaml:compose\.postgres\.yaml$/m);
  });

  test('gives the container no more than it needs, an end to its log, and time to end', () => {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', '"no-new-privileges:true"', 'tmpfs: /tmp'])
      assert.ok(compose.includes(line), line);
    for (const services of [compose, postgres])
      assert.match(services, /logging: .* max-size: \d+m, max-file: /);
    assert.ok(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000 > MAX_SHUTDOWN_MS);
  });
});
