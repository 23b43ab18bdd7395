import pino, { type Logger } from 'pino';

/**
 * The log: JSON lines on standard output, or lines for people when that is a terminal. It is written in
 * pages, so that a busy service does not stop for each line; warnings and worse are written at once.
 */
export function createLog(level: string): Logger {
  if (process.stdout.isTTY) {
    return pino({
      level,
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
      },
    });
  }
  const destination = pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 });
  return pino({ level, base: null, hooks: { logMethod: flushAfterTrouble } }, destination);

  function flushAfterTrouble(
    this: Logger,
    args: Parameters<Logger['info']>,
    method: Logger['info'],
    logLevel: number,
  ) {
    method.apply(this, args);
    if (logLevel >= 40) destination.flush();
  }
}

/**
 * Writes what the log still holds. Without it, the exit of the process would try for ever to write to a pipe
 * that nobody reads any more.
 */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()));
}
