import { createHmac, randomInt } from 'node:crypto';
import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { type ActionContext, type Queries, type Store, secretOf, type Transaction } from '../store/index.ts';
import { type Account, AccountRefused, PLAIN_LETTERS } from './account.ts';
import { changeAccounts, getRowToChange } from './account-store.ts';
import { isTotpSecret, stepOfCode } from './totp.ts';

/** The second factor of an account: codes of an authenticator app (RFC 6238), and recovery codes to use instead. */

const RECOVERY_CODES = 10;
/** Without capitals, so that they are typed on any keyboard: 10 of them have 49 bits. */
const RECOVERY_LETTERS = [...PLAIN_LETTERS].filter((letter) => /[a-z2-9]/.test(letter));
const RECOVERY_LENGTH = 10;
/** Wrong codes without a delay; then 1, 2, 4 seconds and so on. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 15 * 60;
const SECRET = 'second-factors';

/** The state of an account's second factor. */
export interface SecondFactor {
  readonly setAt: number;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

/** Undefined: the account signs in with its password alone. */
export function findSecondFactor(queries: Queries, accountId: Uuid): Promise<SecondFactor | undefined> {
  return queries.get<SecondFactor>(
    `SELECT set_at AS "setAt",
            (SELECT count(*) FROM recovery_codes WHERE account_id = second_factors.account_id) AS "recoveryCodes"
       FROM second_factors WHERE account_id = ?`,
    [accountId],
  );
}

/** Which accounts have one. */
export async function findSecured(queries: Queries): Promise<ReadonlySet<Uuid>> {
  const rows = await queries.all<{ account_id: Uuid }>('SELECT account_id FROM second_factors');
  return new Set(rows.map(({ account_id }) => account_id));
}

interface Row {
  readonly secret: string;
  readonly last_step: number;
  readonly failures: number;
  readonly failed_at: number;
}

/** What was proven with a code. */
export interface Proof {
  readonly wasRecovery: boolean;
}

/** The second factors of accounts. Their actions are those of the accounts themselves. */
export class SecondFactors {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Sets it up, once `code` shows that the app has the secret.
   * @returns the recovery codes, which can't be read again
   * @throws AccountRefused wrong-code, or already-so when it is set up already
   */
  async set(
    actor: Actor,
    { accountId, username: name }: Account,
    secret: string,
    code: string,
  ): Promise<string[]> {
    const now = this.#clock.now();
    const step = isTotpSecret(secret) ? stepOfCode(secret, digitsOf(code), now, 0) : undefined;
    if (step === undefined) throw new AccountRefused('wrong-code', 'The code is wrong.');
    const { codes, hashes } = await this.#newRecoveryCodes(accountId);
    await this.#store.transaction(async (tx) => {
      await tx.touch('accounts');
      if ((await findSecondFactor(tx, accountId)) !== undefined)
        throw new AccountRefused('already-so', 'The account has a second factor already.');
      const columns = ['account_id', 'secret', 'set_at', 'last_step'];
      await tx.insert('second_factors', columns, [[accountId, secret, now, step]]);
      await replaceRecoveryCodes(tx, accountId, hashes);
      await record(
        { tx, actor, now },
        { kind: 'account.second-factor-set', subject: accountId, details: { name } },
      );
    });
    return codes;
  }

  /** Ten new recovery codes in place of those that are left. @throws AccountRefused no-second-factor */
  async renewRecoveryCodes(actor: Actor, { accountId, username: name }: Account): Promise<string[]> {
    const { codes, hashes } = await this.#newRecoveryCodes(accountId);
    await this.#store.transaction(async (tx) => {
      if ((await lockRow(tx, accountId)) === undefined) throw noSecondFactor(name);
      await replaceRecoveryCodes(tx, accountId, hashes);
      const entry = { kind: 'account.recovery-codes-made', subject: accountId, details: { name } } as const;
      await record({ tx, actor, now: this.#clock.now() }, entry);
    });
    return codes;
  }

  /** Removes one's own. @throws AccountRefused no-second-factor */
  async remove(actor: Actor, { accountId, username: name }: Account): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.touch('accounts');
      await removeSecondFactor({ tx, actor, now: this.#clock.now() }, accountId, name);
    });
  }

  /**
   * Uses a code up: one of the app, or a recovery code. Guesses are counted for the account, whatever address they come
   * from: whoever guesses knows its password.
   * @returns undefined when the code is wrong, or was used before
   * @throws Refusal too-many-sign-ins
   */
  async prove(accountId: Uuid, code: string): Promise<Proof | undefined> {
    const recovery = await this.#hashOf(accountId, lettersOf(code));
    return this.#store.transaction(async (tx) => {
      const row = await lockRow(tx, accountId);
      if (row === undefined) return { wasRecovery: false }; // reset meanwhile
      const now = this.#clock.now();
      requirePatience(row, now);
      const step = stepOfCode(row.secret, digitsOf(code), now, row.last_step);
      const wasRecovery = step === undefined && (await useRecoveryCode(tx, accountId, recovery));
      const isRight = step !== undefined || wasRecovery;
      const [failures, failedAt] = isRight ? [0, 0] : [row.failures + 1, now];
      await tx.run(
        'UPDATE second_factors SET last_step = ?, failures = ?, failed_at = ? WHERE account_id = ?',
        [step ?? row.last_step, failures, failedAt, accountId],
      );
      return isRight ? { wasRecovery } : undefined;
    });
  }

  async #newRecoveryCodes(accountId: Uuid): Promise<{ codes: string[]; hashes: string[] }> {
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      Array.from(
        { length: RECOVERY_LENGTH },
        () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
      ).join(''),
    );
    const hashes = await Promise.all(codes.map((code) => this.#hashOf(accountId, code)));
    return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes };
  }

  async #hashOf(accountId: Uuid, code: string): Promise<string> {
    const secret = await secretOf(this.#store, this.#clock, SECRET);
    return createHmac('sha256', secret)
      .update(JSON.stringify([accountId, code]))
      .digest('base64url');
  }
}

