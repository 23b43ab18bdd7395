import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, type NewEntry, record } from '../journal/index.ts';
import { type Store, StoreUnavailable, secretOf } from '../store/index.ts';
import { type Account, type Credentials, normalUsername } from './account.ts';
import { type AccountWithPassword, findAccountWithPassword, setOwnPassword } from './account-store.ts';
import {
  accountOfPerson,
  endProvidedSessions,
  PersonRefused,
  type SignedInPerson,
  type SignedOutPerson,
} from './identities.ts';
import { findSecondFactor, SecondFactors } from './second-factor.ts';
import { endOldestSessions, findSession, MAX_SESSIONS } from './session-store.ts';
import type { SignIn } from './sign-in.ts';

/** A session on the pages. */
export interface Session extends Account {
  /** The id in the account's own list of sessions; it is not a token. */
  readonly sessionId: string;
  /** The CSRF token of its forms, which no page of another site can know. */
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** A session in the account's own list. Instants are milliseconds UTC. */
export interface ListedSession {
  readonly sessionId: string;
  readonly userAgent: string;
  readonly madeAt: number;
  readonly seenAt: number;
}

/** A session that was just begun. Its token is stored nowhere else. */
export interface OpenedSession {
  readonly token: string;
  readonly session: Session;
}

/** A password was right, and the account has a second factor: what to send with its code, within some minutes. */
export interface HalfSignedIn {
  readonly pass: string;
}

/** How long somebody may take for the second factor. */
const PASS_MS = 5 * 60_000;
const SESSION_MS = 12 * 60 * 60_000;
const LAST_SEEN_INTERVAL_MS = 5 * 60_000;
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
const USER_AGENT_CHARACTERS = 120;
/** How many sessions are cached: more than a museum has browsers. */
const CACHE_SIZE = 1_000;

export interface SessionsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Shared by all interfaces, so that their failures are counted together. */
  readonly signIn: SignIn;
  /** No password is the name of the museum. */
  readonly settings: { readonly now: { readonly name: string } };
  /** Whether only admins sign in with a password, and all others with the museum's identity provider. */
  readonly isProviderOnly?: boolean;
}

/** A session, and when its last use was recorded. */
interface KnownSession {
  readonly session: Session;
  seenAt: number;
}

/**
 * The sessions on the pages. They are in the database, so that all processes share them and they survive a restart.
 * Looked up sessions are cached until any account changes or any session ends, so that a session never outlives its
 * account or its password.
 */
export class Sessions {
  readonly secondFactors: SecondFactors;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #signIn: SignIn;
  readonly #settings: SessionsOptions['settings'];
  readonly #isProviderOnly: boolean;
  #secret: string | undefined;
  /** Cached sessions by token, valid at `#revision`. */
  readonly #known = new LRUCache<string, KnownSession>({ max: CACHE_SIZE });
  #revision = -1;

  constructor({ store, clock, signIn, settings, isProviderOnly = false }: SessionsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#signIn = signIn;
    this.secondFactors = new SecondFactors(store, clock);
    this.#settings = settings;
    this.#isProviderOnly = isProviderOnly;
  }

