/** The global setup of a test run: `npm test` passes this file to Node's test runner. */
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { ROOT } from './process.ts';

/** Taken out of the environment of the programs under test, as every MUSEUM_ variable is. */
const PORT = 'MUSEUM_TEST_POSTGRES_PORT';

let server: PostgresServer | undefined;

/** Where Node keeps what it compiled: a run starts the service and the command line hundreds of times. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled-for-tests');

/** Before the first test: the processes of the tests inherit this one's environment. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  if (process.env.TMPDIR === undefined && hasRoomInMemory()) process.env.TMPDIR = MEMORY;
  server = await startPostgres();
  process.env[PORT] = String(server.port);
  // Everything that is left behind goes with the server, also when this process is killed.
  process.env.TMPDIR = join(server.folder, 'temporary');
  mkdirSync(process.env.TMPDIR);
}

/** Test data need not survive a crash of the machine, so they are kept in memory where Linux has a file system for that. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** After the last one. A run that is cut short doesn't come here: then the server's guard takes it down. */
export async function globalTeardown(): Promise<void> {
  await server?.remove();
}

/** The port of the PostgreSQL that all tests share; undefined in a file that is run by itself. */
export function portOfTheRun(): number | undefined {
  const port = process.env[PORT];
  return port === undefined ? undefined : Number(port);
}
