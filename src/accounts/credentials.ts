import { Problem } from '../doors/api/problems.ts';
import { normalUsername } from './account.ts';

/** What a client claims to be. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** How to sign in, in every 401 (RFC 7617, sections 2 and 2.1). */
const CHALLENGE = 'Basic realm="museum", charset="UTF-8"';

const BASIC = /^basic(?: +(.*))?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The refusal of a sign-in. `detail` says what was wrong and repeats nothing that was sent. */
export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': CHALLENGE } });
}

/** @throws Problem `unauthorized` when the request has no header Authorization. */
export function requireAuthorization(authorization: string | undefined): string {
  if (authorization !== undefined) return authorization;
  throw unauthorized('The request has no header Authorization.');
}

/**
 * Reads the value of an Authorization header as RFC 7617 writes it.
 * @throws Problem `unauthorized` when it is something else.
 */
export function parseCredentials(authorization: string): Credentials {
  const text = decode(basicToken(authorization));
  const colon = text.indexOf(':');
  if (colon === -1) throw unauthorized('The credentials have no colon between user name and password.');
  if (colon === 0) throw unauthorized('The user name in the credentials is empty.');
  if (/\p{Cc}/u.test(text)) throw unauthorized('The credentials have a control character.');
  return { username: normalUsername(text.slice(0, colon)), password: text.slice(colon + 1) };
}

function basicToken(authorization: string): string {
  const match = BASIC.exec(authorization);
  if (match === null) throw unauthorized('The header Authorization does not use the scheme Basic.');
  if (!match[1]) throw unauthorized('The header Authorization has no credentials after the scheme Basic.');
  return match[1];
}

function decode(token: string): string {
  const bytes = Buffer.from(token, 'base64');
  // Node passes over what is not base64; only what encodes to the same text again was base64.
  if (bytes.toString('base64') !== token) {
    throw unauthorized('The credentials in the header Authorization are not in base64.');
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw unauthorized('The credentials in the header Authorization are not in UTF-8.');
  }
}
