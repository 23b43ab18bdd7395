import { join } from 'node:path';
import { makeFolder, removeFolder, startChild } from './cleanup.ts';
import { InvalidRun } from './generator.ts';
import { copyDatabase } from './seed.ts';
import type { SeedSize } from './seed-rows.ts';
import type { Turn } from './turns.ts';

/** What the disk allows: the same rows into the same table, each in a durable commit of its own. */
export async function commitOneByOne(size: SeedSize, seconds: number): Promise<Turn> {
  const folder = makeFolder();
  const database = join(folder, 'museum.db');
  await copyDatabase(size, database);
  const child = startChild([join(import.meta.dirname, 'commit-one-by-one.ts'), database, `${seconds}`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    return await new Promise<Turn>((resolve, reject) => {
      child.once('message', (turn) => resolve(turn as Turn));
      child.once('exit', () => reject(new InvalidRun('The program that commits one by one failed.')));
    });
  } finally {
    child.kill();
    removeFolder(folder);
  }
}
