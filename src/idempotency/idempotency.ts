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
 * Requests that may be repeated: the answer is stored in the transaction that does the work, and given again, byte
 * for byte, to the same request with the same key of the same account. What is stored is written by the
 * door that was asked, and read by nobody else. An answer is stored once the request was valid and its work was
 * decided, also when it was decided against (sold out).
 */

const KEPT_MS = 48 * 3_600_000;
const REHASHED_AT_ONCE = 500;
/** Before hashes that were made without a key, by a version that did not have one. */
const UNKEYED = 'unkeyed:';

export interface RepeatableRequest {
  readonly accountId: Uuid;
  /** As the client gave it. */
  readonly key: string;
  /** What makes two requests the same: see `RequestHashes`. */
  readonly hash: string;
}

/** A request that may be repeated, with how its door writes the answer to what came of it. */
export interface Repeatable<Outcome> extends RepeatableRequest {
  readonly write: (outcome: Outcome) => string;
}

export interface AnswerToKeep {
  readonly request: RepeatableRequest;
  readonly answer: string;
  /** Whether nothing was done: of such answers only the newest are kept. */
  readonly isRefusal: boolean;
  /** What was made, such as a ticket: as long as the answer is given again, it must be there. */
  readonly made?: Uuid;
}

interface HashRow {
  readonly account_id: string;
  readonly idempotency_key: string;
  readonly request_hash: string;
}

/** Hashes of requests, keyed by a secret of the museum, since they cover an e-mail address that could be guessed. */
export class RequestHashes {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** Hashes that were kept without a key are from before there was one: whoever makes it brings them under it. */
  static async open(store: Store, clock: Clock): Promise<RequestHashes> {
    return new RequestHashes(
      await secretOf(store, clock, 'request-hashes', (tx, secret) => new RequestHashes(secret).#rehash(tx)),
    );
  }

  /** Of the operation and the body's members, whatever their order and spacing was. */
  of(operationId: string, body: Readonly<Record<string, unknown>>): string {
    const members = Object.keys(body).sort();
    const text = operationId + JSON.stringify(members.map((name) => [name, body[name]]));
    return this.#keyed(hash('sha256', text, 'base64url'));
  }

  /** One-shot hashing: createHmac costs thirty times as much. The length is fixed, so nothing can be appended. */
  #keyed(unkeyed: string): string {
    return hash('sha256', this.#secret + unkeyed, 'base64url');
  }

  async #rehash(tx: Transaction): Promise<void> {
    const select = 'SELECT account_id, idempotency_key, request_hash FROM kept_answers';
    const key = ['account_id', 'idempotency_key'] as const;
    for await (const rows of keysetPages<HashRow>(tx, select, key, REHASHED_AT_ONCE)) {
      for (const { account_id, idempotency_key, request_hash } of rows) {
        if (!request_hash.startsWith(UNKEYED)) continue;
        await tx.run(
          'UPDATE kept_answers SET request_hash = ? WHERE account_id = ? AND idempotency_key = ?',
          [this.#keyed(request_hash.slice(UNKEYED.length)), account_id, idempotency_key],
        );
      }
    }
  }
}

/**
 * Does `work` in a transaction, once for each key: without a request always, with one only when it has no answer
 * yet. A refusal that `work` throws undoes what it did.
 * @param writeRefusal the answer to keep of a refusal; undefined: it is thrown and not remembered.
 */
export async function answerOnce(
  store: Store,
  clock: Clock,
  request: RepeatableRequest | undefined,
  work: (tx: Transaction) => Promise<{ readonly answer: string; readonly made: Uuid }>,
  writeRefusal: (refusal: Refusal) => string | undefined = () => undefined,
): Promise<string> {
  try {
    return await store.transaction(async (tx) => {
      const now = clock.now();
      const known = request && (await findAnswer(tx, request, trustedNow(clock)));
      if (known !== undefined) return known;
      const { answer, made } = await work(tx);
      if (request !== undefined) await keepAnswers(tx, [{ request, answer, made, isRefusal: false }], now);
      return answer;
    });
  } catch (error) {
    if (request === undefined || !(error instanceof Refusal)) throw error;
    return answerRefusal(store, clock, request, error, writeRefusal(error));
  }
}

/** Of two that were sent at once, the second may have been refused for what the first has done: it gets the first's answer. */
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
  if (row.answered_at <= now - KEPT_MS) {
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
      now,
    ]),
  );
}

/** Whether any answer has expired. */
export async function hasExpiredAnswers(queries: Queries, now: number): Promise<boolean> {
  const oldest = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM kept_answers ORDER BY answered_at LIMIT 1',
  );
  return oldest !== undefined && oldest.answered_at <= now - KEPT_MS;
}

/** Removes up to `atMost` answers that have expired, the oldest first. @returns how many. */
export async function dropExpiredAnswers(tx: Transaction, now: number, atMost: number): Promise<number> {
  return dropAnswers(tx, 'answered_at <= ?', now - KEPT_MS, atMost);
}

/**
 * Removes up to `atMost` refusals, the oldest first, that were answered at `instant` or before.
 * Sales are never among them. @returns how many.
 */
export async function dropRefusals(tx: Transaction, instant: number, atMost: number): Promise<number> {
  return dropAnswers(tx, 'refused = 1 AND answered_at <= ?', instant, atMost);
}

/** When the newest refusal that is to go was answered, where the `kept` newest ones stay; undefined: none has to go. */
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
