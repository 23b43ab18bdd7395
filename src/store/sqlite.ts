import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { makeFolder } from './files.ts';
import type { OnMigrated, OnWait } from './migrations.ts';
import { byTopic, READ_REVISIONS, RevisionLease, type RevisionRow, TOUCH } from './revision-lease.ts';
import { attempt, begin, SqliteConnection } from './sqlite-connection.ts';
import { ensureSchema, openUpToDate, setUpWriting } from './sqlite-migrations.ts';
import { requireWalFiles } from './sqlite-wal-files.ts';
import {
  type Dialect,
  type Row,
  type SqlParameter,
  type SqlValue,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
} from './store.ts';

/** The size in bytes to which the write-ahead log is truncated after a long read has let it grow. */
const WAL_SIZE_LIMIT = 64 * 1024 * 1024;
/**
 * How long this process uses its copies of the revisions and of the content version. A change of a revision waits a
 * little longer than that; reads ask for them no more often.
 */
const LEASE_MS = 5;

export const SQLITE_DIALECT: Dialect = {
  name: 'sqlite',
  lockForUpdate: '',
  lockUnlocked: '',
  lockForShare: '',
  lockTable: () => undefined,
  isSettled: () => '1 = 1', // one transaction at a time, so every visible row is older than all rows to come
};

/**
 * Opens the SQLite database at `path`, makes it when there is none, and brings its schema up to date.
 * One connection writes, in one queue, and one reads, so that a reader never sees half a transaction.
 * @throws StoreError when the file is no museum's database or can't be opened; nothing is changed then.
 */
