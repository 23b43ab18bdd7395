/**
 * Whether what the database holds can be read: as much of it as the time allows. It may take longer than the other
 * checks.
 */
import { instant } from '../../core/clock.ts';
import { checkTables } from '../../store/check.ts';
import { findStats, inspectStore, type Snapshot } from '../../store/index.ts';
import { about, type Check, type Finding, type SayMeanwhile, size } from './finding.ts';

const damage = about('damage');

const damageCheck: Check = {
  name: 'damage',
  whenHung: 'Look whether the disk of the database answers, or its server (MUSEUM_DATABASE_URL).',
  async run({ database }, _timeoutMs, sayMeanwhile) {
    const stats = database.kind === 'sqlite' ? findStats(database.path) : undefined;
    if (database.kind === 'sqlite' && stats === undefined) return damage.ok('There is no database yet.');
    try {
      return await inspectStore(database, (snapshot) =>
        stats === undefined ? postgres(snapshot) : sqlite(snapshot, size(stats.size), sayMeanwhile),
      );
    } catch (error) {
      if ((error as Error).name !== 'StoreError') throw error;
      return damage.warning('Not tested, because the database can’t be used.', 'See database.');
    }
  },
};

async function sqlite(snapshot: Snapshot, bytes: string, sayMeanwhile: SayMeanwhile): Promise<Finding> {
  let count = 0;
  for await (const { checked, tables, damage: found } of checkTables(snapshot)) {
    if (found !== undefined)
      return damage.fault(
        `The database file is damaged: ${found}.`,
        'Stop the service, copy the data folder away, and restore the newest backup (museum restore FILE). Look in the system’s log (dmesg): a disk that fails goes on failing.',
      );
    count = checked;
    await sayMeanwhile(
      damage.ok(
        `No damage in ${checked} of ${tables} tables; there was no time for the others (${bytes} in all). "museum check" reads everything.`,
      ),
    );
  }
  return damage.ok(
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
    return damage.fault(
      `PostgreSQL has met damaged pages: ${failures}, the last at ${instant(at ?? 0)}.`,
      'Make a dump now, into a new file, and look in the log of the server for the tables. If the dump fails, restore the newest backup. pg_stat_reset() ends this finding.',
    );
  return damage.ok(
    checksums === 'on'
      ? 'PostgreSQL has read no damaged page (data_checksums is on).'
      : 'PostgreSQL does not notice damaged pages (data_checksums is off); pg_amcheck looks for them.',
  );
}

export const DAMAGE_CHECKS: readonly Check[] = [damageCheck];
