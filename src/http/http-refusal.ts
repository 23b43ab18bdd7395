/** Refusals of HTTP itself, at any interface: by kind, with the facts. */
export interface HttpRefusalFacts {
  /** `fault` is a sentence about what could not be read. */
  'malformed-request': { readonly fault: string };
  'invalid-request': { readonly faults: readonly Fault[]; readonly unnamed?: number };
  /** `under`: the base path, where the request has left it out. */
  'not-found': { readonly missing: 'operation' | 'problem page'; readonly under?: string };
  'method-not-allowed': { readonly method: string; readonly allowed: readonly string[] };
  /** None of the media types that are offered is acceptable (RFC 9110, section 12.5.1). */
  'not-acceptable': { readonly offered: readonly string[] };
  'precondition-failed': {
    readonly header: 'If-Match' | 'If-None-Match';
    readonly given: string;
    /** The entity tag that the resource has now; undefined: it has none. */
    readonly tag: string | undefined;
  };
  'body-too-large': { readonly limit: number };
  /**
   * `fault`: a sentence that says what the body is and what is accepted; `patch`: the media types that PATCH accepts.
   */
  'unsupported-media-type': { readonly fault: string; readonly patch?: readonly string[] };
  'expectation-failed': Nothing;
  'too-many-requests': { readonly limit: number; readonly seconds: number };
  'idempotency-key-in-use': { readonly key: string };
  'internal-error': Nothing;
  /** `onlyWrites`: it can be read. */
  'database-unavailable': { readonly onlyWrites?: true };
  'shutting-down': Nothing;
}

type Nothing = Readonly<Record<never, never>>;

export type HttpRefusalKind = keyof HttpRefusalFacts;

/** One fault of an invalid request. */
export interface Fault {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** JSON pointer (RFC 6901) to the value within that part; "" is the part itself. */
  readonly pointer: string;
  /** A sentence: what is wrong with it, and what would be right. */
  readonly detail: string;
}

/** Thrown to answer a request with a refusal. Its interface adds words and status. */
export class HttpRefusal<Kind extends HttpRefusalKind = HttpRefusalKind> extends Error {
  override readonly name = 'HttpRefusal';
  readonly kind: Kind;
  readonly facts: HttpRefusalFacts[Kind];

  /** @param cause for the log, never for the answer. */
  constructor(kind: Kind, facts: HttpRefusalFacts[Kind], cause?: unknown) {
    super(kind, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.facts = facts;
  }
}
