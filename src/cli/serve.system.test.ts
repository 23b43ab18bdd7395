import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADMIN,
  basic,
  callMuseum,
  ROOT,
  type RunningMuseum,
  type RunningProcess,
  start,
  startMuseum,
  startUnwritable,
} from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

const NO_ADMIN = { MUSEUM_ADMIN_USERNAME: undefined, MUSEUM_ADMIN_PASSWORD: undefined };

function listEvents(museum: RunningMuseum, authorization = museum.authorization): Promise<Response> {
  return fetch(`${museum.baseAddress}/special-events`, { headers: { authorization } });
}

/** A request that has begun and waits for the rest of its body. */
async function halfSentRequest(museum: RunningMuseum) {
  const body = JSON.stringify({ name: 'Late', location: 'Hall', eventDescription: '', dates: [], price: 1 });
  const socket = dial(Number(new URL(museum.address).port), '127.0.0.1');
  socket.write(
    `POST /v1.1/special-events HTTP/1.1\r\nHost: museum\r\nAuthorization: ${museum.authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await firstBytes(socket, /^HTTP\/1\.1 100/);
  socket.write(body.slice(0, 10));
  return {
    async finish(): Promise<string> {
      const answer = firstBytes(socket, /\r\n\r\n/);
      socket.write(body.slice(10));
      return (await answer).split('\r\n')[0] ?? '';
    },
    abandon: () => socket.destroy(),
  };
}

function firstBytes(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
  });
}

/** Resolves with the first match in what the process has written to standard error. */
async function errorsOf({ stderr }: RunningProcess, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(stderr());
    if (match !== null) return match;
    await sleep(10);
  }
}

async function untilClosed(museum: RunningMuseum): Promise<void> {
  for (;;) {
    const socket = dial(Number(new URL(museum.address).port), '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (!isOpen) return;
    await sleep(20);
  }
}

/** One line that says what is wrong, exit code 1, and nothing else. */
function assertRefused(outcome: { code: number | null; stdout: string; stderr: string }, line: RegExp): void {
  assert.equal(outcome.stdout, '');
  assert.match(outcome.stderr, /^museum: [^\n]+\n$/);
  assert.match(outcome.stderr, line);
  assert.equal(outcome.code, 1);
}

describe('the first start', () => {
  test('makes an account and prints a curl line that works when it is pasted, only once', async (t) => {
    const museum = await startMuseum(t, { env: NO_ADMIN });
    const [, line = '', password = ''] = await museum.says(
      /^ {2}(curl -u 'admin:([A-Za-z0-9]{20})' '\S+')$/m,
    );
    const args = await pasted(t, line);
    assert.deepEqual(args, ['-u', `admin:${password}`, `${museum.baseAddress}/special-events`]);
    const answer = await fetch(args[2] ?? '', { headers: { authorization: basic('admin', password) } });
    assert.equal(answer.status, 200);
    assert.deepEqual(await museum.stop(), { code: 0, signal: null });

    const again = await startMuseum(t, { dataDir: museum.dataDir, env: NO_ADMIN });
    assert.doesNotMatch(again.stdout(), /curl|first|MUSEUM_ADMIN/);
    assert.equal((await listEvents(again, basic('admin', password))).status, 200);
  });

  test('shows the password also when standard output can’t be written to, and goes on', async (t) => {
    const dataDir = await temporaryFolder(t);
    const museum = startUnwritable(t, ['serve'], { MUSEUM_DATA_DIR: dataDir });
    const [, password = ''] = await errorsOf(museum, /Password +(\S+) +\(shown only once\)/);
    const [, baseAddress = ''] = await errorsOf(museum, /Base address +(\S+)/);
    const headers = { authorization: basic('admin', password) };
    assert.equal((await fetch(`${baseAddress}/special-events`, { headers })).status, 200);
    museum.child.kill('SIGTERM');
    assert.deepEqual(await museum.exit, { code: 0, signal: null });
  });

  test('makes the account of the settings, whatever its name holds, and never prints their password', async (t) => {
    const museum = await startMuseum(t, { env: { MUSEUM_ADMIN_USERNAME: `O'Brien $HOME "x"` } });
    const [, line = ''] = await museum.says(/^(curl .*)$/m);
    assert.deepEqual((await pasted(t, line)).slice(0, 2), ['-u', `O'Brien $HOME "x"`]);
    assert.equal(museum.stdout().includes(ADMIN.password), false);
    const authorization = basic(`O'Brien $HOME "x"`, ADMIN.password);
    assert.equal((await listEvents(museum, authorization)).status, 200);
  });

  test('logs which migrations it applied, and the milliseconds that each took', async (t) => {
    const museum = await startMuseum(t, { env: { LOG_LEVEL: 'info' } });
    await museum.says(/"msg":"the database was created"/);
    const line = museum
      .stdout()
      .split('\n')
      .find((each) => each.includes('the database was created'));
    const { migrations } = JSON.parse(line as string) as { migrations: { name: string; ms: number }[] };
    assert.deepEqual(
      migrations.map(({ name }) => `${name}.sql`),
      (await readdir(join(ROOT, 'migrations'))).sort(),
    );
    for (const { name, ms } of migrations) assert.ok(Number.isInteger(ms), name);
  });
});

