import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { wishesIn } from './accept.ts';
import type { Answer } from './answer.ts';

/** Whether the client takes bodies in that coding (RFC 9110, section 12.5.3). */
export function takesCoding(coding: 'br' | 'gzip', headers: IncomingHttpHeaders): boolean {
  const wishes = wishesIn(`${headers['accept-encoding'] ?? ''}`);
  return wishes.some(({ name, weight }) => name === coding && weight > 0);
}

/** Fits into one packet as it is. */
const SMALL = 1_200;

/**
 * The answer as it goes over the wire: pages that are made anew each time are compressed, whatever else is as it came.
 * How long a page gets tells nobody of the token in its forms, because no other site can ask for it: the cookie of the
 * session is SameSite=Strict.
 */
export function compressed(asked: IncomingHttpHeaders, answer: Answer): Answer {
  const { status, headers, body } = answer;
  const isPage = headers['content-type']?.startsWith('text/html') && headers['cache-control'] === 'no-store';
  if (!isPage || typeof body !== 'string' || body.length < SMALL) return answer;
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  if (!takesCoding('gzip', asked)) return { ...answer, headers: { ...headers, vary } };
  return { status, headers: { ...headers, vary, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}
