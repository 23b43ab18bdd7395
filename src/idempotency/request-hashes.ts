import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { keysetPages, type Store, secretOf, type Transaction } from '../store/index.ts';

const REHASH_PAGE_SIZE = 500;
/** Prefix of hashes that an older version made without a secret. */
const UNKEYED_PREFIX = 'unkeyed:';

interface HashRow {
  readonly account_id: string;
  readonly idempotency_key: string;
  readonly request_hash: string;
}

/** Hashes of requests, keyed with a secret of the museum, because they cover an e-mail address that could be guessed. */
export class RequestHashes {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** The process that makes the secret also rehashes the stored hashes that are from before there was one. */
  static async open(store: Store, clock: Clock): Promise<RequestHashes> {
    return new RequestHashes(
      await secretOf(store, clock, 'request-hashes', (tx, secret) => new RequestHashes(secret).#rehash(tx)),
    );
  }

  /** Hashes the operation and the members of the body. Their order and spacing do not matter. */
  of(operationId: string, body: Readonly<Record<string, unknown>>): string {
    const members = Object.keys(body).sort();
    const text = operationId + JSON.stringify(members.map((name) => [name, body[name]]));
    return this.#keyed(hash('sha256', text, 'base64url'));
  }

  /** A plain hash: createHmac costs thirty times as much, and input of fixed length allows no length extension. */
  #keyed(unkeyed: string): string {
    return hash('sha256', this.#secret + unkeyed, 'base64url');
  }

  async #rehash(tx: Transaction): Promise<void> {
    const select = 'SELECT account_id, idempotency_key, request_hash FROM kept_answers';
    const key = ['account_id', 'idempotency_key'] as const;
    for await (const rows of keysetPages<HashRow>(tx, select, key, REHASH_PAGE_SIZE)) {
      const unkeyed = rows.filter(({ request_hash }) => request_hash.startsWith(UNKEYED_PREFIX));
      // All at once: on PostgreSQL, waiting for each would take many times as long.
      await Promise.all(
        unkeyed.map(({ account_id, idempotency_key, request_hash }) =>
          tx.run('UPDATE kept_answers SET request_hash = ? WHERE account_id = ? AND idempotency_key = ?', [
            this.#keyed(request_hash.slice(UNKEYED_PREFIX.length)),
            account_id,
            idempotency_key,
          ]),
        ),
      );
    }
  }
}
