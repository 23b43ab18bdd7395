import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { openStore, type Store, StoreError, StoreUnavailable } from './index.ts';
import { attempt } from './sqlite-connection.ts';

const INDEX = new URL('./index.ts', import.meta.url).href;

test('its content version changes with every commit of this process or another, and with nothing else', async (test) => {
  const path = await newPath(test);
  const [store, other] = [await open(test, path), await open(test, path)];
  const versions = new Set([store.contentVersion()]);
  await store.get('SELECT topic FROM revisions');
  assert.equal(versions.size, versions.add(store.contentVersion()).size);
  await addDay(store, '2027-01-01');
  versions.add(store.contentVersion());
  await addDay(other, '2027-01-02');
  while (versions.has(store.contentVersion())) await nextTurn();
});

test('has changed its content version and its revisions as soon as this process has committed', async (test) => {
  const store = await open(test, await newPath(test));
  const now = test.mock.method(performance, 'now', () => 0);
  const before = [store.contentVersion(), store.revision('hours')];
  const change = store.transaction((tx) => tx.touch('hours'));
  for (let turn = 0; turn < 100 && store.contentVersion() === before[0]; turn++) await nextTurn();
  assert.notEqual(store.contentVersion(), before[0]);
  assert.equal(store.revision('hours'), 2);
  now.mock.restore();
  await change;
});

test('forces every commit to the disk', async (test) => {
  const store = await open(test, await newPath(test));
  const row = await store.transaction((tx) => tx.get('PRAGMA synchronous'));
  assert.deepEqual({ ...row }, { synchronous: 2 }); // FULL
});

test('writes nothing outside of a transaction', async (test) => {
  const store = await open(test, await newPath(test));
  await assert.rejects(store.all('DELETE FROM weekly_hours'), StoreUnavailable);
});

test('writes nothing behind a transaction that can’t be undone, and goes on once it can', async (test) => {
  const store = await open(test, await newPath(test));
  const { exec } = DatabaseSync.prototype;
  const failing = test.mock.method(
    DatabaseSync.prototype,
    'exec',
    function (this: DatabaseSync, sql: string) {
      if (sql === 'ROLLBACK') throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
      exec.call(this, sql);
    },
  );
  const work = store.transaction(async (tx) => {
    await tx.insert('special_days', ['day'], [['2027-01-01']]);
    throw new Error('sold out');
  });
  await assert.rejects(work, /sold out/);
  await assert.rejects(addDay(store, '2027-01-02'), StoreUnavailable);
  failing.mock.restore();
  await addDay(store, '2027-01-03');
  assert.deepEqual((await store.all('SELECT day FROM special_days')).map(Object.values), [['2027-01-03']]);
});

