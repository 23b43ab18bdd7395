import type { CopyOptions } from './sqlite-backup.ts';
import { type DatabaseAddress, StoreError } from './store.ts';

/**
 * Copies the database at `address`, which may be in use, to the new file `file`.
 * @throws StoreError when it can't; on PostgreSQL it says what to do instead.
 */
export async function backupStore(
  address: DatabaseAddress,
  file: string,
  options: CopyOptions,
): Promise<void> {
  if (address.kind === 'postgres') {
    throw new StoreError(
      'The museum’s database is PostgreSQL, which has its own backup tools: run pg_dump --format=custom --file=FILE followed by its address, without parameters of this service such as pool_max',
    );
  }
  const { backupSqlite } = await import('./sqlite-backup.ts');
  await backupSqlite(address.path, file, options);
}

/**
 * Replaces the database at `address`, which must not be in use, with the backup `file`.
 * @throws StoreError when it can't; on PostgreSQL it says what to do instead.
 */
export async function restoreStore(
  file: string,
  address: DatabaseAddress,
  options: CopyOptions,
): Promise<void> {
  if (address.kind === 'postgres') {
    throw new StoreError(
      'The museum’s database is PostgreSQL, which has its own tools: restore into a new database, with createdb, then pg_restore --no-owner --exit-on-error --dbname=ADDRESS FILE. docs/operations.md, "Backups of PostgreSQL", has every step. A backup can’t be restored into a database that contains a museum.',
    );
  }
  const { restoreSqlite } = await import('./sqlite-restore.ts');
  await restoreSqlite(file, address.path, options);
}
