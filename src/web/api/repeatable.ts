import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { Kept, Once, RequestHashes } from '../../idempotency/index.ts';
import type { OperationId, OutputOf } from './contract/index.ts';
import { findKind, problemAnswer } from './problems.ts';
import { success } from './success.ts';

/** While a request has run for less than this, another with its key joins it; after that the other is refused. */
const JOINABLE_MS = 2_000;

/** A request that may carry an Idempotency-Key. */
export interface KeyedRequest {
  readonly operationId: string;
  readonly accountId: Uuid;
  readonly key: string | undefined;
  /** What must be equal in a repeated request. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a request does, and how it is answered. */
export interface RepeatableWork<Outcome extends object> {
  /** Gets undefined when the request carries no key. A repeated request is performed too, and finds what was kept. */
  perform(once: Once<Outcome> | undefined): Promise<Outcome | Refusal | Kept>;
  /** The answer. It is kept, so it names nobody: then nothing has to be erased from it. */
  show(outcome: Outcome): Answer;
  /** Where the answer names somebody: the whole one, the first time; and from what was kept. */
  readonly named?: {
    first(outcome: Outcome): Answer;
    again(kept: Answer): Answer | Promise<Answer>;
  };
}

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
   * Answers the request, or gives its first answer again. It is refused when the first one with its key has run for too long.
   * @throws HttpRefusal idempotency-key-in-use
   */
  async answer<Outcome extends object>(
    request: KeyedRequest,
    { perform, show, named }: RepeatableWork<Outcome>,
  ): Promise<Answer> {
    let shown: Answer | undefined;
    const keep = (outcome: Outcome | Refusal) => {
      shown = outcome instanceof Refusal ? problemAnswer(outcome) : show(outcome);
      return isDecided(shown) ? writeAnswer(shown) : undefined;
    };
    const outcome = await this.#alone(request, () => perform(this.#once(request, keep)));
    if ('kept' in outcome) {
      const kept = readAnswer(outcome.kept);
      return kept.status < 400 && named ? named.again(kept) : kept;
    }
    if (outcome instanceof Refusal) return shown ?? problemAnswer(outcome);
    return named ? named.first(outcome) : (shown ?? show(outcome));
  }

  #once<Outcome>(
    { operationId, accountId, key, body }: KeyedRequest,
    keep: Once<Outcome>['keep'],
  ): Once<Outcome> | undefined {
    return key === undefined ? undefined : { accountId, key, hash: this.#hashes.of(operationId, body), keep };
  }

  async #alone<Outcome>({ accountId, key }: KeyedRequest, perform: () => Promise<Outcome>): Promise<Outcome> {
    if (key === undefined) return perform();
    const id = `${accountId} ${key}`;
    const since = this.#underWay.get(id);
    const now = performance.now();
    if (since !== undefined && now - since >= this.#joinableMs)
      throw new HttpRefusal('idempotency-key-in-use', { key });
    if (since !== undefined) return perform();
    this.#underWay.set(id, now);
    try {
      return await perform();
    } finally {
      this.#underWay.delete(id);
    }
  }
}

/** Only decisions are kept, so that a key can be used again after a fault was mended. */
function isDecided({ status }: Answer): boolean {
  return status < 400 || status === 404 || status === 409 || status === 410;
}

export function writeAnswer({ status, headers, body = '' }: Answer): string {
  return `${status}\n${JSON.stringify(headers)}\n${body}`;
}

/** The kept answer, with what names somebody. */
export async function withMembers<Id extends OperationId>(
  id: Id,
  kept: Answer,
  find: (shown: OutputOf<Id>) => Partial<OutputOf<Id>> | Promise<Partial<OutputOf<Id>>>,
): Promise<Answer> {
  const shown: OutputOf<Id> = JSON.parse(`${kept.body}`);
  return { ...kept, body: success(id, { ...shown, ...(await find(shown)) }).body };
}

export function readAnswer(text: string): Answer {
  const afterStatus = text.indexOf('\n');
  const afterHeaders = text.indexOf('\n', afterStatus + 1);
  const answer = {
    status: Number(text.slice(0, afterStatus)),
    headers: JSON.parse(text.slice(afterStatus + 1, afterHeaders)),
    body: text.slice(afterHeaders + 1),
  };
  const kind = answer.status < 400 ? undefined : findKind(answer.body);
  return kind === undefined ? answer : { ...answer, refused: { kind, facts: {} } };
}
