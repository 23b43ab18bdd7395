import { hash } from 'node:crypto';
import { Problem } from '../core/problem.ts';
import type { Answer } from './answer.ts';

/** Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13). All tags made here are strong. */

/** A tag that changes whenever the bytes do, and only then. */
export function entityTag(body: string | Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The same answer with the tag of its body. */
export function tagged<Tagged extends Answer & { readonly body: string | Uint8Array }>(
  answer: Tagged,
): Tagged {
  return { ...answer, headers: { ...answer.headers, etag: entityTag(answer.body) } };
}

/** Section 13.1.2: whether a read may be answered with 304, by weak comparison. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === tag || listsTag(ifNoneMatch, tag, weakValue);
}

/** Section 15.4.5: the headers that a 200 would have had, without those of the body. */
export function notModified({ headers }: Answer): Answer {
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers;
  return { status: 304, headers: kept };
}

/** The answer to a read, or 304 when the client has it already. */
export function unlessNotModified(
  { headers }: { readonly headers: { readonly 'if-none-match'?: string | undefined } },
  answer: Answer,
): Answer {
  const tag = answer.headers.etag;
  return tag !== undefined && isNotModified(headers['if-none-match'], tag) ? notModified(answer) : answer;
}

/**
 * Section 13.1.1: lets a write go on only while what is stored has one of the tags, by strong comparison.
 * @throws Problem precondition-failed
 */
export function requireMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || listsTag(ifMatch, tag, (listed) => listed)) return;
  throw new Problem('precondition-failed', `If-Match is ${ifMatch}, but the entity tag is now ${tag}.`);
}

function listsTag(header: string, tag: string, read: (listed: string) => string): boolean {
  if (header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((listed) => read(listed) === tag);
}

function weakValue(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
