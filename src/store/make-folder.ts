import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For its owner only, level by level: under /proc and the like, Node's own `recursive` tries for ever. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error; // else somebody else has just made it
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
