import type { IncomingHttpHeaders } from 'node:http';
import { preferredOf } from '../../http/accept.ts';
import type { Answer } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';

/** Each representation has a tag of its own (RFC 9110, section 8.8.3). */
const FORMATS = {
  'image/png': { format: 'png', tagEnd: '' },
  'application/pdf': { format: 'pdf', tagEnd: '-pdf' },
  'image/svg+xml': { format: 'svg', tagEnd: '-svg' },
} as const;
const MEDIA_TYPES = ['image/png', 'application/pdf', 'image/svg+xml'] as const;

/**
 * The picture of a ticket or a pass, as the client wants it.
 * @param draw is not called for a client that has the picture already
 */
export async function answerPicture(
  headers: IncomingHttpHeaders,
  tag: string,
  draw: (format: 'png' | 'pdf' | 'svg') => Promise<Uint8Array>,
): Promise<Answer> {
  const mediaType = preferredOf(headers.accept, MEDIA_TYPES);
  const { format, tagEnd } = FORMATS[mediaType];
  const etag = `"${tag}${tagEnd}"`;
  const told = { 'content-type': mediaType, etag, 'cache-control': 'private', vary: 'Accept' };
  const known = readOnCondition({ headers }, { status: 200, headers: told });
  return known.status === 304 ? known : { ...known, body: await draw(format) };
}
