import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { openStore } from './index.ts';
import { restoreSqlite } from './sqlite-restore.ts';

test('says where no folder can be made for what is restored', async (t) => {
  const folder = await temporaryFolder(t);
  const backup = join(folder, 'backup.db');
  await (await openStore({ kind: 'sqlite', path: backup })).close();
  for (const path of [join(backup, 'museum.db'), '/proc/museum/museum.db']) {
    await assert.rejects(restoreSqlite(backup, path, { force: false, onProgress: () => {} }), {
      name: 'StoreError',
      message: /^the folder (.*backup\.db|\/proc\/museum) can’t be created \(E[A-Z]+\)\.$/,
    });
  }
});

test('a backup replaces a file that is no database any more', async (t) => {
  const folder = await temporaryFolder(t);
  const [backup, path] = [join(folder, 'backup.db'), join(folder, 'museum.db')];
  await (await openStore({ kind: 'sqlite', path: backup })).close();
  writeFileSync(path, 'Dear diary, '.repeat(1_000));
  await restoreSqlite(backup, path, { force: true, onProgress: () => {} });
  const store = await openStore({ kind: 'sqlite', path });
  t.after(() => store.close());
  assert.equal((await store.all('SELECT weekday FROM weekly_hours')).length, 7);
});

test('a backup does not replace a database that is opened while it is copied', async (t) => {
  const folder = await temporaryFolder(t);
  const [backup, path] = [join(folder, 'backup.db'), join(folder, 'museum.db')];
  for (const each of [backup, path]) await (await openStore({ kind: 'sqlite', path: each })).close();
  let service: DatabaseSync | undefined;
  const open = () => {
    service ??= new DatabaseSync(path);
    service.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS sold_meanwhile (id INTEGER)');
  };
  await assert.rejects(restoreSqlite(backup, path, { force: true, onProgress: open }), /is in use\./);
  service?.close();
  const found = new DatabaseSync(path);
  assert.equal(found.prepare('SELECT count(*) AS count FROM sold_meanwhile').get()?.count, 0);
  found.close();
});
