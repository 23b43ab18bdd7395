import assert from 'node:assert/strict';
import promises, { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { readConfig } from '../app/config.ts';
import { requireWritable } from './preconditions.ts';

test('tries a folder without touching what somebody else has put there', async (t) => {
  const folder = await temporaryFolder(t);
  const [dataDir, treasure] = [join(folder, 'data'), join(folder, 'treasure')];
  await writeFile(treasure, 'gold');
  await mkdir(dataDir);
  await symlink(treasure, join(dataDir, `.writable-${process.pid}`));
  await requireWritable(readConfig({ MUSEUM_DATA_DIR: dataDir }));
  assert.equal(await readFile(treasure, 'utf8'), 'gold');
  assert.deepEqual(await readdir(dataDir), [`.writable-${process.pid}`]);
});

test('several starts at once in a new folder all find it writable', async (t) => {
  const config = readConfig({ MUSEUM_DATA_DIR: join(await temporaryFolder(t), 'a', 'new', 'folder') });
  await Promise.all(Array.from({ length: 8 }, () => requireWritable(config)));
});

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`says that a full disk is full, and suggests no other folder: ${code}`, async (t) => {
    const config = readConfig({ MUSEUM_DATA_DIR: await temporaryFolder(t) });
    t.mock.method(promises, 'mkdtemp', () => Promise.reject(Object.assign(new Error(), { code })));
    syncBuiltinESMExports();
    await assert.rejects(requireWritable(config), { name: 'StoreError', message: /is full/ });
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}
