import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Store } from '../store/index.ts';
import { type Account, areTooLong, type Credentials, normalPassword } from './account.ts';
import { findAccountWithPassword } from './account-store.ts';
import { CredentialCache } from './credential-cache.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { networkOf } from './network.ts';
import { isPassword } from './passwords.ts';
import { TokenAccounts, tokenIdOf } from './tokens.ts';

export interface SignIn {
  /**
   * Finds the account of the credentials. Returns without a promise when they were verified a short while ago and no
   * account has changed since.
   * @param address IP address that the request came from.
   * @throws (or rejects with) Refusal: unauthorized; too-many-sign-ins after many wrong ones; overloaded.
   */
  signIn(credentials: Credentials, address: string): Account | Promise<Account>;
  /** Signs in with credentials that were sent as `text`, which is parsed with `read` only when it is not cached. */
  signInAs(text: string, read: () => Credentials, address: string): Account | Promise<Account>;
  /** Signs in with a partner's token. */
  signInWithToken(token: string, address: string): Account | Promise<Account>;
}

// Each verification takes 19 MiB and some 25 ms of one core; the rest of the machine is for selling.
const MAX_CONCURRENT_VERIFICATIONS = 2;
const MAX_WAITING = 200;
/** How many of these places one network can take, so that a flood of guesses leaves places for others. */
const MAX_PER_NETWORK = 50;

export interface SignInOptions {
  readonly store: Store;
  readonly clock: Clock;
  /**
   * Gets a line for each wrong password or token: with the id of the account that was claimed or, if there is none, a
   * hash.
   */
  readonly log?: Pick<Logger, 'info'>;
}

export function createSignIn(options: SignInOptions): SignIn {
  return new GuardedSignIn(options);
}

/** The result of verifying a password, and the promise of recording it. */
interface Verification {
  readonly verified: Verified | undefined;
  /** The account of that name, if there is one and it is not verified. */
  readonly claimed?: Uuid | undefined;
  readonly recorded: Promise<void> | undefined;
}

interface Verified {
  readonly account: Account;
  /** The stored hash that the password or the token has matched. */
  readonly proof: string;
}

class GuardedSignIn implements SignIn {
  readonly #store: Store;
  readonly #log: SignInOptions['log'];
  readonly #failedSignIns: FailedSignIns;
  readonly #tokens: TokenAccounts;
  readonly #cache: CredentialCache;
  readonly #verifications = pLimit(MAX_CONCURRENT_VERIFICATIONS);
  /** How many verifications run and wait, by network. */
  readonly #countByNetwork = new Map<string, number>();
  /** Running verifications, shared by requests with the same credentials. */
  readonly #pending = new Map<string, Promise<Account>>();
  /** The revision of the accounts for which `#pending` is valid. */
  #revision = -1;

  constructor({ store, clock, log }: SignInOptions) {
    this.#store = store;
    this.#log = log;
    this.#failedSignIns = new FailedSignIns(store, clock);
    this.#tokens = new TokenAccounts(store, clock);
    this.#cache = new CredentialCache(clock);
  }

  signIn(credentials: Credentials, address: string): Account | Promise<Account> {
    return this.#atRevision((revision) => this.#signInAt(revision, credentials, address));
  }

