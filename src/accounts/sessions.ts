import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Happening, type JournalKind, record } from '../journal/index.ts';
import { type Store, StoreUnavailable, secretOf } from '../store/index.ts';
import type { Account, Credentials } from './account.ts';
import { type AccountKeys, findAccountKeys, setOwnPassword } from './account-store.ts';
import { findSession } from './session-store.ts';
import type { SignIn } from './sign-in.ts';

/** Somebody who is signed in on the pages. */
export interface Session extends Account {
  /** Names the session to the account's own list; nobody can sign in with it. */
  readonly sessionId: string;
  /** What forms of this session carry, and no other page can know. */
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** A session as its account sees it in a list. Instants are milliseconds UTC. */
export interface ListedSession {
  readonly sessionId: string;
  readonly userAgent: string;
  readonly madeAt: number;
  readonly seenAt: number;
}

/** A session that was just begun. The token is known to nobody else from here on. */
export interface OpenedSession {
  readonly token: string;
  readonly session: Session;
}

const SESSION_MS = 12 * 60 * 60_000;
const SEEN_EVERY_MS = 5 * 60_000;
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
const USER_AGENT_CHARACTERS = 120;
/** More than a museum has browsers. */
const KEPT_AT_MOST = 1_000;

export interface SessionsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The one that all doors share, so that failures at each count together. */
  readonly signIn: SignIn;
}

/** A session with when it was last noted that somebody used it. */
interface KnownSession {
  readonly session: Session;
  seenAt: number;
}

/**
 * Who is signed in on the pages, in the database: all processes know it, and a restart forgets nobody. What was looked
 * up is kept for as long as no account changes and no session is ended, so that a session never outlives its account or
 * its password.
 */
export class Sessions {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #signIn: SignIn;
  #secret: string | undefined;
  /** By token, as of `#revision`. */
  readonly #known = new LRUCache<string, KnownSession>({ max: KEPT_AT_MOST });
  #revision = -1;

  constructor({ store, clock, signIn }: SessionsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#signIn = signIn;
  }

  /**
   * Signs in and begins a session with a token that there was not before.
   * @throws Refusal unauthorized, too-many-sign-ins or overloaded
   */
  async open(credentials: Credentials, address: string, userAgent = ''): Promise<OpenedSession> {
    return this.#begin(await this.#prove(credentials, address), userAgent);
  }

