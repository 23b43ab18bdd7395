import type { Outcome, PostgresConnection } from './postgres-connection.ts';
import { COLUMN_TYPES, insertText, type Statement, type Statements } from './postgres-sql.ts';
import type { Dialect, Row, SqlValue, Transaction } from './store.ts';

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

// Said in full, because a server may have other defaults. Why this level: docs/decisions/isolation.md
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE';
const TRANSACTION_NUMBER = 'SELECT pg_current_xact_id_if_assigned() AS number';

/** What transactions of one store share: texts translated, and the types of the columns of each table. */
export interface Vocabulary {
  readonly statements: Statements;
  readonly columnTypes: Map<string, ReadonlyMap<string, string>>;
}

/** A commit whose answer never came. The server can be asked for what became of the transaction. */
export interface LostCommit {
  /** The transaction's number. */
  readonly number: string;
  /** Of the server that gave the number; another may have given it to another transaction. */
  readonly lineage: string;
  readonly cause: unknown;
}

/**
 * One transaction on one connection. It begins with its first statement: sent together with it when that only
 * reads. The number that the server gives it is asked for along with the first write, at the cost of no
 * round trip, so that the server can be asked what became of the transaction should the commit get lost.
 */
export class PostgresTransaction implements Transaction {
  readonly dialect = DIALECT;
  readonly #connection: PostgresConnection;
  readonly #vocabulary: Vocabulary;
  #begun: Promise<unknown> | undefined;
  #number: Promise<string | undefined> = Promise.resolve(undefined);
  #isNumberKnown = false;
  #isOver = false;
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

  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const types = await this.#typesOf(table, columns);
    const arrays = columns.map((_, index) => rows.map((row) => row[index] ?? null));
    await this.#perform(this.#vocabulary.statements.of(insertText(table, columns, types)), arrays);
  }

  /**
   * @returns undefined once it is committed.
   * @throws the failure of a statement, also of one that `work` made nothing of.
   */
  async commit(): Promise<LostCommit | undefined> {
    this.#isOver = true;
    if (this.#begun === undefined) return undefined;
    const number = await this.#number;
    if (this.failure !== undefined) throw this.failure;
    try {
      await this.#connection.exec('COMMIT');
      return undefined;
    } catch (cause) {
      if (!this.#connection.isLost) throw cause;
      // Without a number it has written nothing: nothing can be lost, and what it has read is right.
      return number === undefined ? undefined : { number, lineage: this.#connection.lineage, cause };
    }
  }

  /** After a failure. The connection is of no more use if this fails too. */
  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#begun === undefined || this.#connection.isLost) return;
    await this.#connection.exec('ROLLBACK').catch(() => this.#connection.destroy());
  }

  async #perform(statement: Statement, values: readonly unknown[] = []): Promise<Outcome> {
    if (this.#isOver) throw new Error('The transaction is over.');
    try {
      const begun = this.#begin();
      // A write must not be sent behind a BEGIN that may yet fail: it would be a transaction of its own.
      if (statement.writes) await begun;
      const outcome = this.#connection.query(statement, values);
      if (statement.writes && !this.#isNumberKnown) this.#askNumber();
      const [result] = await Promise.all([outcome, begun]);
      return result;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  #begin(): Promise<unknown> {
    this.#begun ??= this.#connection.exec(BEGIN);
    return this.#begun;
  }

  /** It gets a number when it first writes; a statement that changes no row may leave it without. */
  #askNumber(): void {
    this.#number = this.#connection
      .query(this.#vocabulary.statements.of(TRANSACTION_NUMBER))
      .then(({ rows }) => {
        const number = rows[0]?.number as string | null | undefined;
        this.#isNumberKnown = typeof number === 'string';
        return number ?? undefined;
      })
      // Its failure is that of the write before it.
      .catch((error) => {
        this.failure ??= error;
        return undefined;
      });
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
