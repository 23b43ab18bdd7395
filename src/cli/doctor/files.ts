/** What lies on disks: space, how fast they flush, permissions, backups, the logo. */
import { randomUUID } from 'node:crypto';
import { access, constants, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { loadLogo } from '../../app/logo.ts';
import { readTls } from '../../app/tls.ts';
import { ANY_BACKUP_NAME, type FoundBackups, findBackups } from '../../store/backup-files.ts';
import { findDiskSpace, isDiskNearlyFull } from '../../store/index.ts';
import { about, type Check, type Finding, type Findings, size, span } from './finding.ts';

const disk = about('disk');
const files = about('files');
const settings = about('settings');
const backup = about('backup');

const HOUR_MS = 3_600_000;
/** A backup every night may begin a little later than the one before. */
const BACKUP_LATE_MS = 26 * HOUR_MS;
const BACKUP_MISSING_MS = 7 * 24 * HOUR_MS;
const FLUSHES = 5;
/** Sales wait for a flush each time; a disk in a computer takes some 10 ms, an SSD less. */
const SLOW_FLUSH_MS = 30;
/** Linux: the type that statfs(2) gives for a file system in memory. */
const TMPFS = 0x01021994;

const diskCheck: Check = {
  name: 'disk',
  whenHung: 'The disk does not answer: look at the system’s log (dmesg) and at network drives.',
  async run({ database }) {
    if (database.kind !== 'sqlite')
      return disk.ok('The database is PostgreSQL: watch the disk of its server.');
    const folder = dirname(database.path);
    const space = await findDiskSpace(database);
    if (space === undefined) return disk.ok(`There is no folder ${folder} yet.`);
    const free = `${size(space.free)} of ${size(space.total)} are free on the disk with ${folder}`;
    const findings: Finding[] = [
      isDiskNearlyFull(space)
        ? disk.warning(
            `${free}.`,
            'Free some space, or move the data to a larger disk: a full disk stops sales.',
          )
        : disk.ok(`${free}.`),
    ];
    if ((await statfs(folder)).type === TMPFS)
      findings.push(
        disk.warning(
          `${folder} is in memory (tmpfs): everything is lost when the machine restarts.`,
          'Set MUSEUM_DATA_DIR to a folder on a disk.',
        ),
      );
    return [...findings, await flushTime(folder)];
  },
};

async function flushTime(folder: string): Promise<Finding> {
  let milliseconds: number;
  try {
    milliseconds = await measureFlush(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return disk.fault(
      `No file can be written in ${folder} (${code}).`,
      code === 'EACCES'
        ? 'Run this as the user of the service, or give that user the folder (chown).'
        : code === 'ENOSPC' || code === 'EDQUOT'
          ? 'Free some space, or raise the quota.'
          : 'Look at the system’s log (dmesg): a disk with errors is made read-only.',
    );
  }
  const seen = `A write is on the disk after ${milliseconds.toFixed(1)} ms (median of ${FLUSHES}).`;
  if (milliseconds <= SLOW_FLUSH_MS) return disk.ok(seen);
  return disk.warning(
    `${seen} Sales wait for that.`,
    'Use a local SSD for the database, and look what else writes to the disk.',
  );
}

/** In milliseconds. The file loses its name before it is written to, so that it is gone with this process. */
async function measureFlush(folder: string): Promise<number> {
  const path = join(folder, `.doctor-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await unlink(path);
    const times: number[] = [];
    for (let flush = 0; flush < FLUSHES; flush += 1) {
      const since = performance.now();
      await file.write(Buffer.alloc(4_096));
      await file.datasync();
      times.push(performance.now() - since);
    }
    return times.sort((one, other) => one - other)[Math.floor(FLUSHES / 2)] as number;
  } finally {
    await file.close();
  }
}

const filesCheck: Check = {
  name: 'files',
  whenHung: 'The disk does not answer: look at the system’s log (dmesg) and at network drives.',
  async run(config) {
    const findings = [await exposed(config), await misowned(config), await named(config)].flat();
    if (findings.length > 0) return findings;
    return files.ok(
      'Only their owner and its group can read what is secret, and this user can write the data.',
    );
  },
};

/** Files with secrets that every user of this machine can read. */
async function exposed({ database, backupDir = '', tls }: Config): Promise<Findings> {
  const backups = await readdir(backupDir).catch(() => []);
  const secret = [
    resolve('.env'),
    ...(database.kind === 'sqlite' ? [database.path] : []),
    ...(tls === undefined ? [] : [tls.key]),
    ...backups.filter((name) => ANY_BACKUP_NAME.test(name)).map((name) => join(backupDir, name)),
  ];
  const findings: Finding[] = [];
  for (const path of secret)
    if (await isOpenToAll(path))
      findings.push(
        files.warning(
          `Every user of this machine can read ${path}, which holds secrets.`,
          `Run: chmod o= ${path}`,
        ),
      );
  return findings;
}

async function isOpenToAll(path: string): Promise<boolean> {
  const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
  if ((mode & constants.S_IROTH) === 0) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const above = (await stat(folder).catch(() => undefined))?.mode ?? 0;
    if ((above & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Files of the database that its owner, or this user, can't write. */
async function misowned({ database }: Config): Promise<Findings> {
  if (database.kind !== 'sqlite') return [];
  const owner = (await stat(database.path).catch(() => undefined))?.uid;
  const findings: Finding[] = [];
  for (const path of [database.path, `${database.path}-wal`, `${database.path}-shm`]) {
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) continue;
    if (stats.uid !== owner)
      findings.push(
        files.fault(
          `${path} belongs to the user ${stats.uid}, and the database to ${owner}.`,
          `Run: chown ${owner} ${path}`,
        ),
      );
    const error = await access(path, constants.R_OK | constants.W_OK).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    if (error !== undefined)
      findings.push(
        files.fault(
          `This user (${process.getuid?.()}) can’t write ${path} (${error}); it belongs to ${stats.uid}.`,
          error === 'EROFS'
            ? 'The disk is read-only: look at the system’s log (dmesg).'
            : `Run this as the user of the service; if you do, run: chown ${process.getuid?.()} ${path}`,
        ),
      );
  }
  return findings;
}

/** Without the files that settings name, the service does not start. */
async function named({ logo, tls }: Config): Promise<Findings> {
  try {
    await loadLogo(logo);
    if (tls !== undefined) await readTls(tls);
    return [];
  } catch (error) {
    if ((error as Error).name !== 'ConfigError') throw error;
    return settings.fault(
      (error as Error).message,
      'Correct the file, or remove the setting: the service does not start.',
    );
  }
}

const backupCheck: Check = {
  name: 'backup',
  whenHung: 'The folder does not answer: look whether its disk or network drive is there.',
  async run({ backupDir, database }) {
    const how =
      database.kind === 'sqlite'
        ? 'Run "museum backup --keep 14 FOLDER" every night (docs/deploy.md).'
        : 'Run pg_dump every night (docs/operations.md).';
    if (backupDir === undefined)
      return backup.warning(
        'MUSEUM_BACKUP_DIR is not set, so it is not known whether there are backups.',
        `Set it to the folder of the backups. ${how}`,
      );
    return backupFindings(backupDir, database, how);
  },
};

async function backupFindings(folder: string, database: Config['database'], how: string): Promise<Findings> {
  try {
    const found = await findBackups(folder, database);
    return [brokenBackups(folder, found), ageOfBackup(folder, found, how)].flat();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return backup.fault(
      `${folder} can’t be read (${code}).`,
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `Set MUSEUM_BACKUP_DIR to the folder of the backups. ${how}`
        : 'Run this as the user of the service, and let that user read the folder.',
    );
  }
}

/** The newest of those that are newer than the last whole backup. */
function brokenBackups(folder: string, { broken }: FoundBackups): Findings {
  const [newest] = broken;
  if (newest === undefined) return [];
  const count = broken.length > 1 ? ` It is one of ${broken.length} files that are broken.` : '';
  return backup.fault(
    `${join(folder, newest.name)} is no backup: ${newest.fault}.${count}`,
    'Unless it is just being written, make a new one, and find out why: is the disk full, was the command stopped? Then remove it.',
  );
}

function ageOfBackup(folder: string, { newest, broken }: FoundBackups, how: string): Finding {
  if (newest === undefined)
    return backup.fault(`There is no ${broken.length > 0 ? 'whole ' : ''}backup in ${folder}.`, how);
  const { name, madeAt, isUnread } = newest;
  const age = Date.now() - madeAt.getTime();
  const whole = broken.length > 0 ? 'whole ' : '';
  const seen = `The newest ${whole}backup in ${folder} is of ${madeAt.toISOString()}, ${span(age)} ${age < 0 ? 'ahead' : 'ago'}.`;
  const remedy = `Find out why there was no newer one: systemctl status museum-backup, or the log of cron. ${how}`;
  if (age > BACKUP_MISSING_MS) return backup.fault(seen, remedy);
  if (age > BACKUP_LATE_MS) return backup.warning(seen, remedy);
  if (age < -HOUR_MS)
    return backup.warning(seen, 'Check the clock of this machine, and remove the file if it is wrong.');
  if (isUnread)
    return backup.warning(
      `${seen} Whether it is whole is not known: this user can’t read it.`,
      `Run this as the user of the service, or give that user the file: chown ${process.getuid?.()} ${join(folder, name)}`,
    );
  return backup.ok(seen);
}

export const FILE_CHECKS: readonly Check[] = [diskCheck, filesCheck, backupCheck];
