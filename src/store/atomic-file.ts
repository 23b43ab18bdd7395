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

/** Another process is writing the file. */
export class FileLocked extends StoreError {
  constructor(file: string) {
    super(`${file} is being written by another command. Wait until it has finished.`);
  }
}

/** The suffix of a file that is being written, and of the files that SQLite puts beside it. */
const PART = /^\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial(-journal|-wal|-shm)?$/;

/**
 * A file that is written under a temporary name beside `file`, and renamed to it once it is complete and on disk.
 * A failure or an interruption leaves nothing behind; what a killed process leaves is removed by the next one that
 * writes the same `file`. Only one process writes it at a time.
 */
export class AtomicFile {
  readonly path: string;
  readonly #file: string;
  readonly #unlock: () => void;
  readonly #onSignal = (signal: NodeJS.Signals) => {
    this.discard();
    process.exit(128 + constants.signals[signal]);
  };

  /**
   * Makes the temporary file, empty, readable by its owner only.
   * @throws FileLocked while another process writes it. @throws StoreError when no file can be made there.
   */
  static begin(file: string): AtomicFile {
    const unlock = lock(file);
    if (unlock === undefined) throw new FileLocked(file);
    const making = new AtomicFile(file, unlock);
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
   * Renames the temporary file to `file`, atomically. Replaces a file of that name.
   * @throws StoreError when that is not possible.
   */
  commit(): void {
    try {
      flush(this.path);
      renameSync(this.path, this.#file);
      flush(dirname(this.#file));
    } catch (error) {
      throw new StoreError(`Can’t write ${this.#file} (${codeOf(error)}).`, error);
    }
    this.#letGo();
  }

  /**
   * Removes the temporary file. Never fails, so that the error that led here is reported; the next writer removes
   * leftovers.
   */
  discard(): void {
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

/** Removes temporary files of `file` that a killed process left. Does nothing while another process writes the file. */
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
        `${part}, left behind by an interrupted command, can’t be removed (${codeOf(error)}).`,
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
 * Keeps other processes from writing `file` until the returned function is called or this process ends in any way.
 * Undefined when another process holds the lock. Node has no file locks, but SQLite has; with its journal in memory,
 * the lock is a single file.
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
      // A lock file that remains locks nothing.
    } finally {
      held.close();
    }
  };
  // The holder before may have removed the file after it was opened here. The next process would not see this lock
  // then.
  if (existsSync(path)) return unlock;
  held.close();
  return undefined;
}

/** Does not open an existing file: closing it would release a lock that this process holds on it (POSIX). */
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
  throw new StoreError(`${other} is the museum’s own database.`);
}

/** Waits until the contents of a file, or the list of files of a folder, are on disk. */
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
  return new StoreError(`Can’t write ${file}: the file can’t be created there (${codeOf(error)}).`, error);
}

function codeOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.message;
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
