import ipaddr from 'ipaddr.js';

/** A port behind the address, which some proxies add: 192.0.2.7:49152 or [2001:db8::1]:49152. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/;

/**
 * The network by which attempts from an IP address are counted: the IPv4 address itself, or the /64 of an IPv6 address,
 * all of which one household or host has (RFC 6177). All text that is no address counts as one network.
 */
export function networkOf(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  const bare = ipv6 ?? ipv4 ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  const ip = ipaddr.process(bare); // ::ffff:a.b.c.d is how a socket for both families names an IPv4 client
  return ip instanceof ipaddr.IPv6 ? `${hex(ip.parts.slice(0, 4))}::/64` : ip.toString();
}

function hex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
