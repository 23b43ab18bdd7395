import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { StoreError } from './store.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A file that is written under a name of its own beside `file`, and takes that name once it is complete and on
 * disk. Whatever keeps it from being completed, an interruption too, leaves nothing of it.
 */
export class FileInTheMaking {
  readonly path: string;
  readonly #file: string;
  readonly #onSignal = (signal: NodeJS.Signals) => {
    this.giveUp();
    process.exit(128 + constants.signals[signal]);
  };

  /**
   * Makes it, empty, for its owner only.
   * @throws StoreError when no file can be made there.
   */
  static begin(file: string): FileInTheMaking {
    const making = new FileInTheMaking(file);
    try {
      closeSync(openSync(making.path, 'wx', 0o600));
    } catch (error) {
      throw new StoreError(`Can’t write ${file}: no file can be made there (${codeOf(error)}).`, error);
    }
    for (const signal of SIGNALS) process.on(signal, making.#onSignal);
    return making;
  }

  private constructor(file: string) {
    this.#file = file;
    // Not the process's id: in a container it is the same each time, and so would be the name of what a kill left behind.
    this.path = `${file}.${randomUUID()}.partial`;
  }

  /**
   * Puts it in the place of any other file of that name, in one step.
   * @throws StoreError when that is not possible.
   */
  finish(): void {
    try {
      flush(this.path);
      renameSync(this.path, this.#file);
      flush(dirname(this.#file));
    } catch (error) {
      throw new StoreError(`Can’t write ${this.#file} (${codeOf(error)}).`, error);
    }
    this.#letGo();
  }

  giveUp(): void {
    for (const path of [this.path, `${this.path}-journal`]) rmSync(path, { force: true });
    this.#letGo();
  }

  #letGo(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}

/** @throws StoreError when both names lead to the same file. */
export function requireOtherFile(one: string, other: string): void {
  if (!existsSync(one) || !existsSync(other)) return;
  const [first, second] = [statSync(one), statSync(other)];
  if (first.ino !== second.ino || first.dev !== second.dev) return;
  throw new StoreError(`${other} is the museum’s database itself.`);
}

/** Waits until what was written to the file, or which files a folder holds, is on disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
