/**
 * The port to the database: plain SQL with `?` placeholders, written once for SQLite and PostgreSQL.
 * Calendar days are TEXT `YYYY-MM-DD`, instants whole milliseconds UTC, money whole cents, flags 0 or 1,
 * ids TEXT. What the two dialects can't say alike has a name in `Dialect`.
 */
export type SqlValue = string | number | null;

/** One row, by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

export interface Queries {
  all<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R[]>;
  /** The first row; undefined when there is none. */
  get<R extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<R | undefined>;
}

/** Inside a transaction: reads see its own writes; nothing is seen outside before it commits. */
export interface Transaction extends Queries {
  readonly dialect: Dialect;
  /** @returns how many rows the statement changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Inserts every row of `rows`, each as long as `columns`. `table` and `columns` are trusted text. A row that can't be
   * inserted may fail the transaction only at its end, so that nobody waits for the answer.
   */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /**
   * Finds each of `rows` in `table` by the first of `columns`, its key, and sets the others. Where there is none, nothing
   * happens; what fails may fail at the end, like an insert.
   */
  update(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /**
   * Tells whoever holds a copy of `topic` that it is out of date, once the transaction commits. Another transaction that
   * touches it waits until this one has ended. This one ends only when no process uses an older copy any more: when the
   * leases on them have run out (docs/decisions/revisions.md).
   */
  touch(topic: Topic): Promise<void>;
}

export interface Store extends Queries {
  readonly dialect: Dialect;
  /**
   * Runs `work` in a write transaction and commits durably: when the promise resolves, it is on disk.
   * Transactions of this process run one after another (SQLite), or beside each other with row locks
   * and retries (PostgreSQL), so `work` may be called again and must have no effect but through `tx`.
   * An error thrown by `work` rolls everything back and is passed on; so does a statement that failed, even
   * when `work` has caught its error.
   * @throws StoreUnavailable when the database can't be written just now: nothing was done. The one exception
   * is CommitUnknown.
   * @throws UniqueViolation when a row has the key of another.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * The revision of a topic: the same number means that no transaction which touched it has come to its end since, in
   * any process. A number when it is known without asking, so that the hot path need not wait.
   */
  revision(topic: Topic): number | Promise<number>;
  /**
   * Moves with every commit, whatever it is about: of this process at once, of another within milliseconds. There only
   * where that can be told without asking.
   */
  stamp?(): number;
  /**
   * Resolves when the database answers, and is where it was when it was opened.
   * @throws StoreUnavailable
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Rooms whose contents others may hold copies of; the rows of the table `revisions`. */
export type Topic = 'accounts' | 'events' | 'hours' | 'keys';

/** What SQLite and PostgreSQL say differently. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** After a SELECT in a transaction: nobody may change these rows until it ends. */
  readonly lockForUpdate: string;
  /** The same, but others may hold it too. */
  readonly lockForShare: string;
  /**
   * A condition on rows of `table` that were added and not changed since: that no row with a lower position can still
   * appear, because every transaction that is older than the row's own has ended.
   */
  isSettled(table: string): string;
}

/** The database can't be read or written just now; what was acknowledged before is safe. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreUnavailable';
  }
}

/**
 * The connection was lost in the middle of a commit, and the database could not be asked in time what became
 * of it: everything in the transaction was done, or nothing.
 */
export class CommitUnknown extends StoreUnavailable {
  constructor(cause?: unknown) {
    super('the connection was lost during a commit whose outcome is not known', cause);
    this.name = 'CommitUnknown';
  }
}

/** A row that was to be written has the key of another. The transaction it was in is rolled back. */
export class UniqueViolation extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UniqueViolation';
  }
}

/** The database can't be used at all, for a reason that someone has to mend: one line for the terminal. */
export class StoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
  }
}

/** Which database, and where. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };
