/** What the database says: of itself, its schema, its clock, the keys, and what waits to be sent. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../app/config.ts';
import { publicUrlOf } from '../../app/own-address.ts';
import { isAllFree } from '../../app/setting-rules.ts';
import { findKeys, ROTATE_AFTER_MS } from '../../codes/index.ts';
import { instant, systemClock } from '../../core/clock.ts';
import type { MissingForShop } from '../../core/refusal.ts';
import { countNeedingAttention, countUndelivered, findDeliveries } from '../../deliveries/index.ts';
import { Outgoing } from '../../http/outgoing.ts';
import { offerTerms } from '../../offers/index.ts';
import { findMissingForShop, readSettings } from '../../settings/index.ts';
import { findStats, inspectStore, type Snapshot } from '../../store/index.ts';
import { findPendingMigrations, readMigrations } from '../../store/migrations.ts';
import { connectionFault, FAILURE_REASONS } from '../../webhooks/index.ts';
import { findWebhooks, type StoredWebhook } from '../../webhooks/webhook.ts';
import { clockFinding } from './clock.ts';
import { about, type Check, type Finding, type Findings, size, span } from './finding.ts';

const database = about('database');
const migrations = about('migrations');
const clock = about('clock');
const keys = about('keys');
const mail = about('mail');
const settings = about('settings');
const shop = about('shop');
const webhooks = about('webhooks');

/** The journal's times come from other instances too, whose clocks may differ a little. */
const AHEAD_MS = 60_000;
/** The share of the check’s time that a receiver may take. */
const SHARE_OF_RECEIVER = 0.8;
const MIGRATE_REMEDY = 'Start the service of this version: its start migrates the database.';

const databaseCheck: Check = {
  name: 'database',
  whenHung:
    'Look whether the server of the database (MUSEUM_DATABASE_URL) answers, and no firewall is between; for SQLite, whether its disk does.',
  async run(config) {
    if (config.database.kind === 'sqlite' && findStats(config.database.path) === undefined)
      return database.warning(
        `There is no database at ${config.database.path} yet.`,
        'Start the service once, or set MUSEUM_DATA_DIR to the folder that the service uses.',
      );
    try {
      return await inspectStore(config.database, (snapshot) => findingsIn(snapshot, config));
    } catch (error) {
      if ((error as Error).name !== 'StoreError') throw error;
      return database.fault((error as Error).message, remedyOf(config));
    }
  },
};

function remedyOf({ database }: Config): string {
  return database.kind === 'sqlite'
    ? 'Look whether MUSEUM_DATA_DIR is the folder that the service uses, and run this as its user. A damaged database is replaced with "museum restore FILE".'
    : 'Look whether the server runs, and whether MUSEUM_DATABASE_URL and PGPASSWORD are right.';
}

async function findingsIn(snapshot: Snapshot, config: Config): Promise<Finding[]> {
  const server = config.database.kind === 'sqlite' ? sqlite(config.database.path) : await postgres(snapshot);
  const schema = await migrationFinding(snapshot);
  // Another version may have other tables.
  if (schema.status !== 'ok') return [server, schema].flat();
  return [
    server,
    schema,
    await journalClock(snapshot),
    await keyFinding(snapshot),
    await mailQueue(snapshot),
    await unusedAdmin(snapshot, config),
    await shopFindings(snapshot, config),
  ].flat();
}

function sqlite(path: string): Finding {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
  } catch (error) {
    const { code, path: which } = error as NodeJS.ErrnoException;
    return database.fault(
      `The database can be read, but ${which} can’t be written (${code}).`,
      code === 'EROFS'
        ? 'The disk is read-only: look at the system’s log (dmesg).'
        : 'Run this as the user of the service, or give that user the file (chown).',
    );
  }
  return database.ok(`SQLite, ${path}, ${size(statSync(path).size)}.`);
}

