import { Problem, type ProblemExtras, type ProblemSlug } from '../problems.ts';

/** For each kind of problem, an answer as the service might give it. */
const EXAMPLES: Readonly<Record<ProblemSlug, readonly [detail: string, extras?: ProblemExtras]>> = {
  'malformed-request': ['The body is not valid JSON: line 3, column 12 is where it goes wrong.'],
  'invalid-request': [
    'price must be at least 0.',
    { errors: [{ in: 'body', pointer: '/price', detail: 'price must be at least 0.' }] },
  ],
  unauthorized: [
    'The user name or the password is wrong, or the account is disabled.',
    { headers: { 'www-authenticate': 'Basic realm="museum", charset="UTF-8"' } },
  ],
  forbidden: ['The role "viewer" may not use createSpecialEvent. These roles may: admin, manager.'],
  'not-found': ['No operation has this path. The reference is at /docs.'],
  'event-not-found': [
    'No special event has the eventId 01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27, or it was cancelled.',
  ],
  'ticket-not-found': [
    'No ticket that this account may see has the ticketId 01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51.',
  ],
  'exception-not-found': ['2027-12-25 is no exception.'],
  'method-not-allowed': [
    'This address takes GET, HEAD, POST, not PUT.',
    { headers: { allow: 'GET, HEAD, POST' } },
  ],
  'request-timeout': ['The request was not complete in time.'],
  'date-past': ['The ticketDate 2027-03-14 is over; it is 2027-03-15 at the museum.'],
  'not-an-event-day': [
    '"Sorolla and the sea" does not take place on 2027-03-16. Its dates are 2027-03-14, 2027-03-15, 2027-03-21.',
  ],
  'museum-closed': ['The museum is closed on 2027-12-25.'],
  'sold-out': [
    '"Sorolla and the sea" is sold out on 2027-03-14. Left on other dates: 2027-03-21 (12).',
    {
      members: {
        otherDates: [
          { date: '2027-03-15', left: 0 },
          { date: '2027-03-21', left: 12 },
        ],
      },
    },
  ],
  'idempotency-key-in-use': [
    'A request with the Idempotency-Key 4f1c2f6e-order-1017 is still running.',
    { retryAfter: 1 },
  ],
  'event-cancelled': [
    'The event of ticket 01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51 was cancelled, so the ticket admits no one.',
  ],
  'precondition-failed': [
    'If-Match is "l9Fw4VUO7kr8CvBlt4zaMCqXZ0w", but the entity tag is now "WUhZYlqXPw7DWSrI_yXTb7QmHxI".',
  ],
  'body-too-large': ['The body is larger than 65536 bytes.'],
  'unsupported-media-type': ['This operation takes application/json, not text/plain.'],
  'expectation-failed': ['The only expectation that can be met is 100-continue.'],
  'idempotency-key-reused': ['The Idempotency-Key 4f1c2f6e-order-1017 was used for a different request.'],
  'too-many-sign-ins': [
    'After many sign-ins with wrong credentials from this address, the next is taken in 4 s.',
    { retryAfter: 4 },
  ],
  'too-many-requests': ['This account may send 600 requests in a minute.', { retryAfter: 20 }],
  'headers-too-large': ['The request line and the headers are larger than 16 KiB.'],
  'internal-error': ['The service met a fault of its own. Nothing is known to be wrong with the request.'],
  overloaded: ['10000 purchases are waiting already.', { retryAfter: 2 }],
  'database-unavailable': ['The database can’t be used just now.', { retryAfter: 2 }],
  'shutting-down': ['The service is stopping and takes no new requests.', { retryAfter: 5 }],
};

export function exampleProblem(slug: ProblemSlug): Problem {
  const [detail, extras] = EXAMPLES[slug];
  return new Problem(slug, detail, extras);
}