/**
 * Removes the second factor of an account, for somebody who has lost the device and the recovery codes.
 * @throws Refusal forbidden. @throws AccountRefused when there is no such account, or it has none
 */
export async function resetSecondFactor(
  store: Store,
  actor: Actor,
  username: string,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const { account_id: accountId, username: name } = await getRowToChange(tx, username);
    await removeSecondFactor({ tx, actor, now }, accountId, name);
  });
}

async function removeSecondFactor(context: ActionContext, accountId: Uuid, name: string): Promise<void> {
  const { tx } = context;
  await tx.run('DELETE FROM recovery_codes WHERE account_id = ?', [accountId]);
  const removed = await tx.run('DELETE FROM second_factors WHERE account_id = ?', [accountId]);
  if (removed === 0) throw noSecondFactor(name);
  await record(context, { kind: 'account.second-factor-removed', subject: accountId, details: { name } });
}

function noSecondFactor(name: string): AccountRefused {
  return new AccountRefused('no-second-factor', `The account ${JSON.stringify(name)} has no second factor.`);
}

function lockRow(tx: Transaction, accountId: Uuid): Promise<Row | undefined> {
  return tx.get<Row>(
    `SELECT secret, last_step, failures, failed_at FROM second_factors WHERE account_id = ?${tx.dialect.lockForUpdate}`,
    [accountId],
  );
}

/** @throws Refusal too-many-sign-ins */
function requirePatience({ failures, failed_at: failedAt }: Row, now: number): void {
  if (failures < FREE_FAILURES) return;
  const wait = Math.min(2 ** (failures - FREE_FAILURES), MAX_WAIT_SECONDS) * 1_000;
  // A clock that was set back must not make the wait longer.
  const left = wait - Math.min(Math.max(now - failedAt, 0), wait);
  if (left > 0) throw new Refusal('too-many-sign-ins', { seconds: Math.ceil(left / 1_000) });
}

async function useRecoveryCode(tx: Transaction, accountId: Uuid, hash: string): Promise<boolean> {
  const used = await tx.run('DELETE FROM recovery_codes WHERE account_id = ? AND code_hash = ?', [
    accountId,
    hash,
  ]);
  return used === 1;
}

async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: Uuid,
  hashes: readonly string[],
): Promise<void> {
  await tx.run('DELETE FROM recovery_codes WHERE account_id = ?', [accountId]);
  await tx.insert(
    'recovery_codes',
    ['account_id', 'code_hash'],
    hashes.map((hash) => [accountId, hash]),
  );
}

/** Apps show "123 456". */
function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}

function lettersOf(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