test('without a terminal every line is JSON: where it listens, what Node warns of, requests and the end', async (t) => {
  const warning = encodeURIComponent(`process.on('SIGUSR2', () => process.emitWarning('the roof is old'))`);
  const museum = await startMuseum(t, {
    env: {
      ...{ LOG_LEVEL: 'info', LOG_FORMAT: 'words', MUSEUM_PORT: '1' },
      NODE_OPTIONS: `--import=data:text/javascript,${warning}`,
    },
  });
  await fetch(`${museum.address}/nowhere`);
  museum.child.kill('SIGUSR2');
  await museum.says(/a warning of Node/);
  await museum.stop();
  assert.equal(museum.stderr(), '');
  const lines = museum
    .stdout()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { level, time, msg } of lines) {
    assert.match(level, /^(?:info|warn)$/);
    assert.ok(!Number.isNaN(Date.parse(time)) && typeof msg === 'string');
  }
  const said = lines.map(({ level, msg }) => `${level} ${msg}`);
  for (const line of [
    /^warn MUSEUM_PORT is not a setting/,
    /^info the database was created$/,
    /^info Start page +http:\S+ +Base address +http:\S+\/v1\.1 +Documentation +http:\S+$/,
    /^info User name +admin +Password +the one in MUSEUM_ADMIN_PASSWORD$/,
    /^warn a warning of Node$/,
    /^info request$/,
    /^info Stopped\.$/,
  ])
    assert.ok(
      said.some((each) => line.test(each)),
      `${line}`,
    );
});

