import assert from 'node:assert/strict';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Museum, openMuseum } from '../fixtures/museum.ts';
import { assertRefused } from '../fixtures/refused.ts';
import { buyTicket, generalPurchase } from '../fixtures/samples.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { inspectStore, openStore } from '../src/store/index.ts';
import { backupSqlite } from '../src/store/sqlite-backup.ts';

const WAYS: Readonly<Record<string, (database: string) => Promise<unknown>>> = {
  'its folder is moved away': (database) => rename(dirname(database), `${dirname(database)}-moved`),
  'its folder is removed': (database) => rm(dirname(database), { recursive: true }),
  'the file is removed': (database) => rm(database),
  'the log beside it is removed': (database) => rm(`${database}-wal`),
  'the file beside it that all who use it share is removed': (database) => rm(`${database}-shm`),
  'another file takes its place': async (database) => {
    await copyFile(database, `${database}-copy`);
    await rename(`${database}-copy`, database);
  },
};

for (const [what, happens] of Object.entries(WAYS)) {
  test(`sells nothing, and is not ready, when ${what}`, async (t) => {
    const { museum, database } = await openedMuseum(t);
    assert.equal((await museum.ask('GET', '/readyz')).status, 200);
    await buyTicket(museum, generalPurchase());
    await happens(database);
    await assertAway(museum);
  });
}

const UNFORCED = { force: false, onProgress: () => {} };

for (const beside of ['-wal', '-shm']) {
  test(`no command writes what would be lost while the file ${beside} is gone`, async (t) => {
    const { museum, database } = await openedMuseum(t);
    await buyTicket(museum, generalPurchase());
    await rm(`${database}${beside}`);
    const address = { kind: 'sqlite', path: database } as const;
    const refusal = {
      name: 'StoreError',
      message: /was removed while the service was running\. Restart the service/,
    };
    await assert.rejects(
      inspectStore(address, async () => {}),
      refusal,
    );
    await assert.rejects(backupSqlite(database, `${database}-backup`, UNFORCED), refusal);
    await assert.rejects(openStore(address), refusal);
    await museum.close();
    const store = await openStore(address);
    assert.equal((await store.get('SELECT count(*) AS count FROM tickets'))?.count, 1);
    await store.close();
  });
}

test('goes on selling when its folder is back, and not while a new museum is in its place', async (t) => {
  const { museum, database } = await openedMuseum(t);
  const [folder, elsewhere] = [dirname(database), `${dirname(database)}-elsewhere`];
  await buyTicket(museum, generalPurchase());
  await rename(folder, elsewhere);
  await mkdir(folder);
  const another = await openStore({ kind: 'sqlite', path: database });
  await assertAway(museum);
  await another.close();
  await rm(folder, { recursive: true });
  await rename(elsewhere, folder);
  await buyTicket(museum, generalPurchase());
  assert.equal((await museum.ask('GET', '/readyz')).status, 200);
});

async function openedMuseum(t: TestContext): Promise<{ museum: Museum; database: string }> {
  const folder = join(await temporaryFolder(t), 'data');
  await mkdir(folder);
  const database = join(folder, 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path: database } });
  t.after(() => museum.close());
  return { museum, database };
}

async function assertAway(museum: Museum): Promise<void> {
  const sale = await museum.api('POST', '/tickets', { body: generalPurchase() });
  assertRefused(sale, 503, 'database-unavailable');
  assertRefused(await museum.ask('GET', '/readyz'), 503, 'database-unavailable');
  assert.equal((await museum.ask('GET', '/healthz')).status, 200);
  const page = await museum.ask('GET', '/desk', {
    as: 'nobody',
    headers: { cookie: `museum_session=${'x'.repeat(43)}` },
  });
  assert.equal(page.status, 503);
  assert.equal(page.headers['retry-after'], '2');
  assert.match(page.text, /<h1>/);
}
