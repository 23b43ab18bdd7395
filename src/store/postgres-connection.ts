import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { faultOf, PostgresFault, remedyOf } from './postgres-faults.ts';
import type { Statement } from './postgres-sql.ts';
import type { Row, SqlValue } from './store.ts';

/** How much longer the wait for an answer is than the time that the server allows itself. */
const GRACE_MS = 1_000;
const GOODBYE_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;
/** How long a transaction may stand still, holding its locks, because its process or network stalls. */
const LONGEST_STANDSTILL_MS = 5_000;
const NO_PASSWORD = 'the database asks for a password, and there is none in its address or in PGPASSWORD';
/** Codes of OpenSSL for a certificate that comes from nobody who is trusted. What Node says of it leads to its own options. */
const UNTRUSTED =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/;
const NO_AUTHORITY = 'its certificate is of no authority that sslrootcert names';
const SHARED =
  'a pooler in between, such as PgBouncer, shares its connections by transaction. Set pool_mode=session there, or name the server itself';

export interface Outcome {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/** What a server says of itself when a connection is made. */
interface Greeting {
  readonly version: number;
  readonly encoding: string;
  /** Why it may only be read, or nothing. */
  readonly readOnly: string;
  /** The number of the server's process for it. */
  readonly process: number;
}

/**
 * Asked once for each connection, which is set up in the same breath, whatever the server's or the account's own defaults
 * are: a commit that was answered is on disk, and nothing is given up before `statementTimeoutMs`. Not by
 * parameters of the connection, which poolers refuse.
 */
const greeting = (statementTimeoutMs: number) => `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_encoding') AS encoding,
    CASE WHEN pg_is_in_recovery() THEN 'it is a standby'
      WHEN current_setting('default_transaction_read_only') = 'on' THEN 'default_transaction_read_only is on'
      ELSE '' END AS "readOnly",
    pg_backend_pid() AS process,
    set_config('statement_timeout', '${statementTimeoutMs}', false),
    set_config('idle_in_transaction_session_timeout', '${Math.min(statementTimeoutMs, LONGEST_STANDSTILL_MS)}', false),
    set_config('lock_timeout', '0', false),
    CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL -- there from PostgreSQL 17 on
      THEN set_config('transaction_timeout', '0', false) END,
    CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
      THEN set_config('synchronous_commit', 'on', false) END`;

/**
 * One connection. Statements are sent as they come, without waiting for the answers to those before.
 * When no answer comes for too long, or the server is gone, everything under way fails with a PostgresFault,
 * and `isLost` says that the connection is of no more use.
 */
export class PostgresConnection {
  /** Of no other connection. */
  readonly id = randomUUID();
  readonly #client: pg.Client;
  readonly #socket: Socket;
  #watchdog: NodeJS.Timeout | undefined;
  /** Set once it is given up because nothing was heard. */
  #silence: Error | undefined;
  #unanswered = 0;
  #isLost = false;
  #transactions = 0;
  #greeting: Greeting | undefined;

