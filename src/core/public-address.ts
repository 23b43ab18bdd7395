import ipaddr from 'ipaddr.js';

/** Of IPv6 only these addresses are given out to anyone (IANA, IPv6 Global Unicast Address Assignments). */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

/**
 * Whether `address` (IPv4 or IPv6, as text) is one of the public internet: not private, loopback, link-local, shared
 * (carrier-grade NAT), multicast, unspecified, reserved, nor one that carries an IPv4 address inside (mapped, 6to4,
 * Teredo, NAT64). What is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GIVEN_OUT as [ipaddr.IPv6, number]);
}

/** Whether the host of a URL is this machine by its name alone (RFC 6761, section 6.3), whatever a look-up says. */
export function isLoopbackName({ hostname }: URL): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

/** The address that the host of a URL is, without brackets; undefined when it is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}
