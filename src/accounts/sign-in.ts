import pLimit from 'p-limit';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Store } from '../store/index.ts';
import { type Account, type Credentials, normalPassword } from './account.ts';
import { findAccountKeys } from './account-store.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { networkOf } from './network.ts';
import { isPassword } from './password-hash.ts';
import { RememberedSignIns } from './remembered-sign-ins.ts';

export interface SignIn {
  /**
   * Whose credentials they are. The answer comes without a promise when they were
   * right a short while ago and no account has been changed since.
   * @param address IP address that the request came from.
   * @throws (or rejects with) Refusal: unauthorized; too-many-sign-ins after many wrong ones; overloaded.
   */
  signIn(credentials: Credentials, address: string): Account | Promise<Account>;
  /** The same for credentials that were sent as `text`, which is `read` only when it is not known from before. */
  signInAs(text: string, read: () => Credentials, address: string): Account | Promise<Account>;
}

// Each verification takes 19 MiB and some 25 ms of one core; the rest of the machine is for selling.
const VERIFIED_AT_ONCE = 2;
const WAITING_AT_MOST = 200;
/** So that whoever floods the service with guesses from one address leaves others a place. */
const OF_ONE_NETWORK_AT_MOST = 50;

export function createSignIn({ store, clock }: { store: Store; clock: Clock }): SignIn {
  return new GuardedSignIn(store, clock);
}

/** What came of a verification, and the writing down of it. */
interface Verdict {
  readonly verified: Verified | undefined;
  readonly recorded: Promise<void> | undefined;
}

interface Verified {
  readonly account: Account;
  readonly passwordHash: string;
}

class GuardedSignIn implements SignIn {
  readonly #store: Store;
  readonly #failedSignIns: FailedSignIns;
  readonly #remembered: RememberedSignIns;
  readonly #verifications = pLimit(VERIFIED_AT_ONCE);
  /** How many verifications run and wait, by network. */
  readonly #ofNetworks = new Map<string, number>();
  /** Verifications that are running, for whoever sends the same credentials meanwhile. */
  readonly #underWay = new Map<string, Promise<Account>>();
  /** Revision of the accounts that `#underWay` holds for. */
  #revision = -1;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#failedSignIns = new FailedSignIns(store, clock);
    this.#remembered = new RememberedSignIns(clock);
  }

  signIn(credentials: Credentials, address: string): Account | Promise<Account> {
    return this.#atRevision((revision) => this.#signInAt(revision, credentials, address));
  }

  signInAs(text: string, read: () => Credentials, address: string): Account | Promise<Account> {
    return this.#atRevision((revision) => {
      const known = this.#remembered.recallSpelled(text, revision);
      if (known !== undefined) return known;
      const credentials = read();
      // What is wrong is not remembered under its key, so that its spelling leads to nobody.
      this.#remembered.spell(text, this.#remembered.keyOf(credentials));
      return this.#signInAt(revision, credentials, address);
    });
  }

  #atRevision(work: (revision: number) => Account | Promise<Account>): Account | Promise<Account> {
    const revision = this.#store.revision('accounts');
    return typeof revision === 'number' ? work(revision) : revision.then(work);
  }

  #signInAt(revision: number, credentials: Credentials, address: string): Account | Promise<Account> {
    if (revision !== this.#revision) this.#startAnew(revision);
    const key = this.#remembered.keyOf(credentials);
    return this.#remembered.recall(key, revision) ?? this.#verifyOnce(key, credentials, address);
  }

  /** Some account has changed: nothing that is being verified counts for whoever comes now. */
  #startAnew(revision: number): void {
    this.#underWay.clear();
    this.#revision = revision;
  }

  #verifyOnce(key: string, credentials: Credentials, address: string): Promise<Account> {
    // Not shared with another address: a failure is counted for each.
    const attempt = `${key} ${address}`;
    const underWay = this.#underWay.get(attempt);
    if (underWay !== undefined) return underWay;
    const verified = this.#verifyAndRemember(key, credentials, address).finally(() => {
      if (this.#underWay.get(attempt) === verified) this.#underWay.delete(attempt);
    });
    this.#underWay.set(attempt, verified);
    return verified;
  }

  async #verifyAndRemember(key: string, credentials: Credentials, address: string): Promise<Account> {
    const revision = this.#revision;
    const { account, passwordHash } =
      (await this.#confirm(key, credentials)) ?? (await this.#verify(credentials, address));
    // As of the revision that it was read at: if an account was changed since, it is looked at again.
    this.#remembered.remember(key, account, passwordHash, revision);
    return account;
  }

  /**
   * Credentials that were right a short while ago are right still when the account is in use and has the same
   * password hash: nothing is computed, and nobody who guesses from the same address is in the way.
   */
  async #confirm(key: string, { username }: Credentials): Promise<Verified | undefined> {
    const passwordHash = this.#remembered.proofOf(key);
    if (passwordHash === undefined) return undefined;
    const keys = await findAccountKeys(this.#store, username);
    if (keys === undefined || keys.isDisabled || keys.passwordHash !== passwordHash) return undefined;
    return { account: { accountId: keys.accountId, username, role: keys.role }, passwordHash };
  }

  async #verify(credentials: Credentials, address: string): Promise<Verified> {
    const verdict = await this.#inTurn(networkOf(address), () => this.#judge(credentials, address));
    // Outside the limit: a write that has to wait keeps nobody else from being verified.
    await verdict.recorded;
    if (verdict.verified !== undefined) return verdict.verified;
    throw new Refusal('unauthorized', {});
  }

  /** @throws Refusal overloaded, when too many wait already */
  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount } = this.#verifications;
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (
      activeCount + pendingCount >= VERIFIED_AT_ONCE + WAITING_AT_MOST ||
      ofNetwork >= OF_ONE_NETWORK_AT_MOST
    )
      throw new Refusal('overloaded', { work: 'sign-ins' });
    this.#ofNetworks.set(network, ofNetwork + 1);
    try {
      return await this.#verifications(work);
    } finally {
      const left = (this.#ofNetworks.get(network) as number) - 1;
      if (left === 0) this.#ofNetworks.delete(network);
      else this.#ofNetworks.set(network, left);
    }
  }

  /**
   * Only a few run at a time, so that between looking at the failures so far and counting the next one no
   * more than a few guesses are made. Unknown name, wrong password and disabled account do the same work.
   */
  async #judge({ username, password }: Credentials, address: string): Promise<Verdict> {
    const { secondsToWait, hasFailed } = await this.#failedSignIns.throttleOf(username, address);
    if (secondsToWait > 0) throw new Refusal('too-many-sign-ins', { seconds: secondsToWait });
    const keys = await findAccountKeys(this.#store, username);
    const isRight = await isRightPassword(password, keys?.passwordHash);
    if (keys === undefined || keys.isDisabled || !isRight) {
      return { verified: undefined, recorded: this.#failedSignIns.count(username, address) };
    }
    const recorded = hasFailed ? this.#failedSignIns.forgive(username, address) : undefined;
    const { accountId, role, passwordHash } = keys;
    return { verified: { account: { accountId, username, role }, passwordHash }, recorded };
  }
}

/** One that was kept before they were composed is still right as it was typed then. */
async function isRightPassword(password: string, phc: string | undefined): Promise<boolean> {
  const composed = normalPassword(password);
  return (await isPassword(composed, phc)) || (composed !== password && isPassword(password, phc));
}
