import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import {
  detailOf,
  isConnectionLimit,
  PostgresFault,
  postgresFaultOf,
  ReadOnlyServer,
  retryOf,
} from './postgres-faults.ts';
import type { PostgresHost, PostgresHosts } from './postgres-hosts.ts';
import type { Statement } from './postgres-sql.ts';
import type { Row, SqlValue } from './store.ts';

/** How much longer the client waits for an answer than the server's own statement timeout. */
const GRACE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;
/** How long a transaction may be idle while it holds locks, because its process or the network stalls. */
const MAX_IDLE_IN_TRANSACTION_MS = 5_000;
/** How often each of two connections is asked for its process, to find out whether a pooler shares them. */
const POOLER_PROBES = 10;
const NO_PASSWORD_MESSAGE =
  'the database requires a password, but there is none in its address or in PGPASSWORD';
/** OpenSSL codes for a certificate of an untrusted issuer. Node's own messages for them recommend options of Node. */
const UNTRUSTED_CERTIFICATE =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/;
const UNTRUSTED_MESSAGE = 'its certificate is not from a certificate authority in sslrootcert';
const POOLER_MESSAGE =
  'a connection pooler such as PgBouncer is in transaction mode. Set its pool_mode=session, or use the address of the server itself';

export interface StatementOutcome {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/** What the server reports when a connection is made. */
interface SessionInfo {
  readonly version: number;
  readonly encoding: string;
  /** Why the server is read-only; empty when it is not. */
  readonly readOnly: string;
  /** The process id of the server's backend for this connection. */
  readonly process: number;
}

/**
 * Sent once on each connection. It reads `SessionInfo` and overrides the defaults of the server and the account: a
 * commit that was answered is on disk, and no statement is cancelled before `statementTimeoutMs`. The settings are not
 * sent as startup parameters of the connection, because poolers refuse those.
 */
const sessionSetup = (statementTimeoutMs: number) => `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_encoding') AS encoding,
    CASE WHEN pg_is_in_recovery() THEN 'it is a standby'
      WHEN current_setting('default_transaction_read_only') = 'on' THEN 'default_transaction_read_only is on'
      ELSE '' END AS "readOnly",
    pg_backend_pid() AS process,
    set_config('statement_timeout', '${statementTimeoutMs}', false),
    set_config('idle_in_transaction_session_timeout', '${Math.min(statementTimeoutMs, MAX_IDLE_IN_TRANSACTION_MS)}', false),
    set_config('lock_timeout', '0', false),
    CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL -- there from PostgreSQL 17 on
      THEN set_config('transaction_timeout', '0', false) END,
    CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
      THEN set_config('synchronous_commit', 'on', false) END`;

/** For 'read', a read-only server such as a standby is accepted too. */
type Purpose = 'read' | 'write';

/**
 * One connection. Statements are pipelined: each is sent without waiting for the answers to those before it.
 * When no answer comes in time, or the server is gone, all pending statements fail with a PostgresFault, and `isLost`
 * says that the connection is unusable.
 */
export class PostgresConnection {
  /** Unique among all connections. */
  readonly id = randomUUID();
  readonly #hosts: PostgresHosts;
  readonly #host: PostgresHost;
  readonly #client: pg.Client;
  readonly #socket: Socket;
  #watchdog: NodeJS.Timeout | undefined;
  /** Set when the connection is closed because no answer came in time. */
  #timeout: Error | undefined;
  #unanswered = 0;
  #isLost = false;
  #transactions = 0;
  #session: SessionInfo | undefined;

  /**
   * Connects to the first server that can be written to. `read` gets another one if there is none.
   * @param statementTimeoutMs 0: no limit for statements, idle transactions and answers.
   * @throws PostgresFault when no server answers or each refuses the connection; it says why.
   */
  static async open(
    address: PostgresAddress,
    statementTimeoutMs = address.statementTimeoutMs,
    purpose: Purpose = 'write',
  ): Promise<PostgresConnection> {
    try {
      const connection = await PostgresConnection.#openFirst(address, statementTimeoutMs, 'write');
      address.hosts.found(connection.#host);
      return connection;
    } catch (error) {
      if (purpose === 'write' || !(error instanceof ReadOnlyServer)) throw error;
      return PostgresConnection.#openFirst(address, statementTimeoutMs, 'read');
    }
  }

  static async #openFirst(
    address: PostgresAddress,
    statementTimeoutMs: number,
    purpose: Purpose,
  ): Promise<PostgresConnection> {
    const outcome = await address.hosts.firstOf((host, signal) =>
      PostgresConnection.#openAt(host, address, statementTimeoutMs, purpose, signal),
    );
    if ('success' in outcome) return outcome.success;
    throw faultOfAll(outcome.failures as ReadonlyMap<PostgresHost, PostgresFault>);
  }

