import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { bind } from './lists.ts';
import { type Row, type SqlParameter, StoreUnavailable, UniqueViolation } from './store.ts';

/** How long SQLite itself waits for a lock. It blocks this thread, so callers that wait longer do so in JavaScript. */
const LOCK_TIMEOUT_MS = 20;
/** How long a write waits for another process that is writing, before the database counts as unavailable. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_RETRY_MS = 10;
const CACHE_KIB = 4_096;
const PAGES_PER_STEP = 1_000;

// Primary result codes (sqlite.org/rescode.html).
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
// Extended result codes.
/** A write failed for any reason but a full disk: SQLite has no code of its own for a quota (EDQUOT). */
const SQLITE_IOERR_WRITE = 778;
/** There is no space for the shared-memory file (`-shm`). */
const SQLITE_IOERR_SHMSIZE = 4874;
const UNAVAILABLE: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: 'another process is writing to the database',
  8: 'the database is read-only',
  10: 'the disk failed',
  [SQLITE_CORRUPT]: 'the database file is damaged',
  [SQLITE_FULL]: 'the disk is full',
  [SQLITE_IOERR_WRITE]: 'the disk failed, or its quota is used up',
  14: 'the database file can’t be opened',
  [SQLITE_NOTADB]: 'the file is not a database',
};

/**
 * One connection with its prepared statements, which are few and fixed, so all are kept.
 * Its statements throw StoreUnavailable when the cause is the file or the disk, not the statement.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = attempt(() => new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS, readOnly }));
    try {
      this.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  all(sql: string, values: readonly SqlParameter[] = []): Row[] {
    const bound = bind(sql, values);
    return bound === undefined ? [] : (attempt(() => this.prepare(bound.sql).all(...bound.values)) as Row[]);
  }

  get(sql: string, values: readonly SqlParameter[] = []): Row | undefined {
    const bound = bind(sql, values);
    return bound && (attempt(() => this.prepare(bound.sql).get(...bound.values)) as Row | undefined);
  }

  run(sql: string, values: readonly SqlParameter[] = []): number {
    const bound = bind(sql, values);
    return bound === undefined
      ? 0
      : attempt(() => Number(this.prepare(bound.sql).run(...bound.values).changes));
  }

  exec(sql: string): void {
    attempt(() => this.#database.exec(sql));
  }

  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Copies what this connection sees to another file. `onProgress` gets the share that is done, from 0 to 1. */
  async copyTo(file: string, onProgress: (done: number) => void): Promise<void> {
    const progress = (pages: { totalPages: number; remainingPages: number }) =>
      onProgress(1 - pages.remainingPages / pages.totalPages);
    await backup(this.#database, file, { rate: PAGES_PER_STEP, progress }).catch((error) => {
      throw asUnavailable(error);
    });
  }

  /** Whether a transaction is open, such as one whose ROLLBACK has failed. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /**
   * Rolls back a transaction that failed. On a full disk SQLite may have done so itself. An error here is ignored: the
   * first failure is the one to report, and the next `begin` rolls back again.
   */
  rollBack(): void {
    if (!this.isInTransaction) return;
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // The transaction is still open, as `isInTransaction` says.
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Takes the write lock at the start, so that what a transaction reads can't change before it writes. The time in the
 * queue counts towards the timeout, so that many writes behind a lock fail together, not one after another.
 */
export async function begin(writer: SqliteConnection, queuedAt: number): Promise<void> {
  const deadline = queuedAt + BUSY_TIMEOUT_MS;
  writer.rollBack();
  if (writer.isInTransaction) throw new StoreUnavailable('a failed transaction can’t be undone yet');
  for (;;) {
    try {
      return writer.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(BUSY_RETRY_MS);
    }
  }
}

/** Whether another connection holds the lock, so that a retry may help. */
export function isBusy(error: unknown): boolean {
  return error instanceof StoreUnavailable && resultCode(error.cause) === SQLITE_BUSY;
}

/** Whether the content of the file can't be read, so that a retry never helps. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof StoreUnavailable ? resultCode(error.cause) : undefined;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** @throws StoreUnavailable when the cause is the file or the disk, not what `work` does; UniqueViolation */
export function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new UniqueViolation('Such a row already exists.', error);
    throw asUnavailable(error);
  }
}

/** StoreUnavailable when the cause is the file or the disk; any other error as it is. */
function asUnavailable(error: unknown): unknown {
  const { errcode = 0 } = (error ?? {}) as { errcode?: number };
  const reason = UNAVAILABLE[errcode] ?? UNAVAILABLE[resultCode(error) ?? 0];
  return reason === undefined ? error : new StoreUnavailable(reason, error);
}

/** The extended result codes SQLITE_CONSTRAINT_PRIMARYKEY and _UNIQUE. */
function isUniqueViolation(error: unknown): boolean {
  return [1555, 2067].includes((error as { errcode?: number }).errcode ?? 0);
}

/** The primary result code: the low byte of what node:sqlite puts on its errors. */
function resultCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | undefined)?.errcode;
  if (code === SQLITE_IOERR_SHMSIZE) return SQLITE_FULL;
  return code === undefined ? undefined : code & 0xff;
}
