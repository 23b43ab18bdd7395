import { isIPv6 } from 'node:net';

/**
 * Whom an IP address stands for when attempts are counted: an IPv4 address for itself, an IPv6 address for
 * its /64, which one household or host gets whole (RFC 6177). Anything else stands for itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  return isMappedIpv4(groups) ? ipv4Of(groups) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower-case hex without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL standard writes an IPv6 host in the one form of RFC 5952, a dotted tail as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** ::ffff:a.b.c.d, which is how a socket for both families names an IPv4 client (RFC 4291, section 2.5.5.2). */
function isMappedIpv4(groups: readonly string[]): boolean {
  return groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
}

function ipv4Of(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 0xff}`)
    .join('.');
}