  /**
   * Signs in and begins a session with a new token, or asks for the second factor if the account has one.
   * @param typed the credentials, the name in any form
   * @throws Refusal unauthorized, too-many-sign-ins or overloaded
   * @throws PersonRefused provider-only
   */
  async open(typed: Credentials, address: string, userAgent = ''): Promise<OpenedSession | HalfSignedIn> {
    const credentials = { ...typed, username: normalUsername(typed.username) };
    const proven = await this.#prove(credentials, address);
    if (this.#isProviderOnly && proven.role !== 'admin') throw new PersonRefused('provider-only');
    if ((await findSecondFactor(this.#store, proven.accountId)) === undefined)
      return this.#begin(proven, userAgent);
    return { pass: await this.#passOf(proven, this.#clock.now() + PASS_MS) };
  }

  /**
   * Signs in with a code of the second factor, after the password.
   * @param code of the app, or a recovery code; each is accepted once
   * @returns undefined when the pass is over: somebody has taken too long, or the account has changed
   * @throws Refusal unauthorized or too-many-sign-ins
   */
  async complete(pass: string, code: string, userAgent = ''): Promise<OpenedSession | undefined> {
    const proven = await this.#passed(pass);
    if (proven === undefined) return undefined;
    const proof = await this.secondFactors.prove(proven.accountId, code);
    if (proof === undefined) {
      await this.#recordFailure(proven, { secondFactor: true });
      throw new Refusal('unauthorized', {});
    }
    return this.#begin(proven, userAgent, proof.wasRecovery ? { recoveryCode: true } : {});
  }

  /** Begins a session of somebody whom the identity provider has signed in. @throws PersonRefused */
  async openFor(person: SignedInPerson, userAgent = ''): Promise<OpenedSession> {
    const account = await accountOfPerson(this.#store, person, this.#clock.now());
    return this.#begin(account, userAgent, { byProvider: true }, person.providerSession);
  }

  /** Ends the sessions that the identity provider says are over. */
  async endFor(person: SignedOutPerson): Promise<void> {
    await endProvidedSessions(this.#store, person, this.#clock.now());
  }

  /**
   * Whose password was right, until when: `USERNAME EXPIRES MAC`. It holds only while the account has the same
   * password.
   */
  async #passOf({ username, passwordHash }: AccountWithPassword, expiresAt: number): Promise<string> {
    const name = Buffer.from(username).toString('base64url');
    const mac = await this.#keyed('pass', JSON.stringify([username, expiresAt, passwordHash]));
    return `${name}.${expiresAt}.${mac}`;
  }

  async #passed(pass: string): Promise<AccountWithPassword | undefined> {
    const [name = '', expires = ''] = pass.split('.');
    const expiresAt = Number(expires);
    if (!(expiresAt > this.#clock.now())) return undefined;
    const found = await findAccountWithPassword(this.#store, Buffer.from(name, 'base64url').toString());
    if (found === undefined || found.isDisabled) return undefined;
    const [given, wanted] = [Buffer.from(pass), Buffer.from(await this.#passOf(found, expiresAt))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? found : undefined;
  }

  /**
   * Begins a session, and ends the oldest if there are too many. It is over at once if the password of the account was
   * changed meanwhile.
   */
  async #begin(
    proven: AccountWithPassword,
    userAgent: string,
    how: { readonly recoveryCode?: true; readonly byProvider?: true } = {},
    providerSession?: string,
  ): Promise<OpenedSession> {
    const { accountId, username, role, passwordHash } = proven;
    const account = { accountId, username, role };
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.#clock.now();
    const [sessionHash, proof] = [
      await this.#keyed('session', token),
      await this.#keyed('password', passwordHash),
    ];
    await this.#store.transaction(async (tx) => {
      const ended = await endOldestSessions(tx, accountId);
      await tx.insert(
        'sessions',
        [
          ...[
            'session_hash',
            'account_id',
            'password_proof',
            'user_agent',
            'made_at',
            'seen_at',
            'expires_at',
          ],
          'provider_session',
        ],
        [
          [
            ...[sessionHash, accountId, proof, shortened(userAgent), now, now, now + SESSION_MS],
            providerSession ?? null,
          ],
        ],
      );
      const { details, ...entry } = newEntry('account.signed-in', account);
      await record(
        { tx, actor: onPages(account), now },
        { ...entry, details: { ...details, ...how, ...(ended > 0 && { ended }) } },
      );
    });
    const csrfToken = await this.#keyed('csrf', token);
    return { token, session: { ...account, sessionId: sessionHash, csrfToken, expiresAt: now + SESSION_MS } };
  }

  async #prove(credentials: Credentials, address: string): Promise<AccountWithPassword> {
    // Read before the password is verified: if it is changed meanwhile, the old one is what was proven.
    const found = await findAccountWithPassword(this.#store, credentials.username);
    const account = await this.#signedIn(credentials, address, found);
    if (found === undefined) throw new Refusal('unauthorized', {});
    return { ...found, ...account };
  }

  /**
   * Records a failed sign-in to an existing account in the journal; unknown names are not recorded. The answer does not
   * wait for the write, so that the time does not show whether an account exists.
   */
  async #signedIn(credentials: Credentials, address: string, claimed: Account | undefined): Promise<Account> {
    try {
      return await this.#signIn.signIn(credentials, address);
    } catch (error) {
      if (claimed !== undefined && error instanceof Refusal && error.kind === 'unauthorized') {
        this.#recordFailure(claimed).catch(() => {}); // the database is unavailable
      }
      throw error;
    }
  }

  async #recordFailure(claimed: Account, how: { readonly secondFactor?: true } = {}): Promise<void> {
    const stranger = { ...onPages(claimed), accountId: null };
    const { details, ...entry } = newEntry('account.sign-in-failed', claimed);
    const failed = { ...entry, details: { ...details, ...how } };
    await this.#store.transaction((tx) => record({ tx, actor: stranger, now: this.#clock.now() }, failed));
  }

  /**
   * Checks the password of the account whose session it is. @throws Refusal unauthorized, too-many-sign-ins or
   * overloaded
   */
  async confirmPassword({ username }: Account, password: string, address: string): Promise<void> {
    await this.#prove({ username, password }, address);
  }

  /**
   * Changes the password of the account, which takes the current one. All its sessions end, and a new one begins.
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
    const changed = await setOwnPassword(
      this.#store,
      onPages(proven),
      proven,
      password,
      now,
      this.#settings.now.name,
    );
    return this.#begin(changed, userAgent);
  }

  /** The session with that token; undefined when there is none, or it is over. */
  async find(token: string): Promise<Session | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const revision = await this.#store.revision('accounts');
    if (revision !== this.#revision) this.#known.clear();
    this.#revision = revision;
    const known = this.#known.get(token) ?? (await this.#load(token));
    const now = this.#clock.now();
    if (known === undefined || known.session.expiresAt <= now) return undefined;
    if (now - known.seenAt >= LAST_SEEN_INTERVAL_MS) {
      known.seenAt = now;
      await this.#updateLastSeen(known.session, now);
    }
    // The session may be newer than the revision, which was read before it, never older.
    if (revision === this.#revision) this.#known.set(token, known);
    return known.session;
  }

  async #load(token: string): Promise<KnownSession | undefined> {
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

  /** Ends the session. Does nothing when it is over already. */
  async end(session: Pick<Session, 'sessionId' | keyof Account>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.touch('accounts'); // first, as in changeAccounts: the same lock order prevents deadlocks
      const ended = await tx.run('DELETE FROM sessions WHERE session_hash = ?', [session.sessionId]);
      if (ended === 0) return;
      await record(
        { tx, actor: onPages(session), now: this.#clock.now() },
        newEntry('account.signed-out', session),
      );
    });
  }

  /** The current sessions of the account, the latest first. */
  async list(accountId: Uuid): Promise<ListedSession[]> {
    return this.#store.all<ListedSession>(
      `SELECT session_hash AS "sessionId", user_agent AS "userAgent", made_at AS "madeAt", seen_at AS "seenAt"
       FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY seen_at DESC, session_hash LIMIT ${MAX_SESSIONS}`,
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
      await record(
        { tx, actor: onPages(session), now: this.#clock.now() },
        newEntry('account.sessions-ended', session),
      );
    });
  }

  /** Records the last use. If the database can't be written, the request goes on. */
  async #updateLastSeen({ sessionId }: Session, now: number): Promise<void> {
    try {
      await this.#store.transaction((tx) =>
        tx.run('UPDATE sessions SET seen_at = ? WHERE session_hash = ?', [now, sessionId]),
      );
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async #keyed(purpose: 'session' | 'csrf' | 'password' | 'pass', text: string): Promise<string> {
    this.#secret ??= await secretOf(this.#store, this.#clock, 'sessions');
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([purpose, text]))
      .digest('base64url');
  }
}

function onPages({ accountId, role }: Account): Actor {
  return { accountId, role, channel: 'desk' };
}

function newEntry(kind: JournalKind, { accountId, username }: Account): NewEntry {
  return { kind, subject: accountId, details: { name: username } };
}

function shortened(userAgent: string): string {
  return [...userAgent.replaceAll(/\p{Cc}/gu, ' ')].slice(0, USER_AGENT_CHARACTERS).join('');
}