describe('what a start says of its settings', () => {
  test('that the first account of the settings is not used, where there are accounts, whatever its password is', async (t) => {
    const first = await startMuseum(t);
    await first.stop();
    assert.doesNotMatch(first.stdout(), /not used/);
    const env = { MUSEUM_ADMIN_PASSWORD: 'password' };
    const again = await startMuseum(t, { dataDir: first.dataDir, env });
    await again.says(
      /^MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD are ignored, because there are already accounts/m,
    );
  });

  test('that the password of the first account is a weak one, which a setting may still have', async (t) => {
    const museum = await startMuseum(t, { env: { MUSEUM_ADMIN_PASSWORD: '12345678' } });
    await museum.says(
      /^MUSEUM_ADMIN_PASSWORD is shorter than 10 characters\. Change it: "museum accounts password/m,
    );
  });

  test('that a name is no setting, and which one may be meant', async (t) => {
    const museum = await startMuseum(t, {
      env: { MUSEUM_PORT: '1', MUSEUM_DATADIR: 'x', MUSEUM_TIMEZONE: 'x', MUSEUM_LOG_LEVEL: 'x' },
    });
    assert.deepEqual(
      museum
        .said()
        .match(/^.* is not a setting .*$/gm)
        ?.sort(),
      [
        'MUSEUM_DATADIR is not a setting and is ignored. Did you mean MUSEUM_DATA_DIR?',
        'MUSEUM_LOG_LEVEL is not a setting and is ignored. Did you mean LOG_LEVEL?',
        'MUSEUM_PORT is not a setting and is ignored. Did you mean PORT?',
        'MUSEUM_TIMEZONE is not a setting and is ignored. Did you mean MUSEUM_TIME_ZONE?',
      ],
    );
  });

  test('that a line of .env is not read as it looks', async (t) => {
    const dataDir = await temporaryFolder(t);
    await writeFile(join(dataDir, '.env'), 'MUSEUM_NAME=Site #7\nPORT 80\n');
    const museum = await startMuseum(t, { dataDir });
    assert.match(
      museum.said(),
      /^\.env, line 1: the value of MUSEUM_NAME ends before the #\. .*\n\.env, line 2: the line has no =.*\n/,
    );
  });

  test('that passwords go unencrypted, where other machines reach it and no proxy is in front', async (t) => {
    const note = /^Other machines can reach this service without TLS: passwords are sent unencrypted/m;
    const open = await startMuseum(t, { env: { HOST: '0.0.0.0' } });
    await open.says(note);
    assert.doesNotMatch(open.stdout(), /0\.0\.0\.0/);
    assert.equal((await listEvents(open)).status, 200);
    const behind = await startMuseum(t, { env: { HOST: '0.0.0.0', MUSEUM_TRUST_PROXY: 'on' } });
    const alone = await startMuseum(t);
    for (const museum of [behind, alone]) {
      await museum.says(/first account|MUSEUM_ADMIN_PASSWORD/);
      assert.doesNotMatch(museum.said(), note);
    }
  });

  test('that a new museum lies inside the program, where an upgrade may replace it, and no other', async (t) => {
    const program = join(await temporaryFolder(t), 'museum');
    await mkdir(program);
    for (const part of [
      'bin',
      'src',
      'languages',
      'migrations',
      'package.json',
      'package-lock.json', // without it, it is installed
      'openapi.json',
      'node_modules',
    ])
      await symlink(join(ROOT, part), join(program, part));
    const elsewhere = await startMuseum(t);
    assert.doesNotMatch(elsewhere.stdout(), /inside/);
    const inside = /^This is a new museum\. Its data is in \S+\/data, inside the program’s folder/m;
    const preserving = { NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' };
    const serve = () =>
      start(t, process.execPath, ['src/main.js', 'serve'], { cwd: program, env: preserving });
    const museum = serve();
    await museum.says(inside);
    museum.child.kill('SIGTERM');
    await museum.exit;
    const again = serve();
    await again.says(/Base address/);
    assert.doesNotMatch(again.said(), inside);
  });
});

describe('being told to stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`with ${signal} finishes what is in flight, takes nothing new and ends well`, async (t) => {
      const museum = await startMuseum(t);
      const request = await halfSentRequest(museum);
      museum.child.kill(signal);
      await untilClosed(museum);
      assert.match(await request.finish(), /^HTTP\/1\.1 201 /);
      assert.deepEqual(await museum.exit, { code: 0, signal: null });
      assert.match(museum.said(), /\nStopped\.\n$/);
      // The write-ahead log is gone once the database was closed.
      assert.deepEqual(
        (await readdir(museum.dataDir)).filter((name) => /-(wal|shm)$/.test(name)),
        [],
      );
      assert.equal(museum.stderr(), '');
    });
  }

  test('a second time ends at once', async (t) => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const museum = await startMuseum(t);
      const request = await halfSentRequest(museum);
      museum.child.kill('SIGTERM');
      await untilClosed(museum);
      await sleep(300); // longer than one press can arrive twice
      museum.child.kill(signal);
      assert.deepEqual(await museum.exit, { code, signal: null });
      request.abandon();
    }
  });

  test('through npm, with Ctrl-C or SIGTERM, is the same', async (t) => {
    const dataDir = await temporaryFolder(t);
    const npm = () =>
      start(t, 'npm', ['start'], { cwd: ROOT, env: { MUSEUM_DATA_DIR: dataDir }, detached: true });

    const interrupted = npm();
    await interrupted.says(/Base address/);
    // A terminal sends Ctrl-C to all who run in the foreground.
    process.kill(-(interrupted.child.pid ?? 0), 'SIGINT');
    assert.deepEqual(await interrupted.exit, { code: 0, signal: null });

    const terminated = npm();
    await terminated.says(/Base address/);
    terminated.child.kill('SIGTERM');
    assert.deepEqual(await terminated.exit, { code: 0, signal: null });
  });
});

