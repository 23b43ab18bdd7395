import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The same for whoever is to open it: where all addresses are listened on, one of them that others reach. */
export function reachable(address: string, interfaces = networkInterfaces()): string {
  const url = new URL(address);
  if (!['0.0.0.0', '[::]'].includes(url.hostname)) return address;
  const others = Object.values(interfaces).flatMap((each = []) => each.filter(({ internal }) => !internal));
  const [first] = [
    ...others.filter(({ family }) => family === 'IPv4'),
    ...others.filter(({ family, scopeid }) => family === 'IPv6' && scopeid === 0),
  ];
  const host = first?.address ?? '127.0.0.1';
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${url.port}`;
}

/** Whether only this machine itself reaches the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
