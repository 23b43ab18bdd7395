import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseAddress } from './store.ts';

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
