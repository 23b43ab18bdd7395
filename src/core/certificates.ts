/** Certificates of TLS (X.509, RFC 5280). */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Those in a PEM file, in its order. @throws when one of them can't be read */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((each) => new X509Certificate(each));
}

/**
 * Shakes hands and hangs up.
 * @returns what the other end shows, valid or not.
 * @throws when it can't be reached, or no TLS is spoken
 */
export async function shownAt(options: ConnectionOptions, signal: AbortSignal): Promise<X509Certificate[]> {
  const socket = connect({ ...options, rejectUnauthorized: false });
  socket.on('error', () => {});
  try {
    await once(socket, 'secureConnect', { signal });
    return shownBy(socket);
  } finally {
    socket.destroy();
  }
}

/** What the other end of a connection has shown: its own certificate, then its chain as far as it is known. */
export function shownBy(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && !chain.some(({ fingerprint256 }) => fingerprint256 === next?.fingerprint256)) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}

/** What the certificate is for, as people know it: its common name or, if there is none, its first other name. */
export function certificateName({ subject, subjectAltName }: X509Certificate): string {
  const [, common] = /^CN=(.*)$/m.exec(subject ?? '') ?? [];
  return common ?? subjectAltName?.split(', ')[0]?.replace(/^\w+:/, '') ?? 'without a name';
}
