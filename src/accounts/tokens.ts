import { createHmac, randomInt } from 'node:crypto';
import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { type Queries, type Store, StoreUnavailable, secretOf } from '../store/index.ts';
import { type Account, AccountRefused, PLAIN_LETTERS } from './account.ts';
import { changeAccounts, getRowToChange } from './account-store.ts';

/** Tokens with which programs of partners sign in. A token is shown once; the database has only a keyed hash of it. */

/** What a token begins with, so that people and secret scanners know it. */
const PREFIX = 'museum_';
/** 232 bits, of which the id is 46. */
const LETTERS = 40;
const ID_LETTERS = 8;
const TOKEN = new RegExp(`^${PREFIX}[${PLAIN_LETTERS}]{${LETTERS}}$`);

/** A token as it is listed. Instants are milliseconds UTC. */
export interface ListedToken {
  /** Its beginning, by which people tell it from others. */
  readonly tokenId: string;
  readonly accountId: Uuid;
  readonly madeAt: number;
  /** When a program signed in with it last, to within five minutes; null: never. */
  readonly usedAt: number | null;
}

/** The beginning of a token; undefined when the text is none. */
export function tokenIdOf(text: string): string | undefined {
  return TOKEN.test(text) ? text.slice(0, PREFIX.length + ID_LETTERS) : undefined;
}

/** The tokens of an account, the oldest first. */
export function listTokens(queries: Queries, accountId: Uuid): Promise<ListedToken[]> {
  return queries.all<ListedToken>(
    `SELECT token_id AS "tokenId", account_id AS "accountId", made_at AS "madeAt", used_at AS "usedAt"
       FROM account_tokens WHERE account_id = ? ORDER BY made_at, token_id`,
    [accountId],
  );
}

/**
 * @param isExpected called with the number of tokens that the account has; throws when the caller meant another
 * @returns the token, which can't be read again
 * @throws Refusal forbidden. @throws AccountRefused when there is no such account, or it is not a partner's
 */
export async function addToken(
  store: Store,
  actor: Actor,
  username: string,
  clock: Clock,
  isExpected?: (count: number) => void,
): Promise<string> {
  const letters = Array.from({ length: LETTERS }, () =>
    PLAIN_LETTERS.charAt(randomInt(PLAIN_LETTERS.length)),
  );
  const token = PREFIX + letters.join('');
  const tokenId = tokenIdOf(token) as string;
  const hash = hashOf(await secretOf(store, clock, SECRET), token);
  await changeAccounts(store, actor, async (tx) => {
    const { account_id, username: name, role } = await getRowToChange(tx, username);
    if (role !== 'partner')
      throw new AccountRefused(
        'not-a-partner',
        `Only partners have tokens, and the account ${JSON.stringify(name)} has the role ${role}.`,
      );
    isExpected?.((await listTokens(tx, account_id)).length);
    const now = clock.now();
    const columns = ['token_id', 'account_id', 'token_hash', 'made_at'];
    await tx.insert('account_tokens', columns, [[tokenId, account_id, hash, now]]);
    const details = { name, token: tokenId };
    await record({ tx, actor, now }, { kind: 'account.token-added', subject: account_id, details });
  });
  return token;
}

/**
 * From now on nobody signs in with the token.
 * @throws Refusal forbidden. @throws AccountRefused when there is no such account, or it has no such token
 */
export async function revokeToken(
  store: Store,
  actor: Actor,
  username: string,
  tokenId: string,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const { account_id, username: name } = await getRowToChange(tx, username);
    const revoked = await tx.run('DELETE FROM account_tokens WHERE account_id = ? AND token_id = ?', [
      account_id,
      tokenId,
    ]);
    if (revoked === 0)
      throw new AccountRefused(
        'unknown-token',
        `The account ${JSON.stringify(name)} has no token ${JSON.stringify(tokenId)}.`,
      );
    const details = { name, token: tokenId };
    await record({ tx, actor, now }, { kind: 'account.token-revoked', subject: account_id, details });
  });
}

const SECRET = 'account-tokens';

/** The accounts that tokens stand for. */
export class TokenAccounts {
  readonly #store: Store;
  readonly #clock: Clock;
  #secret: string | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The partner that the token stands for, while its account is in use. Notes that the token was used. */
  async find(token: string): Promise<{ readonly account: Account; readonly hash: string } | undefined> {
    this.#secret ??= await secretOf(this.#store, this.#clock, SECRET);
    const hash = hashOf(this.#secret, token);
    const account = await this.#store.get<{ accountId: Uuid; username: string; role: Role }>(
      `SELECT accounts.account_id AS "accountId", username, role FROM account_tokens
         JOIN accounts ON accounts.account_id = account_tokens.account_id
        WHERE token_hash = ? AND role = 'partner' AND disabled_at IS NULL`,
      [hash],
    );
    if (account === undefined) return undefined;
    await this.#noteUse(hash);
    return { account, hash };
  }

  /** Without the database being written to, signing in succeeds all the same. */
  async #noteUse(hash: string): Promise<void> {
    const use = [this.#clock.now(), hash];
    try {
      await this.#store.transaction((tx) =>
        tx.run('UPDATE account_tokens SET used_at = ? WHERE token_hash = ?', use),
      );
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

function hashOf(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url');
}
