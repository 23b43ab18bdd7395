import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';

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
/** How many sessions an account has at most: more than anybody has browsers. */
export const MAX_SESSIONS = 20;

/** Ends all sessions of the account. To be called in the transaction that sets its password, disables or enables it. */
export async function endSessionsOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.run('DELETE FROM sessions WHERE account_id = ?', [accountId]);
}

/**
 * Ends the oldest sessions of the account, so that there is room for one more. Two sign-ins at once may leave some too
 * many, which the next one ends.
 * @returns how many it ended
 */
export async function endOldestSessions(tx: Transaction, accountId: string): Promise<number> {
  const oldest = await tx.all<{ session_hash: string }>(
    `SELECT session_hash FROM sessions WHERE account_id = ? ORDER BY made_at DESC, session_hash
      LIMIT ${SWEEP_BATCH_SIZE} OFFSET ${MAX_SESSIONS - 1}`,
    [accountId],
  );
  if (oldest.length === 0) return 0;
  await tx.touch('accounts'); // before the sessions are locked, as in changeAccounts
  return tx.run(`DELETE FROM sessions WHERE session_hash IN ?`, [
    oldest.map(({ session_hash }) => session_hash),
  ]);
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
  // An account may have signed in thousands of times: only the last entry is read. The concatenation keeps SQLite from
  // using the index of kinds, which would read all sign-ins ever. The journal has an account_id too: whoever did it.
  const rows = await queries.all<{
    accountId: Uuid;
    sessions: number;
    sealed: number | null;
    latest: number | null;
  }>(
    `SELECT account_id AS "accountId",
            (SELECT count(*) FROM sessions WHERE account_id = accounts.account_id AND expires_at > ?) AS "sessions",
            (SELECT at FROM journal
              WHERE number IS NOT NULL AND subject = accounts.account_id AND kind || '' = 'account.signed-in'
              ORDER BY position DESC LIMIT 1) AS "sealed",
            (SELECT max(at) FROM journal
              WHERE number IS NULL AND subject = accounts.account_id AND kind = 'account.signed-in') AS "latest"
       FROM accounts WHERE account_id IN ?`,
    [now, accountIds],
  );
  const known = rows.flatMap(({ accountId, sessions, sealed, latest }): [Uuid, Presence][] => {
    const lastSignInAt = latest ?? sealed;
    return lastSignInAt === null ? [] : [[accountId, { sessions, lastSignInAt }]];
  });
  return new Map(known);
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