describe('a start that can’t be', () => {
  test('names the setting that is wrong', async (t) => {
    const folder = await temporaryFolder(t);
    const serve = (env: Record<string, string>) =>
      callMuseum(['serve'], { env: { MUSEUM_DATA_DIR: join(folder, 'data'), ...env } });
    assertRefused(await serve({ PORT: '80a' }), /^museum: PORT: "80a"/);
    assertRefused(await serve({ MUSEUM_TIME_ZONE: 'Mars/Base' }), /^museum: MUSEUM_TIME_ZONE: "Mars\/Base"/);
    assertRefused(
      await serve({ MUSEUM_ADMIN_USERNAME: 'head' }),
      /^museum: MUSEUM_ADMIN_PASSWORD: is not set/,
    );
    const named = { MUSEUM_ADMIN_USERNAME: 'head', MUSEUM_ADMIN_PASSWORD: 'short' };
    assertRefused(await serve(named), /^museum: MUSEUM_ADMIN_PASSWORD: is shorter than 8/);
    assertRefused(await serve({ HOST: '203.0.113.1', PORT: '8080' }), /^museum: HOST: "203.0.113.1"/);
    assertRefused(await serve({ HOST: '203.0.113.1', PORT: '0' }), /^museum: HOST: "203.0.113.1"/);
    assertRefused(await serve({ HOST: 'no such host', PORT: '0' }), /^museum: HOST: "no such host"/);
    assert.equal(existsSync(join(folder, 'data', 'museum.db')), false);
  });

  test('names the port that is in use, before a database is made', async (t) => {
    const dataDir = await temporaryFolder(t);
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
    t.after(() => occupant.close());
    const port = String((occupant.address() as AddressInfo).port);
    const outcome = await callMuseum(['serve'], { env: { MUSEUM_DATA_DIR: dataDir, PORT: port } });
    assertRefused(outcome, new RegExp(`^museum: PORT: port ${port} on 127\\.0\\.0\\.1 is in use`));
    assert.deepEqual(await readdir(dataDir), []);
    const env = { MUSEUM_DATA_DIR: join(dataDir, 'data'), PORT: port };
    assertRefused(await callMuseum(['serve'], { env }), /^museum: PORT: /);
    assert.deepEqual(await readdir(dataDir), [], 'not even its folder is made');
  });

  test('names the data directory that can’t be written', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const outcome = await callMuseum(['serve'], { env: { MUSEUM_DATA_DIR: join(file, 'data') } });
    assertRefused(outcome, /^museum: MUSEUM_DATA_DIR: can’t write files in .*a file\/data/);
  });

  test('names the file that is no database, and leaves it alone', async (t) => {
    const dataDir = await temporaryFolder(t);
    await writeFile(join(dataDir, 'museum.db'), 'minutes of the board, 1998\n'.repeat(100));
    const outcome = await callMuseum(['serve'], { env: { MUSEUM_DATA_DIR: dataDir } });
    assertRefused(outcome, /museum\.db: the file is not a database/);
    assert.deepEqual(await readdir(dataDir), ['museum.db']);
  });
});

