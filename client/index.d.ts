import type { News, Operations, Problems } from './interface.js';

export type * from './interface.js';

/** How a museum is asked. */
export interface ClientOptions {
  /** The base address with the version in it, such as `https://tickets.example.com/v1.1`. */
  baseUrl: string;
  /** Of an account of the museum. */
  username: string;
  password: string;
  /** How often a call that failed in passing is made again, a whole number; 5 unless given, 0 for never. */
  retries?: number | undefined;
  /** Milliseconds that one attempt may take, more than 0; 30,000 unless given. */
  timeout?: number | undefined;
  /** What sends requests, in place of the platform's own `fetch`. */
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
  /** Ends the call, and waiting for its next attempt. */
  signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  retries?: number | undefined;
  /** In place of the client's own. */
  timeout?: number | undefined;
  /** More headers to send, such as `Prefer` for the mock; those that the client sends itself are refused. */
  headers?: ConstructorParameters<typeof Headers>[0] | Readonly<Record<string, string>>;
}

/** Of operations that are done once however often they are sent. */
export interface Keyed {
  /**
   * 1 to 255 visible ASCII characters, one for each ticket: the number of the order and which of its tickets it is, such as
   * `order-1017-1`. The museum gives the same key the same answer for 48 hours, so that two tickets under one key would be
   * one. Without a key each call makes up its own, so that its retries are safe, and the next call is another.
   */
  idempotencyKey?: string | undefined;
}

/** Entity tags: of what was read, and must still be so. */
export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** With it, a read answers undefined when what you have is still right (304). */
export interface IfNoneMatch {
  ifNoneMatch: string | undefined;
}

/**
 * What a call comes to. Awaited, it is the data; it rejects with a ProblemError when the museum refuses, with a
 * ConnectionError when there is no answer, with a TypeError when what is given can't be sent, and with the reason of
 * `signal` when that ends it.
 */
export interface Answer<Data, Problem> extends Promise<Data> {
  /**
   * The whole answer: a problem is a value here, of the types that this operation answers with, in place of a
   * ProblemError. It rejects with anything else that the data would reject with, such as a ConnectionError.
   */
  result(): Promise<Result<Data, Problem>>;
}

/** A page of a list. */
export interface PagedAnswer<Data, Problem> extends Answer<Data, Problem> {
  /** This page and those that follow, each fetched when it is its turn. */
  pages(): AsyncGenerator<Data, void, undefined>;
}

export type Result<Data, Problem> =
  | { ok: true; data: Data; etag: string | undefined; response: Response }
  | { ok: false; problem: Problem; response: Response };

/** The picture of a ticket. */
export interface TicketImage {
  /** A `Uint8Array`, written in a way that TypeScript before 5.7 reads too. */
  bytes: ReturnType<typeof Uint8Array.of>;
  mediaType: 'image/png';
}

/** Problem details (RFC 9457). The page at the address `type` says what it means and what to do. */
export interface ProblemDetails<Type extends string, Status extends number> {
  type: Type;
  title: string;
  status: Status;
  /** What was wrong with this request. */
  detail: string;
}

/** What came back is not from the museum, but from something before it, or from elsewhere. */
export type UnexplainedProblem = ProblemDetails<'about:blank', number>;

/** Every problem that there is, told apart by its type. A later version of the museum may know more. */
export type Problem = Problems[keyof Problems] | UnexplainedProblem;

/** The museum refused. */
export class ProblemError extends Error {
  private constructor();
  readonly name: 'ProblemError';
  readonly problem: Problem;
  /** Names the request in the museum's log. */
  readonly requestId: string | undefined;
}

/** There was no answer: the network failed, or it took too long. Whether anything was done is not known. */
export class ConnectionError extends Error {
  private constructor();
  readonly name: 'ConnectionError';
}

/**
 * Whether a message to a webhook comes from the museum (Standard Webhooks 1.0), and what it says.
 * @param secrets of the webhook, `whsec_...`; several while they are changed over
 * @param headers as they came
 * @param body as it came, before it was parsed
 * @throws WebhookVerificationError when it does not, or is more than five minutes old
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array,
): Promise<News>;

/** The message does not come from the museum, or came before. */
export class WebhookVerificationError extends Error {
  readonly name: 'WebhookVerificationError';
}
