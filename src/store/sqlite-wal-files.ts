import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, isBusy } from './sqlite-connection.ts';
import { StoreUnavailable } from './store.ts';

/** While a process opens or closes the database, one of the two files also exists without the other for a moment. */
const TIMEOUT_MS = 1_000;
const RETRY_MS = 10;

/**
 * Refuses to open a database whose `-wal` or `-shm` was removed while a service uses it. Opening it would make a new
 * file: the service would not see what is written there, and would undo it when it ends.
 * @throws StoreUnavailable
 */
export async function requireWalFiles(path: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (existsSync(`${path}-wal`) !== existsSync(`${path}-shm`) && isUsed(path)) {
    if (performance.now() > deadline)
      throw new StoreUnavailable(
        'a file beside it (-wal or -shm) was removed while the service was running. Restart the service first',
      );
    await sleep(RETRY_MS);
  }
}

/** Tries an exclusive lock, which neither needs nor makes a `-wal` or `-shm` file. */
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
