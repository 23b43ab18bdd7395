import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** CORS (the Fetch standard, section 3.2): which pages of other sites may read the answers. */

/** Origins such as https://shop.example.com; `*` stands for all. */
export type Origins = '*' | readonly string[];

/** Addresses that pages of other origins may use. */
export interface CorsPath {
  /** The prefix of these addresses, without a slash at the end. */
  readonly basePath: string;
  readonly origins: Origins;
}

const EXPOSED_HEADERS = 'ETag, Link, Location, Preference-Applied, Retry-After, X-Request-Id';
/**
 * Scripts send credentials in the header Authorization; cookies are not allowed. The last two are those of a trace (W3C
 * Trace Context), which tracing libraries add.
 */
const ALLOWED_HEADERS =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, traceparent, tracestate';

const PREFLIGHT: Answer = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '7200',
  },
};

/**
 * Sets the CORS headers, so that pages of allowed origins can read the answer, refusals too.
 * @returns the answer to a preflight request; undefined for any other
 */
export function applyCors(
  shared: readonly CorsPath[],
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
): Answer | undefined {
  const { origins } = shared.find(({ basePath }) => url.startsWith(`${basePath}/`)) ?? {};
  if (origins === undefined) return undefined;
  if (origins !== '*') response.setHeader('vary', 'Origin'); // on all answers, so that caches keep one for each origin
  const { origin } = headers;
  if (origin === undefined || !(origins === '*' || origins.includes(origin))) return undefined;
  response.setHeader('access-control-allow-origin', origins === '*' ? '*' : origin);
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return PREFLIGHT;
  response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
  return undefined;
}
