import { CommandFailed } from './failure.ts';

/**
 * Writes a line to standard output. @throws CommandFailed when that can't be, so that what nobody else knows is told before
 * it counts.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      if (error)
        reject(new CommandFailed('what is shown only once could not be shown. Nothing was changed.'));
      else resolve();
    });
  });
}

/** The same for what counts already: where it can't be written to standard output, it is to standard error. */
export function printSurely(text: string): Promise<void> {
  return print(text).catch(() => console.error(text));
}

/** JSON in which nothing stands as it is that a terminal acts on: JSON.stringify leaves C1 controls and turned letters. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f\u2028\u2029\u202d\u202e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whoever reads the output may stop reading (`museum ... | head`): that is no reason to crash. A full disk is a failure. */
export function outliveUnwritableOutput(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = 1;
    console.error(`museum: standard output can’t be written to (${code}).`);
  });
}
