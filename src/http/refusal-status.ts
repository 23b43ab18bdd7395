import type { RefusalKind } from '../core/refusal.ts';
import type { HttpRefusalKind } from './http-refusal.ts';

type Kind = RefusalKind | HttpRefusalKind;

/** The statuses of refusals. What is not here is not found when it is named so (404), or conflicts with how things are (409). */
const STATUSES: Readonly<Partial<Record<Kind, number>>> = {
  'malformed-request': 400,
  'invalid-request': 400,
  'webhook-address-refused': 400,
  'implausible-scan-times': 400,
  'article-invalid': 400,
  'article-not-ordered': 400,
  'gift-amount-invalid': 400,
  'pass-invalid': 400,
  'pass-not-of-order': 400,
  'card-numbers-invalid': 400,
  'category-unknown': 400,
  'payments-not-total': 400,
  'not-of-order': 400,
  'seller-unknown': 400,
  'setting-not-possible': 400,
  unauthorized: 401,
  forbidden: 403,
  'method-not-allowed': 405,
  'event-cancelled': 410,
  'pass-withdrawn': 410,
  'check-in-id-reused': 422,
  'visit-id-reused': 422,
  'cursor-expired': 410,
  'picture-unusable': 422,
  'not-acceptable': 406,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'idempotency-key-reused': 422,
  'too-many-sign-ins': 429,
  'too-many-guesses': 429,
  'too-many-requests': 429,
  'internal-error': 500,
  overloaded: 503,
  'database-unavailable': 503,
  'shutting-down': 503,
};

export function statusOf(kind: Kind): number {
  return STATUSES[kind] ?? (kind.endsWith('not-found') ? 404 : 409);
}
