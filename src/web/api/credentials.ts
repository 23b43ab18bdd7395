import { type Credentials, normalUsername, type SignIn } from '../../accounts/index.ts';
import { Refusal, type SignInFault } from '../../core/refusal.ts';
import type { FindCaller } from '../../http/caller.ts';

const BASIC = /^basic(?: +(.*))?$/i;
const BEARER = /^bearer +(\S+)$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Signs in with an Authorization header: user name and password (RFC 7617), or the token of a partner (RFC 6750). */
export function headerSignIn(accounts: SignIn): FindCaller {
  return (authorization, address) => {
    const text = requireAuthorization(authorization);
    const token = tokenIn(text);
    if (token !== undefined) return accounts.signInWithToken(token, address);
    return accounts.signInAs(text, () => parseCredentials(text), address);
  };
}

/** @throws Refusal unauthorized when the request has no header Authorization. */
export function requireAuthorization(authorization: string | undefined): string {
  if (authorization !== undefined) return authorization;
  throw unauthorized('missing');
}

/** The token in the value of an Authorization header; undefined when it has none. */
export function tokenIn(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

/**
 * Parses the value of an Authorization header (RFC 7617).
 * @throws Refusal unauthorized when it is not in that form.
 */
export function parseCredentials(authorization: string): Credentials {
  const text = decode(basicToken(authorization));
  const colon = text.indexOf(':');
  if (colon === -1) throw unauthorized('no-colon');
  if (colon === 0) throw unauthorized('no-username');
  if (/\p{Cc}/u.test(text)) throw unauthorized('control-character');
  return { username: normalUsername(text.slice(0, colon)), password: text.slice(colon + 1) };
}

function basicToken(authorization: string): string {
  const match = BASIC.exec(authorization);
  if (match === null) throw unauthorized('other-scheme');
  if (!match[1]) throw unauthorized('empty');
  return match[1];
}

function decode(token: string): string {
  const bytes = Buffer.from(token, 'base64');
  // Node ignores characters that are not base64. Only valid base64 encodes to the same text again.
  if (bytes.toString('base64') !== token) {
    throw unauthorized('not-base64');
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw unauthorized('not-utf8');
  }
}

function unauthorized(fault: SignInFault): Refusal {
  return new Refusal('unauthorized', { fault });
}
