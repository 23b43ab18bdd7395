import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { PostgresFault, remedyOf } from './postgres-faults.ts';
import { migratePostgres, type OnWait } from './postgres-migrations.ts';
import { PostgresPool } from './postgres-pool.ts';
import { Statements } from './postgres-sql.ts';
import { DIALECT, type LostCommit, PostgresTransaction, type Vocabulary } from './postgres-transaction.ts';
import { byTopic, READ_REVISIONS, RevisionCopy, type RevisionRow } from './revision-copy.ts';
import {
  CommitUnknown,
  type Row,
  type SqlValue,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
  UniqueViolation,
} from './store.ts';

/**
 * How often, and for how long, what may be repeated is: a transaction that others got in the way of, and whatever
 * was on a connection that is gone. After a restart of the server all are, and are found out one by one.
 */
const ATTEMPTS = 10;
const RETRY_PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 200;
/** How long an instance uses its copy of the revisions. Every change takes a little longer than that. */
const LEASE_MS = 20;
/** How long a server that vanished during a commit is asked for what became of it. */
const LOOKUP_PATIENCE_MS = 10_000;
const LOOKUP_PAUSE_MS = 100;

/** Of connections that are gone: after a day nobody asks for them any more. */
const FORGET_MARKS = `
  DELETE FROM commit_marks WHERE (connection, transaction) IN
    (SELECT connection, transaction FROM commit_marks WHERE marked_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED)`;
/**
 * Finds the mark of a commit, or leaves one that keeps it from ever being done. Waits for a transaction that is still
 * going on. It writes either way, so that it is a durable commit of its own: with replicas that commits wait for, the
 * transaction has reached them too by the time of the answer.
 */
const FIND_MARK = `
  INSERT INTO commit_marks (connection, transaction, is_committed) VALUES (?, ?, false)
    ON CONFLICT (connection, transaction) DO UPDATE SET is_committed = commit_marks.is_committed
    RETURNING is_committed`;

/**
 * Opens the PostgreSQL database at `url` and brings its schema up to date.
 * @throws StoreError when it can't be used, whose message never holds the password.
 */
export async function openPostgres(url: string, onWait: OnWait): Promise<Store> {
  let address: PostgresAddress | undefined;
  try {
    address = readPostgresAddress(url);
    await migratePostgres(address, { onWait });
    const store = new PostgresStore(address);
    await store.connect();
    return store;
  } catch (error) {
    throw asStoreError(error, address);
  }
}

class PostgresStore implements Store {
  readonly dialect = DIALECT;
  /** Apart, so that reads go on while writes wait for each other. */
  readonly #readers: PostgresPool;
  readonly #writers: PostgresPool;
  readonly #vocabulary: Vocabulary = { statements: new Statements(), columnTypes: new Map() };
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #revisions = new RevisionCopy(LEASE_MS);
  /** The newest question for them, while its answer is not there. */
  #question: { readonly askedAt: number; readonly answer: Promise<ReadonlyMap<string, number>> } | undefined;
  #closed: Promise<void> | undefined;

  constructor(address: PostgresAddress) {
    const connect = () => PostgresConnection.open(address);
    const connectToWrite = async () => {
      const connection = await connect();
      await connection.exec(FORGET_MARKS).catch(() => {}); // the next one will
      return connection;
    };
    const writers = Math.floor(address.poolMax / 2);
    this.#writers = new PostgresPool(connectToWrite, writers, address.connectTimeoutMs);
    this.#readers = new PostgresPool(connect, address.poolMax - writers, address.connectTimeoutMs);
  }

