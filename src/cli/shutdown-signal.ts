import { constants } from 'node:os';

/** Sent by Ctrl-C, by a service manager, and when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * npm forwards a Ctrl-C that the terminal has already sent to the whole process group, so one press arrives twice. A
 * second signal within this time is taken for such a duplicate.
 */
const DUPLICATE_SIGNAL_MS = 250;

/**
 * Resolves with the exit code when the service has to stop: 0 after one of SIGNALS, 1 after an unhandled error, for
 * which `onCrash` is called. After that, a second signal or error ends the process at once.
 */
export function waitForShutdown(onCrash: (error: unknown) => void): Promise<number> {
  return new Promise((resolve) => {
    let endingSince: number | undefined;
    const end = (exitCode: number) => {
      endingSince = performance.now();
      resolve(exitCode);
    };
    const onSignal = (signal: NodeJS.Signals) => {
      if (endingSince === undefined) end(0);
      else if (performance.now() - endingSince > DUPLICATE_SIGNAL_MS)
        process.exit(128 + constants.signals[signal]);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on('uncaughtException', (error) => {
      onCrash(error);
      if (endingSince === undefined) end(1);
      else process.exit(1);
    });
  });
}
