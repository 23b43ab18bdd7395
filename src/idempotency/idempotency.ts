import { hash } from 'node:crypto';
import { type Clock, trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  keysetPages,
  type Queries,
  type SqlValue,
  type Store,
  secretOf,
  type Transaction,
} from '../store/index.ts';

/**
 * Requests that may be repeated: the answer is stored in the transaction that does the work, and returned again, byte
 * for byte, for the same request with the same key of the same account. The caller writes and reads the answer; here it
 * is opaque text. An invalid request stores no answer. A decision against the request (sold out) does.
 */

const RETENTION_MS = 48 * 3_600_000;
const REHASH_PAGE_SIZE = 500;
/** Prefix of hashes that an older version made without a secret. */
const UNKEYED_PREFIX = 'unkeyed:';

export interface RepeatableRequest {
  readonly accountId: Uuid;
  /** As the client gave it. */
  readonly key: string;
  /** Equal for equal requests: see `RequestHashes`. */
  readonly hash: string;
  /** For how long its answer is given again, in milliseconds; left out: for two days. */
  readonly keptMs?: number;
}

/** A request that may be repeated, and how its interface writes the answer for an outcome. */
export interface Repeatable<Outcome> extends RepeatableRequest {
  readonly write: (outcome: Outcome) => string;
}

export interface AnswerToKeep {
  readonly request: RepeatableRequest;
  readonly answer: string;
  /** Whether nothing was done. Only the newest refusals are kept. */
  readonly isRefusal: boolean;
  /** The id of what was made, such as a ticket. It must exist for as long as the answer is kept. */
  readonly made?: Uuid;
}

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

/**
 * Runs `work` in a transaction unless the request has an answer already. Without a request, it always runs.
 * A refusal that `work` throws rolls the transaction back.
 * @param writeRefusal gives the answer to keep for a refusal; undefined: the refusal is thrown and not kept.
 */
export async function answerOnce(
  store: Store,
  clock: Clock,
  request: RepeatableRequest | undefined,
  work: (tx: Transaction) => Promise<{ readonly answer: string; readonly made?: Uuid }>,
  writeRefusal: (refusal: Refusal) => string | undefined = () => undefined,
): Promise<string> {
  try {
    return await store.transaction(async (tx) => {
      const now = clock.now();
      const known = request && (await findAnswer(tx, request, trustedNow(clock)));
      if (known !== undefined) return known;
      const done = await work(tx);
      if (request !== undefined) await keepAnswers(tx, [{ request, ...done, isRefusal: false }], now);
      return done.answer;
    });
  } catch (error) {
    if (request === undefined || !(error instanceof Refusal)) throw error;
    return answerRefusal(store, clock, request, error, writeRefusal(error));
  }
}

/**
 * Keeps the answer of a refusal; without one, throws the refusal. Of two equal requests at once, the second may be refused
 * because of what the first did: then it gets the first one's answer.
 */
function answerRefusal(
  store: Store,
  clock: Clock,
  request: RepeatableRequest,
  refusal: Refusal,
  answer: string | undefined,
): Promise<string> {
  return store.transaction(async (tx) => {
    const now = clock.now();
    const known = await findAnswer(tx, request, trustedNow(clock));
    if (known !== undefined) return known;
    if (answer === undefined) throw refusal;
    await keepAnswers(tx, [{ request, answer, isRefusal: true }], now);
    return answer;
  });
}

/**
 * The answer that this key already has; undefined when it has none, or had one that has expired, which is removed.
 * @param now the trusted time (`trustedNow`): a jump of the clock must not make a request new
 * @throws Refusal idempotency-key-reused
 */
export async function findAnswer(
  tx: Transaction,
  request: RepeatableRequest,
  now: number,
): Promise<string | undefined> {
  const key = [request.accountId, request.key];
  const row = await tx.get<{ request_hash: string; answer: string; answered_at: number }>(
    'SELECT request_hash, answer, answered_at FROM kept_answers WHERE account_id = ? AND idempotency_key = ?',
    key,
  );
  if (row === undefined) return undefined;
  if (row.answered_at <= now - RETENTION_MS) {
    await tx.run(
      'DELETE FROM kept_answers WHERE account_id = ? AND idempotency_key = ? AND answered_at = ?',
      [...key, row.answered_at],
    );
    return undefined;
  }
  if (row.request_hash !== request.hash) throw new Refusal('idempotency-key-reused', { key: request.key });
  return row.answer;
}

/** Stores answers to requests for which `findAnswer` found none, in the transaction that did their work. */
export async function keepAnswers(
  tx: Transaction,
  answers: readonly AnswerToKeep[],
  now: number,
): Promise<void> {
  await tx.insert(
    'kept_answers',
    ['account_id', 'idempotency_key', 'request_hash', 'answer', 'refused', 'made', 'answered_at'],
    answers.map(({ request, answer, isRefusal, made = null }): SqlValue[] => [
      request.accountId,
      request.key,
      request.hash,
      answer,
      isRefusal ? 1 : 0,
      made,
      // What is kept for a shorter time counts as that much older, so that one instant says what has expired.
      now - RETENTION_MS + (request.keptMs ?? RETENTION_MS),
    ]),
  );
}

/** Whether any answer has expired. */
export async function hasExpiredAnswers(queries: Queries, now: number): Promise<boolean> {
  const oldest = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM kept_answers ORDER BY answered_at LIMIT 1',
  );
  return oldest !== undefined && oldest.answered_at <= now - RETENTION_MS;
}

/** Removes up to `atMost` answers that have expired, the oldest first. @returns how many. */
export async function dropExpiredAnswers(tx: Transaction, now: number, atMost: number): Promise<number> {
  return dropAnswers(tx, 'answered_at <= ?', now - RETENTION_MS, atMost);
}

/**
 * Removes up to `atMost` refusals, the oldest first, that were answered at `instant` or before.
 * Sales are never among them. @returns how many.
 */
export async function dropRefusals(tx: Transaction, instant: number, atMost: number): Promise<number> {
  return dropAnswers(tx, 'refused = 1 AND answered_at <= ?', instant, atMost);
}

/** When the newest refusal beyond the `kept` newest ones was answered; undefined: there are no more than `kept`. */
export async function findSurplusRefusal(queries: Queries, kept: number): Promise<number | undefined> {
  const row = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM kept_answers WHERE refused = 1 ORDER BY answered_at DESC LIMIT 1 OFFSET ?',
    [kept],
  );
  return row?.answered_at;
}

function dropAnswers(tx: Transaction, which: string, instant: number, atMost: number): Promise<number> {
  return tx.run(
    `DELETE FROM kept_answers WHERE (account_id, idempotency_key) IN
       (SELECT account_id, idempotency_key FROM kept_answers WHERE ${which} ORDER BY answered_at LIMIT ?)`,
    [instant, atMost],
  );
}
