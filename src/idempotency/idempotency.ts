import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { Problem } from '../doors/api/problems.ts';
import type { Queries, SqlValue, Store, Transaction } from '../store/index.ts';
import type { Answer } from '../http/answer.ts';
import type { Caller } from '../doors/api/caller.ts';

/**
 * Idempotency-Key: the answer to a request is stored in the transaction that does its work, and given again,
 * byte for byte, to the same request with the same key of the same account. An answer is stored once the
 * request was valid and its work was decided, also when it was decided against (sold out).
 */
export const IDEMPOTENCY_HOURS = 48;
const KEPT_MS = IDEMPOTENCY_HOURS * 3_600_000;

export interface IdempotentRequest {
  readonly caller: Caller;
  readonly key: string;
  /** What makes two requests the same; see `requestHash`. */
  readonly hash: string;
}

/** A hash of the operation and the body's members, whatever their order and spacing was. */
export function requestHash(operationId: string, body: Readonly<Record<string, unknown>>): string {
  const members = Object.keys(body).sort();
  return hash('sha256', operationId + JSON.stringify(members.map((name) => [name, body[name]])), 'base64url');
}

/**
 * Does `work` in a transaction, once for each key: without a key always, with one only when the key has no
 * answer yet. A refusal (Problem) that `work` throws undoes what it did, and is not remembered.
 */
export function answerOnce(
  store: Store,
  clock: Clock,
  operationId: string,
  { caller, key, body }: { caller: Caller; key: string | undefined; body: Readonly<Record<string, unknown>> },
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return store.transaction(work);
  const request = { caller, key, hash: requestHash(operationId, body) };
  return store.transaction(async (tx) => {
    const now = clock.now();
    const known = await findAnswer(tx, request, now);
    if (known !== undefined) return known;
    const answer = await work(tx);
    await keepAnswers(tx, [{ request, answer }], now);
    return answer;
  });
}

/** The answer that this key already has; undefined when it has none that still counts. */
export async function findAnswer(
  queries: Queries,
  request: IdempotentRequest,
  now: number,
): Promise<Answer | undefined> {
  const row = await queries.get<StoredAnswer>(
    'SELECT request_hash, status, headers, body FROM idempotent_answers WHERE account_id = ? AND idempotency_key = ? AND answered_at > ?',
    [request.caller.accountId, request.key, now - KEPT_MS],
  );
  if (row === undefined) return undefined;
  if (row.request_hash !== request.hash) throw keyReused(request.key);
  return answerIn(row);
}

export function keyReused(key: string): Problem {
  return new Problem(
    'idempotency-key-reused',
    `The Idempotency-Key ${key} was used for a different request.`,
  );
}

/** Stores the answers in the transaction that did the work, in place of any that have expired. */
export async function keepAnswers(
  tx: Transaction,
  answers: readonly { readonly request: IdempotentRequest; readonly answer: Answer }[],
  now: number,
): Promise<void> {
  await Promise.all(
    answers.map(({ request }) =>
      tx.run(
        'DELETE FROM idempotent_answers WHERE account_id = ? AND idempotency_key = ? AND answered_at <= ?',
        [request.caller.accountId, request.key, now - KEPT_MS],
      ),
    ),
  );
  await tx.insert(
    'idempotent_answers',
    ['account_id', 'idempotency_key', 'request_hash', 'status', 'headers', 'body', 'answered_at'],
    answers.map(({ request, answer }): SqlValue[] => [
      request.caller.accountId,
      request.key,
      request.hash,
      answer.status,
      JSON.stringify(answer.headers),
      answer.body as string,
      now,
    ]),
  );
}

/** Every answer that is kept, in pages of `atOnce`. */
export async function* findKeptAnswers(
  queries: Queries,
  atOnce: number,
): AsyncGenerator<{ readonly key: string; readonly answer: Answer }[]> {
  for (let [account, key] = ['', '']; ; ) {
    const rows = await queries.all<StoredAnswer & { account_id: string; idempotency_key: string }>(
      `SELECT account_id, idempotency_key, request_hash, status, headers, body FROM idempotent_answers
        WHERE (account_id, idempotency_key) > (?, ?) ORDER BY account_id, idempotency_key LIMIT ?`,
      [account, key, atOnce],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => ({ key: row.idempotency_key, answer: answerIn(row) }));
    [account, key] = [last.account_id, last.idempotency_key];
  }
}

/** Removes up to `atMost` answers that have expired, the oldest first. @returns how many. */
export async function dropExpiredAnswers(store: Store, now: number, atMost: number): Promise<number> {
  return dropAnswers(store, 'answered_at <= ?', now - KEPT_MS, atMost);
}

/**
 * Removes up to `atMost` refusals, the oldest first, that were answered at `instant` or before.
 * Sales are never among them. @returns how many.
 */
export async function dropRefusals(store: Store, instant: number, atMost: number): Promise<number> {
  return dropAnswers(store, 'status >= 400 AND answered_at <= ?', instant, atMost);
}

/** When the newest refusal was answered that `kept` newer ones are kept beside; undefined: there is none. */
export async function findSurplusRefusal(queries: Queries, kept: number): Promise<number | undefined> {
  const row = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM idempotent_answers WHERE status >= 400 ORDER BY answered_at DESC LIMIT 1 OFFSET ?',
    [kept],
  );
  return row?.answered_at;
}

function dropAnswers(store: Store, which: string, instant: number, atMost: number): Promise<number> {
  return store.transaction((tx) =>
    tx.run(
      `DELETE FROM idempotent_answers WHERE (account_id, idempotency_key) IN
         (SELECT account_id, idempotency_key FROM idempotent_answers WHERE ${which} ORDER BY answered_at LIMIT ?)`,
      [instant, atMost],
    ),
  );
}

interface StoredAnswer {
  readonly request_hash: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

function answerIn({ status, headers, body }: StoredAnswer): Answer {
  return { status, headers: JSON.parse(headers), body };
}
