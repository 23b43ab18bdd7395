import { bind } from './lists.ts';
import type { PostgresConnection, StatementOutcome } from './postgres-connection.ts';
import { COLUMN_TYPES, insertText, type Statement, type Statements, updateText } from './postgres-sql.ts';
import { TOUCH } from './revision-lease.ts';
import type { Dialect, Row, SqlParameter, SqlValue, Topic, Transaction } from './store.ts';

/**
 * FOR NO KEY UPDATE instead of FOR UPDATE: both keep others from changing or locking the row, but FOR UPDATE would also
 * block sales whose tickets refer to the row.
 */
export const POSTGRES_DIALECT: Dialect = {
  name: 'postgres',
  lockForUpdate: ' FOR NO KEY UPDATE',
  lockUnlocked: ' FOR NO KEY UPDATE SKIP LOCKED',
  lockForShare: ' FOR SHARE',
  lockTable: (table) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
  // age() counts back from the newest transaction id, so that the comparison holds after ids wrap around.
  isSettled: (table) => `age(${table}.xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid)`,
};

// The level is explicit because a server may have another default: docs/decisions/isolation.md. Without READ WRITE: a
// server that is set to read-only, such as a former primary, must not be written to.
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/** Marks the commit of a transaction. Each connection keeps only its last mark. */
const MARK = `
  WITH earlier AS (DELETE FROM commit_marks WHERE connection = ?)
  INSERT INTO commit_marks (connection, transaction, is_committed) VALUES (?, ?, true)`;

/** How many writes may be unanswered at once. It slows a copy of a whole database down to the speed of the server. */
const MAX_UNANSWERED = 64;

/** Caches that the transactions of one store share: translated statements, and the column types of each table. */
export interface StoreCaches {
  readonly statements: Statements;
  readonly columnTypes: Map<string, ReadonlyMap<string, string>>;
}

/** A commit without an answer, with the mark that it has left if it was done. */
export interface LostCommit {
  readonly connection: string;
  readonly transaction: number;
  readonly cause: unknown;
}

/**
 * One transaction on one connection. BEGIN is sent with the first statement, in one round trip when that only reads.
 * Answers to `insert` and `update` are awaited only at the end. A transaction that has changed something writes a mark,
 * which is sent together with COMMIT and costs no round trip. If the answer to COMMIT is lost, the mark says whether it
 * was done.
 */
export class PostgresTransaction implements Transaction {
  readonly dialect = POSTGRES_DIALECT;
  readonly #connection: PostgresConnection;
  readonly #caches: StoreCaches;
  #begun: Promise<unknown> | undefined;
  #hasBegun = false;
  #hasWritten = false;
  #isOver = false;
  /** Inserts and updates that were sent. `commit` awaits them. */
  readonly #writes: Promise<unknown>[] = [];
  /** Resolves when the last of them is sent. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Whether copies of revisions are out of date after the commit. */
  hasTouched = false;
  /** The error of the first statement that failed. Later errors only follow from it. */
  failure: unknown;

  constructor(connection: PostgresConnection, caches: StoreCaches) {
    this.#connection = connection;
    this.#caches = caches;
  }

  async all<R extends object = Row>(sql: string, values: readonly SqlParameter[] = []): Promise<R[]> {
    const bound = bind(sql, values);
    if (bound === undefined) return [];
    const { rows } = await this.#perform(this.#caches.statements.of(bound.sql), bound.values);
    return rows as object[] as R[];
  }

  async get<R extends object = Row>(
    sql: string,
    values: readonly SqlParameter[] = [],
  ): Promise<R | undefined> {
    const [row] = await this.all<R>(sql, values);
    return row;
  }