test('makes a missing folder, and lets nobody but the owner read the files', async (test) => {
  const path = join(await temporaryFolder(test), 'new', 'museum.db');
  const store = await open(test, path);
  await addDay(store, '2027-01-01');
  for (const file of readdirSync(join(path, '..'))) {
    assert.equal(statSync(join(path, '..', file)).mode & 0o777, 0o600, file);
  }
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('makes a file that others could read private, and the files beside it', async (test) => {
  const path = await newPath(test);
  writeFileSync(path, '', { mode: 0o644 });
  const store = await open(test, path);
  await addDay(store, '2027-01-01');
  for (const file of readdirSync(join(path, '..'))) {
    assert.equal(statSync(join(path, '..', file)).mode & 0o777, 0o600, file);
  }
});

test('makes a left-over log that others could read private', async (test) => {
  const path = await newPath(test);
  await addDay(await open(test, path), '2027-01-01');
  const files = [path, `${path}-wal`, `${path}-shm`];
  for (const file of files) chmodSync(file, 0o644);
  await open(test, path);
  for (const file of files) assert.equal(statSync(file).mode & 0o777, 0o600, file);
});

test('refuses a file that is not a database, and leaves it as it was', async (test) => {
  const path = await newPath(test);
  writeFileSync(path, 'Dear diary, '.repeat(1_000));
  await refuses(path, /not a database/);
  assert.equal(readFileSync(path, 'utf8'), 'Dear diary, '.repeat(1_000));
});

test('refuses a database of another program, and leaves it as it was', async (test) => {
  const path = await newPath(test);
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE migrations (version INTEGER)');
  database.close();
  const before = readFileSync(path);
  await refuses(path, /another program\.$/);
  assert.deepEqual(readFileSync(path), before);
});

test('refuses a path where no file can be', async (test) => {
  const folder = await temporaryFolder(test);
  writeFileSync(join(folder, 'file'), '');
  await refuses(folder, /can’t be opened/);
  await refuses(join(folder, 'file', 'museum.db'), /can’t be created or opened/);
});

test('refuses a folder that may not be written to', async (test) => {
  const folder = await temporaryFolder(test);
  chmodSync(folder, 0o555);
  await asNobodySpecial(() => refuses(join(folder, 'museum.db'), /EACCES/));
  assert.deepEqual(readdirSync(folder), []);
});

test('refuses a file that may not be written to', async (test) => {
  const path = await newPath(test);
  await (await openStore({ kind: 'sqlite', path })).close();
  chmodSync(path, 0o444);
  chmodSync(join(path, '..'), 0o555);
  await asNobodySpecial(() => refuses(path, /is read-only|can’t be opened/));
});

test('says that the disk is full, still reads, and writes again once there is space', async (test) => {
  const store = await open(test, await newPath(test));
  await addDay(store, '2027-01-01');
  await limitPages(store, 1);
  const fill = store.transaction((tx) =>
    tx.insert(
      'special_days',
      ['day', 'reason'],
      Array.from({ length: 100 }, (_, day) => [`x${day}`, 'x'.repeat(4_000)]),
    ),
  );
  await assert.rejects(fill, (error) => error instanceof StoreUnavailable && /full/.test(error.message));
  assert.equal((await store.get('SELECT count(*) AS count FROM special_days'))?.count, 1);
  await limitPages(store, 1_000_000);
  await addDay(store, '2027-01-02');
  assert.equal((await store.get('SELECT count(*) AS count FROM special_days'))?.count, 2);
});

test('says that the disk is full also when there is no space for the shared-memory file', () => {
  const noRoom = Object.assign(new Error('disk I/O error'), { errcode: 4874 });
  const work = () => attempt(() => assert.fail(noRoom));
  assert.throws(work, { name: 'StoreUnavailable', message: 'the disk is full' });
});

test('says of a failed write that a quota may be used up', () => {
  const failed = Object.assign(new Error('disk I/O error'), { errcode: 778 });
  const work = () => attempt(() => assert.fail(failed));
  assert.throws(work, { name: 'StoreUnavailable', message: /its quota is used up/ });
});

test('sees what another process has written, and the revision it moved', async (test) => {
  const path = await newPath(test);
  const store = await open(test, path);
  assert.equal(await store.revision('events'), 1);
  const script = `
    import { openStore } from ${JSON.stringify(INDEX)};
    const store = await openStore({ kind: 'sqlite', path: ${JSON.stringify(path)} });
    await store.transaction(async (tx) => {
      await tx.insert('special_days', ['day'], [['2027-01-01']]);
      await tx.touch('events');
    });
    await store.close();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(await store.revision('events'), 2);
  assert.equal((await store.get('SELECT day FROM special_days'))?.day, '2027-01-01');
});

test('waits for another process that is writing', async (test) => {
  const path = await newPath(test);
  const store = await open(test, path);
  const other = new DatabaseSync(path);
  other.exec(`BEGIN IMMEDIATE; INSERT INTO special_days (day) VALUES ('2027-01-01')`);
  const write = addDay(store, '2027-01-02');
  await sleep(100);
  other.exec('COMMIT');
  other.close();
  await write;
  assert.equal((await store.get('SELECT count(*) AS count FROM special_days'))?.count, 2);
});

test('is opened without the write lock when there are no migrations to apply', async (test) => {
  const path = await newPath(test);
  await (await openStore({ kind: 'sqlite', path })).close();
  const other = new DatabaseSync(path);
  test.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const store = await open(test, path);
  assert.deepEqual(await store.all('SELECT day FROM special_days'), []);
});

test('writes that waited together for another process fail together', async (test) => {
  const path = await newPath(test);
  const store = await open(test, path);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const now = test.mock.method(performance, 'now', () => 0);
  const days = ['2027-01-01', '2027-01-02', '2027-01-03'];
  const writes = days.map((day) => addDay(store, day).catch((error: unknown) => error));
  await nextTurn();
  now.mock.mockImplementation(() => 5_001);
  assert.ok((await writes[0]) instanceof StoreUnavailable);
  await nextTurn();
  // From here on whoever still waits could write.
  other.close();
  for (const write of writes) assert.ok((await write) instanceof StoreUnavailable);
  await addDay(store, '2027-01-04');
});

test('loads nothing of PostgreSQL', async (test) => {
  const path = await newPath(test);
  const script = `
    import { createRequire } from 'node:module';
    import { openStore } from ${JSON.stringify(INDEX)};
    await (await openStore({ kind: 'sqlite', path: ${JSON.stringify(path)} })).close();
    console.log(Object.keys(createRequire(${JSON.stringify(INDEX)}).cache).join());`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.doesNotMatch(loaded, /node_modules.pg/);
});

async function newPath(test: TestContext): Promise<string> {
  return join(await temporaryFolder(test), 'museum.db');
}

async function open(test: TestContext, path: string): Promise<Store> {
  const store = await openStore({ kind: 'sqlite', path });
  test.after(() => store.close());
  return store;
}

async function refuses(path: string, why: RegExp): Promise<void> {
  await assert.rejects(openStore({ kind: 'sqlite', path }), (error) => {
    assert.ok(error instanceof StoreError);
    assert.match(error.message, why);
    assert.ok(error.message.includes(path) && !error.message.includes('\n'));
    return true;
  });
}

async function addDay(store: Store, day: string): Promise<void> {
  await store.transaction((tx) => tx.insert('special_days', ['day'], [[day]]));
}

/** SQLite's own way to have a disk of a certain size; never less than what is there already. */
async function limitPages(store: Store, pages: number): Promise<void> {
  await store.transaction((tx) => tx.get(`PRAGMA max_page_count = ${pages}`));
}

/** The administrator may write anywhere: for them, `work` is done as somebody who may not. */
async function asNobodySpecial(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.('nobody');
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