  /**
   * @param statementTimeoutMs 0: no limit, also to how long a transaction may stand still or the server be silent.
   * @throws PostgresFault when there is no answer or no admittance, whose cause says why.
   */
  static async open(
    address: PostgresAddress,
    statementTimeoutMs = address.statementTimeoutMs,
  ): Promise<PostgresConnection> {
    let refusal: unknown;
    for (const tls of address.tls) {
      const connection = new PostgresConnection(address, tls);
      try {
        await connection.#open(address.connectTimeoutMs, statementTimeoutMs);
      } catch (error) {
        connection.destroy();
        if (connection.#lacksPassword(error)) throw new PostgresFault(NO_PASSWORD, 'none');
        refusal = error;
        if (connection.#silence !== undefined || !dependsOnEncryption(error)) break;
        continue;
      }
      connection.#requireWritable();
      return connection;
    }
    throw refusalOf(refusal);
  }

  /**
   * One without limits of time, for work that is done alone: at a start, or by a command.
   * @throws PostgresFault also when a pooler has several clients share a process of the server: what one has prepared would
   * be there for another, which might perform it in the place of its own.
   */
  static async openAlone(address: PostgresAddress): Promise<PostgresConnection> {
    const connection = await PostgresConnection.open(address, 0);
    if (connection.#isDirect) return connection;
    try {
      const other = await PostgresConnection.open(address, 0);
      await other.close();
      if (other.#greeting?.process === connection.#greeting?.process) throw new PostgresFault(SHARED, 'none');
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  private constructor(address: PostgresAddress, tls: false | ConnectionOptions) {
    this.#socket = new Socket();
    this.#client = new pg.Client({
      ...address.client,
      ...(tls === false && { sslnegotiation: 'postgres' }),
      ssl: tls,
      stream: () => this.#socket,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: readerOf } as pg.CustomTypesConfig,
    });
    this.#client.on('error', () => this.#lose());
    this.#client.on('end', () => this.#lose());
  }

  async #open(connectTimeoutMs: number, statementTimeoutMs: number): Promise<void> {
    this.#watch(connectTimeoutMs);
    this.#greeting = await this.#answer(async () => {
      await this.#client.connect();
      return (await this.#client.query<Greeting>(greeting(statementTimeoutMs))).rows[0];
    });
    clearTimeout(this.#watchdog);
    if (statementTimeoutMs > 0) this.#watch(statementTimeoutMs + GRACE_MS);
  }

  /** @throws PostgresFault on a server that stands by, or that was set apart because another has taken its place. */
  #requireWritable(): void {
    if (this.#greeting?.readOnly === '') return;
    this.destroy();
    throw new PostgresFault(`the database may only be read: ${this.#greeting?.readOnly}`, 'none');
  }

  /** Whether the server wants a password and nobody has given one. */
  #lacksPassword(error: unknown): boolean {
    const { code, message } = (error instanceof PostgresFault ? error.cause : error) as {
      code?: string;
      message: string;
    };
    return !this.#client.password && (code === '28P01' || message.startsWith('SASL'));
  }

  /** Whether the server itself has let it in: a pooler tells a number of its own. */
  get #isDirect(): boolean {
    return (this.#client as pg.Client & { processID?: number }).processID === this.#greeting?.process;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** server_version_num: 150004 is 15.4. */
  get version(): number {
    return this.#greeting?.version ?? 0;
  }

  get encoding(): string {
    return this.#greeting?.encoding ?? '';
  }

  /** Numbers the transactions of this connection. */
  nextTransaction(): number {
    return ++this.#transactions;
  }

  query(statement: Statement, values: readonly unknown[] = []): Promise<Outcome> {
    const { name, text } = statement;
    return this.#answer(() => this.#client.query({ name, text, values: values as unknown[] }));
  }

  /** Any number of statements without parameters, not kept prepared. */
  async exec(sql: string): Promise<void> {
    await this.#answer(() => this.#client.query(sql));
  }

  /** Says goodbye. Nothing must be under way. */
  async close(): Promise<void> {
    clearTimeout(this.#watchdog);
    const late = setTimeout(() => this.destroy(), GOODBYE_MS);
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
      throw this.#faultOf(error);
    } finally {
      this.#unanswered--;
      this.#watchdog?.refresh();
    }
  }

  /** Whenever nothing has been heard for `ms` while something is under way, the connection is given up. */
  #watch(ms: number): void {
    this.#watchdog = setTimeout(() => {
      if (this.#unanswered === 0) return;
      this.#silence = new Error(`nothing was heard of it for ${ms} ms`);
      this.#socket.destroy();
    }, ms).unref();
  }

  #faultOf(error: unknown): unknown {
    if (this.#silence) return new PostgresFault('the database did not answer in time', 'none', this.#silence);
    const fault = faultOf(error);
    if (remedyOf(fault) === 'reconnect') this.#lose();
    if (fault instanceof PostgresFault || !(this.#isLost || isNetworkError(error))) return fault;
    return new PostgresFault('the connection to the database was lost', 'reconnect', error);
  }

  #lose(): void {
    this.#isLost = true;
  }
}

const BOOLEAN = 16;
/** int8, and numeric, which is what a sum of int8 is. */
const LONG_NUMBERS: readonly number[] = [20, 1700];
/** int2, int4, float4, float8. */
const NUMBERS: readonly number[] = [21, 23, 700, 701];

/** How a value of the type `oid` is read, so that it is what SQLite would have given. */
function readerOf(oid: number): (text: string) => SqlValue {
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

/** Whatever kept a connection from being made. Only if somebody was there and hung up may it help to try again. */
function refusalOf(error: unknown): PostgresFault {
  if (error instanceof PostgresFault && error.remedy === 'none') return error;
  const hungUp = error instanceof PostgresFault && !isNobodyThere(error.cause);
  const cause = error instanceof PostgresFault ? error.cause : error;
  if (UNTRUSTED.test(String((cause as { code?: unknown }).code)))
    return new PostgresFault(NO_AUTHORITY, 'none');
  return new PostgresFault('the database can’t be reached', hungUp ? 'reconnect' : 'none', cause);
}

/** 57P03: it is starting up or shutting down. */
function isNobodyThere(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === '57P03' || (isNetworkError(error) && code !== 'ECONNRESET' && code !== 'EPIPE');
}

/** Whether the server may admit us when the encryption is another, as sslmode=prefer and allow ask to try. */
function dependsOnEncryption(error: unknown): boolean {
  const { code } = (error instanceof PostgresFault ? error.cause : error) as { code?: string };
  if (code === '28000' || code === undefined) return true;
  return code.startsWith('ERR_') || code === 'EPROTO' || code === 'ECONNRESET';
}
