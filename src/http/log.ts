import pino, { type Logger, type LoggerOptions, stdTimeFunctions } from 'pino';
import { escapeControls } from '../core/text.ts';
import { LogPages } from './log-pages.ts';

interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: 'numbers' | 'words';
}

/** `"level":"info","time":"2027-03-14T09:00:00.000Z"` instead of numbers. */
const IN_WORDS: LoggerOptions = {
  formatters: { level: (level) => ({ level }) },
  timestamp: stdTimeFunctions.isoTime,
};

/** Options for a terminal: one line for each entry, with stacks of errors below it. */
export const ON_A_TERMINAL = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true };

/**
 * The log: JSON lines on standard output, or lines for people when that is a terminal. It is written in pages, so
 * that a busy service does not stop for each line; warnings and worse are written at once.
 */
export function createLog({ logLevel: level, logFormat }: LogSettings): Logger {
  if (!process.stdout.isTTY) {
    return pino({ level, base: null, ...(logFormat === 'words' && IN_WORDS) }, new LogPages(1));
  }
  const transport = { target: 'pino-pretty', options: ON_A_TERMINAL };
  return pino({ level, transport, hooks: { streamWrite: escapedAsText } });
}

/**
 * pino-pretty undoes the escapes of a line of JSON. Those of control characters are escaped, so that they can be read
 * then.
 */
export function escapedAsText(line: string): string {
  return escapeControls(line, '\n').replace(/\\./g, (escaped) =>
    /[ubfr]$/.test(escaped) ? `\\${escaped}` : escaped,
  );
}

/** Writes what the log still holds. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()));
}
