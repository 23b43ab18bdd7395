import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { callMuseum, MUSEUM, runMuseum, start } from '../fixtures/process.ts';
import { emptyMuseum, temporaryFolder } from '../fixtures/temporary-store.ts';
import { AtomicFile } from '../src/store/atomic-file.ts';

const OWN = /^museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/;
const OLD = [
  'museum-2006-12-31T03-15-00.000Z.db',
  'museum-2007-01-01T03-15-00.000Z.db',
  'museum-2007-01-02T03-15-00.000Z.db',
];

test('keeps the newest few of its own, and touches nothing else in the folder', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const others = [
    'museum-2027-01-01.db',
    'museum-before-upgrade.db',
    `${OLD[0]}.gz`,
    `copy of ${OLD[0]}`,
    'minutes.txt',
  ];
  for (const name of others) await writeFile(join(folder, name), '');
  await mkdir(join(folder, 'museum-2001-01-01T03-15-00.000Z.db'));

  const { code, stdout, stderr } = await callMuseum(['backup', '--keep', '2', folder], { env });
  assert.deepEqual([code, stderr], [0, '']);
  const [made = '', ...more] = await freshIn(folder);
  assert.deepEqual(more, []);
  assert.match(made, OWN);
  assert.match(
    stdout,
    new RegExp(`^Backed up to ${join(folder, made)} \\(.* MB\\).*\nRemoved 2 older backups\\.\n$`),
  );
  assert.equal((await stat(join(folder, made))).mode & 0o777, 0o600);
  assert.match((await callMuseum(['check', join(folder, made)])).stdout, /^OK: /);
  assert.deepEqual(
    await readdir(folder),
    [...others, 'museum-2001-01-01T03-15-00.000Z.db', OLD[2], made].sort(),
  );

  const again = await callMuseum(['backup', '--keep', '9', folder], { env });
  assert.doesNotMatch(again.stdout, /Removed/);
  assert.equal((await readdir(folder)).length, others.length + 4);
});

test('a clock that was set back never takes the new one away', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const future = 'museum-2999-01-01T03-15-00.000Z.db';
  await writeFile(join(folder, future), '');
  assert.equal((await callMuseum(['backup', '--keep', '1', folder], { env })).code, 0);
  assert.deepEqual(await readdir(folder), [...(await freshIn(folder))].sort());
  assert.equal((await readdir(folder)).length, 2);
});

test('what a crash left of one is removed, and one that is being made is not', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const crashed = `${OLD[0]}.${randomUUID()}.partial`;
  for (const name of [crashed, `${crashed}-journal`]) await writeFile(join(folder, name), '');
  const underWay = AtomicFile.begin(join(folder, 'museum-2007-01-03T03-15-00.000Z.db'));
  const { code, stderr } = await callMuseum(['backup', '--keep', '9', folder], { env });
  assert.deepEqual([code, stderr], [0, '']);
  const parts = (await readdir(folder)).filter((name) => name.endsWith('partial'));
  assert.deepEqual(parts, [basename(underWay.path)]);
  underWay.commit();
});

test('several at once make a sound backup each, and do not take each other’s away', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const backups = await Promise.all(
    [1, 2, 3].map(() => runMuseum(t, ['backup', '--keep', '3', folder], { env })),
  );
  for (const { code, stderr } of backups) assert.deepEqual([code, stderr], [0, '']);
  const left = await readdir(folder);
  assert.equal(left.length, 3);
  for (const name of left) {
    assert.match(backups.map(({ stdout }) => stdout).join(), new RegExp(name));
    assert.match((await callMuseum(['check', join(folder, name)])).stdout, /^OK: /);
  }
});

test('when the disk is full nothing is removed, and nothing half is left', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const line = `ulimit -f 80; exec "${MUSEUM}" backup --keep 1 "${folder}"`;
  const shell = start(t, '/bin/sh', ['-c', line], { env });
  assert.equal((await shell.exit).code, 1);
  assert.match(
    shell.stderr(),
    /^museum: Can’t write \S+\.db: the disk (failed, or its quota is used up|is full)\.\n$/,
  );
  assert.deepEqual(await readdir(folder), OLD);
});

test('when the database is damaged nothing is removed, and it says so', async (t) => {
  const { env, folder, database } = await museumWithOldBackups(t);
  const connection = new DatabaseSync(database, { enableForeignKeyConstraints: false });
  connection.exec("INSERT INTO contacts (number, email) VALUES (17, 'ada@example.com')");
  connection.close();
  const orphaned = await callMuseum(['backup', '--keep', '1', folder], { env });
  assert.equal(orphaned.code, 1);
  assert.match(
    orphaned.stderr,
    /^museum: The backup was discarded, because it could not be restored\. .* refers to/,
  );
  await truncate(database, (await stat(database)).size - 4_096);
  const cut = await callMuseum(['backup', '--keep', '1', folder], { env });
  assert.equal(cut.code, 1);
  assert.match(cut.stderr, /^museum: [^\n]*(damaged|malformed)[^\n]*\n$/);
  assert.deepEqual(await readdir(folder), OLD);
});

test('says what is wrong with how it is called, and leaves all as it was', async (t) => {
  const { env, folder } = await museumWithOldBackups(t);
  const refused = async (args: string[], code: number, fault: RegExp) => {
    const outcome = await callMuseum(['backup', ...args], { env });
    assert.match(outcome.stderr, fault);
    assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
    assert.deepEqual(await readdir(folder), OLD);
  };
  for (const count of ['0', '-1', 'all', '1.5'])
    await refused(['--keep', count, folder], 2, /^museum: .*whole number from 1 to 9999\.\n$/);
  await refused(['--keep', '3'], 2, /^museum: .*missing required argument 'file'/);
  await refused(['--keep', '3', '--force', folder], 2, /'--keep <count>' cannot be used with .*'--force'/);
  await refused(['--keep', '3', join(folder, 'none')], 1, /^museum: there is no folder \S+none\. /);
  await refused(['--keep', '3', join(folder, OLD[0] ?? '')], 1, /^museum: there is no folder /);
  await refused([join(folder, 'none', 'x.db')], 1, /^museum: there is no folder \S+none\.\n/);
  await refused(['--force', folder], 1, /^museum: \S+ is a folder\. Name a file in it, or add --keep COUNT/);
});

/** The settings of an empty museum, and a folder with three files that are named as its backups are. */
async function museumWithOldBackups(t: TestContext) {
  const dataDir = await temporaryFolder(t);
  const database = join(dataDir, 'museum.db');
  await writeFile(database, await emptyMuseum());
  const folder = await temporaryFolder(t);
  for (const name of OLD) await writeFile(join(folder, name), 'an old one');
  return { env: { MUSEUM_DATA_DIR: dataDir }, folder, database };
}

/** The files that are named as backups are, but for the old ones. */
async function freshIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => OWN.test(name) && !OLD.includes(name)).sort();
}
