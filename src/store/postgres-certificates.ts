import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { certificatesIn, shownAt } from '../core/certificates.ts';
import { readPostgresAddress } from './postgres-address.ts';
import type { PostgresHost } from './postgres-hosts.ts';

/** PostgreSQL documentation, "Message Formats", SSLRequest; the answer to it is one byte. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S';

/** Certificates, and who shows them or what names them: `db.example.org:5432`, `sslcert`. */
export interface PostgresCertificates {
  readonly where: string;
  readonly certificates: readonly X509Certificate[];
}

/**
 * The certificates of each server at `url` that is reachable and speaks TLS, valid or not, and those in the files that
 * `url` names. Nobody is signed in.
 */
export async function findPostgresCertificates(
  url: string,
  signal: AbortSignal,
): Promise<PostgresCertificates[]> {
  const { hosts, client } = readPostgresAddress(url);
  const found = hosts.inOrder.map(async (host): Promise<PostgresCertificates[]> => {
    const tls = host.tls.find((each) => each !== false);
    if (tls === undefined) return [];
    const isDirect = client.sslnegotiation === 'direct';
    const shown = await shownByServer(host, tls, isDirect, signal).catch(() => []);
    return [{ where: host.label, certificates: shown }];
  });
  const [tls] = hosts.inOrder.flatMap((host) => host.tls.filter((each) => each !== false));
  return [...(await Promise.all(found)).flat(), ...inFiles(tls)];
}

async function shownByServer(
  { host = process.env.PGHOST ?? 'localhost', port }: PostgresHost,
  tls: ConnectionOptions,
  isDirect: boolean,
  signal: AbortSignal,
): Promise<X509Certificate[]> {
  const socket = new Socket({ signal });
  socket.on('error', () => {});
  try {
    socket.connect(port, host);
    await once(socket, 'connect');
    if (!isDirect) {
      socket.write(SSL_REQUEST);
      const [answer] = await once(socket, 'data', { signal });
      if (`${answer}` !== YES) return [];
    }
    const servername = isIP(host) === 0 ? { servername: host } : {};
    return await shownAt({ ...tls, ...servername, socket, ALPNProtocols: ['postgresql'] }, signal);
  } finally {
    socket.destroy();
  }
}

/** A bundle of authorities counts as the one that is valid longest: others may be long expired, and not needed. */
function inFiles({ cert, ca }: ConnectionOptions = {}): PostgresCertificates[] {
  const files: PostgresCertificates[] = [];
  if (typeof cert === 'string') files.push({ where: 'sslcert', certificates: certificatesIn(cert) });
  if (typeof ca === 'string') {
    const authorities = certificatesIn(ca);
    authorities.sort((one, other) => other.validToDate.getTime() - one.validToDate.getTime());
    files.push({ where: 'sslrootcert', certificates: authorities.slice(0, 1) });
  }
  return files;
}
