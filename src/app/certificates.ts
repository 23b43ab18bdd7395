import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { certificatesIn, shownAt } from '../core/certificates.ts';
import { findMailCertificates } from '../mail/index.ts';
import type { Config } from './config.ts';

/** Who shows a certificate: the service itself, what stands at MUSEUM_PUBLIC_URL, the database or the mail server. */
export type CertificateOwner = 'https' | 'public' | 'postgresql' | 'smtp';

export interface CertificateInUse {
  readonly owner: CertificateOwner;
  /** A file, an address, or a parameter of the database's address. */
  readonly where: string;
  readonly certificate: X509Certificate;
}

/** From then on, before it expires, somebody has to look why it was not renewed. */
export const EXPIRES_SOON_MS = 21 * 86_400_000;

type Settings = Pick<Config, 'tls' | 'publicUrl' | 'database' | 'mail'>;

/**
 * Asks for every certificate that the service depends on, valid or not, with its chain. What can't be read or reached,
 * or speaks no TLS, has none. Nobody is signed in, and no mail is sent.
 */
export async function certificatesInUse(
  { tls, publicUrl, database, mail }: Settings,
  signal: AbortSignal,
): Promise<CertificateInUse[]> {
  const asked: Promise<CertificateInUse[]>[] = [];
  const ask = (owner: CertificateOwner, where: string, find: () => Promise<readonly X509Certificate[]>) =>
    asked.push(
      find().then(
        (found) => found.map((certificate) => ({ owner, where, certificate })),
        () => [],
      ),
    );
  if (tls !== undefined) ask('https', tls.cert, async () => certificatesIn(await readFile(tls.cert, 'utf8')));
  if (publicUrl?.startsWith('https:')) ask('public', publicUrl, () => shownAtUrl(publicUrl, signal));
  if (mail !== undefined) {
    const { host, port } = mail.server;
    ask('smtp', `${host}:${port}`, () => findMailCertificates(mail.server, signal));
  }
  if (database.kind === 'postgres') {
    const { findPostgresCertificates } = await import('../store/postgres-certificates.ts');
    const found = await findPostgresCertificates(database.url, signal).catch(() => []);
    for (const { where, certificates } of found) ask('postgresql', where, async () => certificates);
  }
  return (await Promise.all(asked)).flat();
}

function shownAtUrl(url: string, signal: AbortSignal): Promise<X509Certificate[]> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return shownAt({ host, port: Number(port || 443), ...servername }, signal);
}
