import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesOf, runCheck } from '../../../fixtures/doctor.ts';
import { emptyMuseum, temporaryFolder } from '../../../fixtures/temporary-store.ts';
import { FILE_CHECKS } from './files.ts';

test('a backup is late after a day and missing after a week', async (t) => {
  const folder = await temporaryFolder(t);
  const seen = async (MUSEUM_BACKUP_DIR?: string) =>
    linesOf(await runCheck(FILE_CHECKS, 'backup', { MUSEUM_BACKUP_DIR }));
  const backUp = async (hoursAgo: number) => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const time = new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replaceAll(':', '-');
    await writeFile(join(folder, `museum-${time}.db`), await emptyMuseum());
  };
  assert.match(
    await seen(),
    /^warning backup: MUSEUM_BACKUP_DIR is not set, .* → Set it .*museum backup --keep/,
  );
  assert.match(await seen(join(folder, 'missing')), /^fault backup: .* can’t be read \(ENOENT\)\. → Set /);
  assert.match(
    await seen(folder),
    /^fault backup: There is no backup in .* → Run "museum backup --keep 14 FOLDER"/,
  );
  for (const [hours, line] of [
    [25, /^ok backup: The newest backup in .*, 25 hours ago\.$/],
    [30, /^warning backup: .*, 30 hours ago\. → Find out why /],
    [24 * 8, /^fault backup: .*, 8 days ago\. → Find out why /],
    [-3, /^warning backup: .* ahead\. → Check the clock /],
  ] as const) {
    await backUp(hours);
    assert.match(await seen(folder), line);
  }
});

test('a newer file that is no whole backup is a fault, and the last whole one still tells the age', async (t) => {
  const folder = await temporaryFolder(t);
  const seen = async () => linesOf(await runCheck(FILE_CHECKS, 'backup', { MUSEUM_BACKUP_DIR: folder }));
  const torn = join(folder, 'museum-2999-01-01T00-00-00.000Z.db');
  await writeFile(torn, '');
  assert.match(
    await seen(),
    /^fault backup: \/.*museum-2999-01-01T\S+ is no backup: it is empty\. → .*\nfault backup: There is no whole backup in /,
  );
  const whole = await emptyMuseum();
  await writeFile(join(folder, 'before.db'), whole);
  await writeFile(torn, whole.subarray(0, 5_000));
  assert.match(
    await seen(),
    /^fault backup: \/.* is no backup: it is cut off: it has 5000 of \d+ bytes\. → .*\nok backup: The newest whole backup in .*, \d s ago\.$/,
  );
});

test('the disk of the database is measured, and nothing is left on it', async (t) => {
  const folder = await temporaryFolder(t);
  const seen = async (MUSEUM_DATA_DIR: string) =>
    linesOf(await runCheck(FILE_CHECKS, 'disk', { MUSEUM_DATA_DIR }));
  assert.match(
    await seen(folder),
    /^(?:ok|warning) disk: [\d.,]+ [MG]B of [\d.,]+ [MG]B are free on the disk with /,
  );
  assert.match(await seen(folder), /^(?:ok|warning) disk: A write is on the disk after \d+\.\d ms/m);
  assert.deepEqual(await readdir(folder), []);
  assert.equal(await seen(join(folder, 'none')), `ok disk: There is no folder ${join(folder, 'none')} yet.`);
  assert.deepEqual(await readdir(folder), []);
});

test('a file with secrets that every user can read is told, with the command that mends it', async (t) => {
  const folder = await mkdtemp('/tmp/museum-'); // in a folder of all users
  t.after(() => rm(folder, { recursive: true }));
  const backups = join(folder, 'backups');
  await mkdir(backups);
  for (const file of [join(folder, 'museum.db'), join(backups, 'museum-2027-03-14.dump')]) {
    await writeFile(file, '');
    await chmod(file, 0o644);
  }
  const seen = async () =>
    linesOf(await runCheck(FILE_CHECKS, 'files', { MUSEUM_DATA_DIR: folder, MUSEUM_BACKUP_DIR: backups }));
  await chmod(folder, 0o755);
  assert.equal(
    await seen(),
    ['museum.db', 'backups/museum-2027-03-14.dump']
      .map((name) => join(folder, name))
      .map(
        (path) =>
          `warning files: Every user of this machine can read ${path}, which holds secrets. → Run: chmod o= ${path}`,
      )
      .join('\n'),
  );
  await chmod(folder, 0o700);
  assert.match(await seen(), /^ok files: /);
});

test('a logo that the service would not start with is told', async (t) => {
  const MUSEUM_LOGO = join(await temporaryFolder(t), 'logo.png');
  const seen = async () => linesOf(await runCheck(FILE_CHECKS, 'files', { MUSEUM_LOGO }));
  assert.match(
    await seen(),
    /^fault settings: MUSEUM_LOGO: .* can’t be read \(ENOENT\).* → Correct the file/,
  );
});
