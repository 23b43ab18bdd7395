import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Which proxies say truly who asks: so many in a row in front of the service, 0 for none; or those in networks such as
 * 10.1.2.0/24.
 */
export type TrustedProxies = number | readonly string[];

/** In these ranges stands a proxy of which only the number is known: on this machine or in a private network. */
const NEAR = ['loopback', 'linkLocal', 'private', 'uniqueLocal'];
/** A port behind the address, which some proxies add. */
const PORT = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * Whether the address is that of a trusted proxy. The hop of who has connected is 0, of whom that one names 1, and so
 * on.
 */
export type TrustsHop = (address: string | undefined, hop: number) => boolean;

export function trustsHop(trusted: TrustedProxies): TrustsHop {
  if (typeof trusted === 'number')
    return (address, hop) => hop < trusted && (hop > 0 || isNear(readAddress(address)));
  const networks = trusted.map((network) => parseNetwork(network));
  return (address) => {
    const read = readAddress(address);
    return read !== undefined && networks.some((network) => network !== undefined && isIn(read, network));
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** Reads a network, or an address as the network that holds nothing else; undefined when it is neither. */
export function parseNetwork(text: string): Network | undefined {
  const address = readAddress(text.split('/', 1)[0]);
  if (address === undefined) return undefined;
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isIn(address: Address, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function isNear(address: Address | undefined): boolean {
  return address !== undefined && NEAR.includes(address.range());
}

/**
 * An IPv4 address that is written as IPv6 (::ffff:a.b.c.d) becomes itself. Numbers such as 10 or 0x7f.1 are no
 * addresses.
 */
function readAddress(text = ''): Address | undefined {
  const [, ipv6, ipv4] = PORT.exec(text) ?? [];
  const bare = ipv6 ?? ipv4 ?? text;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/**
 * Says, in words for the operator, where the proxy's headers and MUSEUM_TRUST_PROXY do not match; undefined if they do.
 */
export function proxyFault(
  trusted: TrustedProxies,
  { headers, socket }: IncomingMessage,
): string | undefined {
  const clients = headers['x-forwarded-for'];
  const scheme = headers['x-forwarded-proto'];
  const forwards = clients !== undefined || scheme !== undefined;
  if (trusted === 0)
    return forwards && isNear(readAddress(socket.remoteAddress))
      ? 'X-Forwarded-For and X-Forwarded-Proto are sent but ignored, so failed sign-ins count for the address of the proxy and cookies are not Secure. If the service is behind a proxy, set MUSEUM_TRUST_PROXY=1.'
      : undefined;
  if (forwards && !trustsHop(trusted)(socket.remoteAddress, 0))
    return typeof trusted === 'number'
      ? 'X-Forwarded-For and X-Forwarded-Proto are sent from a public network, so they are ignored: a number in MUSEUM_TRUST_PROXY accepts them from this machine and private networks only. If this is your proxy, set MUSEUM_TRUST_PROXY to its address.'
      : 'X-Forwarded-For and X-Forwarded-Proto are sent from an address outside the networks in MUSEUM_TRUST_PROXY, so they are ignored. If this is your proxy, add its address.';
  const signsIn = headers.authorization !== undefined || headers.cookie !== undefined;
  if (signsIn && (clients === undefined || scheme === undefined))
    return 'MUSEUM_TRUST_PROXY is set, but a sign-in came without X-Forwarded-For or X-Forwarded-Proto. If it came through the proxy, configure the proxy to send both.';
  if (typeof trusted === 'number' && clients !== undefined && `${clients}`.split(',').length < trusted)
    return `MUSEUM_TRUST_PROXY is ${trusted}, but X-Forwarded-For has fewer addresses. Either there are fewer proxies, or the last one does not append to what the one before it sends.`;
  return undefined;
}