export async function openSqlite(path: string, onWait: OnWait, onMigrated: OnMigrated): Promise<Store> {
  const connections: SqliteConnection[] = [];
  const keep = (connection: SqliteConnection) => {
    connections.push(connection);
    return connection;
  };
  try {
    makeFile(path);
    await requireWalFiles(path);
    const writer = keep(await openUpToDate(path, onWait, onMigrated));
    restrictToOwner(path);
    setUpWriting(writer);
    writer.exec(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT}`);
    await ensureSchema(writer, onMigrated);
    const reader = keep(new SqliteConnection(path));
    reader.exec('PRAGMA query_only = ON');
    return new SqliteStore(writer, reader, path);
  } catch (error) {
    for (const connection of connections) connection.close();
    throw asSqliteStoreError(error, path);
  }
}

class SqliteStore implements Store {
  readonly dialect = SQLITE_DIALECT;
  onTransactionEnd?: (error?: unknown) => void;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #path: string;
  /** The identity of the files at the path when the store was opened. */
  readonly #files: string;
  readonly #dataVersion: StatementSync;
  #contentVersion = 0;
  #versionUsableUntil = Number.NEGATIVE_INFINITY;
  readonly #revisions = new RevisionLease(LEASE_MS);
  #lastTransaction: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(writer: SqliteConnection, reader: SqliteConnection, path: string) {
    this.#writer = writer;
    this.#reader = reader;
    this.#path = path;
    this.#files = filesAt(path);
    this.#dataVersion = reader.prepare('PRAGMA data_version');
    this.#dataVersion.setReturnArrays(true);
  }

  async all<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R[]> {
    return this.#reader.all(sql, values) as R[];
  }

  async get<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R | undefined> {
    return this.#reader.get(sql, values) as R | undefined;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the database is being closed'));
    const queuedAt = performance.now();
    const done = this.#lastTransaction.then(() => this.#transact(work, queuedAt));
    this.#lastTransaction = done.then(
      () => this.onTransactionEnd?.(),
      (error) => this.onTransactionEnd?.(error),
    );
    return done.then(({ result, hasTouched }) => (hasTouched ? this.#settled(result) : result));
  }

  /** Waits for the leases of other processes. The next transaction does not wait for this. */
  async #settled<T>(result: T): Promise<T> {
    await this.#revisions.waitForLeases();
    return result;
  }

  async #transact<T>(
    work: (tx: Transaction) => Promise<T>,
    queuedAt: number,
  ): Promise<{ result: T; hasTouched: boolean }> {
    this.#requireFiles();
    await begin(this.#writer, queuedAt);
    const tx = new SqliteTransaction(this.#writer);
    try {
      const result = await work(tx);
      tx.end();
      this.#writer.exec('COMMIT');
      this.#versionUsableUntil = Number.NEGATIVE_INFINITY;
      if (tx.hasTouched) this.#revisions.forget();
      return { result, hasTouched: tx.hasTouched };
    } catch (error) {
      tx.isOver = true;
      this.#writer.rollBack();
      throw error;
    }
  }

  revision(topic: Topic): number {
    const known = this.#revisions.of(topic);
    if (known !== undefined) return known;
    const askedAt = performance.now();
    const revisions = byTopic(this.#reader.all(READ_REVISIONS) as unknown as RevisionRow[]);
    this.#revisions.keep(revisions, askedAt);
    return revisions.get(topic) ?? 0;
  }

  /**
   * PRAGMA data_version of the reader: it changes with any other connection's commit, this process's writer included.
   */
  contentVersion(): number {
    if (performance.now() >= this.#versionUsableUntil) {
      [this.#contentVersion] = attempt(() => this.#dataVersion.get()) as unknown as [number];
      this.#versionUsableUntil = performance.now() + LEASE_MS;
    }
    return this.#contentVersion;
  }

  async ping(): Promise<void> {
    this.#requireFiles();
    this.#reader.get('SELECT topic FROM revisions');
  }

  /** Writes to files that were moved away or removed would be lost. */
  #requireFiles(): void {
    if (filesAt(this.#path) === this.#files) return;
    throw new StoreUnavailable(
      'the database file was moved, removed or replaced while the service was running',
    );
  }

  close(): Promise<void> {
    this.#closed ??= this.#lastTransaction.then(() => {
      this.#reader.close();
      this.#writer.close();
    });
    return this.#closed;
  }
}

class SqliteTransaction implements Transaction {
  readonly dialect = SQLITE_DIALECT;
  readonly #connection: SqliteConnection;
  #failure: unknown;
  /** Whether copies of revisions are out of date after the commit. */
  hasTouched = false;
  /** A caller that still uses it after its end must not write into the next transaction. */
  isOver = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async all<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R[]> {
    return this.#perform(() => this.#connection.all(sql, values)) as R[];
  }

  async get<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R | undefined> {
    return this.#perform(() => this.#connection.get(sql, values)) as R | undefined;
  }

  async run(sql: string, values?: readonly SqlParameter[]): Promise<number> {
    return this.#perform(() => this.#connection.run(sql, values));
  }

  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void> {
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    this.#runEach(sql, rows);
  }

  async update(
    table: string,
    [key, ...columns]: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void> {
    const sql = `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE ${key} = ?`;
    this.#runEach(
      sql,
      rows.map(([keyValue, ...values]) => [...values, keyValue as SqlValue]),
    );
  }

  async touch(topic: Topic): Promise<void> {
    this.hasTouched = true;
    await this.run(TOUCH, [topic]);
  }

  /** @throws the error of a statement that `work` has caught. */
  end(): void {
    this.isOver = true;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #runEach(sql: string, rows: readonly (readonly SqlValue[])[]): void {
    this.#perform(() => {
      for (const row of rows) this.#connection.run(sql, row);
    });
  }

  #perform<T>(statement: () => T): T {
    if (this.isOver) throw new Error('The transaction is over.');
    // On a full disk SQLite may have rolled back itself. Another statement would then be committed on its own.
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return statement();
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }
}

/**
 * Identifies the files at `path` as long as they are open. Without the shared-memory file (`-shm`), a command would
 * make another one, and neither it nor the service would see what the other writes to the log.
 */
function filesAt(path: string): string {
  return [path, `${path}-wal`, `${path}-shm`].map(identityOf).join();
}

function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return 'none';
  }
}

/** The file holds secrets and e-mail addresses of visitors, so only its owner may read it. */
function makeFile(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}

/** Removes the access of group and others, which an existing database and its log files may have. */
function restrictToOwner(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isOurs = found !== undefined && found.uid === process.getuid?.();
    if (isOurs && (found.mode & 0o077) !== 0) chmodSync(file, found.mode & 0o700);
  }
}

/** Turns a failure to use the file at `path` into one line for the terminal. Returns other errors unchanged. */
export function asSqliteStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError || error instanceof StoreUnavailable) {
    return new StoreError(`Can’t use the database ${path}: ${error.message.replace(/\.?$/, '.')}`, error);
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    return new StoreError(
      `Can’t use the database ${path}: the file can’t be created or opened (${code}).`,
      error,
    );
  }
  return error;
}
