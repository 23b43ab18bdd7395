import type { News, Operations, Problems } from './interface.js';

export type * from './interface.js';

/** The options of a client. */
export interface ClientOptions {
  /** The base address with the version in it, such as `https://tickets.example.com/v1.1`. */
  baseUrl: string;
  /** The name of an account of the museum. */
  username: string;
  password: string;
  /**
   * How long a call that failed for a temporary reason waits between its attempts, in all, in milliseconds: 30,000 by default,
   * longer than a restart of the museum takes; 0 for no retries. The time of the attempts themselves is not counted.
   */
  retryFor?: number | undefined;
  /** How often it is retried at most: a whole number, 0 for never; by default as often as `retryFor` allows. */
  retries?: number | undefined;
  /** The timeout of one attempt in milliseconds, more than 0; 30,000 by default. */
  timeout?: number | undefined;
  /** The function that sends requests; by default the platform's own `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** A museum: each operation of its interface is a method. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: a test calls each operation
export class MuseumClient {
  /** @throws TypeError that names the option which can't be used */
  constructor(options: ClientOptions);
}
export interface MuseumClient extends Operations {}

export interface CallOptions {
  /** Aborts the call, also while it waits for its next attempt. */
  signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  retryFor?: number | undefined;
  /** In place of the client's own. */
  retries?: number | undefined;
  /** In place of the client's own. */
  timeout?: number | undefined;
  /** More headers to send, such as `Prefer` for the mock; those that the client sends itself are refused. */
  headers?: ConstructorParameters<typeof Headers>[0] | Readonly<Record<string, string>>;
}

/** The option of operations that take an Idempotency-Key. */
export interface Keyed {
  /**
   * 1 to 255 visible ASCII characters, one for each purchase, such as the number of the order: `order-1017`. The museum
   * gives the same key the same answer for 48 hours, so that two orders under one key would be one. Without a key each call
   * generates one, so that its retries are safe, and the next call does it once more.
   */
  idempotencyKey?: string | undefined;
}

/** Entity tags. A call is refused (412) unless the resource has the tag `ifMatch`, and a write if it has `ifNoneMatch`. */
export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** With the entity tag of an earlier read, a read answers undefined when the resource has not changed (304). */
export interface IfNoneMatch {
  ifNoneMatch: string | undefined;
}

/**
 * The result of a call. It is a promise of the data. It rejects with a ProblemError when the museum refuses, with a
 * ConnectionError when there is no answer, with a TypeError when the arguments can't be sent, and with the reason of
 * `signal` when that aborts it.
 */
export interface Call<Data, Problem> extends Promise<Data> {
  /**
   * The whole answer. A problem is a value here, of the types that this operation answers with, and no ProblemError is
   * thrown. Other errors, such as a ConnectionError, still reject.
   */
  result(): Promise<Result<Data, Problem>>;
}

/** A page of a list. */
export interface PagedCall<Data, Problem> extends Call<Data, Problem> {
  /** This page and those that follow, each fetched when it is needed. */
  pages(): AsyncGenerator<Data, void, undefined>;
}

export type Result<Data, Problem> =
  | { ok: true; data: Data; etag: string | undefined; response: Response }
  | { ok: false; problem: Problem; response: Response };

/** One ticket or several, as a picture or as a file to print. */
export interface TicketFile<MediaType extends string> {
  /** A `Uint8Array`, in a form that TypeScript before 5.7 accepts too. */
  bytes: ReturnType<typeof Uint8Array.of>;
  mediaType: MediaType;
}

/** The picture of a ticket. */
export type TicketImage = TicketFile<'image/png'>;

/** Problem details (RFC 9457). The page at the address `type` says what it means and what to do. */
export interface ProblemDetails<Type extends string, Status extends number> {
  type: Type;
  title: string;
  status: Status;
  /** What was wrong with this request. */
  detail: string;
}

/** The response is not from the museum, but from a proxy in front of it, or from another server. */
export type UnexplainedProblem = ProblemDetails<'about:blank', number>;

/** Every problem, discriminated by its type. A later version of the museum may have more. */
export type Problem = Problems[keyof Problems] | UnexplainedProblem;

/** The museum refused. */
export class ProblemError extends Error {
  private constructor();
  readonly name: 'ProblemError';
  readonly problem: Problem;
  /** The id of the request in the museum's log. */
  readonly requestId: string | undefined;
}

/** There was no answer: the network failed, or the timeout passed. The request may or may not have been done. */
export class ConnectionError extends Error {
  private constructor();
  readonly name: 'ConnectionError';
  /**
   * In a browser: whether the museum answers, but does not allow the page (CORS). The message names the setting. Such a call is
   * not retried.
   */
  readonly isOriginRefused: boolean;
}

/**
 * Verifies that a message to a webhook comes from the museum (Standard Webhooks 1.0), and parses it.
 * @param secrets of the webhook, `whsec_...`; several during a rotation
 * @param headers as received
 * @param body as received, before it is parsed
 * @throws WebhookVerificationError when the signature is wrong or missing, or the time is more than five minutes off
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array,
): Promise<News>;

/** The message does not come from the museum, or is not from just now: it may be a replay. */
export class WebhookVerificationError extends Error {
  readonly name: 'WebhookVerificationError';
}
