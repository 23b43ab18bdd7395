import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-store.ts';
import { newestBackupAt } from './backup-age.ts';

test('the newest backup is told by the time in its name, and one of another name by when it was written', async (t) => {
  const folder = await temporaryFolder(t);
  const newest = async () => (await newestBackupAt(folder))?.toISOString();
  const put = async (name: string, writtenAt: string) => {
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), new Date(writtenAt), new Date(writtenAt));
  };
  assert.equal(await newest(), undefined);
  await put('museum-2027-03-14T02-15-07.482Z.db.x1.partial', '2027-03-19T00:00:00Z');
  await put('notes 2027.txt', '2027-03-19T00:00:00Z');
  await mkdir(join(folder, 'museum-2028-01-01T00-00-00.000Z.db'));
  assert.equal(await newest(), undefined);
  await put('museum-2027-03-13T02-15-00.000Z.db', '2027-03-18T00:00:00Z'); // a copy, written later
  await put('museum-2027-03-14T02-15-07.482Z.db', '2027-03-18T00:00:00Z');
  assert.equal(await newest(), '2027-03-14T02:15:07.482Z');
  await put('before-upgrade.db', '2027-03-15T10:00:00Z');
  assert.equal(await newest(), '2027-03-15T10:00:00.000Z');
  await put('museum-2027-03-16.dump', '2027-03-16T03:00:00Z');
  assert.equal(await newest(), '2027-03-16T03:00:00.000Z');
});

test('a folder that is missing is not one without backups', async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(newestBackupAt(join(folder, 'missing')), { code: 'ENOENT' });
});
