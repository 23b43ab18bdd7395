import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { Outage } from '../core/outage.ts';

/**
 * How many file descriptors at most are reserved for the database, webhooks, mail and threads; a quarter of a low
 * limit.
 */
const MAX_RESERVED_FILES = 512;

/**
 * Limits the connections, so that file descriptors are left for the rest of the service, and logs when connections are
 * closed. Without a limit Node closes them silently, once no descriptor is left for anything.
 */
export function limitConnections(server: Server, log: Logger, files = openFilesLimit()): void {
  if (files === undefined) return;
  const limit = files - Math.min(MAX_RESERVED_FILES, Math.ceil(files / 4));
  server.maxConnections = limit;
  const outage = new Outage({ elapsed: () => performance.now() });
  server.on('connection', () => outage.end());
  server.on('drop', () => {
    if (outage.fail() === undefined) return;
    log.warn(
      { connections: limit },
      'The limit of open connections is reached; further ones are closed without a response. Raise the limit of open files (LimitNOFILE), or limit the connections of each address at the proxy.',
    );
  });
}

/** The system's limit of open files for this process; undefined where it can't be read (macOS). */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
