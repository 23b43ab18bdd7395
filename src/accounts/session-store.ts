import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { EVERY_ENTRY } from '../journal/index.ts';
import { inList, type Queries, type SqlValue, type Transaction } from '../store/index.ts';

export interface SessionRow {
  readonly session_hash: string;
  readonly account_id: Uuid;
  readonly username: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly password_proof: string;
  readonly seen_at: number;
  readonly expires_at: number;
}

const SWEEP_BATCH_SIZE = 500;

/** Ends all sessions of the account. To be called in the transaction that sets its password, disables or enables it. */
export async function endSessionsOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.run('DELETE FROM sessions WHERE account_id = ?', [accountId]);
}

export async function hasSessionsToSweep(queries: Queries, now: number): Promise<boolean> {
  const row = await queries.get('SELECT session_hash FROM sessions WHERE expires_at <= ? LIMIT 1', [now]);
  return row !== undefined;
}

/** Deletes some expired sessions. @returns whether there may be more */
export async function sweepSessions(tx: Transaction, now: number): Promise<boolean> {
  const dropped = await tx.run(
    `DELETE FROM sessions WHERE session_hash IN (
       SELECT session_hash FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP_BATCH_SIZE}
     )`,
    [now],
  );
  return dropped === SWEEP_BATCH_SIZE;
}

/** The sign-ins of an account on the pages. */
export interface Presence {
  /** In how many browsers it is signed in. */
  readonly sessions: number;
  /** When it last signed in on the pages; undefined: never, as far as is known. */
  readonly lastSignInAt: number | undefined;
}

/** The sign-ins of those accounts, by id; accounts that never signed in on the pages are left out. */
export async function findPresence(
  queries: Queries,
  accountIds: readonly Uuid[],
  now: number,
): Promise<Map<Uuid, Presence>> {
  if (accountIds.length === 0) return new Map();
  const { list, values } = inList<SqlValue>(accountIds);
  // The concatenation keeps SQLite from using the index of kinds, which would read all sign-ins ever.
  const rows = await queries.all<{ accountId: Uuid; lastSignInAt: number; sessions: number }>(
    `SELECT subject AS "accountId", max(at) AS "lastSignInAt",
            (SELECT count(*) FROM sessions WHERE account_id = subject AND expires_at > ?) AS "sessions"
       FROM ${EVERY_ENTRY} WHERE kind || '' = 'account.signed-in' AND subject IN ${list} GROUP BY subject`,
    [now, ...values],
  );
  return new Map(rows.map(({ accountId, ...presence }) => [accountId, presence]));
}

/** The session, if its account is not disabled. */
export function findSession(queries: Queries, sessionHash: string): Promise<SessionRow | undefined> {
  return queries.get<SessionRow>(
    `SELECT session_hash, sessions.account_id, username, role, password_hash, password_proof, seen_at, expires_at
     FROM sessions JOIN accounts ON accounts.account_id = sessions.account_id
     WHERE session_hash = ? AND disabled_at IS NULL`,
    [sessionHash],
  );
}
