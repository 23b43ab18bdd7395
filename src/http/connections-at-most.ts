import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { Outage } from '../core/outage.ts';

/** Of the files that the process may have open, how many are kept for all but clients: the database, webhooks, mail, threads. */
const KEPT_AT_MOST = 512;

/**
 * Takes no more connections than leave files for the rest of the house, and tells the log of those that it closes.
 * Left to itself Node closes them without a word once no file is left for anything.
 */
export function boundConnections(server: Server, log: Logger, files = filesAtMost()): void {
  if (files === undefined) return;
  const most = files - Math.min(KEPT_AT_MOST, Math.ceil(files / 4));
  server.maxConnections = most;
  const outage = new Outage({ elapsed: () => performance.now() });
  server.on('connection', () => outage.end());
  server.on('drop', () => {
    if (outage.fail() === undefined) return;
    log.warn(
      { connections: most },
      'As many connections are open as may be; more are closed without an answer. Raise the limit of open files (LimitNOFILE), or bound at the proxy what one address may open.',
    );
  });
}

/** What the system lets this process have open; undefined where it does not say (macOS). */
function filesAtMost(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
