import type { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { RepeatableRequest, RequestHashes } from '../../idempotency/index.ts';
import { findKind, problemAnswer } from './problems.ts';

/** While a request has run for less than this, another with its key joins it; after that the other is refused. */
const JOINABLE_MS = 2_000;

/**
 * The API's side of the Idempotency-Key: which requests carry one, and the format of kept answers: the status, the
 * headers as JSON and the body, a line each.
 */
export class RepeatableRequests {
  readonly #hashes: RequestHashes;
  readonly #joinableMs: number;
  /** When each running request began, by account and key. */
  readonly #underWay = new Map<string, number>();

  constructor(hashes: RequestHashes, joinableMs = JOINABLE_MS) {
    this.#hashes = hashes;
    this.#joinableMs = joinableMs;
  }

  /**
   * Answers the request with `perform`, which gets undefined when the request carries no key. A repeated request is performed
   * too, so `perform` must find the first answer or wait for it; but it is refused when the first one has run for too long.
   * @throws HttpRefusal idempotency-key-in-use
   */
  async answer(
    operationId: string,
    accountId: Uuid,
    key: string | undefined,
    body: Readonly<Record<string, unknown>>,
    perform: (request: RepeatableRequest | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined) return perform(undefined);
    const id = `${accountId} ${key}`;
    const since = this.#underWay.get(id);
    const now = performance.now();
    if (since !== undefined && now - since >= this.#joinableMs)
      throw new HttpRefusal('idempotency-key-in-use', { key });
    if (since !== undefined) return perform(this.#request(operationId, accountId, key, body));
    this.#underWay.set(id, now);
    try {
      return await perform(this.#request(operationId, accountId, key, body));
    } finally {
      this.#underWay.delete(id);
    }
  }

  #request(
    operationId: string,
    accountId: Uuid,
    key: string,
    body: Readonly<Record<string, unknown>>,
  ): RepeatableRequest {
    return { accountId, key, hash: this.#hashes.of(operationId, body) };
  }
}

export function writeAnswer({ status, headers, body = '' }: Answer): string {
  return `${status}\n${JSON.stringify(headers)}\n${body}`;
}

/** The answer to keep for a refusal. Only decisions are kept, so that a key can be reused after a fault was mended. */
export function writeDecided(refusal: Refusal): string | undefined {
  const answer = problemAnswer(refusal);
  return [404, 409, 410].includes(answer.status) ? writeAnswer(answer) : undefined;
}

/** @param decided the answer that this request has decided, if it did: the refusal in it has facts for the log */
export function readAnswer(text: string, decided?: Answer): Answer {
  const afterStatus = text.indexOf('\n');
  const afterHeaders = text.indexOf('\n', afterStatus + 1);
  const answer = {
    status: Number(text.slice(0, afterStatus)),
    headers: JSON.parse(text.slice(afterStatus + 1, afterHeaders)),
    body: text.slice(afterHeaders + 1),
  };
  if (answer.status < 400) return answer;
  const kind = findKind(answer.body);
  if (kind === undefined) return answer;
  return { ...answer, refused: decided?.refused?.kind === kind ? decided.refused : { kind, facts: {} } };
}
