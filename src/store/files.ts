import { mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from './store.ts';

/**
 * The stats of a file or a folder; undefined when there is none.
 * @throws StoreError when that can't be told, as in the folder of another user: such a file is not missing.
 */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreError(`${path} can’t be accessed (${code}).`, error);
  }
}

/**
 * Makes a folder, and those above it that are missing, for their owner only. One level at a time: under /proc and the
 * like, Node’s `recursive` never ends.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error; // otherwise another process has just made it
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