  signInAs(text: string, read: () => Credentials, address: string): Account | Promise<Account> {
    return this.#atRevision((revision) => {
      const known = this.#cache.getByText(text, revision);
      if (known !== undefined) return known;
      const credentials = read();
      // Wrong credentials are never cached under their key, so that this link leads to no account.
      this.#cache.linkText(text, this.#cache.keyOf(credentials));
      return this.#signInAt(revision, credentials, address);
    });
  }

  signInWithToken(token: string, address: string): Account | Promise<Account> {
    const tokenId = tokenIdOf(token);
    if (tokenId === undefined) throw wrongToken();
    return this.#atRevision((revision) => {
      // No account has an empty user name.
      const key = this.#cache.keyOf({ username: '', password: token });
      return this.#cached(revision, key, address, () => this.#verifyToken(key, token, tokenId, address));
    });
  }

  #atRevision(work: (revision: number) => Account | Promise<Account>): Account | Promise<Account> {
    const revision = this.#store.revision('accounts');
    return typeof revision === 'number' ? work(revision) : revision.then(work);
  }

  #signInAt(revision: number, credentials: Credentials, address: string): Account | Promise<Account> {
    if (areTooLong(credentials)) throw new Refusal('unauthorized', {});
    const key = this.#cache.keyOf(credentials);
    const verify = async () => (await this.#confirm(key, credentials)) ?? this.#verify(credentials, address);
    return this.#cached(revision, key, address, verify);
  }

  #cached(
    revision: number,
    key: string,
    address: string,
    verify: () => Promise<Verified>,
  ): Account | Promise<Account> {
    if (revision !== this.#revision) this.#reset(revision);
    return this.#cache.get(key, revision) ?? this.#verifyOnce(key, address, verify);
  }

  /** After a change of any account: running verifications don't count for new requests. */
  #reset(revision: number): void {
    this.#pending.clear();
    this.#revision = revision;
  }

  #verifyOnce(key: string, address: string, verify: () => Promise<Verified>): Promise<Account> {
    // Not shared with another address: a failure is counted for each.
    const attempt = `${key} ${address}`;
    const pending = this.#pending.get(attempt);
    if (pending !== undefined) return pending;
    const verified = this.#verifyAndCache(key, verify).finally(() => {
      if (this.#pending.get(attempt) === verified) this.#pending.delete(attempt);
    });
    this.#pending.set(attempt, verified);
    return verified;
  }

  async #verifyAndCache(key: string, verify: () => Promise<Verified>): Promise<Account> {
    const revision = this.#revision;
    const { account, proof } = await verify();
    // With the revision at which it was read: if an account has changed since, it is verified again.
    this.#cache.add(key, account, proof, revision);
    return account;
  }

  /**
   * Credentials that were verified a short while ago are still right if the account is enabled and has the same
   * password hash. This needs no argon2id, and is not throttled by failures from the same address.
   */
  async #confirm(key: string, { username }: Credentials): Promise<Verified | undefined> {
    const passwordHash = this.#cache.proofOf(key);
    if (passwordHash === undefined) return undefined;
    const found = await findAccountWithPassword(this.#store, username);
    if (found === undefined || found.isDisabled || found.passwordHash !== passwordHash) return undefined;
    return { account: { accountId: found.accountId, username, role: found.role }, proof: passwordHash };
  }

  /** A token that was right a short while ago is not throttled by failures from the same address. */
  async #verifyToken(key: string, token: string, tokenId: string, address: string): Promise<Verified> {
    const { secondsToWait, hasFailed } = await this.#failedSignIns.throttleOf(tokenId, address);
    if (secondsToWait > 0 && this.#cache.proofOf(key) === undefined)
      throw new Refusal('too-many-sign-ins', { seconds: secondsToWait });
    const found = await this.#tokens.find(token);
    if (found === undefined) {
      await this.#failedSignIns.count(tokenId, address);
      await this.#logFailure(undefined, tokenId, address);
      throw wrongToken();
    }
    if (hasFailed) await this.#failedSignIns.clear(tokenId, address);
    return { account: found.account, proof: found.hash };
  }

  async #verify(credentials: Credentials, address: string): Promise<Verified> {
    const verification = await this.#limited(networkOf(address), () =>
      this.#verifyThrottled(credentials, address),
    );
    // Outside the limit, so that a slow write does not block other verifications.
    await verification.recorded;
    if (verification.verified !== undefined) return verification.verified;
    await this.#logFailure(verification.claimed, credentials.username, address);
    throw new Refusal('unauthorized', {});
  }

  async #logFailure(account: Uuid | undefined, claimed: string, address: string): Promise<void> {
    if (this.#log === undefined) return;
    const who = account === undefined ? { nameHash: await this.#failedSignIns.hashOf(claimed) } : { account };
    this.#log.info({ ...who, address }, 'sign-in failed');
  }

  /** Runs `work` within the limits. @throws Refusal overloaded when too many wait already */
  async #limited<T>(network: string, work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount } = this.#verifications;
    const ofNetwork = this.#countByNetwork.get(network) ?? 0;
    if (
      activeCount + pendingCount >= MAX_CONCURRENT_VERIFICATIONS + MAX_WAITING ||
      ofNetwork >= MAX_PER_NETWORK
    )
      throw new Refusal('overloaded', { work: 'sign-ins' });
    this.#countByNetwork.set(network, ofNetwork + 1);
    try {
      return await this.#verifications(work);
    } finally {
      const left = (this.#countByNetwork.get(network) as number) - 1;
      if (left === 0) this.#countByNetwork.delete(network);
      else this.#countByNetwork.set(network, left);
    }
  }

  /**
   * Only a few run at a time, so that no more than a few guesses are made between reading the count of failures and
   * increasing it. An unknown name, a wrong password and a disabled account take the same work.
   */
  async #verifyThrottled({ username, password }: Credentials, address: string): Promise<Verification> {
    const { secondsToWait, hasFailed } = await this.#failedSignIns.throttleOf(username, address);
    if (secondsToWait > 0) throw new Refusal('too-many-sign-ins', { seconds: secondsToWait });
    const found = await findAccountWithPassword(this.#store, username);
    const isRight = await isRightPassword(password, found?.passwordHash);
    if (found === undefined || found.isDisabled || !isRight) {
      const recorded = this.#failedSignIns.count(username, address);
      return { verified: undefined, claimed: found?.accountId, recorded };
    }
    const recorded = hasFailed ? this.#failedSignIns.clear(username, address) : undefined;
    const { accountId, role, passwordHash } = found;
    return { verified: { account: { accountId, username, role }, proof: passwordHash }, recorded };
  }
}

function wrongToken(): Refusal {
  return new Refusal('unauthorized', { fault: 'wrong-token' });
}

/** Hashes from before passwords were normalised match the password as it was typed. */
async function isRightPassword(password: string, phc: string | undefined): Promise<boolean> {
  const composed = normalPassword(password);
  return (await isPassword(composed, phc)) || (composed !== password && isPassword(password, phc));
}
