/** What the database says: of itself, its schema, its clock, the keys, and what waits to be sent. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../app/config.ts';
import { findKeys, ROTATE_AFTER_MS } from '../../codes/index.ts';
import { instant } from '../../core/clock.ts';
import { countNeedingAttention, countUndelivered, findDeliveries } from '../../deliveries/index.ts';
import { Outgoing } from '../../http/outgoing.ts';
import { findStats, inspectStore, type Snapshot } from '../../store/index.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../../store/migrations.ts';
import { connectionFault, FAILURE_REASONS } from '../../webhooks/index.ts';
import { findWebhooks, type StoredWebhook } from '../../webhooks/webhook-store.ts';
import { clockFinding } from './clock.ts';
import { type Check, type Finding, fault, ok, size, span, warning } from './finding.ts';

/** The journal's times come from other instances too, whose clocks may differ a little. */
const AHEAD_MS = 60_000;
/** Of the time that the check has, how much a receiver may take. */
const SHARE_OF_RECEIVER = 0.8;
const MIGRATE_REMEDY = 'Start the service of this version: its start migrates the database.';

const database: Check = {
  name: 'database',
  whenHung:
    'Look whether the server of the database (MUSEUM_DATABASE_URL) answers, and no firewall is between; for SQLite, whether its disk does.',
  async run(config) {
    if (config.database.kind === 'sqlite' && findStats(config.database.path) === undefined)
      return [
        warning(
          'database',
          `There is no database at ${config.database.path} yet.`,
          'Start the service once, or set MUSEUM_DATA_DIR to the folder that the service uses.',
        ),
      ];
    try {
      return await inspectStore(config.database, (snapshot) => findingsIn(snapshot, config));
    } catch (error) {
      if ((error as Error).name !== 'StoreError') throw error;
      return [fault('database', (error as Error).message, remedyOf(config))];
    }
  },
};

function remedyOf({ database }: Config): string {
  return database.kind === 'sqlite'
    ? 'Look whether MUSEUM_DATA_DIR is the folder that the service uses, and run this as its user. A damaged database is replaced with "museum restore FILE".'
    : 'Look whether the server runs, and whether MUSEUM_DATABASE_URL and PGPASSWORD are right.';
}

async function findingsIn(snapshot: Snapshot, config: Config): Promise<Finding[]> {
  const findings =
    config.database.kind === 'sqlite' ? sqlite(config.database.path) : await postgres(snapshot);
  const migrations = await migrationFindings(snapshot);
  findings.push(...migrations);
  // Another version may have other tables.
  if (migrations.some(({ status }) => status !== 'ok')) return findings;
  return [
    ...findings,
    ...(await journalClock(snapshot)),
    await keys(snapshot),
    ...(await mailQueue(snapshot)),
    ...(await unusedAdmin(snapshot, config)),
  ];
}

function sqlite(path: string): Finding[] {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
  } catch (error) {
    const { code, path: which } = error as NodeJS.ErrnoException;
    return [
      fault(
        'database',
        `The database can be read, but ${which} can’t be written (${code}).`,
        code === 'EROFS'
          ? 'The disk is read-only: look at the system’s log (dmesg).'
          : 'Run this as the user of the service, or give that user the file (chown).',
      ),
    ];
  }
  return [ok('database', `SQLite, ${path}, ${size(statSync(path).size)}.`)];
}

async function postgres(snapshot: Snapshot): Promise<Finding[]> {
  const before = Date.now();
  const server = await snapshot.get<Server>(`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby, current_setting('fsync') AS fsync,
      current_setting('default_transaction_read_only') AS readonly, pg_database_size(current_database()) AS bytes,
      current_database() AS name, floor(extract(epoch FROM clock_timestamp()) * 1000) AS now`);
  const after = Date.now();
  const { version, standby, fsync, readonly, bytes, name, now } = server as Server;
  const findings = [clockFinding('the database', now, now, before, after)];
  if (standby === 1)
    findings.push(
      fault(
        'database',
        `The server, PostgreSQL ${version}, is a standby, which is read-only.`,
        'Set MUSEUM_DATABASE_URL to the primary, or promote this server.',
      ),
    );
  else if (readonly === 'on')
    findings.push(
      fault(
        'database',
        `The server, PostgreSQL ${version}, is read-only: default_transaction_read_only is on.`,
        'If it is the primary, switch that off on the server or for the account; otherwise set MUSEUM_DATABASE_URL to the primary.',
      ),
    );
  else findings.push(ok('database', `PostgreSQL ${version}, database ${name}, ${size(bytes)}.`));
  if (fsync === 'off')
    findings.push(
      fault(
        'database',
        'The server does not flush what it writes (fsync is off): a power cut loses sales, or the database.',
        'Set fsync = on in postgresql.conf.',
      ),
    );
  return findings;
}

interface Server {
  readonly version: string;
  readonly standby: number;
  readonly fsync: string;
  readonly readonly: string;
  readonly bytes: number;
  readonly name: string;
  /** Milliseconds UTC. */
  readonly now: number;
}

