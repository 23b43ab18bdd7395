/**
 * The one vocabulary of refusals. Each kind is a problem type of RFC 9457: its slug names the page
 * `/problems/<slug>` that explains it to whoever met it, in the words given here.
 */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What it means and what to do about it: sentences for the page. */
  readonly meaning: string;
  readonly remedy: string;
}

export const PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'The request could not be read',
    meaning:
      'What arrived is not a request that HTTP or JSON allows: a broken line, a body that is not JSON text in UTF-8, or an address with a wrong percent sign.',
    remedy: 'Read the detail, which names the place, and send the request again with that mended.',
  },
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The request was read, but values in it are not what the interface allows. Nothing was done.',
    remedy:
      'The member "errors" names every fault (of very many, the first hundred): where it is ("in" and, as a JSON pointer, "pointer") and what would be right. Mend them all and send the request again.',
  },
  unauthorized: {
    status: 401,
    title: 'Sign in to do this',
    meaning:
      'The request carried no credentials, or credentials that are malformed or not those of an account in use.',
    remedy:
      'Send the user name and password of an account with HTTP Basic authentication (RFC 7617, UTF-8). An administrator makes accounts with "museum accounts add".',
  },
  forbidden: {
    status: 403,
    title: 'This account may not do this',
    meaning: 'The credentials are right, but the role of the account does not include this operation.',
    remedy: 'Use an account whose role does, or ask an administrator for one.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation of the service has this path.',
    remedy: 'Compare the path with the reference at /docs. Paths are case-sensitive and end without a slash.',
  },
  'event-not-found': {
    status: 404,
    title: 'There is no such special event',
    meaning: 'No special event has this eventId, or the event was cancelled.',
    remedy: 'List the special events to find those that take place.',
  },
  'ticket-not-found': {
    status: 404,
    title: 'There is no such ticket',
    meaning: 'No ticket that this account may see has this ticketId.',
    remedy:
      'Check the ticketId against the answer of the purchase, and that the account is the one that sold the ticket or one of the museum’s desk.',
  },
  'exception-not-found': {
    status: 404,
    title: 'That day is no exception',
    meaning: 'The day has no opening hours, or no capacity, of its own, so there is nothing to take back.',
    remedy: 'Nothing needs to be done: what holds for every day holds for this one.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take this method',
    meaning: 'The path exists, but not with the method of the request.',
    remedy: 'Use one of the methods that the header "Allow" names.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    meaning:
      'The headers or the body were not complete in the time allowed, so the connection was closed. Nothing was done.',
    remedy: 'Send the request again, in one go.',
  },
  'date-past': {
    status: 409,
    title: 'That day is over',
    meaning: 'Tickets are sold for today, in the museum’s time zone, and for days to come.',
    remedy: 'Choose today or a later day.',
  },
  'not-an-event-day': {
    status: 409,
    title: 'The event does not take place on that day',
    meaning: 'The ticketDate is not among the dates of the special event.',
    remedy: 'Choose one of the event’s dates.',
  },
  'museum-closed': {
    status: 409,
    title: 'The museum is closed on that day',
    meaning: 'Tickets for general entry are sold for days on which the museum is open.',
    remedy: 'Choose a day from the museum’s opening hours.',
  },
  'sold-out': {
    status: 409,
    title: 'That day is sold out',
    meaning: 'All places of that day are sold. A place that is sold is never sold again.',
    remedy:
      'Choose another day; for a special event the member "otherDates" says what is left on its other dates.',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'A request with this idempotency key is still running',
    meaning: 'Another request of this account with the same Idempotency-Key has not been answered yet.',
    remedy:
      'Wait as long as "Retry-After" says and send the same request again: it gives the first one’s answer.',
  },
  'event-cancelled': {
    status: 410,
    title: 'The event of this ticket was cancelled',
    meaning:
      'The ticket was sold and is kept, but its event does not take place, so it admits no one and has no image any more.',
    remedy: 'Talk to the visitor about a refund or another event.',
  },
  'precondition-failed': {
    status: 412,
    title: 'It has changed since you read it',
    meaning:
      'The condition of the request (If-Match, If-None-Match) does not hold for what is stored now. Nothing was changed.',
    remedy: 'Read it again, look at what changed, and send the change with the new ETag.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'A request body may be at most 64 KiB.',
    remedy: 'Send less. No operation needs that much.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not JSON',
    meaning:
      'Bodies are taken as application/json in UTF-8, without a content coding; a change to an event also as application/merge-patch+json.',
    remedy: 'Send JSON and say so in the header "Content-Type".',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation can’t be met',
    meaning: 'The header "Expect" asks for something else than 100-continue, which is all there is.',
    remedy: 'Leave the header out.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This idempotency key belongs to another request',
    meaning:
      'This account has used the same Idempotency-Key in the last 48 hours for a request that was not the same.',
    remedy: 'Use a new key for a new request, and the old key only to repeat the old request unchanged.',
  },
  'too-many-sign-ins': {
    status: 429,
    title: 'Too many failed sign-ins',
    meaning:
      'From this address there have been many attempts with wrong credentials, so the next has to wait. Other addresses are not affected.',
    remedy: 'Wait as long as "Retry-After" says, and check the user name and password.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The account has sent more requests in this minute than the museum allows it.',
    remedy: 'Wait as long as "Retry-After" says.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request line and the headers together may be at most 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the service',
    meaning:
      'The service met a fault of its own. It is in its log under the request id in the header "X-Request-Id".',
    remedy:
      'Tell the museum the request id. A purchase that carried an Idempotency-Key can safely be sent again.',
  },
  overloaded: {
    status: 503,
    title: 'Too busy just now',
    meaning: 'More requests wait than can be answered in good time. This one was not begun.',
    remedy: 'Wait as long as "Retry-After" says and send the request again.',
  },
  'database-unavailable': {
    status: 503,
    title: 'The database does not answer',
    meaning:
      'What is stored can’t be read or written just now: the disk may be full or the database away. Nothing that was confirmed is lost.',
    remedy:
      'Wait as long as "Retry-After" says and send the request again, a purchase with the same Idempotency-Key.',
  },
  'shutting-down': {
    status: 503,
    title: 'The service is stopping',
    meaning: 'The service finishes what it has begun and takes nothing new.',
    remedy: 'Send the request again in a moment, to the service that takes its place.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemSlug = keyof typeof PROBLEMS;

/** One fault of an invalid request. */
export interface Fault {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** JSON pointer (RFC 6901) to the value within that part; "" is the part itself. */
  readonly pointer: string;
  readonly detail: string;
}

export interface ProblemExtras {
  /** Every fault, for `invalid-request`. */
  readonly errors?: readonly Fault[];
  /** Members added to the problem object (RFC 9457, section 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Headers that the answer carries, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds, for the header Retry-After (RFC 9110, section 10.2.3). */
  readonly retryAfter?: number;
  /** What brought it about: for the log, never for the answer. */
  readonly cause?: unknown;
}

/** A refusal on its way to the client. `message` becomes `detail`: what was wrong with this request. */
export class Problem extends Error {
  readonly slug: ProblemSlug;
  readonly extras: ProblemExtras;

  constructor(slug: ProblemSlug, detail: string, extras: ProblemExtras = {}) {
    super(detail, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'Problem';
    this.slug = slug;
    this.extras = extras;
  }

  get kind(): ProblemKind {
    return PROBLEMS[this.slug];
  }

  /** The problem details object (RFC 9457, section 3.1). */
  toJSON(): Record<string, unknown> {
    const { status, title } = this.kind;
    const { errors, members } = this.extras;
    return {
      type: `/problems/${this.slug}`,
      title,
      status,
      detail: this.message,
      ...(errors === undefined ? {} : { errors }),
      ...members,
    };
  }

  /** The headers that belong to this problem. */
  get headers(): Record<string, string> {
    const { headers, retryAfter } = this.extras;
    return { ...headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) };
  }
}

/** What a promise of the type system rules out has happened all the same. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`);
}
