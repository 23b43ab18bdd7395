import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isBusy, SqliteConnection } from './sqlite-connection.ts';
import { StoreError, StoreUnavailable } from './store.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Somebody else makes the file. */
export class BeingWritten extends StoreError {
  constructor(file: string) {
    super(`${file} is being written by another command. Wait until that has ended.`);
  }
}

/** What comes behind the name of a file while it is made: this, and what SQLite puts beside that. */
const PART = /^\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial(-journal|-wal|-shm)?$/;

/**
 * A file that is written under a name of its own beside `file`, and takes that name once it is complete and on
 * disk. Whatever keeps it from being completed, an interruption too, leaves nothing of it; what a kill leaves is
 * removed by the next one for the same `file`. There is only one of them at a time.
 */
export class FileInTheMaking {
  readonly path: string;
  readonly #file: string;
  readonly #unlock: () => void;
  readonly #onSignal = (signal: NodeJS.Signals) => {
    this.giveUp();
    process.exit(128 + constants.signals[signal]);
  };

  /**
   * Makes it, empty, for its owner only.
   * @throws BeingWritten while another makes it. @throws StoreError when no file can be made there.
   */
  static begin(file: string): FileInTheMaking {
    const unlock = lock(file);
    if (unlock === undefined) throw new BeingWritten(file);
    const making = new FileInTheMaking(file, unlock);
    try {
      removeParts(file);
      closeSync(openSync(making.path, 'wx', 0o600));
    } catch (error) {
      unlock();
      throw notWritable(file, error);
    }
    for (const signal of SIGNALS) process.on(signal, making.#onSignal);
    return making;
  }

  private constructor(file: string, unlock: () => void) {
    this.#file = file;
    this.#unlock = unlock;
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

  /** Never fails: what is to be told is why it is given up. What can't be removed now is removed by the next one. */
  giveUp(): void {
    try {
      removeParts(this.#file);
    } catch {}
    this.#letGo();
  }

  #letGo(): void {
    this.#unlock();
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}

/** Removes what was left of `file` by a process that was killed while it made it. What is being made is left alone. */
export function removeAbandoned(file: string): void {
  if (partsOf(file).length === 0) return;
  const unlock = lock(file);
  if (unlock === undefined) return;
  try {
    removeParts(file);
  } finally {
    unlock();
  }
}

function removeParts(file: string): void {
  for (const part of partsOf(file)) {
    try {
      rmSync(part, { force: true });
    } catch (error) {
      throw new StoreError(
        `${part}, which a command that was killed left, can’t be removed (${codeOf(error)}).`,
        error,
      );
    }
  }
}

function partsOf(file: string): string[] {
  const [folder, name] = [dirname(file), basename(file)];
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(name) && PART.test(entry.slice(name.length)))
    .map((entry) => join(folder, entry));
}

/**
 * Keeps other processes from making `file`, until the function returned is called or this process ends, however it
 * ends. Undefined when one is making it. Node can lock no file, but SQLite can; with its journal in memory, the lock is
 * the only file.
 * @throws StoreError when no file can be made there.
 */
function lock(file: string): (() => void) | undefined {
  const path = `${file}.partial-lock`;
  let connection: SqliteConnection | undefined;
  try {
    makeUnlessThere(path);
    connection = new SqliteConnection(path);
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    connection?.close();
    if (isBusy(error)) return undefined;
    throw notWritable(file, error);
  }
  const held = connection;
  const unlock = () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // The file that stays locks nothing.
    } finally {
      held.close();
    }
  };
  // Who had it may have removed it after it was opened here: then the next one would not see this lock.
  if (existsSync(path)) return unlock;
  held.close();
  return undefined;
}

/** Never opened when it is there: closing it would end a lock that this process holds on it. */
function makeUnlessThere(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
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

function notWritable(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError(`Can’t write ${file}: no file can be made there (${codeOf(error)}).`, error);
}

function codeOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.message;
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
