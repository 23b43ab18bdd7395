/** Whether what the database holds can be read: as much of it as the time allows. It may take longer than the other checks. */
import { instant } from '../../core/clock.ts';
import { checkTables } from '../../store/check.ts';
import { findStats, inspectStore, type Snapshot } from '../../store/index.ts';
import { type Check, type Finding, fault, ok, type SayMeanwhile, size, warning } from './finding.ts';

const damage: Check = {
  name: 'damage',
  whenHung: 'Look whether the disk of the database answers, or its server (MUSEUM_DATABASE_URL).',
  async run({ database }, _timeoutMs, sayMeanwhile) {
    const stats = database.kind === 'sqlite' ? findStats(database.path) : undefined;
    if (database.kind === 'sqlite' && stats === undefined) return [ok('damage', 'There is no database yet.')];
    try {
      return await inspectStore(database, async (snapshot) => [
        stats === undefined
          ? await postgres(snapshot)
          : await sqlite(snapshot, size(stats.size), sayMeanwhile),
      ]);
    } catch (error) {
      if ((error as Error).name !== 'StoreError') throw error;
      return [warning('damage', 'Not tested, because the database can’t be used.', 'See database.')];
    }
  },
};

async function sqlite(snapshot: Snapshot, bytes: string, sayMeanwhile: SayMeanwhile): Promise<Finding> {
  let count = 0;
  for await (const { checked, tables, damage } of checkTables(snapshot)) {
    if (damage !== undefined)
      return fault(
        'damage',
        `The database file is damaged: ${damage}.`,
        'Stop the service, copy the data folder away, and restore the newest backup (museum restore FILE). Look in the system’s log (dmesg): a disk that fails goes on failing.',
      );
    count = checked;
    await sayMeanwhile(
      ok(
        'damage',
        `No damage in ${checked} of ${tables} tables; there was no time for the others (${bytes} in all). "museum check" reads everything.`,
      ),
    );
  }
  return ok(
    'damage',
    `No damage in ${count} tables with their indexes (${bytes}). "museum check" compares them, too.`,
  );
}

async function postgres(snapshot: Snapshot): Promise<Finding> {
  const found = await snapshot.get<{ checksums: string; failures: number | null; at: number | null }>(
    `SELECT current_setting('data_checksums') AS checksums, checksum_failures AS failures,
       floor(extract(epoch FROM checksum_last_failure) * 1000) AS at
       FROM pg_stat_database WHERE datname = current_database()`,
  );
  const { checksums = 'off', failures, at } = found ?? {};
  if (failures && failures > 0)
    return fault(
      'damage',
      `PostgreSQL has met damaged pages: ${failures}, the last at ${instant(at ?? 0)}.`,
      'Make a dump now, into a new file, and look in the log of the server for the tables. If the dump fails, restore the newest backup. pg_stat_reset() ends this finding.',
    );
  return ok(
    'damage',
    checksums === 'on'
      ? 'PostgreSQL has read no damaged page (data_checksums is on).'
      : 'PostgreSQL does not notice damaged pages (data_checksums is off); pg_amcheck looks for them.',
  );
}

export const CHECKS: readonly Check[] = [damage];