  /** A session that is over at once if its account has another password by now. */
  async #begin(proven: AccountKeys, userAgent: string): Promise<OpenedSession> {
    const { accountId, username, role, passwordHash } = proven;
    const account = { accountId, username, role };
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.#clock.now();
    const [sessionHash, proof] = [
      await this.#keyed('session', token),
      await this.#keyed('password', passwordHash),
    ];
    await this.#store.transaction(async (tx) => {
      await tx.insert(
        'sessions',
        ['session_hash', 'account_id', 'password_proof', 'user_agent', 'made_at', 'seen_at', 'expires_at'],
        [[sessionHash, accountId, proof, shortened(userAgent), now, now, now + SESSION_MS]],
      );
      await record(tx, onPages(account), now, happening('account.signed-in', account));
    });
    const csrfToken = await this.#keyed('csrf', token);
    return { token, session: { ...account, sessionId: sessionHash, csrfToken, expiresAt: now + SESSION_MS } };
  }

  async #prove(credentials: Credentials, address: string): Promise<AccountKeys> {
    // Before the password is verified: one that is changed meanwhile is not the one that was proven.
    const keys = await findAccountKeys(this.#store, credentials.username);
    const account = await this.#signedIn(credentials, address, keys);
    if (keys === undefined) throw new Refusal('unauthorized', {});
    return { ...keys, ...account };
  }

  /**
   * That somebody could not sign in to an account is written down; what was typed as a name that nobody has is not. Nobody
   * waits for it, so that it does not take longer for a name that there is.
   */
  async #signedIn(credentials: Credentials, address: string, keys: Account | undefined): Promise<Account> {
    try {
      return await this.#signIn.signIn(credentials, address);
    } catch (error) {
      if (keys !== undefined && error instanceof Refusal && error.kind === 'unauthorized') {
        const stranger = { ...onPages(keys), accountId: null };
        const failed = happening('account.sign-in-failed', keys);
        const written = this.#store.transaction((tx) => record(tx, stranger, this.#clock.now(), failed));
        written.catch(() => {}); // the database is away: whoever reads it is told so
      }
      throw error;
    }
  }

  /**
   * Gives the account another password, to whoever knows the one it has. All its sessions end, and a new one begins.
   * @throws Refusal unauthorized, too-many-sign-ins or overloaded. @throws AccountRefused when `password` can't be one.
   */
  async changePassword(
    { username }: Account,
    { current, password }: { readonly current: string; readonly password: string },
    address: string,
    userAgent = '',
  ): Promise<OpenedSession> {
    const proven = await this.#prove({ username, password: current }, address);
    const now = this.#clock.now();
    return this.#begin(await setOwnPassword(this.#store, onPages(proven), proven, password, now), userAgent);
  }

  /** Whose session it is; undefined when there is none, or it is over. */
  async find(token: string): Promise<Session | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const revision = await this.#store.revision('accounts');
    if (revision !== this.#revision) this.#known.clear();
    this.#revision = revision;
    const known = this.#known.get(token) ?? (await this.#look(token));
    const now = this.#clock.now();
    if (known === undefined || known.session.expiresAt <= now) return undefined;
    if (now - known.seenAt >= SEEN_EVERY_MS) {
      known.seenAt = now;
      await this.#see(known.session, now);
    }
    // What is looked up may be newer than the revision that was asked for before, never older.
    if (revision === this.#revision) this.#known.set(token, known);
    return known.session;
  }

  async #look(token: string): Promise<KnownSession | undefined> {
    const row = await findSession(this.#store, await this.#keyed('session', token));
    if (row === undefined) return undefined;
    if (row.password_proof !== (await this.#keyed('password', row.password_hash))) return undefined;
    const session = {
      accountId: row.account_id,
      username: row.username,
      role: row.role,
      sessionId: row.session_hash,
      csrfToken: await this.#keyed('csrf', token),
      expiresAt: row.expires_at,
    };
    return { session, seenAt: row.seen_at };
  }

  /** Ends it. One that is over already is no fault. */
  async end(session: Pick<Session, 'sessionId' | keyof Account>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.touch('accounts'); // first, as whoever changes an account does: so neither waits for the other
      const ended = await tx.run('DELETE FROM sessions WHERE session_hash = ?', [session.sessionId]);
      if (ended === 0) return;
      await record(tx, onPages(session), this.#clock.now(), happening('account.signed-out', session));
    });
  }

  /** Those of the account that are not over, the latest first. */
  async list(accountId: Uuid): Promise<ListedSession[]> {
    return this.#store.all<ListedSession>(
      `SELECT session_hash AS "sessionId", user_agent AS "userAgent", made_at AS "madeAt", seen_at AS "seenAt"
       FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY seen_at DESC, session_hash`,
      [accountId, this.#clock.now()],
    );
  }

  /** Ends every session of the same account but this one. */
  async endOthers(session: Pick<Session, 'sessionId' | keyof Account>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.touch('accounts');
      const ended = await tx.run('DELETE FROM sessions WHERE account_id = ? AND session_hash <> ?', [
        session.accountId,
        session.sessionId,
      ]);
      if (ended === 0) return;
      await record(tx, onPages(session), this.#clock.now(), happening('account.sessions-ended', session));
    });
  }

  /** Somebody who only looks is let in also while nothing can be written. */
  async #see({ sessionId }: Session, now: number): Promise<void> {
    try {
      await this.#store.transaction((tx) =>
        tx.run('UPDATE sessions SET seen_at = ? WHERE session_hash = ?', [now, sessionId]),
      );
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async #keyed(purpose: 'session' | 'csrf' | 'password', text: string): Promise<string> {
    this.#secret ??= await secretOf(this.#store, this.#clock, 'sessions');
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([purpose, text]))
      .digest('base64url');
  }
}

function onPages({ accountId, role }: Account): Actor {
  return { accountId, role, door: 'desk' };
}

function happening(kind: JournalKind, { accountId, username }: Account): Happening {
  return { kind, subject: accountId, details: { name: username } };
}

function shortened(userAgent: string): string {
  return [...userAgent.replaceAll(/\p{Cc}/gu, ' ')].slice(0, USER_AGENT_CHARACTERS).join('');
}
