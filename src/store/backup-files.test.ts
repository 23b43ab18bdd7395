import assert from 'node:assert/strict';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { emptyMuseum, temporaryFolder } from '../../fixtures/temporary-store.ts';
import { findBackupFault, findBackups } from './backup-files.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const ELSEWHERE = { kind: 'sqlite', path: '/nowhere/museum.db' } as const;

test('the newest backup is told by the time in its name, and one of another name by when it was written', async (t) => {
  const folder = await temporaryFolder(t);
  const newest = async () => (await findBackups(folder, ELSEWHERE)).newest?.madeAt.toISOString();
  const put = async (name: string, writtenAt: string) => {
    await writeFile(join(folder, name), await emptyMuseum());
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
  await assert.rejects(findBackups(join(folder, 'missing'), ELSEWHERE), { code: 'ENOENT' });
});

test('a torn backup does not count: the newest whole one does, and those that are newer are named', async (t) => {
  const folder = await temporaryFolder(t);
  const whole = await emptyMuseum();
  const put = (day: number, content: Buffer) =>
    writeFile(join(folder, `museum-2027-03-${day}T02-15-00.000Z.db`), content);
  await put(12, whole.subarray(0, 4_096));
  await put(15, Buffer.alloc(0));
  const { newest, broken } = await findBackups(folder, ELSEWHERE);
  assert.equal(newest, undefined);
  assert.equal(broken.length, 2);
  await put(13, whole);
  await put(14, whole.subarray(0, -1));
  const found = await findBackups(folder, ELSEWHERE);
  assert.equal(found.newest?.name, 'museum-2027-03-13T02-15-00.000Z.db');
  assert.deepEqual(
    found.broken.map(({ name, fault }) => `${name}: ${fault}`),
    [
      'museum-2027-03-15T02-15-00.000Z.db: it is empty',
      `museum-2027-03-14T02-15-00.000Z.db: it is cut off: it has ${whole.length - 1} of ${whole.length} bytes`,
    ],
  );
});

test('the museum’s own database, in the same folder, is no backup', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  await writeFile(path, await emptyMuseum());
  const found = await findBackups(join(path, '..'), { kind: 'sqlite', path });
  assert.deepEqual(found, { newest: undefined, broken: [] });
});

test('a backup that is cut off anywhere is noticed, of SQLite and of pg_dump', async (t) => {
  const file = join(await temporaryFolder(t), 'backup');
  const faultOf = async (content: Buffer) => {
    await writeFile(file, content);
    return findBackupFault(file);
  };
  const backups = {
    'museum backup': await emptyMuseum(),
    'pg_dump --format=custom': await readFile(join(FIXTURES, 'pg_dump.dump')),
    pg_dump: await readFile(join(FIXTURES, 'pg_dump.sql')),
  };
  for (const [how, whole] of Object.entries(backups)) {
    assert.equal(await faultOf(whole), undefined, how);
    const missing = how === 'pg_dump' ? 150 : 1; // of SQL, the last lines are comments
    for (const length of [0, 3, 99, Math.floor(whole.length / 2), whole.length - missing])
      assert.match(
        `${await faultOf(whole.subarray(0, length))}`,
        /^it is (?:empty|cut off|not a database)/,
        `${how}, ${length} of ${whole.length} bytes`,
      );
  }
});

test('what is something else is no backup', async (t) => {
  const file = join(await temporaryFolder(t), 'museum.db');
  await writeFile(file, 'Dear diary, '.repeat(1_000));
  assert.match(`${await findBackupFault(file)}`, /^it is not a database of SQLite, nor a dump of pg_dump/);
  await writeFile(file, '');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE diary (day TEXT)');
  other.close();
  assert.equal(await findBackupFault(file), 'it is not a museum’s database');
});
