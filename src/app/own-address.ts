import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';

/** Where visitors reach the service, without a slash at its end: where it listens, unless the operator says otherwise. */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'tls' | 'host' | 'port'>): string {
  return config.publicUrl ?? reachable(listeningAddress(config));
}

/** The address at which the service listens, without a slash at its end. */
export function listeningAddress({ tls, host, port }: Pick<Config, 'tls' | 'host' | 'port'>): string {
  return `${tls === undefined ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * The address to open in a browser. When the service listens on all addresses, it is one that other machines can reach.
 */
export function reachable(address: string, interfaces = networkInterfaces()): string {
  const url = new URL(address);
  if (!['0.0.0.0', '[::]'].includes(url.hostname)) return address;
  const others = Object.values(interfaces).flatMap((each = []) => each.filter(({ internal }) => !internal));
  const [first] = [
    ...others.filter(({ family }) => family === 'IPv4'),
    ...others.filter(({ family, scopeid }) => family === 'IPv6' && scopeid === 0),
  ];
  const host = first?.address ?? '127.0.0.1';
  return `${url.protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${url.port}`;
}

/** Whether the host can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
