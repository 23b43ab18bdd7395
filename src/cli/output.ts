import { escapeControls } from '../core/text.ts';
import { CommandFailed } from './failure.ts';

/**
 * Writes lines to standard output. All that a command says goes through these functions: it may hold texts of
 * strangers.
 */
export function printLine(text: string): void {
  console.log(forTerminal(text));
}

/** Writes lines to standard error. */
export function printError(text: string): void {
  console.error(forTerminal(text));
}

/** Nothing but lines: a name can't move the cursor, or write over what stands there. */
export function forTerminal(text: string): string {
  return escapeControls(text, '\n\t');
}

/**
 * Writes a line to standard output. @throws CommandFailed when it can't be written, so that a command can print a
 * password before it takes effect.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${forTerminal(text)}\n`, (error) => {
      if (error)
        reject(
          new CommandFailed(
            'the output, which is shown only once, could not be written. Nothing was changed.',
          ),
        );
      else resolve();
    });
  });
}

/** Writes text about what has already taken effect: to standard error, if standard output fails. */
export function printOrWriteToStderr(text: string): Promise<void> {
  return print(text).catch(() => printError(text));
}

/** Says on standard error what a command waits for, so that what it prints can still be piped. */
export function printWait(what: string): void {
  printError(`museum: ${what}`);
}

/** "1 ticket", "1,204 tickets" */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
}

/**
 * JSON that is safe for terminals: it also escapes C1 controls and what changes the direction of text, which
 * JSON.stringify does not.
 */
export function jsonText(value: unknown): string {
  return forTerminal(JSON.stringify(value, null, 2));
}

/**
 * The description of the option --json of a command that lists: programs may rely on these members. More may come, but
 * none is renamed or taken away. A `?` behind a name marks a member that only some objects have.
 */
export function jsonArrayOf(...members: readonly string[]): string {
  const some = members.some((name) => name.endsWith('?')) ? ' (?: only some have it)' : '';
  return `print JSON: an array of objects of ${members.join(', ')}${some}, with times in UTC`;
}

/** Ignores EPIPE, as in `museum ... | head`. Other errors of standard output, such as a full disk, are failures. */
export function ignoreBrokenPipe(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = 1;
    printError(`museum: can’t write to standard output (${code}).`);
  });
}
