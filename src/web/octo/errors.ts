import type { Refusal, RefusalKind } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { RefusalRenderer } from '../../http/server.ts';
import { OCTO_PATH } from './operations.ts';

/** The codes of OCTO's errors, and two of HTTP's own. */
export type ErrorCode =
  | 'INVALID_PRODUCT_ID'
  | 'INVALID_OPTION_ID'
  | 'INVALID_UNIT_ID'
  | 'INVALID_AVAILABILITY_ID'
  | 'INVALID_BOOKING_UUID'
  | 'BAD_REQUEST'
  | 'UNPROCESSABLE_ENTITY'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'INTERNAL_SERVER_ERROR'
  | 'TOO_MANY_REQUESTS'
  | 'SERVICE_UNAVAILABLE';

/** Members that errors about ids have beside code and message. */
type Named = Partial<Record<'productId' | 'optionId' | 'unitId' | 'availabilityId' | 'uuid', string>>;

/** Every error is a 400, as the standard says, but for those that clients of HTTP act upon. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Thrown to answer a request with an error of OCTO. */
export class OctoError extends Error {
  override readonly name = 'OctoError';
  readonly code: ErrorCode;
  readonly named: Named;

  constructor(code: ErrorCode, message: string, named: Named = {}) {
    super(message);
    this.code = code;
    this.named = named;
  }
}

export function errorAnswer({ code, message, named }: OctoError, headers: Answer['headers'] = {}): Answer {
  return {
    status: STATUSES[code] ?? 400,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ error: code, errorMessage: message, ...named }),
    refused: { kind: code, facts: {} },
  };
}

/** Renders what is refused under the addresses of OCTO in its own form, and the rest by `others`. */
export function octoRefusals(others: RefusalRenderer): RefusalRenderer {
  return (refused, request) => (isOcto(request.url) ? octoRefusal(refused) : others(refused, request));
}

function isOcto(url: string): boolean {
  return url.split('?')[0] === OCTO_PATH || url.startsWith(`${OCTO_PATH}/`);
}

/** What some refusals tell. */
interface ToldFacts {
  readonly fault?: string;
  readonly seconds?: number;
  readonly allowed?: readonly string[];
}

const SOON = { 'retry-after': '1' };

/** What the museum refuses, in the words of OCTO. */
export function octoRefusal(refused: Refusal | HttpRefusal): Answer {
  const { fault, seconds, allowed = [] } = refused.facts as ToldFacts;
  switch (refused.kind) {
    case 'unauthorized':
      if (fault === 'wrong-token')
        return told('FORBIDDEN', 'The token is wrong or was revoked, or its account is disabled.');
      return told('UNAUTHORIZED', 'The request needs a token: "Authorization: Bearer museum_…".', {
        'www-authenticate': 'Bearer realm="museum"', // RFC 6750, section 3
      });
    case 'forbidden':
      return told('FORBIDDEN', 'The account of this token may not do this.');
    case 'too-many-sign-ins':
      return told('TOO_MANY_REQUESTS', 'Too many wrong tokens were sent from this address.', {
        'retry-after': `${seconds}`,
      });
    case 'too-many-requests':
      return told('TOO_MANY_REQUESTS', 'The account has made too many requests.', {
        'retry-after': `${seconds}`,
      });
    case 'overloaded':
      return told('SERVICE_UNAVAILABLE', 'More requests are waiting than can be served in time.', SOON);
    case 'database-unavailable':
    case 'shutting-down':
      return told('SERVICE_UNAVAILABLE', 'The service is not available at the moment.', SOON);
    case 'not-found':
      return {
        ...told('BAD_REQUEST', `There is no such address: see ${OCTO_PATH}/openapi.json.`),
        status: 404,
      };
    case 'method-not-allowed': {
      const allow = allowed.join(', ');
      return { ...told('BAD_REQUEST', `This address takes ${allow}.`, { allow }), status: 405 };
    }
    case 'internal-error':
      return told('INTERNAL_SERVER_ERROR', 'There was an unexpected error. It was logged.');
    default:
      if (refused instanceof HttpRefusal) return told('BAD_REQUEST', fault ?? 'The request can’t be read.');
      return told('UNPROCESSABLE_ENTITY', SENTENCES[refused.kind] ?? 'The museum can’t do this.');
  }
}

function told(code: ErrorCode, message: string, headers?: Answer['headers']): Answer {
  return errorAnswer(new OctoError(code, message), headers);
}

const SENTENCES: Partial<Record<RefusalKind, string>> = {
  'sold-out': 'There are not enough places left.',
  'category-unknown': 'There is no such unit.',
  'category-not-sold': 'This unit is not sold for that day.',
  'event-not-found': 'This product is not offered any more.',
  'code-needed': 'This product is sold only with a code.',
  'not-announced': 'This product is not offered any more.',
  'not-an-event-day': 'The product is not offered on that day.',
  'museum-closed': 'The museum is closed on that day.',
  'date-past': 'That day is over.',
  'too-far-ahead': 'Tickets for that day are not sold yet.',
  'entry-time-needed': 'The product has start times on that day: use the id of one of them.',
  'no-such-entry-time': 'The product has no such start time on that day.',
  'time-over': 'That time is over.',
  'order-sold': 'The booking is confirmed: only its contact, notes and reference can be changed.',
  'order-void': 'The booking is cancelled.',
  'order-cancelled': 'The booking is cancelled.',
  'hold-expired': 'The hold has run out, and its places can’t be had any more.',
  'too-late-to-void': 'It is too late to cancel the booking: the visit is near, or a ticket was used.',
  'ticket-admitted': 'A ticket of the booking was used.',
};
