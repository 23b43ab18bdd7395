import { inspect } from 'node:util';
import pino, { type Logger } from 'pino';
import { flushLog } from '../http/log.ts';
import { lineStart } from '../http/log-pages.ts';
import { printError, printOrWriteToStderr } from './output.ts';

const [INFO, ERROR, FATAL] = [30, 50, 60];

/**
 * Says what the service has to say beside its log, whatever the log's level is, such as where it listens. On a terminal
 * as it is, otherwise as lines of the log, those that are indented in one, so that whoever reads the output finds one
 * format. A generated password is for a person, and is shown only once: it is printed as it is, so that the command
 * below it can be pasted.
 */
export async function tellOperator(log: Logger, text: string): Promise<void> {
  if (process.stdout.isTTY) return printOrWriteToStderr(text);
  await flushLog(log);
  const lines = text
    .replaceAll(/(?<=\S)\n {2}(?=\S)/g, '  ')
    .split('\n')
    .map((line) => line.trim());
  const said = lines.filter((line) => line !== '').map((line) => logLine(log, INFO, { msg: line }));
  return printOrWriteToStderr(said.join('\n'));
}

/** Says on standard error why the service does not stop as it should. */
export function announceFault(log: Logger, text: string): void {
  printError(process.stdout.isTTY ? text : logLine(log, ERROR, { msg: text }));
}

/** Says on standard error that nobody has caught an error. */
export function announceCrash(log: Logger, error: unknown): void {
  const msg = 'unexpected error; the service stops';
  if (process.stdout.isTTY) printError(`museum: ${msg}\n${inspect(error)}`);
  else printError(logLine(log, FATAL, { err: pino.stdSerializers.err(error as Error), msg }));
}

/** Node's warnings become lines of the log: by itself it writes them to standard error, in its own format. */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'a warning of Node'));
}

function logLine(log: Logger, level: number, facts: object): string {
  return `${lineStart(log, level)},${JSON.stringify(facts).slice(1)}`;
}
