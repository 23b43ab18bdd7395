import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Cross-origin requests (the Fetch standard, section 3.2): which pages of other sites may read what is answered. */

/** Origins such as https://shop.example.com; `*` stands for all. */
export type Origins = '*' | readonly string[];

/** Addresses that pages of other origins may ask. */
export interface SharedPath {
  /** What they begin with, without a slash at the end. */
  readonly basePath: string;
  readonly origins: Origins;
}

const EXPOSED = 'ETag, Link, Location, Preference-Applied, Retry-After, X-Request-Id';
/** Credentials go in the header Authorization, which a script sets; cookies are never sent along. */
const TAKEN = 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer';

const PREFLIGHT: Answer = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': TAKEN,
    'access-control-max-age': '7200',
  },
};

/**
 * Lets the page that asks read the answer, whatever it will be, where that page's origin may.
 * @returns the answer, when the browser only asks whether it may ask
 */
export function shareWithOrigin(
  shared: readonly SharedPath[],
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
): Answer | undefined {
  const { origins } = shared.find(({ basePath }) => url.startsWith(`${basePath}/`)) ?? {};
  if (origins === undefined) return undefined;
  if (origins !== '*') response.setHeader('vary', 'Origin'); // also what others are answered must not be kept for it
  const { origin } = headers;
  if (origin === undefined || !(origins === '*' || origins.includes(origin))) return undefined;
  response.setHeader('access-control-allow-origin', origins === '*' ? '*' : origin);
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return PREFLIGHT;
  response.setHeader('access-control-expose-headers', EXPOSED);
  return undefined;
}
