import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { LAST_MIGRATION_OF_0_1, leaveAsVersion01 } from '../../fixtures/version-0.1.ts';
import { openStore } from './index.ts';

test('refuses to upgrade a museum that the version before has open, and does so once it is closed', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  await leaveAsVersion01({ kind: 'sqlite', path });
  const older = new DatabaseSync(path);
  const applied = () => older.prepare('SELECT max(number) AS last FROM migrations').get()?.last;
  assert.equal(applied(), LAST_MIGRATION_OF_0_1);
  await assert.rejects(openStore({ kind: 'sqlite', path }), {
    name: 'StoreError',
    message: /can’t be upgraded while another process has it open, .* Stop that first, then start again\.$/,
  });
  assert.equal(applied(), LAST_MIGRATION_OF_0_1);
  older.exec("INSERT INTO special_days (day) VALUES ('2027-01-01')");
  older.close();
  const store = await openStore({ kind: 'sqlite', path });
  t.after(() => store.close());
  const added = "SELECT count(*) AS days FROM special_days WHERE day = '2027-01-01'";
  assert.equal((await store.get(added))?.days, 1);
});

test('upgrades once when several start together, and lets nobody in before the end', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  await leaveAsVersion01({ kind: 'sqlite', path });
  const said: string[] = [];
  const opening = [1, 2, 3].map(() => openStore({ kind: 'sqlite', path }, (what) => void said.push(what)));
  for (const store of await Promise.all(opening)) t.after(() => store.close());
  assert.deepEqual(
    said.map((what) => what.split(' ', 3).join(' ')),
    ['Upgrading the database'],
  );
});
