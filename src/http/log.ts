import pino, { type Logger } from 'pino';
import { LogPages } from './log-pages.ts';

/**
 * The log: JSON lines on standard output, or lines for people when that is a terminal. It is written in pages, so
 * that a busy service does not stop for each line; warnings and worse are written at once.
 */
export function createLog(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level, base: null }, new LogPages(1));
  const options = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
  return pino({ level, transport: { target: 'pino-pretty', options } });
}

/** Writes what the log still holds. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()));
}
