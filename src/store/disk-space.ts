import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseAddress } from './store.ts';

/** Whether a file could not be written for want of room: on its disk, or in the quota of this user. */
export function isWithoutRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(`${(error as NodeJS.ErrnoException).code}`);
}

/** Bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly whole: number;
}

/** How much room is left where the database lies; undefined where that is not for this machine to know. */
export async function findDiskSpace(address: DatabaseAddress): Promise<DiskSpace | undefined> {
  if (address.kind !== 'sqlite') return undefined;
  try {
    const { bavail, blocks, bsize } = await statfs(dirname(address.path));
    return { free: bavail * bsize, whole: blocks * bsize };
  } catch {
    return undefined;
  }
}
