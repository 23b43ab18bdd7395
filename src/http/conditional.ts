import { hash } from 'node:crypto';
import type { Answer } from './answer.ts';
import { HttpRefusal } from './http-refusal.ts';

/** Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13). All tags made here are strong. */

/** A tag that changes exactly when the bytes change. */
export function entityTag(body: string | Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The answer with the tag of its body. */
export function tagged<Tagged extends Answer & { readonly body: string | Uint8Array }>(
  answer: Tagged,
): Tagged {
  return { ...answer, headers: { ...answer.headers, etag: entityTag(answer.body) } };
}

/** Section 13.1.2: whether the client already has the representation with this tag, by weak comparison. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === tag || listsTag(ifNoneMatch, tag, weakValue);
}

/** Section 15.4.5: the headers that a 200 would have had, without those of the body. */
export function notModified({ headers }: Answer): Answer {
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers;
  return { status: 304, headers: kept };
}

/** The headers in which a request names entity tags. */
export interface Preconditions {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * Section 13.2.2, for a read: the answer, or 304 when the client has it already. Conditions don't apply to an answer
 * without a tag, such as a refusal.
 * @throws HttpRefusal precondition-failed when If-Match does not hold
 */
export function readOnCondition({ headers }: { readonly headers: Preconditions }, answer: Answer): Answer {
  const tag = answer.headers.etag;
  if (tag === undefined) return answer;
  requireMatch(headers['if-match'], tag);
  return isNotModified(headers['if-none-match'], tag) ? notModified(answer) : answer;
}

/**
 * Section 13.2.2, for a write to a stored resource: checks its preconditions.
 * @throws HttpRefusal precondition-failed
 */
export function requirePreconditions(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: Preconditions,
  tag: string,
): void {
  requireMatch(ifMatch, tag);
  if (!isNotModified(ifNoneMatch, tag)) return;
  const given = ifNoneMatch as string;
  throw new HttpRefusal('precondition-failed', { header: 'If-None-Match', given, tag });
}

/**
 * Section 13.2.2, for a write where there are no entity tags to compare with: checks its preconditions. If-None-Match
 * is ignored: with `*`, a POST would depend on whether there is a list at its address, which nobody means.
 * @param exists whether the resource has a representation, which `*` stands for
 * @throws HttpRefusal precondition-failed
 */
export function requireUntagged({ 'if-match': ifMatch }: Preconditions, exists: boolean): void {
  if (ifMatch === undefined || (exists && ifMatch.trim() === '*')) return;
  throw new HttpRefusal('precondition-failed', { header: 'If-Match', given: ifMatch, tag: undefined });
}

/** Section 13.1.1, by strong comparison. @throws HttpRefusal precondition-failed */
function requireMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || listsTag(ifMatch, tag, (listed) => listed)) return;
  throw new HttpRefusal('precondition-failed', { header: 'If-Match', given: ifMatch, tag });
}

function listsTag(header: string, tag: string, read: (listed: string) => string): boolean {
  if (header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((listed) => read(listed) === tag);
}

function weakValue(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
