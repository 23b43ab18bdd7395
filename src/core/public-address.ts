import ipaddr from 'ipaddr.js';

/** The only IPv6 addresses that are assigned to anyone (IANA, IPv6 Global Unicast Address Assignments). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether `address` (IPv4 or IPv6, as text) is one of the public internet: not private, loopback, link-local, shared
 * (carrier-grade NAT), multicast, unspecified, reserved, nor one that carries an IPv4 address inside (mapped, 6to4,
 * Teredo, NAT64). False for text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST as [ipaddr.IPv6, number]);
}

/** Whether the host name of a URL always means this machine (RFC 6761, section 6.3), whatever DNS says. */
export function isLoopbackName({ hostname }: URL): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

/** The IP address in the host of a URL, without brackets; undefined when the host is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}
