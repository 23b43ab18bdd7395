import { constants } from 'node:os';
import { inspect } from 'node:util';

type Signal = 'SIGINT' | 'SIGTERM';

/**
 * npm passes on a Ctrl-C that the terminal has already sent to the whole group, so that one press arrives
 * twice. A hand is not that fast.
 */
const ECHO_MS = 250;

/**
 * Resolves with the exit code of a service that runs until it is told otherwise: 0 after SIGINT or SIGTERM, 1 after an
 * error that nobody handled, which is told on standard error. After that, a second signal or error ends the process at
 * once.
 */
export function firstEnding(): Promise<number> {
  return new Promise((resolve) => {
    let endingSince: number | undefined;
    const end = (exitCode: number) => {
      endingSince = performance.now();
      resolve(exitCode);
    };
    const onSignal = (signal: Signal) => {
      if (endingSince === undefined) end(0);
      else if (performance.now() - endingSince > ECHO_MS) process.exit(128 + constants.signals[signal]);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    process.on('uncaughtException', (error) => {
      console.error(`museum: unexpected error, the service ends\n${inspect(error)}`);
      if (endingSince === undefined) end(1);
      else process.exit(1);
    });
  });
}
