import type { Outcome, PostgresConnection } from './postgres-connection.ts';
import { COLUMN_TYPES, insertText, type Statement, type Statements, updateText } from './postgres-sql.ts';
import { TOUCH } from './revision-copy.ts';
import type { Dialect, Row, SqlValue, Topic, Transaction } from './store.ts';

/**
 * FOR NO KEY UPDATE rather than FOR UPDATE: both keep everybody else from changing or locking the row, but
 * only the latter would also stop the sales whose tickets refer to it.
 */
export const DIALECT: Dialect = {
  name: 'postgres',
  lockForUpdate: ' FOR NO KEY UPDATE',
  lockForShare: ' FOR SHARE',
  // The age of a number counts back from the newest one, so that it holds after numbers have begun anew at zero.
  isSettled: (table) => `age(${table}.xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid)`,
};

// Said, because a server may have another default: docs/decisions/isolation.md. Not READ WRITE: a server that is set to be
// read only, as one that another has taken the place of, is not to be written to.
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/** Each connection keeps the mark of its last commit only. */
const MARK = `
  WITH earlier AS (DELETE FROM commit_marks WHERE connection = ?)
  INSERT INTO commit_marks (connection, transaction, is_committed) VALUES (?, ?, true)`;

/** So many writes may wait for their answers at once: whoever copies a whole database is held back by the server. */
const UNANSWERED_AT_MOST = 64;

/** What transactions of one store share: texts translated, and the types of the columns of each table. */
export interface Vocabulary {
  readonly statements: Statements;
  readonly columnTypes: Map<string, ReadonlyMap<string, string>>;
}

/** A commit whose answer never came: the mark that it has left, if it was done. */
export interface LostCommit {
  readonly connection: string;
  readonly transaction: number;
  readonly cause: unknown;
}

/**
 * One transaction on one connection. It begins with its first statement: sent together with it when that only
 * reads. Nobody waits for the answer to an insert before the end. A transaction that has changed something leaves a mark,
 * sent together with COMMIT at the cost of no round trip, so that whoever has lost the answer can find out what became
 * of it.
 */
export class PostgresTransaction implements Transaction {
  readonly dialect = DIALECT;
  readonly #connection: PostgresConnection;
  readonly #vocabulary: Vocabulary;
  #begun: Promise<unknown> | undefined;
  #hasBegun = false;
  #hasWritten = false;
  #isOver = false;
  /** Inserts and updates that were sent. What has become of them is asked by whoever commits. */
  readonly #writes: Promise<unknown>[] = [];
  /** Fulfilled when the last of them is sent. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Whether copies that others hold are out of date once it commits. */
  hasTouched = false;
  /** Why the first statement that failed did so. Nothing that comes after it counts. */
  failure: unknown;

  constructor(connection: PostgresConnection, vocabulary: Vocabulary) {
    this.#connection = connection;
    this.#vocabulary = vocabulary;
  }

  async all<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R[]> {
    const { rows } = await this.#perform(this.#vocabulary.statements.of(sql), values);
    return rows as object[] as R[];
  }

  async get<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R | undefined> {
    const [row] = await this.all<R>(sql, values);
    return row;
  }

  async run(sql: string, values?: readonly SqlValue[]): Promise<number> {
    const { rowCount } = await this.#perform(this.#vocabulary.statements.of(sql), values);
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
   * Sends COMMIT behind writes whose answers are not there yet: should one of them fail, the server undoes everything.
   * @returns undefined once it is committed.
   * @throws the failure of a statement, also of one that `work` made nothing of.
   */
  async commit(): Promise<LostCommit | undefined> {
    this.#isOver = true;
    if (this.#begun === undefined) return undefined;
    if (this.failure !== undefined) throw this.failure;
    const { id } = this.#connection;
    const transaction = this.#connection.nextTransaction();
    const marked =
      this.#hasWritten && this.#connection.query(this.#vocabulary.statements.of(MARK), [id, id, transaction]);
    const committed = this.#connection.exec('COMMIT');
    const ends = await Promise.allSettled([...this.#writes, marked, committed]);
    const cause = this.failure ?? ends.find((end) => end.status === 'rejected')?.reason;
    if (cause === undefined) return undefined;
    if (!this.#connection.isLost) throw cause;
    // What has written nothing has nothing to lose, and what it has read is right.
    return this.#hasWritten ? { connection: id, transaction, cause } : undefined;
  }

  /** After a failure. The connection is of no more use if this fails too. */
  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#begun === undefined || this.#connection.isLost) return;
    await this.#connection.exec('ROLLBACK').catch(() => this.#connection.destroy());
  }

  async #perform(statement: Statement, values: readonly unknown[] = []): Promise<Outcome> {
    this.#requireOpen();
    try {
      const begun = this.#begin();
      // A write must not be sent behind a BEGIN that may yet fail: it would be a transaction of its own. After that, what
      // is performed together is sent in the order in which it was asked for.
      if (statement.writes && !this.#hasBegun) await begun;
      const outcome = this.#connection.query(statement, values);
      const [result] = await Promise.all([outcome, begun]);
      if (statement.writes && result.rowCount !== 0) this.#hasWritten = true;
      return result;
    } catch (error) {
      // Whatever comes behind a statement that failed fails as well, with an error that says no more than that.
      this.failure ??= error;
      throw this.failure;
    }
  }

  /** Sends a statement about whole columns behind those before it, and does not wait for its answer. */
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
      const statement = this.#vocabulary.statements.of(textOf(table, columns, types));
      this.#requireOpen(); // its work may have failed beside this: nothing must begin any more
      if (!this.#hasBegun) await this.#begin();
      if (this.#writes.length === UNANSWERED_AT_MOST) await Promise.all(this.#writes.splice(0));
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
    const known = this.#vocabulary.columnTypes.get(table);
    if (known !== undefined && columns.every((column) => known.has(column)))
      return columns.map(typeIn(known));
    const rows = await this.all<{ name: string; type: string }>(COLUMN_TYPES, [table]);
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    this.#vocabulary.columnTypes.set(table, types);
    return columns.map(typeIn(types));
  }
}

/** A column that is not there is left for the statement itself to complain about. */
function typeIn(types: ReadonlyMap<string, string>): (column: string) => string {
  return (column) => types.get(column) ?? 'text';
}
