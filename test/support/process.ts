/** The real service and the real command line, in processes of their own. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Call } from './cli-worker.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const MUSEUM = join(ROOT, 'bin', 'museum');

/** The first account, unless a test asks for another environment. */
export const ADMIN = { username: 'admin', password: 'correct horse battery' } as const;

/** A test, or whatever else calls what it is told to at its end. */
export type Cleanup = Pick<TestContext, 'after'>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** How a process ended: with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** The messages of the log lines in its standard output, a line each; other lines as they are. */
  said(): string;
  /** Resolves with the first match in what is `said`, or in its standard output; rejects when the process ends without one. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface RunningMuseum extends RunningProcess {
  /** http://127.0.0.1:PORT */
  readonly address: string;
  /** The base address of the API: http://127.0.0.1:PORT/v1.1 */
  readonly baseAddress: string;
  readonly dataDir: string;
  /** The header Authorization for ADMIN. */
  readonly authorization: string;
  /** Sends the signal, SIGTERM by default, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

export interface MuseumOptions {
  /** An existing data folder, which is kept; by default a new one that is removed after the test. */
  readonly dataDir?: string;
  /** Added to a bare environment; undefined takes a variable out. */
  readonly env?: Environment;
  /** Another `museum` than that of this checkout. */
  readonly program?: string;
  /** In a process group of its own, which a Ctrl-C in the terminal does not reach. */
  readonly detached?: boolean;
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Starts `museum serve` on a free port and waits until it is ready. It is killed after the test at the latest. */
export async function startMuseum(test: Cleanup, options: MuseumOptions = {}): Promise<RunningMuseum> {
  const dataDir = options.dataDir ?? (await newDataDir(test));
  const env = {
    MUSEUM_DATA_DIR: dataDir,
    MUSEUM_ADMIN_USERNAME: ADMIN.username,
    MUSEUM_ADMIN_PASSWORD: ADMIN.password,
    // Tests name days that are years ahead, so that they never pass.
    MUSEUM_SALES_DAYS: '3650',
    ...options.env,
  };
  const running = start(test, options.program ?? MUSEUM, ['serve'], {
    ...{ env, cwd: dataDir, detached: options.detached ?? false },
  });
  const [, address = ''] = await running.says(/Base address +(http:\S+)\/v1\.1\s/);
  return {
    ...running,
    address,
    baseAddress: `${address}/v1.1`,
    dataDir,
    authorization: basic(ADMIN.username, ADMIN.password),
    stop(signal = 'SIGTERM') {
      running.child.kill(signal);
      return running.exit;
    },
  };
}

/** How a command is called. Without `input`, its standard input is empty. */
export interface CallOptions {
  readonly env?: Environment;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs `museum ARGS` to its end, in a process of its own. */
export async function runMuseum(
  test: Cleanup,
  args: readonly string[],
  { input = '', ...options }: CallOptions = {},
): Promise<Finished> {
  const running = start(test, MUSEUM, args, { ...options, stdin: 'pipe' });
  running.child.stdin?.on('error', () => {}).end(input);
  const exit = await running.exit;
  return { ...exit, stdout: running.stdout(), stderr: running.stderr() };
}

/**
 * Runs `museum ARGS` in a worker process that all tests of a file share, one call after another, at a tenth of the cost of
 * a process for each. For tests of what a command does; `runMuseum` is for how processes begin and end. A command that does
 * not end fails after `CALL_LIMIT_MS`, because all calls of the file wait for it.
 */
export async function callMuseum(
  args: readonly string[],
  { env, cwd = tmpdir(), input = '' }: CallOptions = {},
): Promise<Finished> {
  const before = lastCall;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastCall = promise;
  await before;
  try {
    return await ask({ args, env: bareEnvironment(env), cwd, input });
  } finally {
    resolve();
  }
}

/** No command that is called here takes nearly as long, however busy the machine is. */
const CALL_LIMIT_MS = 300_000;

/** Resolves when the last call is over, for which the next one waits. */
let lastCall: Promise<void> | undefined;
let worker: ChildProcess | undefined;

async function ask(call: Call): Promise<Finished> {
  const asked = worker ?? forkWorker();
  worker = asked;
  asked.ref();
  asked.channel?.ref();
  asked.send(call);
  const limit = setTimeout(() => asked.kill('SIGKILL'), CALL_LIMIT_MS);
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const [outcome] = await Promise.race([
      once(asked, 'message', { signal }),
      once(asked, 'exit', { signal }).then(() =>
        assert.fail(
          `museum ${call.args.join(' ')} ended its process, or ran for ${CALL_LIMIT_MS / 60_000} minutes`,
        ),
      ),
    ]);
    return outcome;
  } finally {
    clearTimeout(limit);
    answered.abort();
    asked.unref();
    asked.channel?.unref();
  }
}

function forkWorker(): ChildProcess {
  const forked = fork(new URL('./cli-worker.ts', import.meta.url), { env: bareEnvironment(), execArgv: [] });
  forked.once('exit', () => {
    worker = undefined; // the next call starts another
  });
  return forked;
}

/**
 * Starts a program in an environment without settings of this machine's museum, on a port that the system
 * chooses. It is killed after the test at the latest, with all that it started when it is `detached`.
 */
export function start(
  test: Cleanup,
  program: string,
  args: readonly string[],
  options: { env?: Environment; cwd?: string; stdin?: 'pipe' | 'ignore'; detached?: boolean } = {},
): RunningProcess {
  const spawnOptions: SpawnOptions = {
    cwd: options.cwd ?? tmpdir(),
    env: bareEnvironment(options.env),
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    detached: options.detached ?? false,
  };
  const child = spawn(program, args, spawnOptions);
  test.after(() => end(child, spawnOptions.detached === true));
  return watch(child);
}

/** Starts `museum ARGS` with a standard output that can't be written to, as on a full disk. */
export function startUnwritable(
  test: TestContext,
  args: readonly string[],
  env: Environment,
): RunningProcess {
  return start(test, '/bin/sh', ['-c', 'exec "$0" "$@" 1</dev/null', MUSEUM, ...args], { env });
}

function watch(child: ChildProcess): RunningProcess {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const exit = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    exit,
    stdout,
    stderr,
    said: () => messagesIn(stdout()),
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(messagesIn(stdout())) ?? pattern.exec(stdout());
          if (match !== null) resolve(match);
        };
        child.stdout?.on('data', look);
        look();
        exit.then(({ code, signal }) => {
          reject(
            new Error(`it ended (${code ?? signal}) before it said ${pattern}:\n${stdout()}${stderr()}`),
          );
        }, reject);
      }),
  };
}

/** Of a line that has not come to its end yet there is no message. */
function messagesIn(output: string): string {
  return output.replaceAll(/^\{.*\}(?=\n)/gm, (line) => JSON.parse(line).msg ?? line);
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function end(child: ChildProcess, wholeGroup: boolean): Promise<void> {
  if (wholeGroup && child.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  }
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}

function bareEnvironment(added: Environment = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  const all = { ...Object.fromEntries(kept), PORT: '0', LOG_LEVEL: 'warn', ...added };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

// NODE_TEST_CONTEXT would make a child report to the test runner instead of doing its work.
const SETTING = /^(MUSEUM_.*|PORT|HOST|LOG_LEVEL|LOG_FORMAT|NODE_TEST_CONTEXT|NODE_OPTIONS|npm_.*)$/;

async function newDataDir(test: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'museum-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
