import { mkdirSync, type Stats, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DatabaseAddress, StoreError } from './store.ts';

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

/** Whether a file could not be written because its disk is full, or the quota of this user is used up. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(`${(error as NodeJS.ErrnoException).code}`);
}

/** Bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const GIB = 2 ** 30;
/** A disk is nearly full when less than this is free, or less than a twentieth of a small one. */
const LITTLE = GIB;
const SMALL = 200 * GIB;

export function isDiskNearlyFull({ free, total }: DiskSpace): boolean {
  return free < LITTLE || (total < SMALL && free * 20 < total);
}

/**
 * The space on the disk of the database; undefined on PostgreSQL, whose disk may be another machine's, or if unknown.
 */
export async function findDiskSpace(address: DatabaseAddress): Promise<DiskSpace | undefined> {
  if (address.kind !== 'sqlite') return undefined;
  try {
    const { bavail, blocks, bsize } = await statfs(dirname(address.path));
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return undefined;
  }
}
