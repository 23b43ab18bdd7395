import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import type { Make, Order, Place, Report } from './postgres-guard.ts';

/** A real PostgreSQL on 127.0.0.1, which may be shared with other processes. */
export class Postgres {
  readonly port: number;
  #withSchemas: Promise<string> | undefined;
  #schemas = 0;

  constructor(port: number) {
    this.port = port;
  }

  /** The address of a database for the administrator `museum`, who needs no password. */
  url(database: string): string {
    return `postgres://museum@127.0.0.1:${this.port}/${database}`;
  }

  /** @returns the address of a new, empty database. */
  async createDatabase(): Promise<string> {
    const name = `museum_${randomBytes(8).toString('hex')}`;
    await this.query(`CREATE DATABASE ${name} TEMPLATE template0 STRATEGY file_copy`);
    return this.url(name);
  }

  /** @returns the address of a new, empty schema. A museum uses it like a database, at a fifth of the cost. */
  async createSchema(): Promise<string> {
    this.#withSchemas ??= this.createDatabase();
    const url = await this.#withSchemas;
    const name = `museum_${++this.#schemas}`;
    await this.query(`CREATE SCHEMA ${name}`, [], new URL(url).pathname.slice(1));
    // Without sslmode=disable each connection would first try TLS, and so connect twice.
    return `${url}?sslmode=disable&options=${encodeURIComponent(`-c search_path=${name}`)}`;
  }

  /** Runs one statement as its administrator. */
  async query(sql: string, values: unknown[] = [], database = 'postgres'): Promise<pg.QueryResult['rows']> {
    const client = new pg.Client(`${this.url(database)}?sslmode=disable`);
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
}

/** A PostgreSQL for this process alone, in a folder that is removed with it. */
export interface PostgresServer extends Postgres {
  /** The folder for its data, and for what others put there. `remove` deletes it. */
  readonly folder: string;
  /** Stops it as an operator would, ending every connection. It can be started again. */
  stop(): Promise<void>;
  /** Kills it like a crash. It can be started again. */
  crash(): Promise<void>;
  /** Kills it like a machine that loses power: nobody is told. It can be started again. */
  kill(): Promise<void>;
  /** Starts it again, on the same port, with the same data. */
  start(): Promise<void>;
  /** Ends it, and deletes its folder. */
  remove(): Promise<void>;
}

/** Test data need not survive a crash of the machine, so fsync is off unless a test asks for it. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '32MB',
  dynamic_shared_memory_type: 'mmap', // in its folder, so that a crash leaves nothing elsewhere
};

/**
 * Starts a PostgreSQL with the settings given. It ends with this process, at the latest.
 * @param access lines of pg_hba.conf that go before the rule that lets everyone in.
 * @param copy makes it a standby of another server.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  access: readonly string[] = [],
  copy: Pick<Make, 'primary' | 'port'> = {},
): Promise<PostgresServer> {
  const guard = fork(new URL('./postgres-guard.ts', import.meta.url), {
    // Of its own process group, so that Ctrl-C leaves it to clean up; without the flags of the test runner.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  const place = await order(guard, { do: 'make', settings: { ...SETTINGS, ...settings }, access, ...copy });
  guard.unref();
  guard.channel?.unref();
  return new GuardedPostgres(guard, place);
}

class GuardedPostgres extends Postgres implements PostgresServer {
  readonly #guard: ChildProcess;
  readonly folder: string;

  constructor(guard: ChildProcess, { port, folder }: Place) {
    super(port);
    this.#guard = guard;
    this.folder = folder;
  }

  async stop(): Promise<void> {
    await order(this.#guard, { do: 'stop', signal: 'SIGINT' });
  }

  async crash(): Promise<void> {
    await order(this.#guard, { do: 'stop', signal: 'SIGQUIT' });
  }

  async kill(): Promise<void> {
    const rows = await this.query('SELECT pid FROM pg_stat_activity');
    await order(this.#guard, { do: 'kill', pids: rows.map(({ pid }) => pid) });
  }

  async start(): Promise<void> {
    await order(this.#guard, { do: 'start' });
  }

  async remove(): Promise<void> {
    await order(this.#guard, { do: 'remove' });
    const exited = once(this.#guard, 'exit');
    this.#guard.ref();
    this.#guard.disconnect();
    await exited;
  }
}

async function order(guard: ChildProcess, what: Order): Promise<Place> {
  // The channel alone would not keep this process waiting for the answer.
  guard.channel?.ref();
  const answered = new AbortController();
  const { signal } = answered;
  const answer = Promise.race([
    once(guard, 'message', { signal }) as Promise<[Report]>,
    once(guard, 'exit', { signal }).then(() => [{ failed: 'the guard of PostgreSQL ended' }] as [Report]),
  ]);
  guard.send(what);
  const [report] = await answer;
  answered.abort();
  guard.channel?.unref();
  if ('failed' in report) throw new Error(report.failed);
  return report;
}