  /**
   * Makes one connection for writes and one for reads, which are kept: whoever fills the server up later keeps nobody
   * from selling.
   */
  async connect(): Promise<void> {
    try {
      await Promise.all([this.#writers, this.#readers].map((pool) => pool.use(async () => {})));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async all<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await this.#readers.use((connection) =>
          connection.query(this.#vocabulary.statements.of(sql), values),
        );
        return rows as object[] as R[];
      } catch (error) {
        if (attempt === ATTEMPTS || !this.#mayRepeat(error)) throw error;
      }
    }
  }

  async get<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R | undefined> {
    const [row] = await this.all<R>(sql, values);
    return row;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the database is being closed'));
    const outcome = this.#transact(work);
    const settled = outcome.catch(() => {}).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
    return outcome;
  }

  revision(topic: Topic): number | Promise<number> {
    return this.#revisions.of(topic) ?? this.#askFor(topic);
  }

  /** Whoever asks while a question is on its way shares it, as long as its answer will be good for them. */
  async #askFor(topic: Topic): Promise<number> {
    if (this.#question === undefined || !this.#revisions.covers(this.#question.askedAt)) {
      this.#question = { askedAt: performance.now(), answer: this.#readRevisions() };
    }
    const question = this.#question;
    try {
      const revisions = await question.answer;
      // Not when it was asked before this process changed something.
      if (this.#question === question) this.#revisions.keep(revisions, question.askedAt);
      return revisions.get(topic) ?? 0;
    } finally {
      if (this.#question === question) this.#question = undefined;
    }
  }

  async ping(): Promise<void> {
    await this.get('SELECT topic FROM revisions');
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all(this.#underWay).then(async () => {
      await Promise.all([this.#writers.close(), this.#readers.close()]);
    });
    return this.#closed;
  }

  async #readRevisions(): Promise<ReadonlyMap<string, number>> {
    return byTopic(await this.all<RevisionRow>(READ_REVISIONS));
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const lastStart = performance.now() + RETRY_PATIENCE_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        // What it looked for and did not find is there by now: it may decide otherwise the second time.
        const again = this.#mayRepeat(error) || (error instanceof UniqueViolation && attempt === 1);
        if (!again || attempt === ATTEMPTS || performance.now() > lastStart) throw error;
        await sleep(Math.random() * Math.min(10 * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
      }
    }
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { result, lost, hasTouched } = await this.#writers.use(async (connection) => {
      const tx = new PostgresTransaction(connection, this.#vocabulary);
      try {
        const result = await work(tx);
        return { result, lost: await tx.commit(), hasTouched: tx.hasTouched };
      } catch (error) {
        await tx.rollBack();
        throw remedyOf(tx.failure) === 'none' ? error : tx.failure;
      }
    });
    if (lost !== undefined) await this.#lookUp(lost);
    if (hasTouched) {
      this.#question = undefined;
      this.#revisions.forget();
      await this.#revisions.outlast();
    }
    return result;
  }

  /**
   * Returns when the lost commit turns out to have been done.
   * @throws PostgresFault when it turns out to have been undone, CommitUnknown when there is no telling in time.
   */
  async #lookUp(lost: LostCommit): Promise<void> {
    const deadline = performance.now() + LOOKUP_PATIENCE_MS;
    do {
      const isCommitted = await this.#findMark(lost);
      if (isCommitted === true) return;
      if (isCommitted === false) {
        throw new PostgresFault('the connection to the database was lost', 'reconnect', lost.cause);
      }
      await sleep(LOOKUP_PAUSE_MS);
    } while (performance.now() < deadline);
    throw new CommitUnknown(lost.cause);
  }

  /** @returns undefined when there is no telling yet. */
  async #findMark({ connection: id, transaction, cause }: LostCommit): Promise<boolean | undefined> {
    try {
      return await this.#writers.use(async (connection) => {
        const { rows } = await connection.query(this.#vocabulary.statements.of(FIND_MARK), [id, transaction]);
        return rows[0]?.is_committed === 1;
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined;
      // Another database, without the history of the one that was lost.
      throw new CommitUnknown(cause);
    }
  }

  #mayRepeat(error: unknown): boolean {
    if (error instanceof PostgresFault && error.statementsAreStale) this.#vocabulary.statements.renew();
    return remedyOf(error) !== 'none';
  }
}

/** Any failure to use the database, as one line for the terminal without a password; other errors as they are. */
export function asStoreError(error: unknown, address: PostgresAddress | undefined): unknown {
  const which = address === undefined ? 'the database' : `the database ${address.label}`;
  if (error instanceof StoreError) return new StoreError(`Can’t use ${which}: ${error.message}`, error);
  const { cause, message } = error as Error;
  const { code = '', message: reason } = (cause ?? error) as { code?: string; message?: string };
  if (!(error instanceof StoreUnavailable) && !/^[0-9A-Z]{5}$/.test(code)) return error;
  // Of several addresses tried for one host name, the message is empty.
  const detail = cause === undefined ? '' : ` (${reason || code || 'no answer'})`;
  return new StoreError(`Can’t use ${which}: ${message}${detail}.`, error);
}
