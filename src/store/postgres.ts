import { setTimeout as sleep } from 'node:timers/promises';
import { bind } from './lists.ts';
import type { OnMigrated, OnWait } from './migrations.ts';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { detailOf, PostgresFault, retryOf } from './postgres-faults.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { PostgresPool } from './postgres-pool.ts';
import { Statements } from './postgres-sql.ts';
import {
  type LostCommit,
  POSTGRES_DIALECT,
  PostgresTransaction,
  type StoreCaches,
} from './postgres-transaction.ts';
import { byTopic, READ_REVISIONS, RevisionLease, type RevisionRow } from './revision-lease.ts';
import {
  CommitUnknown,
  type Row,
  type SqlParameter,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
  UniqueViolation,
} from './store.ts';

/**
 * How often a transaction or query is tried, and for how long a transaction is, when there are conflicts or connections
 * are lost. After a restart of the server all pooled connections are lost, and each attempt may meet one of them.
 */
const ATTEMPTS = 10;
const RETRY_TIMEOUT_MS = 5_000;
const MAX_RETRY_DELAY_MS = 200;
/** How long an instance uses its copy of the revisions. Every change takes a little longer than that. */
const LEASE_MS = 20;
/** How long the store tries to find out the outcome of a commit whose answer was lost. */
const LOOKUP_TIMEOUT_MS = 10_000;
const LOOKUP_INTERVAL_MS = 100;

/** Deletes the marks that are older than a day: nobody looks them up any more. */
const FORGET_MARKS = `
  DELETE FROM commit_marks WHERE (connection, transaction) IN
    (SELECT connection, transaction FROM commit_marks WHERE marked_at < now() - interval '24 hours' FOR UPDATE SKIP LOCKED)`;
/**
 * Finds the mark of a commit, or inserts one that prevents that commit. Waits for the transaction if it is still
 * running. It writes in both cases, so that it is a durable commit itself: with synchronous replicas, the transaction
 * has reached them too when the answer comes.
 */
const FIND_MARK = `
  INSERT INTO commit_marks (connection, transaction, is_committed) VALUES (?, ?, false)
    ON CONFLICT (connection, transaction) DO UPDATE SET is_committed = commit_marks.is_committed
    RETURNING is_committed`;

/**
 * Opens the PostgreSQL database at `url` and brings its schema up to date.
 * @throws StoreError when the database can't be used. The message never contains the password.
 */
export async function openPostgres(url: string, onWait: OnWait, onMigrated: OnMigrated): Promise<Store> {
  let address: PostgresAddress | undefined;
  try {
    address = readPostgresAddress(url);
    await migratePostgres(address, { onWait, onMigrated });
    const store = new PostgresStore(address);
    await store.connect();
    return store;
  } catch (error) {
    throw asPostgresStoreError(error, address);
  }
}

class PostgresStore implements Store {
  readonly dialect = POSTGRES_DIALECT;
  onTransactionEnd?: (error?: unknown) => void;
  /** Separate pools, so that reads go on while writes wait for each other. */
  readonly #readers: PostgresPool;
  readonly #writers: PostgresPool;
  readonly #caches: StoreCaches = { statements: new Statements(), columnTypes: new Map() };
  readonly #pending = new Set<Promise<unknown>>();
  readonly #revisions = new RevisionLease(LEASE_MS);
  /** The newest query for the revisions that is still pending. */
  #revisionQuery:
    | { readonly askedAt: number; readonly answer: Promise<ReadonlyMap<string, number>> }
    | undefined;
  #closed: Promise<void> | undefined;

  constructor(address: PostgresAddress) {
    const connect = () => PostgresConnection.open(address);
    const connectToWrite = async () => {
      const connection = await connect();
      await connection.exec(FORGET_MARKS).catch(() => {}); // the next connection tries again
      return connection;
    };
    const writers = Math.floor(address.poolMax / 2);
    this.#writers = new PostgresPool(connectToWrite, writers, address.connectTimeoutMs);
    this.#readers = new PostgresPool(connect, address.poolMax - writers, address.connectTimeoutMs);
  }

