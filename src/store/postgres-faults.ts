import { StoreUnavailable, UniqueViolation } from './store.ts';

/** Which retry may help after a fault: none, any, or one on another connection. */
export type Retry = 'none' | 'again' | 'reconnect';

/** A StoreUnavailable that says whether a retry may help. */
export class PostgresFault extends StoreUnavailable {
  readonly retry: Retry;
  /** Whether prepared statements no longer fit the schema. */
  readonly statementsAreStale: boolean;

  constructor(message: string, retry: Retry, cause?: unknown, statementsAreStale = false) {
    super(message, cause);
    this.retry = retry;
    this.statementsAreStale = statementsAreStale;
  }
}

/** A server that only reads: a standby, or a former primary. Another one may be found that can be written to. */
export class ReadOnlyServer extends PostgresFault {
  constructor(message: string) {
    super(message, 'none');
  }
}

/** SQLSTATEs and classes of them (PostgreSQL documentation, appendix A) whose cause is not the statement. */
const FAULTS: readonly [pattern: RegExp, message: string, retry: Retry][] = [
  [/^40(001|P01)$/, 'the transaction kept conflicting with others', 'again'],
  [/^(08|57P|26000|42P05)/, 'the connection to the database was lost', 'reconnect'],
  // A standby that is not promoted yet, or a former primary.
  [/^25006$/, 'the database is read-only', 'reconnect'],
  [/^25P0[34]$/, 'the transaction was idle for too long', 'reconnect'],
  [/^(57014|55P03)$/, 'the database did not respond in time', 'none'],
  [/^53100$/, 'the disk of the database is full', 'none'],
  [/^53300$/, 'the database has too many connections', 'none'],
  [/^53/, 'the database is short of resources', 'none'],
  [/^58/, 'the disk of the database failed', 'none'],
  [/^28/, 'the database rejects this user', 'none'],
  [/^42501$/, 'the database rejects this user, which must own the database and its tables', 'none'],
  [/^3F000$/, 'its search_path names no existing schema that this user may use', 'none'],
  [/^3D000$/, 'the database does not exist', 'none'],
];

interface ServerError extends Error {
  code?: string;
  routine?: string;
  constraint?: string;
  detail?: string;
  where?: string;
}

/**
 * Translates an error of `pg` for users of the store: to UniqueViolation, or to StoreUnavailable when the cause is the
 * database and not the statement. Returns any other error as it is.
 */
export function postgresFaultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const serverError = error as ServerError;
  // `detail` and `where` may quote a row, and with it a visitor's e-mail address, which must not reach the log.
  delete serverError.detail;
  delete serverError.where;
  const { code = '' } = serverError;
  if (code === '23505') {
    return new UniqueViolation(`Such a row already exists (${serverError.constraint}).`, error);
  }
  if (code === '0A000' && serverError.routine === 'RevalidateCachedQuery') {
    return new PostgresFault('the schema of the database has just changed', 'reconnect', error, true);
  }
  const fault = FAULTS.find(([pattern]) => pattern.test(code));
  return fault === undefined ? error : new PostgresFault(fault[1], fault[2], error);
}

export function retryOf(error: unknown): Retry {
  return error instanceof PostgresFault ? error.retry : 'none';
}

/** Whether the server allows no more connections (SQLSTATE 53300). */
export function isConnectionLimit(error: unknown): boolean {
  return error instanceof PostgresFault && (error.cause as { code?: string } | undefined)?.code === '53300';
}

/** What the cause of a fault adds to its message, in parentheses. */
export function detailOf(cause: unknown): string {
  if (cause === undefined) return '';
  const { code = '', message } = cause as { code?: string; message?: string };
  // The message is empty when Node has tried several addresses of one host name.
  return ` (${message || code || 'no response'})`;
}