  async run(sql: string, values: readonly SqlParameter[] = []): Promise<number> {
    const bound = bind(sql, values);
    if (bound === undefined) return 0;
    const { rowCount } = await this.#perform(this.#caches.statements.of(bound.sql), bound.values);
    return rowCount ?? 0;
  }

  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#write(insertText, table, columns, rows);
  }

  update(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#write(updateText, table, columns, rows);
  }

  async touch(topic: Topic): Promise<void> {
    this.hasTouched = true;
    await this.run(TOUCH, [topic]);
  }

  /**
   * Sends COMMIT behind writes that are still unanswered: if one of them fails, the server rolls everything back.
   * @returns undefined once it is committed, or the commit whose answer was lost.
   * @throws the error of a failed statement, even when `work` has caught it.
   */
  async commit(): Promise<LostCommit | undefined> {
    this.#isOver = true;
    if (this.#begun === undefined) return undefined;
    if (this.failure !== undefined) throw this.failure;
    const { id } = this.#connection;
    const transaction = this.#connection.nextTransaction();
    const marked =
      this.#hasWritten && this.#connection.query(this.#caches.statements.of(MARK), [id, id, transaction]);
    const committed = this.#connection.exec('COMMIT');
    const ends = await Promise.allSettled([...this.#writes, marked, committed]);
    const cause = this.failure ?? ends.find((end) => end.status === 'rejected')?.reason;
    if (cause === undefined) return undefined;
    if (!this.#connection.isLost) throw cause;
    // A transaction that has only read needs no commit: what it has read is valid.
    return this.#hasWritten ? { connection: id, transaction, cause } : undefined;
  }

  /** After a failure. If the rollback fails too, the connection is destroyed. */
  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#begun === undefined || this.#connection.isLost) return;
    await this.#connection.exec('ROLLBACK').catch(() => this.#connection.destroy());
  }

  async #perform(statement: Statement, values: readonly unknown[] = []): Promise<StatementOutcome> {
    this.#requireOpen();
    try {
      const begun = this.#begin();
      // A write must not be sent before BEGIN has succeeded: if BEGIN failed, the write would be a transaction of its
      // own. After that, concurrent statements are sent in the order of the calls.
      if (statement.writes && !this.#hasBegun) await begun;
      const outcome = this.#connection.query(statement, values);
      const [result] = await Promise.all([outcome, begun]);
      if (statement.writes && result.rowCount !== 0) this.#hasWritten = true;
      return result;
    } catch (error) {
      // Statements behind a failed one fail too, with an error that says nothing of the cause.
      this.failure ??= error;
      throw this.failure;
    }
  }

  /** Sends a statement whose parameters are columns, in order, and does not wait for its answer. */
  #write(
    textOf: typeof insertText,
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    const sent = this.#lastWrite.then(async () => {
      const types = await this.#typesOf(table, columns);
      const arrays = columns.map((_, index) => rows.map((row) => row[index] ?? null));
      const statement = this.#caches.statements.of(textOf(table, columns, types));
      this.#requireOpen(); // `work` may have failed meanwhile
      if (!this.#hasBegun) await this.#begin();
      if (this.#writes.length === MAX_UNANSWERED) await Promise.all(this.#writes.splice(0));
      this.#hasWritten = true;
      this.#writes.push(this.#perform(statement, arrays).catch(() => {})); // `failure` keeps the error
    });
    this.#lastWrite = sent.catch(() => {});
    return sent;
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('The transaction is over.');
  }

  #begin(): Promise<unknown> {
    this.#begun ??= this.#connection.exec(BEGIN).then(
      () => {
        this.#hasBegun = true;
      },
      (error) => {
        this.failure ??= error;
        throw error;
      },
    );
    return this.#begun;
  }

  async #typesOf(table: string, columns: readonly string[]): Promise<string[]> {
    const known = this.#caches.columnTypes.get(table);
    if (known !== undefined && columns.every((column) => known.has(column)))
      return columns.map(typeIn(known));
    const rows = await this.all<{ name: string; type: string }>(COLUMN_TYPES, [table]);
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    this.#caches.columnTypes.set(table, types);
    return columns.map(typeIn(types));
  }
}

/** An unknown column gets the type text: the statement itself fails on it with a better message. */
function typeIn(types: ReadonlyMap<string, string>): (column: string) => string {
  return (column) => types.get(column) ?? 'text';
}
