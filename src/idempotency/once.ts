import type { Actor } from '../core/actor.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ActionContext, Queries, SqlValue, Store, Transaction } from '../store/index.ts';
import { RETENTION_MS } from './retention.ts';

/**
 * A request that may be repeated: it is done once. What its interface keeps of the outcome is stored in the transaction that does
 * the work, and is given again for the same request with the same key of the same account. See docs/decisions/idempotency.md.
 */
export interface Once<Outcome> {
  readonly accountId: Uuid;
  /** As the client gave it. */
  readonly key: string;
  /** Equal for equal requests: see `RequestHashes`. */
  readonly hash: string;
  /** For how long it is kept, in milliseconds; left out: for two days. */
  readonly keptMs?: number;
  /** A text that only this interface reads; undefined: nothing is kept, and the key can be used again. */
  keep(outcome: Outcome | Refusal): string | undefined;
}

/** What the request with this key has kept of its outcome. */
export interface Kept {
  readonly kept: string;
}

/** What was done. */
interface Done<Outcome> {
  readonly outcome: Outcome;
  /** The id of what was made, such as a ticket. It must exist for as long as the outcome is kept. */
  readonly made?: Uuid;
}

interface Service {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Runs the action in a transaction of its own, unless the request was done already; without a request, it always runs. A refusal
 * that the action throws rolls the transaction back.
 * @throws Refusal that of the action; idempotency-key-reused
 */
export async function once<Outcome>(
  { store, clock }: Service,
  actor: Actor,
  request: Once<Outcome> | undefined,
  action: (context: ActionContext) => Promise<Done<Outcome>>,
): Promise<Outcome | Kept> {
  try {
    return await store.transaction(async (tx) => {
      const now = clock.now();
      const known = request && (await recall(tx, request, trustedNow(clock)));
      if (known !== undefined) return known;
      const done = await action({ tx, actor, now });
      if (request !== undefined) await keep(tx, [{ ...done, request }], now);
      return done.outcome;
    });
  } catch (error) {
    if (request === undefined || !(error instanceof Refusal)) throw error;
    return keepRefusal({ store, clock }, request, error);
  }
}

/**
 * Keeps the refusal, and throws it. Of two equal requests at once, the second may be refused because of what the first did: then it
 * gets what the first one has kept.
 */
async function keepRefusal<Outcome>(
  { store, clock }: Service,
  request: Once<Outcome>,
  refusal: Refusal,
): Promise<Kept> {
  const known = await store.transaction(async (tx) => {
    const now = clock.now();
    const earlier = await recall(tx, request, trustedNow(clock));
    if (earlier === undefined) await keep(tx, [{ request, outcome: refusal }], now);
    return earlier;
  });
  if (known === undefined) throw refusal;
  return known;
}

/** What is known of a request before it is done; the number is the place of an earlier one, whose outcome it shares. */
export type Recalled = Kept | Refusal | number | undefined;

/** Finds those of the requests that were done, whose key belongs to another request, or that come twice. */
export async function recallAll<Outcome>(
  tx: Transaction,
  requests: readonly (Once<Outcome> | undefined)[],
  now: number,
): Promise<Recalled[]> {
  const known = await Promise.all(requests.map((request) => request && recallOrRefuse(tx, request, now)));
  const fresh = new Map<string, number>();
  return requests.map((request, index) => {
    if (request === undefined || known[index] !== undefined) return known[index];
    const id = `${request.accountId} ${request.key}`;
    const earlier = fresh.get(id);
    if (earlier === undefined) fresh.set(id, index);
    else if (requests[earlier]?.hash !== request.hash) return reused(request);
    return earlier;
  });
}

async function recallOrRefuse<Outcome>(
  tx: Transaction,
  request: Once<Outcome>,
  now: number,
): Promise<Kept | Refusal | undefined> {
  try {
    return await recall(tx, request, now);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * What this key has kept; undefined when that is nothing, or has expired, which is removed.
 * @param now the trusted time (`trustedNow`): a jump of the clock must not make a request new
 * @throws Refusal idempotency-key-reused
 */
export async function recall(
  tx: Transaction,
  request: Pick<Once<never>, 'accountId' | 'key' | 'hash'>,
  now: number,
): Promise<Kept | undefined> {
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
  if (row.request_hash !== request.hash) throw reused(request);
  return { kept: row.answer };
}

/** Whether anything is kept with this key, be it too old or of another request: see `recall`. */
export async function isKept(
  queries: Queries,
  { accountId, key }: Pick<Once<never>, 'accountId' | 'key'>,
): Promise<boolean> {
  const row = await queries.get(
    'SELECT answered_at FROM kept_answers WHERE account_id = ? AND idempotency_key = ?',
    [accountId, key],
  );
  return row !== undefined;
}

function reused({ key }: { readonly key: string }): Refusal {
  return new Refusal('idempotency-key-reused', { key });
}

/** Keeps the outcomes of requests that `recall` did not know, in the transaction that did them. */
export async function keep<Outcome>(
  tx: Transaction,
  done: readonly (Done<Outcome | Refusal> & { readonly request: Once<Outcome> })[],
  now: number,
): Promise<void> {
  const rows = done.flatMap(({ request, outcome, made = null }): SqlValue[][] => {
    const { accountId, key, hash, keptMs = RETENTION_MS } = request;
    const kept = request.keep(outcome);
    // What is kept for a shorter time counts as that much older, so that one instant says what has expired.
    const keptSince = now - RETENTION_MS + keptMs;
    const isRefused = outcome instanceof Refusal;
    return kept === undefined ? [] : [[accountId, key, hash, kept, isRefused ? 1 : 0, made, keptSince]];
  });
  const columns = [
    'account_id',
    'idempotency_key',
    'request_hash',
    'answer',
    'refused',
    'made',
    'answered_at',
  ];
  await tx.insert('kept_answers', columns, rows);
}
