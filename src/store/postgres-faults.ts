import { StoreUnavailable, UniqueViolation } from './store.ts';

/** What may help after a fault: nothing, the same again, or the same on another connection. */
export type Remedy = 'none' | 'again' | 'reconnect';

/** A StoreUnavailable that knows whether trying again may help. */
export class PostgresFault extends StoreUnavailable {
  readonly remedy: Remedy;
  /** What connections have prepared no longer fits the schema. */
  readonly statementsAreStale: boolean;

  constructor(message: string, remedy: Remedy, cause?: unknown, statementsAreStale = false) {
    super(message, cause);
    this.remedy = remedy;
    this.statementsAreStale = statementsAreStale;
  }
}

/** SQLSTATEs and their classes (PostgreSQL documentation, appendix A) that are not the statement's fault. */
const FAULTS: readonly [pattern: RegExp, message: string, remedy: Remedy][] = [
  [/^40(001|P01)$/, 'other transactions kept getting in the way', 'again'],
  [/^(08|57P|26000|42P05)/, 'the connection to the database was lost', 'reconnect'],
  // A standby that took over in name but not yet in deed, or the old primary.
  [/^25006$/, 'the database may only be read', 'reconnect'],
  [/^25P0[34]$/, 'the transaction stood still for too long', 'reconnect'],
  [/^(57014|55P03)$/, 'the database did not answer in time', 'none'],
  [/^53100$/, 'the disk of the database is full', 'none'],
  [/^53300$/, 'the database has too many connections', 'none'],
  [/^53/, 'the database is short of resources', 'none'],
  [/^58/, 'the disk of the database failed', 'none'],
  [/^28/, 'the database refuses this account', 'none'],
  [/^42501$/, 'the database refuses this account, which must own it and its tables', 'none'],
  [/^3F000$/, 'its search_path names no schema that there is and that this account may use', 'none'],
  [/^3D000$/, 'there is no such database', 'none'],
];

interface ServerError extends Error {
  code?: string;
  routine?: string;
  constraint?: string;
  detail?: string;
  where?: string;
}

/**
 * What an error of `pg` means to those who use the store: StoreUnavailable when the reason lies in the
 * database and not in the statement, UniqueViolation, or the error itself.
 */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const serverError = error as ServerError;
  // Both may quote a row, and with it a visitor's address. No log needs it.
  delete serverError.detail;
  delete serverError.where;
  const { code = '' } = serverError;
  if (code === '23505') {
    return new UniqueViolation(`There is such a row already (${serverError.constraint}).`, error);
  }
  if (code === '0A000' && serverError.routine === 'RevalidateCachedQuery') {
    return new PostgresFault('the schema of the database has just changed', 'reconnect', error, true);
  }
  const fault = FAULTS.find(([pattern]) => pattern.test(code));
  return fault === undefined ? error : new PostgresFault(fault[1], fault[2], error);
}

export function remedyOf(error: unknown): Remedy {
  return error instanceof PostgresFault ? error.remedy : 'none';
}
