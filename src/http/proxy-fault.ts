import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const TRUSTED_RANGES = ['loopback', 'linkLocal', 'private', 'uniqueLocal'];

/** Whether the forwarding headers of a proxy at that address are trusted: on this machine or in a private network. */
export function isTrustedProxyAddress(address = ''): boolean {
  return ipaddr.isValid(address) && TRUSTED_RANGES.includes(ipaddr.process(address).range());
}

/** Says, in words for the operator, where the proxy's headers and MUSEUM_TRUST_PROXY do not match; undefined if they do. */
export function proxyFault(trustsProxy: boolean, { headers, socket }: IncomingMessage): string | undefined {
  const client = headers['x-forwarded-for'];
  const scheme = headers['x-forwarded-proto'];
  const forwards = client !== undefined || scheme !== undefined;
  if (!trustsProxy && forwards && isTrustedProxyAddress(socket.remoteAddress))
    return 'X-Forwarded-For and X-Forwarded-Proto are sent and not used: failed sign-ins count for the address of the proxy, and cookies are not Secure. If a proxy is in front, set MUSEUM_TRUST_PROXY=on.';
  if (!trustsProxy) return undefined;
  if (forwards && !isTrustedProxyAddress(socket.remoteAddress))
    return 'X-Forwarded-For and X-Forwarded-Proto are sent from a public network and not used: MUSEUM_TRUST_PROXY takes them from this machine and private networks only.';
  const signsIn = headers.authorization !== undefined || headers.cookie !== undefined;
  if (signsIn && (client === undefined || scheme === undefined))
    return 'MUSEUM_TRUST_PROXY is on, and somebody signs in without X-Forwarded-For or X-Forwarded-Proto. If that came through the proxy, have it send both.';
  return undefined;
}