describe('the running service', () => {
  test('goes on when nobody reads what it prints any more', async (t) => {
    const museum = await startMuseum(t, { env: { LOG_LEVEL: 'info' } });
    museum.child.stdout?.destroy();
    for (let request = 0; request < 5; request += 1) {
      assert.equal((await listEvents(museum)).status, 200);
    }
    assert.deepEqual(await museum.stop(), { code: 0, signal: null });
  });

  test('ends in good order, loudly and with exit code 1, after an error that nobody expected', async (t) => {
    const fault = `process.on('SIGUSR2', () => Promise.reject(new Error('the roof leaks')))`;
    const museum = await startMuseum(t, {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` },
    });
    const request = await halfSentRequest(museum);
    museum.child.kill('SIGUSR2');
    await untilClosed(museum);
    assert.match(await request.finish(), /^HTTP\/1\.1 201 /);
    assert.deepEqual(await museum.exit, { code: 1, signal: null });
    const [crash = '', ...more] = museum.stderr().split('\n');
    assert.deepEqual(more, ['']);
    const { level, msg, err } = JSON.parse(crash);
    assert.deepEqual(
      [level, msg, err.message],
      [60, 'unexpected error; the service stops', 'the roof leaks'],
    );
    assert.deepEqual(
      (await readdir(museum.dataDir)).filter((name) => /-(wal|shm)$/.test(name)),
      [],
    );
  });

  test('loses nothing that it answered when it is killed', async (t) => {
    const museum = await startMuseum(t);
    const headers = { authorization: museum.authorization, 'content-type': 'application/json' };
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: [], price: 1 };
    const created = await fetch(`${museum.baseAddress}/special-events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(event),
    });
    assert.equal(created.status, 201);
    assert.deepEqual(await museum.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    const again = await startMuseum(t, { dataDir: museum.dataDir });
    const location = created.headers.get('location') ?? '';
    const read = await fetch(new URL(location, again.address), { headers });
    assert.equal(read.status, 200);
  });

  test('refuses an account at once that the command line disabled, and takes a new password at once', async (t) => {
    const museum = await startMuseum(t);
    const env = { MUSEUM_DATA_DIR: museum.dataDir };
    const added = await callMuseum(['accounts', 'add', 'desk', '--role', 'cashier'], { env });
    const password = /^The new password, which is shown only once: (\S+)$/m.exec(added.stdout)?.[1] ?? '';
    const desk = basic('desk', password);
    assert.equal((await listEvents(museum, desk)).status, 200);
    await callMuseum(['accounts', 'disable', 'desk'], { env });
    assert.equal((await listEvents(museum, desk)).status, 401);
    await callMuseum(['accounts', 'enable', 'desk'], { env });
    assert.equal((await listEvents(museum, desk)).status, 200);
    await callMuseum(['accounts', 'password', 'desk', '--password-stdin'], {
      env,
      input: 'close sesame\n',
    });
    assert.equal((await listEvents(museum, desk)).status, 401);
    assert.equal((await listEvents(museum, basic('desk', 'close sesame'))).status, 200);
  });
});

/** The arguments that a shell makes of a line which begins with `curl`. */
async function pasted(t: TestContext, line: string): Promise<string[]> {
  const bin = join(await temporaryFolder(t), 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'curl'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
  await chmod(join(bin, 'curl'), 0o755);
  const shell = start(t, 'sh', ['-c', line], { env: { PATH: `${bin}:${process.env.PATH}` } });
  await shell.exit;
  return shell.stdout().trimEnd().split('\n');
}
