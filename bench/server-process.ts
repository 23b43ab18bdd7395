import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, makeFolder, removeFolder, startChild } from './cleanup.ts';
import { InvalidRun } from './generator.ts';
import type { ReferenceAnswers } from './reference.ts';
import { copyDatabase } from './seed.ts';
import type { SeedSize } from './seed-rows.ts';

/** What a process has used so far. */
export interface Reading {
  /** Processor time of the whole process with all its threads, in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly residentBytes: number;
  /** Since the last reading; in milliseconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** A server under measurement, in a process and a folder of its own. */
export interface ServerProcess {
  readonly port: number;
  /** The service's database: its file, or its address. */
  readonly database: string;
  readGauges(): Promise<Reading>;
  close(): Promise<void>;
}

const GAUGES = `--import=${join(import.meta.dirname, 'gauges.js')}`;
const START_TIMEOUT_MS = 60_000;
const PROBE_PAUSE_MS = 1;

export interface StartOptions {
  /** Flags for the runtime, such as --cpu-prof. */
  readonly flags?: readonly string[];
  readonly measureLoopDelay?: boolean;
  /** Settings of the service beside those that it needs anyway. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The seeded days are years ahead. */
const ALWAYS = { MUSEUM_SALES_DAYS: '3650' };

/** The service on a fresh copy of the seeded database. Its log goes to a file, as under a supervisor. */
export async function startService(size: SeedSize, options: StartOptions = {}): Promise<ServerProcess> {
  const folder = makeFolder();
  const database = join(folder, 'museum.db');
  await copyDatabase(size, database);
  return start(SERVICE, { ...ALWAYS, MUSEUM_DATA_DIR: folder }, folder, database, options);
}

/** One instance of the service on that PostgreSQL database. */
export function startInstance(url: string, options: StartOptions = {}): Promise<ServerProcess> {
  const folder = makeFolder();
  return start(
    SERVICE,
    { ...ALWAYS, MUSEUM_DATA_DIR: folder, MUSEUM_DATABASE_URL: url },
    folder,
    url,
    options,
  );
}

/** Bare Fastify with the service's own answers (bench/reference.ts). */
export function startReference(answersToGive: ReferenceAnswers): Promise<ServerProcess> {
  const folder = makeFolder();
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(answersToGive));
  return start(REFERENCE, { BENCH_REFERENCE_ANSWERS: file }, folder, '', {});
}

const REFERENCE: Program = { args: [join(import.meta.dirname, 'reference.ts')] };

/** The service as `npm start` starts it. */
export const SERVICE: Program = { command: join(import.meta.dirname, '../bin/museum'), args: ['serve'] };

export interface Program {
  readonly command?: string;
  readonly args: readonly string[];
}

async function start(
  { command, args }: Program,
  environment: Record<string, string>,
  folder: string,
  database: string,
  { flags = [], measureLoopDelay = false, environment: settings = {} }: StartOptions,
): Promise<ServerProcess> {
  const port = await freePort();
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const env = {
    ...process.env,
    ...environment,
    ...settings,
    NODE_ENV: 'production',
    NODE_OPTIONS: [...flags, GAUGES].join(' '),
    PORT: `${port}`,
    BENCH_LOOP_DELAY: measureLoopDelay ? 'on' : 'off',
  };
  const child = startChild(args, { cwd: folder, env, stdio: ['ignore', log, log, 'ipc'] }, command);
  closeSync(log);
  await ready(child, port, logFile);
  return {
    port,
    database,
    readGauges: () => readGauges(child),
    async close() {
      await endChild(child);
      removeFolder(folder);
    },
  };
}

/** Waits until the server answers over HTTP; whatever it answers. */
async function ready(child: ChildProcess, port: number, logFile: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new InvalidRun(`A server did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await sleep(PROBE_PAUSE_MS);
  }
}

export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(true));
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });
}

function readGauges(child: ChildProcess): Promise<Reading> {
  const told = new Promise<Reading>((resolve) =>
    child.once('message', (reading: Reading) => resolve(reading)),
  );
  child.send('read gauges');
  return told;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
