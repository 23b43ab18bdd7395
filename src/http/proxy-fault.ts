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
    return 'X-Forwarded-For and X-Forwarded-Proto are sent but ignored, so failed sign-ins count for the address of the proxy and cookies are not Secure. If the service is behind a proxy, set MUSEUM_TRUST_PROXY=on.';
  if (!trustsProxy) return undefined;
  if (forwards && !isTrustedProxyAddress(socket.remoteAddress))
    return 'X-Forwarded-For and X-Forwarded-Proto are sent from a public network, so they are ignored: MUSEUM_TRUST_PROXY=on accepts them from this machine and private networks only.';
  const signsIn = headers.authorization !== undefined || headers.cookie !== undefined;
  if (signsIn && (client === undefined || scheme === undefined))
    return 'MUSEUM_TRUST_PROXY is on, but a sign-in came without X-Forwarded-For or X-Forwarded-Proto. If it came through the proxy, configure the proxy to send both.';
  return undefined;
}
