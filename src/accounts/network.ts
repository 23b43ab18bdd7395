import ipaddr from 'ipaddr.js';

/** A port behind the address, which some proxies add: 192.0.2.7:49152 or [2001:db8::1]:49152. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/;

/**
 * Whom an IP address stands for when attempts are counted, however it is written: an IPv4 address for itself, an
 * IPv6 address for its /64, which one household or host gets whole (RFC 6177). Whatever is no address counts as one.
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
