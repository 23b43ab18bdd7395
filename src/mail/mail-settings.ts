import { domainToASCII } from 'node:url';
import { PASSWORD_ENCODING_HINT } from '../core/address.ts';
import { EMAIL_CHARACTERS } from '../core/email.ts';
import type { SmtpAddress } from './smtp-session.ts';

const NO_SERVER = `is not the address of a mail server. Use smtps://user:password@host:465 or smtp://host:587. ${PASSWORD_ENCODING_HINT}`;
const NO_PARAMETER = `accepts only the parameter requireTLS, which is true or false. ${PASSWORD_ENCODING_HINT}`;
const NO_CHARACTER = `contains a % that does not begin an escaped character. ${PASSWORD_ENCODING_HINT}`;

/**
 * Parses `smtps://user:password@host:465`, or `smtp://host`, which uses TLS when it is offered, or always with
 * `?requireTLS=true`. Otherwise returns the fault, without quoting the text, which may hold a password.
 */
export function parseSmtpUrl(text: string): SmtpAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return NO_SERVER;
  if (!/^\/?$/.test(url.pathname) || url.hash !== '' || url.port === '0') return NO_SERVER;
  const host = asDns(decoded(url.hostname) ?? '');
  if (host === '') return NO_SERVER;
  const { requireTLS = 'false', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !/^(?:true|false)$/.test(requireTLS)) return NO_PARAMETER;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined) return NO_CHARACTER;
  const isSecure = url.protocol === 'smtps:';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPort(isSecure, user !== '') : Number(url.port),
    isSecure,
    requireTls: requireTLS === 'true',
    ...(user !== '' && { user, password }),
  };
}

/** The port of submission (RFC 8314 and 6409), or of a relay without authentication. */
function usualPort(isSecure: boolean, hasUser: boolean): number {
  if (isSecure) return 465;
  return hasUser ? 587 : 25;
}

/** A domain in ASCII, as DNS has it (RFC 5891); '' when it is invalid. */
function asDns(domain: string): string {
  return /[^ -~]/.test(domain) ? domainToASCII(domain) : domain;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const SENDER = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]+)>|([^<>]+))$/u;
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

/** Reads `tickets@example.org`, whose name is empty, or `Example Museum <tickets@example.org>`; otherwise: what is wrong. */
export function parseSender(text: string): Sender | string {
  const [, name, inBrackets, bare] = SENDER.exec(text) ?? [];
  const [local, domain] = (inBrackets ?? bare ?? '').split(/@(?=[^@]*$)/);
  const address = `${local}@${asDns(domain ?? '')}`;
  if (ADDRESS.test(address) && address.length <= EMAIL_CHARACTERS) return { name: name ?? '', address };
  return `${JSON.stringify(text)} is not a sender. Use tickets@example.org or "Example Museum" <tickets@example.org>.`;
}

/** The sender of mail. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** The domain in which the ids in mails end. */
export function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
