import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import type { Account } from './account.ts';
import { findAccountKeys } from './account-store.ts';
import { type Credentials, parseCredentials, requireAuthorization, unauthorized } from './credentials.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { isPassword } from './password-hash.ts';
import { RememberedSignIns } from './remembered-sign-ins.ts';
import { Turnstile } from './turnstile.ts';

export interface SignIn {
  /**
   * Whose credentials an Authorization header carries. The answer comes without a promise when they were
   * right a short while ago and no account has been changed since.
   * @param address IP address that the request came from.
   * @throws (or rejects with) Problem: `unauthorized`; `too-many-sign-ins` after many wrong ones; `overloaded`.
   */
  signIn(authorization: string | undefined, address: string): Account | Promise<Account>;
}

// Each verification takes 19 MiB and some 25 ms of one core; the rest of the machine is for selling.
const VERIFIED_AT_ONCE = 2;
const WAITING_AT_MOST = 200;

export function createSignIn({ store, clock }: { store: Store; clock: Clock }): SignIn {
  return new BasicSignIn(store, clock);
}

class BasicSignIn implements SignIn {
  readonly #store: Store;
  readonly #failedSignIns: FailedSignIns;
  readonly #remembered: RememberedSignIns;
  readonly #turnstile = new Turnstile(VERIFIED_AT_ONCE, WAITING_AT_MOST);
  /** Verifications that are running, for whoever sends the same credentials meanwhile. */
  readonly #underWay = new Map<string, Promise<Account>>();
  /** Revision of the accounts that `#remembered` and `#underWay` hold for. */
  #revision: number | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#failedSignIns = new FailedSignIns(store, clock);
    this.#remembered = new RememberedSignIns(clock);
  }

  signIn(authorization: string | undefined, address: string): Account | Promise<Account> {
    const given = requireAuthorization(authorization);
    const revision = this.#store.revision('accounts');
    if (typeof revision === 'number') return this.#signInAt(revision, given, address);
    return revision.then((known) => this.#signInAt(known, given, address));
  }

  #signInAt(revision: number, authorization: string, address: string): Account | Promise<Account> {
    if (revision !== this.#revision) this.#startAnew(revision);
    const key = this.#remembered.keyOf(authorization);
    return this.#remembered.recall(key) ?? this.#verifyOnce(key, authorization, address);
  }

  /** Some account has changed: nothing that was verified before, or is being verified, counts any more. */
  #startAnew(revision: number): void {
    this.#remembered.forgetAll();
    this.#underWay.clear();
    this.#revision = revision;
  }

  #verifyOnce(key: string, authorization: string, address: string): Promise<Account> {
    // Not shared with another address: a failure is counted for each.
    const attempt = `${key} ${address}`;
    const underWay = this.#underWay.get(attempt);
    if (underWay !== undefined) return underWay;
    const verified = this.#verifyAndRemember(key, parseCredentials(authorization), address).finally(() => {
      if (this.#underWay.get(attempt) === verified) this.#underWay.delete(attempt);
    });
    this.#underWay.set(attempt, verified);
    return verified;
  }

  async #verifyAndRemember(key: string, credentials: Credentials, address: string): Promise<Account> {
    const revision = this.#revision;
    const account = await this.#turnstile.pass(() => this.#verify(credentials, address));
    // An account that was changed since it was read may be this one.
    if (revision === this.#revision) this.#remembered.remember(key, account);
    return account;
  }

  /**
   * Runs inside the turnstile, so that between looking at the failures so far and counting the next one no
   * more than a few guesses are made. Unknown name, wrong password and disabled account do the same work.
   */
  async #verify({ username, password }: Credentials, address: string): Promise<Account> {
    const { secondsToWait, hasFailed } = await this.#failedSignIns.standing(username, address);
    if (secondsToWait > 0) throw tooManySignIns(secondsToWait);
    const keys = await findAccountKeys(this.#store, username);
    const isRight = await isPassword(password, keys?.passwordHash);
    if (keys === undefined || keys.isDisabled || !isRight) {
      await this.#failedSignIns.count(username, address);
      throw unauthorized('The user name or the password is wrong, or the account is disabled.');
    }
    if (hasFailed) await this.#forgive(username, address);
    const { accountId, role } = keys;
    return { accountId, username, role };
  }

  /** A database that can't be written just now is no reason to keep out who is right. */
  async #forgive(username: string, address: string): Promise<void> {
    try {
      await this.#failedSignIns.forgive(username, address);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

function tooManySignIns(seconds: number): Problem {
  return new Problem(
    'too-many-sign-ins',
    `After many sign-ins with wrong credentials from this address, the next is taken in ${seconds} s.`,
    { retryAfter: seconds },
  );
}