async function postgres(snapshot: Snapshot): Promise<Findings> {
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
      database.fault(
        `The server, PostgreSQL ${version}, is a standby, which is read-only.`,
        'Set MUSEUM_DATABASE_URL to the primary, or promote this server.',
      ),
    );
  else if (readonly === 'on')
    findings.push(
      database.fault(
        `The server, PostgreSQL ${version}, is read-only: default_transaction_read_only is on.`,
        'If it is the primary, switch that off on the server or for the account; otherwise set MUSEUM_DATABASE_URL to the primary.',
      ),
    );
  else findings.push(database.ok(`PostgreSQL ${version}, database ${name}, ${size(bytes)}.`));
  if (fsync === 'off')
    findings.push(
      database.fault(
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

async function migrationFinding(snapshot: Snapshot): Promise<Finding> {
  try {
    const pending = await findPendingMigrations(snapshot);
    if (pending.length === 0) return migrations.ok(`All ${readMigrations().length} are applied.`);
    const names = pending.map(({ number, name }) => `${number} ${name}`).join(', ');
    return migrations.warning(
      `${pending.length} of this version ${pending.length === 1 ? 'is' : 'are'} not applied yet: ${names}.`,
      `Make a backup. ${MIGRATE_REMEDY}`,
    );
  } catch (error) {
    if ((error as Error).name !== 'StoreError') throw error;
    const { message } = error as Error;
    return migrations.fault(
      `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      'Use the version of the service that the database belongs to, or restore a backup.',
    );
  }
}

/** An entry of the future says that the clock was ahead, or is behind now. */
async function journalClock(snapshot: Snapshot): Promise<Finding> {
  const row = await snapshot.get<{ at: number }>('SELECT at FROM journal ORDER BY position DESC LIMIT 1');
  const ahead = row === undefined ? 0 : row.at - Date.now();
  if (ahead <= AHEAD_MS) return clock.ok('The clock is not behind the newest entry of the journal.');
  return clock.warning(
    `The newest entry of the journal is of ${instant(row?.at ?? 0)}, ${span(ahead)} ahead: the clock was ahead then, or is behind now.`,
    'Compare the clock with another, and synchronise it (timedatectl set-ntp true).',
  );
}

async function keyFinding(snapshot: Snapshot): Promise<Finding> {
  try {
    const found = await findKeys(snapshot);
    const current = found.find(({ isCurrent }) => isCurrent);
    if (current === undefined)
      return keys.warning(
        'There is no key that signs tickets yet.',
        'Start the service: its start makes one.',
      );
    const seen = `${found.length === 1 ? '1 key, which works' : `${found.length} keys, which work`}; ${current.keyId} signs, since ${instant(current.madeAt)}.`;
    if (Date.now() - current.madeAt <= ROTATE_AFTER_MS) return keys.ok(seen);
    return keys.warning(`${seen} That is more than a year.`, 'Run: museum keys rotate');
  } catch (error) {
    if ((error as Error).name !== 'BrokenKey') throw error;
    return keys.fault(
      (error as Error).message,
      'The row in signing_keys is damaged: restore a backup. The service does not start.',
    );
  }
}

async function mailQueue(snapshot: Snapshot): Promise<Findings> {
  const late = await countNeedingAttention(snapshot, 'mail', Date.now());
  if (late === 0) return [];
  return mail.warning(
    `${late} mails failed this week, or have waited for more than an hour.`,
    'Read why with "museum mail list --state failed", then run: museum mail retry --failed',
  );
}

/** How what the shop lacks is set. */
const SHOP_REMEDIES: Readonly<Record<MissingForShop, string>> = {
  name: 'Set the museum’s name: museum settings set name "Example Museum".',
  address: 'Set its postal address: museum settings set address "Harbour 1, 20457 Hamburg".',
  imprint: 'Write an imprint at the desk, or PUT /settings/texts/imprint.',
  privacy: 'Write a privacy notice at the desk, or PUT /settings/texts/privacy.',
  payments: 'Choose a way to pay that is connected: museum settings set shop/payments \'["desk"]\'.',
};

/** A shop that was open before it needed all of this stays so. */
async function shopFindings(snapshot: Snapshot, config: Config): Promise<Finding[]> {
  const known = await readSettings(snapshot, config.fixed);
  if (!known.now.shop.open) return [shop.ok('The shop is closed.')];
  const terms = offerTerms({ ...config, clock: systemClock, settings: known });
  const rules = { connected: config.connected, isAllFree: isAllFree(() => terms) };
  const missing = (await findMissingForShop(snapshot, known.now, rules)).map((what) =>
    shop.warning(`The shop is open, but lacks what it needs: ${what}.`, SHOP_REMEDIES[what]),
  );
  const unknown =
    config.publicUrl === undefined
      ? [
          shop.warning(
            `The shop is open, but its address is not known: links in mails lead to ${publicUrlOf(config)}.`,
            'Set MUSEUM_PUBLIC_URL to the address at which visitors reach it.',
          ),
        ]
      : [];
  const findings = [...missing, ...unknown];
  return findings.length > 0 ? findings : [shop.ok('The shop is open, and has what it needs.')];
}

async function unusedAdmin(snapshot: Snapshot, { admin }: Config): Promise<Findings> {
  if (admin === undefined) return [];
  if ((await snapshot.get('SELECT 1 AS found FROM accounts LIMIT 1')) === undefined) return [];
  return settings.warning(
    'MUSEUM_ADMIN_PASSWORD is still set, and ignored: there are accounts.',
    'Remove MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD.',
  );
}

const webhooksCheck: Check = {
  name: 'webhooks',
  whenHung: databaseCheck.whenHung,
  async run({ database: address, webhookAllowPrivate: allowPrivate }, timeoutMs) {
    if (address.kind === 'sqlite' && findStats(address.path) === undefined) return [];
    const outgoing = new Outgoing({ allowPrivate });
    try {
      const receivers = await inspectStore(address, receiversIn);
      if (receivers.length === 0) return webhooks.ok('There are none.');
      const limit = timeoutMs * SHARE_OF_RECEIVER;
      return await Promise.all(receivers.map((receiver) => reach(receiver, outgoing, limit)));
    } catch (error) {
      if ((error as Error).name === 'StoreError')
        return webhooks.warning('Not tested, because the database can’t be used.', 'See database.');
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
    return webhooks.warning(
      `${which} was disabled, because it answered that it is gone (410).`,
      'Enable or remove it on /desk/webhooks.',
    );
  const signal = AbortSignal.timeout(limitMs);
  try {
    await outgoing.connect(url, signal);
  } catch (error) {
    return webhooks.fault(
      `${which} can’t be reached: ${signal.aborted ? FAILURE_REASONS.notInTime : connectionFault(error)} ${waiting} messages wait.`,
      'Ask whoever runs the receiver, or correct its address on /desk/webhooks; or disable it there.',
    );
  }
  const seen = `${which} is reachable. ${waiting} messages wait, ${failed} have failed`;
  if (failed === 0) return webhooks.ok(`${seen}.`);
  return webhooks.warning(
    `${seen}, the last with: ${lastFailure}`,
    `When the receiver is mended, run: museum webhooks retry ${webhookId} --failed`,
  );
}

export const DATABASE_CHECKS: readonly Check[] = [databaseCheck, webhooksCheck];
