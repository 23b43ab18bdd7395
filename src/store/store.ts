/**
 * The port to the database: plain SQL with `?` placeholders, written once for SQLite and PostgreSQL.
 * Calendar days are TEXT `YYYY-MM-DD`, instants whole milliseconds UTC, money whole cents, flags 0 or 1,
 * ids TEXT. `Dialect` names what the two databases express differently.
 */
export type SqlValue = string | number | null;

/** The value of one `?`: a single one, or a list, as in `WHERE number IN ?`. */
export type SqlParameter = SqlValue | readonly SqlValue[];

/** One row, by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

/** An empty list matches nothing: no row is found or changed, and the database is not asked. */
export interface Queries {
  all<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R[]>;
  /** The first row; undefined when there is none. */
  get<R extends object = Row>(sql: string, values?: readonly SqlParameter[]): Promise<R | undefined>;
}

/** Reads inside a transaction see its own writes. Nothing is visible outside before it commits. */
export interface Transaction extends Queries {
  readonly dialect: Dialect;
  /** @returns how many rows the statement changed. */
  run(sql: string, values?: readonly SqlParameter[]): Promise<number>;
  /**
   * Inserts every row of `rows`, each as long as `columns`. `table` and `columns` are trusted text. A failed insert may
   * fail the transaction only at its end, so that the caller need not wait for the answer.
   */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /**
   * Updates the rows of `table`: the first of `columns` is the key, the others are set. Rows that don't exist are
   * ignored. A failed update may fail the transaction only at its end, like an insert.
   */
  update(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /**
   * Marks all copies of `topic` as out of date once the transaction commits. Another transaction that touches the topic
   * waits for the end of this one. This one resolves only when no process uses an older copy: when the leases have
   * expired (docs/decisions/revisions.md).
   */
  touch(topic: Topic): Promise<void>;
}

export interface Store extends Queries {
  readonly dialect: Dialect;
  /**
   * Runs `work` in a write transaction and commits durably: when the promise resolves, it is on disk.
   * Transactions of this process run one after another (SQLite), or concurrently with row locks and retries
   * (PostgreSQL), so `work` may be called again and must have no effect but through `tx`.
   * An error thrown by `work` rolls everything back and is thrown again; so is the error of a failed statement, even
   * when `work` has caught it.
   * @throws StoreUnavailable when the database can't be written now: nothing was done. The one exception is
   * CommitUnknown.
   * @throws UniqueViolation when a row has the key of an existing one.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Called at the end of each transaction, with its error if it failed. */
  onTransactionEnd?: (error?: unknown) => void;
  /**
   * The revision of a topic: the same number means that no transaction of any process that touched the topic has ended
   * since. It is returned without a promise when it is known without a query, so that the hot path need not wait.
   */
  revision(topic: Topic): number | Promise<number>;
  /**
   * Names what is committed: as long as it stays the same, nothing was committed. It changes with a commit of this
   * process at once, with another's within milliseconds on SQLite and at once on PostgreSQL. It is returned without a
   * promise where no query is needed (SQLite).
   */
  contentVersion(): number | Promise<string>;
  /**
   * Resolves when the database answers and, on SQLite, its files are still those that were opened.
   * @throws StoreUnavailable
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The topics that have a revision, one for each row of the table `revisions`. */
export type Topic = 'accounts' | 'events' | 'hours' | 'keys' | 'settings';

/** What SQLite and PostgreSQL express differently. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** To append to a SELECT in a transaction: others can't change these rows until it ends. */
  readonly lockForUpdate: string;
  /** To append to a SELECT: locks its rows, but for those that another transaction has locked, which it leaves out. */
  readonly lockUnlocked: string;
  /** To append to a SELECT: others can lock these rows in the same way, but not change them. */
  readonly lockForShare: string;
  /**
   * A statement after which no other transaction writes to `table` until this one ends; undefined: none does anyway.
   */
  lockTable(table: string): string | undefined;
  /**
   * A condition on rows of `table` that were not changed since they were added: no row with a lower position can still
   * appear, because every transaction older than the row's own has ended.
   */
  isSettled(table: string): string;
}

class ErrorWithCause extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The database can't be read or written now; what was acknowledged before is safe. */
export class StoreUnavailable extends ErrorWithCause {
  override name = 'StoreUnavailable';
}

/**
 * The connection was lost during a commit, and its outcome could not be found out in time: everything in the
 * transaction was done, or nothing.
 */
export class CommitUnknown extends StoreUnavailable {
  override name = 'CommitUnknown';

  constructor(cause?: unknown) {
    super('the connection was lost during a commit whose outcome is not known', cause);
  }
}

/** A row to be written has the key of an existing one. Its transaction is rolled back. */
export class UniqueViolation extends ErrorWithCause {
  override name = 'UniqueViolation';
}

/** The database can't be used until someone mends the cause. The message is one line for the terminal. */
export class StoreError extends ErrorWithCause {
  override name = 'StoreError';
}

/** Which database, and where. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A read-only view of the database as it was at one instant. */
export interface Snapshot extends Queries {
  readonly dialect: Dialect;
}
