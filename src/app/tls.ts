import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server as TlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';

/** A certificate with its chain, and its key, as PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

type TlsSetting = 'MUSEUM_TLS_CERT' | 'MUSEUM_TLS_KEY';
type TlsFiles = NonNullable<Config['tls']>;

/** How often the files are read again: a certificate is renewed weeks before it is over. */
const EVERY_MS = 10_000;

/** Reads the certificate and the key. @throws ConfigError when they can't be read, or don't belong together */
export async function readTls(files: TlsFiles): Promise<TlsPair> {
  const cert = await readPem('MUSEUM_TLS_CERT', files.cert);
  const key = await readPem('MUSEUM_TLS_KEY', files.key);
  // Node takes an empty text for none, and would then speak TLS without a certificate.
  const certificate = parse('MUSEUM_TLS_CERT', files.cert, 'a certificate', () => new X509Certificate(cert));
  const wanted = 'a private key without a passphrase';
  const privateKey = parse('MUSEUM_TLS_KEY', files.key, wanted, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError(
      'MUSEUM_TLS_KEY',
      `${files.key} is not the key of the certificate in ${files.cert}.`,
    );
  parse('MUSEUM_TLS_CERT', files.cert, 'a whole chain', () => createSecureContext({ cert, key }));
  return { cert, key };
}

async function readPem(setting: TlsSetting, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(setting, `${path} can’t be read (${code}). Set it to a PEM file.`);
  }
}

function parse<T>(setting: TlsSetting, path: string, wanted: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(setting, `${path} is not ${wanted} (${(error as Error).message}).`);
  }
}

/**
 * Uses a renewed certificate without a restart: new connections get it as soon as both files are whole and belong
 * together. Until then the old pair stays in use, and the log says so once for each change.
 * @param known the pair that the server has
 * @returns stops watching
 */
export function watchTls(
  server: Pick<TlsServer, 'setSecureContext'>,
  files: TlsFiles,
  known: TlsPair,
  log: Logger,
  everyMs = EVERY_MS,
): () => void {
  let inUse = known;
  let lastFault: string | undefined;
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    try {
      const pair = await readTls(files);
      lastFault = undefined;
      if (pair.cert === inUse.cert && pair.key === inUse.key) return;
      server.setSecureContext(pair);
      inUse = pair;
      log.info({ certificate: files.cert }, 'The certificate was renewed; new connections use it.');
    } catch (error) {
      const { message: fault } = error as Error;
      if (fault === lastFault) return;
      lastFault = fault;
      log.error({ reason: fault }, 'The renewed certificate can’t be used; the old one stays in use.');
    } finally {
      isReading = false;
    }
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
