import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { parseQualityList } from './accept.ts';
import type { Answer } from './answer.ts';

/** Whether the client accepts that content coding (RFC 9110, section 12.5.3). */
export function acceptsEncoding(coding: 'br' | 'gzip', headers: IncomingHttpHeaders): boolean {
  const accepted = parseQualityList(`${headers['accept-encoding'] ?? ''}`);
  const weightOf = (listed: string) => accepted.find(({ name }) => name === listed)?.weight;
  return (weightOf(coding) ?? weightOf('*') ?? 0) > 0;
}

/** A shorter body fits into one packet uncompressed. */
const MIN_LENGTH = 1_200;

/**
 * Compresses pages that are not cached; returns any other answer as it is. The compressed length does not leak the CSRF
 * token of a page (BREACH): other sites can't request the page with its session, whose cookie is SameSite=Strict.
 */
export function compressed(asked: IncomingHttpHeaders, answer: Answer): Answer {
  const { status, headers, body } = answer;
  const isPage = headers['content-type']?.startsWith('text/html') && headers['cache-control'] === 'no-store';
  if (!isPage || typeof body !== 'string' || body.length < MIN_LENGTH) return answer;
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  if (!acceptsEncoding('gzip', asked)) return { ...answer, headers: { ...headers, vary } };
  return { status, headers: { ...headers, vary, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}