  /**
   * Opens one connection for writes and one for reads, which the pools keep. Sales go on even if other programs later
   * use up all connections of the server.
   */
  async connect(): Promise<void> {
    try {
      await Promise.all([this.#writers, this.#readers].map((pool) => pool.use(async () => {})));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async all<R extends object = Row>(sql: string, values: readonly SqlParameter[] = []): Promise<R[]> {
    const bound = bind(sql, values);
    if (bound === undefined) return [];
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await this.#readers.use((connection) =>
          connection.query(this.#caches.statements.of(bound.sql), bound.values),
        );
        return rows as object[] as R[];
      } catch (error) {
        if (attempt === ATTEMPTS || !this.#mayRetry(error)) throw error;
      }
    }
  }

  async get<R extends object = Row>(
    sql: string,
    values: readonly SqlParameter[] = [],
  ): Promise<R | undefined> {
    const [row] = await this.all<R>(sql, values);
    return row;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the database is being closed'));
    const outcome = this.#transact(work);
    const settled = outcome
      .then(
        () => this.onTransactionEnd?.(),
        (error) => this.onTransactionEnd?.(error),
      )
      .finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
    return outcome;
  }

  revision(topic: Topic): number | Promise<number> {
    return this.#revisions.of(topic) ?? this.#askFor(topic);
  }

  /** Callers share a pending query as long as its answer will be fresh enough for them. */
  async #askFor(topic: Topic): Promise<number> {
    if (this.#revisionQuery === undefined || !this.#revisions.isFresh(this.#revisionQuery.askedAt)) {
      this.#revisionQuery = { askedAt: performance.now(), answer: this.#readRevisions() };
    }
    const question = this.#revisionQuery;
    try {
      const revisions = await question.answer;
      // A query that was sent before a change of this process is no longer the current one.
      if (this.#revisionQuery === question) this.#revisions.keep(revisions, question.askedAt);
      return revisions.get(topic) ?? 0;
    } finally {
      if (this.#revisionQuery === question) this.#revisionQuery = undefined;
    }
  }

  /** A snapshot lists the transactions that had not ended: the same one sees the same rows. */
  async contentVersion(): Promise<string> {
    const row = await this.get<{ version: string }>('SELECT pg_current_snapshot()::text AS version');
    return row?.version ?? '';
  }

  async ping(): Promise<void> {
    await this.get('SELECT topic FROM revisions');
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all(this.#pending).then(async () => {
      await Promise.all([this.#writers.close(), this.#readers.close()]);
    });
    return this.#closed;
  }

  async #readRevisions(): Promise<ReadonlyMap<string, number>> {
    return byTopic(await this.all<RevisionRow>(READ_REVISIONS));
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const lastStart = performance.now() + RETRY_TIMEOUT_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        // After a UniqueViolation, a row that `work` did not find exists now: it may decide otherwise in a second
        // attempt.
        const again = this.#mayRetry(error) || (error instanceof UniqueViolation && attempt === 1);
        if (!again || attempt === ATTEMPTS || performance.now() > lastStart) throw error;
        await sleep(Math.random() * Math.min(10 * 2 ** (attempt - 1), MAX_RETRY_DELAY_MS));
      }
    }
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { result, lost, hasTouched } = await this.#writers.use(async (connection) => {
      const tx = new PostgresTransaction(connection, this.#caches);
      try {
        const result = await work(tx);
        return { result, lost: await tx.commit(), hasTouched: tx.hasTouched };
      } catch (error) {
        await tx.rollBack();
        throw retryOf(tx.failure) === 'none' ? error : tx.failure;
      }
    });
    if (lost !== undefined) await this.#lookUp(lost);
    if (hasTouched) {
      this.#revisionQuery = undefined;
      this.#revisions.forget();
      await this.#revisions.waitForLeases();
    }
    return result;
  }

  /**
   * Returns when the lost commit turns out to be done.
   * @throws PostgresFault when it was not done, CommitUnknown when that can't be found out in time.
   */
  async #lookUp(lost: LostCommit): Promise<void> {
    const deadline = performance.now() + LOOKUP_TIMEOUT_MS;
    do {
      const isCommitted = await this.#findMark(lost);
      if (isCommitted === true) return;
      if (isCommitted === false) {
        throw new PostgresFault('the connection to the database was lost', 'reconnect', lost.cause);
      }
      await sleep(LOOKUP_INTERVAL_MS);
    } while (performance.now() < deadline);
    throw new CommitUnknown(lost.cause);
  }

  /** @returns whether the commit was done; undefined when the database can't be asked. */
  async #findMark({ connection: id, transaction, cause }: LostCommit): Promise<boolean | undefined> {
    try {
      return await this.#writers.use(async (connection) => {
        const { rows } = await connection.query(this.#caches.statements.of(FIND_MARK), [id, transaction]);
        return rows[0]?.is_committed === 1;
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined;
      // The address now leads to another database, without the history of the first one.
      throw new CommitUnknown(cause);
    }
  }

  #mayRetry(error: unknown): boolean {
    if (error instanceof PostgresFault && error.statementsAreStale) this.#caches.statements.renew();
    return retryOf(error) !== 'none';
  }
}

/**
 * Turns a failure to use the database into one line for the terminal, without the password. Returns other errors
 * unchanged.
 */
export function asPostgresStoreError(error: unknown, address: PostgresAddress | undefined): unknown {
  const which = address === undefined ? 'the database' : `the database ${address.label}`;
  if (error instanceof StoreError) return new StoreError(`Can’t use ${which}: ${error.message}`, error);
  const { cause, message } = error as Error;
  const { code = '' } = (cause ?? error) as { code?: string };
  if (!(error instanceof StoreUnavailable) && !/^[0-9A-Z]{5}$/.test(code)) return error;
  return new StoreError(`Can’t use ${which}: ${message}${detailOf(cause)}.`, error);
}