async function migrationFindings(snapshot: Snapshot): Promise<Finding[]> {
  const applied = await snapshot.all<AppliedMigration>(
    'SELECT number, name, checksum FROM migrations ORDER BY number',
  );
  try {
    const pending = pendingMigrations(readMigrations(), applied);
    if (pending.length === 0) return [ok('migrations', `All ${applied.length} are applied.`)];
    const names = pending.map(({ number, name }) => `${number} ${name}`).join(', ');
    return [
      warning(
        'migrations',
        `${pending.length} of this version ${pending.length === 1 ? 'is' : 'are'} not applied yet: ${names}.`,
        `Make a backup. ${MIGRATE_REMEDY}`,
      ),
    ];
  } catch (error) {
    if ((error as Error).name !== 'StoreError') throw error;
    const { message } = error as Error;
    return [
      fault(
        'migrations',
        `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
        'Use the version of the service that the database belongs to, or restore a backup.',
      ),
    ];
  }
}

/** An entry of the future says that the clock was ahead, or is behind now. */
async function journalClock(snapshot: Snapshot): Promise<Finding[]> {
  const row = await snapshot.get<{ at: number }>('SELECT at FROM journal ORDER BY position DESC LIMIT 1');
  const ahead = row === undefined ? 0 : row.at - Date.now();
  if (ahead <= AHEAD_MS) return [ok('clock', 'The clock is not behind the newest entry of the journal.')];
  return [
    warning(
      'clock',
      `The newest entry of the journal is of ${instant(row?.at ?? 0)}, ${span(ahead)} ahead: the clock was ahead then, or is behind now.`,
      'Compare the clock with another, and synchronise it (timedatectl set-ntp true).',
    ),
  ];
}

async function keys(snapshot: Snapshot): Promise<Finding> {
  try {
    const found = await findKeys(snapshot);
    const current = found.find(({ isCurrent }) => isCurrent);
    if (current === undefined)
      return warning(
        'keys',
        'There is no key that signs tickets yet.',
        'Start the service: its start makes one.',
      );
    const seen = `${found.length === 1 ? '1 key, which works' : `${found.length} keys, which work`}; ${current.keyId} signs, since ${instant(current.madeAt)}.`;
    if (Date.now() - current.madeAt <= ROTATE_AFTER_MS) return ok('keys', seen);
    return warning('keys', `${seen} That is more than a year.`, 'Run: museum keys rotate');
  } catch (error) {
    if ((error as Error).name !== 'BrokenKey') throw error;
    return fault(
      'keys',
      (error as Error).message,
      'The row in signing_keys is damaged: restore a backup. The service does not start.',
    );
  }
}

async function mailQueue(snapshot: Snapshot): Promise<Finding[]> {
  const late = await countNeedingAttention(snapshot, 'mail', Date.now());
  if (late === 0) return [];
  return [
    warning(
      'mail',
      `${late} mails failed this week, or have waited for more than an hour.`,
      'Read why with "museum mail list --state failed", then run: museum mail retry --failed',
    ),
  ];
}

async function unusedAdmin(snapshot: Snapshot, { admin }: Config): Promise<Finding[]> {
  if (admin === undefined) return [];
  if ((await snapshot.get('SELECT 1 AS found FROM accounts LIMIT 1')) === undefined) return [];
  return [
    warning(
      'settings',
      'MUSEUM_ADMIN_PASSWORD is still set, and ignored: there are accounts.',
      'Remove MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD.',
    ),
  ];
}

const webhooks: Check = {
  name: 'webhooks',
  whenHung: database.whenHung,
  async run({ database: address, webhookAllowPrivate: allowPrivate }, timeoutMs) {
    if (address.kind === 'sqlite' && findStats(address.path) === undefined) return [];
    const outgoing = new Outgoing({ allowPrivate });
    try {
      const receivers = await inspectStore(address, receiversIn);
      if (receivers.length === 0) return [ok('webhooks', 'There are none.')];
      const limit = timeoutMs * SHARE_OF_RECEIVER;
      return await Promise.all(receivers.map((receiver) => reach(receiver, outgoing, limit)));
    } catch (error) {
      if ((error as Error).name === 'StoreError')
        return [warning('webhooks', 'Not tested, because the database can’t be used.', 'See database.')];
      throw error;
    } finally {
      outgoing.close();
    }
  },
};

interface ReceiverState {
  readonly webhook: StoredWebhook;
  readonly waiting: number;
  readonly failed: number;
  /** The answer to the last message that failed. */
  readonly lastFailure: string | null;
}

async function receiversIn(snapshot: Snapshot): Promise<ReceiverState[]> {
  const states: ReceiverState[] = [];
  for (const webhook of await findWebhooks(snapshot)) {
    if (!webhook.enabled && webhook.goneAt === null) continue;
    const receiver = webhook.webhookId;
    const counts = await countUndelivered(snapshot, 'webhook', receiver);
    const [last] = await findDeliveries(snapshot, {
      channel: 'webhook',
      receiver,
      state: 'failed',
      limit: 1,
    });
    states.push({ webhook, ...counts, lastFailure: last?.answer ?? null });
  }
  return states;
}

async function reach(
  { webhook: { webhookId, url, enabled }, waiting, failed, lastFailure }: ReceiverState,
  outgoing: Outgoing,
  limitMs: number,
): Promise<Finding> {
  // The path of an address may be a secret.
  const which = `${webhookId} (${new URL(url).origin})`;
  if (!enabled)
    return warning(
      'webhooks',
      `${which} was disabled, because it answered that it is gone (410).`,
      'Enable or remove it on /desk/webhooks.',
    );
  const signal = AbortSignal.timeout(limitMs);
  try {
    await outgoing.connect(url, signal);
  } catch (error) {
    return fault(
      'webhooks',
      `${which} can’t be reached: ${signal.aborted ? FAILURE_REASONS.notInTime : connectionFault(error)} ${waiting} messages wait.`,
      'Ask whoever runs the receiver, or correct its address on /desk/webhooks; or disable it there.',
    );
  }
  const seen = `${which} is reachable. ${waiting} messages wait, ${failed} have failed`;
  if (failed === 0) return ok('webhooks', `${seen}.`);
  return warning(
    'webhooks',
    `${seen}, the last with: ${lastFailure}`,
    `When the receiver is mended, run: museum webhooks retry ${webhookId} --failed`,
  );
}

export const CHECKS: readonly Check[] = [database, webhooks];
