/** What is wrong with a request as HTTP, whichever door it came to: by kind, with the facts. */
export interface HttpRefusalFacts {
  /** `fault` is a sentence about what could not be read. */
  'malformed-request': { readonly fault: string };
  'invalid-request': { readonly faults: readonly Fault[]; readonly unnamed?: number };
  /** `under` is the base path, where it was left out. */
  'not-found': { readonly missing: 'operation' | 'problem page'; readonly under?: string };
  'method-not-allowed': { readonly method: string; readonly allowed: readonly string[] };
  'precondition-failed': {
    readonly header: 'If-Match' | 'If-None-Match';
    readonly given: string;
    /** The entity tag that the resource has now. */
    readonly tag: string;
  };
  'body-too-large': { readonly limit: number };
  /** `fault` is a sentence about what the body is, and what would be taken; `patch`: the media types that a PATCH takes. */
  'unsupported-media-type': { readonly fault: string; readonly patch?: readonly string[] };
  'expectation-failed': Nothing;
  'too-many-requests': { readonly limit: number; readonly seconds: number };
  'idempotency-key-in-use': { readonly key: string };
  'internal-error': Nothing;
  'database-unavailable': Nothing;
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

/** A request that is answered with a refusal. Words and status are its door's. */
export class HttpRefusal<Kind extends HttpRefusalKind = HttpRefusalKind> extends Error {
  override readonly name = 'HttpRefusal';
  readonly kind: Kind;
  readonly facts: HttpRefusalFacts[Kind];

  /** @param cause what brought it about: for the log, never for the answer. */
  constructor(kind: Kind, facts: HttpRefusalFacts[Kind], cause?: unknown) {
    super(kind, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.facts = facts;
  }
}
