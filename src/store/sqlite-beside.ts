import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, isBusy } from './sqlite-connection.ts';
import { StoreUnavailable } from './store.ts';

/** For a moment one of the files is there without the other also where somebody is just opening the database, or closing it. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 10;

/**
 * Where `-wal` or `-shm` was removed under a service that runs, whoever opened the database would make another: what they
 * wrote then, the service would not see, and undo when it ends.
 * @throws StoreUnavailable
 */
export async function requireFilesBeside(path: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (existsSync(`${path}-wal`) !== existsSync(`${path}-shm`) && isUsed(path)) {
    if (performance.now() > deadline)
      throw new StoreUnavailable(
        'a file beside it (-wal or -shm) was removed while the service runs. Start the service again first',
      );
    await sleep(PAUSE_MS);
  }
}

/** Taking the database for oneself needs no file beside it, and makes none. */
function isUsed(path: string): boolean {
  const database = attempt(() => new DatabaseSync(path));
  try {
    attempt(() => database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK'));
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}