  static async #openAt(
    host: PostgresHost,
    address: PostgresAddress,
    statementTimeoutMs: number,
    purpose: Purpose,
    signal: AbortSignal,
  ): Promise<PostgresConnection> {
    let refusal: unknown;
    for (const tls of host.tls) {
      const connection = new PostgresConnection(address, host, tls);
      signal.addEventListener('abort', () => connection.destroy());
      try {
        await connection.#open(address.connectTimeoutMs, statementTimeoutMs);
      } catch (error) {
        connection.destroy();
        if (signal.aborted) throw error;
        if (connection.#lacksPassword(error)) throw new PostgresFault(NO_PASSWORD_MESSAGE, 'none');
        refusal = error;
        if (connection.#timeout !== undefined || !dependsOnEncryption(error)) break;
        continue;
      }
      if (purpose === 'write') connection.#requireWritable();
      return connection;
    }
    throw connectFault(refusal);
  }

  /**
   * A connection whose statements have no time limit, for migrations at the start and for commands.
   * @throws PostgresFault also when a pooler shares one backend among several clients: they would share prepared
   * statements, and one client could execute another's.
   */
  static async openDedicated(address: PostgresAddress, purpose?: Purpose): Promise<PostgresConnection> {
    const connection = await PostgresConnection.open(address, 0, purpose);
    if (connection.#isDirect) return connection;
    try {
      const other = await PostgresConnection.open(address, 0, purpose);
      const isShared = await connection.#sharesWith(other).finally(() => other.close());
      if (isShared) throw new PostgresFault(POOLER_MESSAGE, 'none');
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  private constructor(address: PostgresAddress, host: PostgresHost, tls: false | ConnectionOptions) {
    this.#hosts = address.hosts;
    this.#host = host;
    this.#socket = new Socket();
    this.#client = new pg.Client({
      ...address.client,
      ...(host.host !== undefined && { host: host.host }),
      port: host.port,
      ...(tls === false && { sslnegotiation: 'postgres' }),
      ssl: tls,
      stream: () => this.#socket,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
    });
    this.#client.on('error', () => this.#markLost());
    this.#client.on('end', () => this.#markLost());
  }

  async #open(connectTimeoutMs: number, statementTimeoutMs: number): Promise<void> {
    this.#watch(connectTimeoutMs);
    this.#session = await this.#answer(async () => {
      await this.#client.connect();
      return (await this.#client.query<SessionInfo>(sessionSetup(statementTimeoutMs))).rows[0];
    });
    clearTimeout(this.#watchdog);
    if (statementTimeoutMs > 0) this.#watch(statementTimeoutMs + GRACE_MS);
  }

  /** @throws ReadOnlyServer on a standby, and on a former primary that was set to read-only. */
  #requireWritable(): void {
    if (this.#session?.readOnly === '') return;
    this.destroy();
    throw new ReadOnlyServer(`the database is read-only: ${this.#session?.readOnly}`);
  }

  /** Whether the server wants a password and nobody has given one. */
  #lacksPassword(error: unknown): boolean {
    const { code, message } = (error instanceof PostgresFault ? error.cause : error) as {
      code?: string;
      message: string;
    };
    return !this.#client.password && (code === '28P01' || message.startsWith('SASL'));
  }

  /** Whether this is a connection to the server itself: a pooler reports another process id. */
  get #isDirect(): boolean {
    return (this.#client as pg.Client & { processID?: number }).processID === this.#session?.process;
  }

  /**
   * Whether a pooler shares the server's processes among its clients. Both connections are asked in turn: with such a
   * pooler they get the same process, or, when other clients are busy, another one than at first.
   */
  async #sharesWith(other: PostgresConnection): Promise<boolean> {
    if (this.#session?.process === other.#session?.process) return true;
    for (let probe = 0; probe < POOLER_PROBES; probe++) {
      for (const each of [this, other]) if (await each.#hasChangedProcess()) return true;
    }
    return false;
  }

  async #hasChangedProcess(): Promise<boolean> {
    const text = 'SELECT pg_backend_pid() AS process';
    const { rows } = await this.query({ name: undefined, text, writes: false });
    return rows[0]?.process !== this.#session?.process;
  }

  /**
   * Also when it leads to a server that is no longer the one to write to: whatever is asked of that may be out of date.
   */
  get isLost(): boolean {
    return this.#isLost || this.#hosts.hasLeft(this.#host);
  }

  /** server_version_num: 150004 is 15.4. */
  get version(): number {
    return this.#session?.version ?? 0;
  }

  get encoding(): string {
    return this.#session?.encoding ?? '';
  }

  /** Numbers the transactions of this connection. */
  nextTransaction(): number {
    return ++this.#transactions;
  }

  query(statement: Statement, values: readonly unknown[] = []): Promise<StatementOutcome> {
    const { name, text } = statement;
    return this.#answer(() => this.#client.query({ name, text, values: values as unknown[] }));
  }

  /** Any number of statements without parameters, not kept prepared. */
  async exec(sql: string): Promise<void> {
    await this.#answer(() => this.#client.query(sql));
  }

  /** Closes the connection in order. No statement may be pending. */
  async close(): Promise<void> {
    clearTimeout(this.#watchdog);
    const late = setTimeout(() => this.destroy(), CLOSE_TIMEOUT_MS);
    await this.#client.end().catch(() => {});
    clearTimeout(late);
    this.destroy();
  }

  /** Drops the connection at once. */
  destroy(): void {
    clearTimeout(this.#watchdog);
    this.#isLost = true;
    this.#socket.destroy();
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    this.#unanswered++;
    this.#watchdog?.refresh();
    try {
      return await ask();
    } catch (error) {
      throw this.#postgresFaultOf(error);
    } finally {
      this.#unanswered--;
      this.#watchdog?.refresh();
    }
  }

  /** Closes the connection when no answer has come for `ms` while a statement is pending. */
  #watch(ms: number): void {
    this.#watchdog = setTimeout(() => {
      if (this.#unanswered === 0) return;
      this.#timeout = new Error(`no response for ${ms} ms`);
      this.#socket.destroy();
    }, ms).unref();
  }

  #postgresFaultOf(error: unknown): unknown {
    if (this.#timeout) {
      this.#hosts.failed(this.#host);
      return new PostgresFault('the database did not respond in time', 'none', this.#timeout);
    }
    const fault = postgresFaultOf(error);
    if (retryOf(fault) === 'reconnect') this.#markLost();
    if (fault instanceof PostgresFault || !(this.#isLost || isNetworkError(error))) return fault;
    return new PostgresFault('the connection to the database was lost', 'reconnect', error);
  }

  #markLost(): void {
    this.#isLost = true;
  }
}

const BOOLEAN = 16;
/** int8 and numeric (the type of a sum of int8). */
const LONG_NUMBERS: readonly number[] = [20, 1700];
/** int2, int4, float4, float8. */
const NUMBERS: readonly number[] = [21, 23, 700, 701];

/** The parser for values of the type `oid`. Its results are those that SQLite would give. */
function parserOf(oid: number): (text: string) => SqlValue {
  if (NUMBERS.includes(oid)) return Number;
  if (LONG_NUMBERS.includes(oid)) return safeNumber;
  if (oid === BOOLEAN) return (text) => (text === 't' ? 1 : 0);
  return (text) => text;
}

function safeNumber(text: string): number {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is too large for a number.`);
  return number;
}

function isNetworkError(error: unknown): boolean {
  return /^E(?!RR_)[A-Z_]+$/.test(String((error as { code?: unknown }).code));
}

/** The fault of an address none of whose servers could be connected to. */
function faultOfAll(failures: ReadonlyMap<PostgresHost, PostgresFault>): PostgresFault {
  const faults = [...failures.values()];
  const [only] = faults;
  if (only !== undefined && faults.length === 1) return only;
  // The others are standbys, and connections to the one that can be written to become free.
  const full = faults.find(isConnectionLimit);
  if (full !== undefined) return full;
  const reasons = [...failures].map(
    ([{ label }, fault]) => `${label}: ${fault.message}${detailOf(fault.cause)}`,
  );
  const message = `none of its servers can be written to: ${reasons.join('; ')}`;
  if (faults.some((fault) => fault instanceof ReadOnlyServer)) return new ReadOnlyServer(message);
  return new PostgresFault(message, faults.some(({ retry }) => retry === 'reconnect') ? 'reconnect' : 'none');
}

/** The fault for a connection that could not be made. A retry may help only if a server answered and then hung up. */
function connectFault(error: unknown): PostgresFault {
  if (error instanceof PostgresFault && error.retry === 'none') return error;
  const hungUp = error instanceof PostgresFault && !isUnreachable(error.cause);
  const cause = error instanceof PostgresFault ? error.cause : error;
  if (UNTRUSTED_CERTIFICATE.test(String((cause as { code?: unknown }).code)))
    return new PostgresFault(UNTRUSTED_MESSAGE, 'none');
  return new PostgresFault('the database can’t be reached', hungUp ? 'reconnect' : 'none', cause);
}

/** Whether no server is ready: it can’t be reached, or is starting up or shutting down (57P03). */
function isUnreachable(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === '57P03' || (isNetworkError(error) && code !== 'ECONNRESET' && code !== 'EPIPE');
}

/** Whether the server may accept the connection with other encryption, which sslmode=prefer and allow try next. */
function dependsOnEncryption(error: unknown): boolean {
  const { code } = (error instanceof PostgresFault ? error.cause : error) as { code?: string };
  if (code === '28000' || code === undefined) return true;
  return code.startsWith('ERR_') || code === 'EPROTO' || code === 'ECONNRESET';
}
