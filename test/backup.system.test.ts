import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Connections } from '../fixtures/client.ts';
import { inOrder } from '../fixtures/contents.ts';
import {
  callMuseum,
  MUSEUM,
  ROOT,
  type RunningMuseum,
  runMuseum,
  start,
  startMuseum,
} from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { checkMuseum } from '../src/check/index.ts';
import { AtomicFile } from '../src/store/atomic-file.ts';
import { inspectStore, type Row } from '../src/store/index.ts';

const DAY = '2035-05-05';

test('a backup made while tickets are sold is sound, holds every sale told before, and can be restored and sold from', async (test) => {
  const museum = await startMuseum(test);
  const sales = sellTickets(test, museum);
  await sales.reaches(300);
  const toldBefore = [...sales.tickets];
  const file = join(await temporaryFolder(test), 'backup.db');
  const backup = await runMuseum(test, ['backup', file], { env: { MUSEUM_DATA_DIR: museum.dataDir } });
  const soldDuring = sales.tickets.length - toldBefore.length;
  await sales.reaches(toldBefore.length + soldDuring + 50);
  await sales.stop();

  assert.equal(backup.stderr, '');
  assert.match(backup.stdout, /^Backed up to \S+backup\.db \(\d.* MB\)/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await readFile(file))[18], 1, 'it is one file, which needs no log beside it to be read');
  assert.deepEqual(await differencesIn(file), []);
  assert.match((await callMuseum(['check', file])).stdout, /^OK: /);
  const stored = new Set((await tablesOf(file)).get('tickets')?.map(({ ticket_id }) => ticket_id));
  assert.deepEqual(
    toldBefore.filter((ticketId) => !stored.has(ticketId)),
    [],
  );

  const elsewhere = await temporaryFolder(test);
  const restored = await runMuseum(test, ['restore', file], { env: { MUSEUM_DATA_DIR: elsewhere } });
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^Restored\. Start the service, .* then run "museum check"/);
  const database = join(elsewhere, 'museum.db');
  assert.deepEqual(await tablesOf(database), await tablesOf(file));
  assert.equal((await stat(database)).mode & 0o777, 0o600);

  const again = await startMuseum(test, { dataDir: elsewhere });
  const more = sellTickets(test, again);
  await more.reaches(5);
  await more.stop();
  await again.stop();
  assert.deepEqual(await differencesIn(database), []);
  assert.equal((await tablesOf(database)).get('tickets')?.length, stored.size + more.tickets.length);
});

test('what can’t be looked at, as in the folder of another user, is not taken for missing', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const loop = join(await temporaryFolder(test), 'loop');
  await symlink(loop, loop); // nobody can look behind it, an administrator neither
  const file = join(loop, 'museum.db');
  for (const [args, data] of [
    [['backup', file], dataDir],
    [['check', file], dataDir],
    [['restore', file], dataDir],
    [['restore', backup], loop],
    [['accounts', 'list'], loop],
  ] as const) {
    const { code, stderr } = await runMuseum(test, args, { env: { MUSEUM_DATA_DIR: data } });
    assert.deepEqual([code, stderr], [1, `museum: ${file} can’t be accessed (ELOOP).\n`], args.join(' '));
  }
});

test('a restore over a museum that was cut off leaves nothing of what was there', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const env = { MUSEUM_DATA_DIR: dataDir };
  const museum = await startMuseum(test, { dataDir });
  const sales = sellTickets(test, museum);
  await sales.reaches(50);
  await sales.stop();
  await museum.stop('SIGKILL');
  assert.ok((await readdir(dataDir)).includes('museum.db-wal'));

  const refused = await callMuseum(['restore', backup], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^museum: there is already a database at \S+\. .* use --force/);
  assert.ok((await tablesOf(join(dataDir, 'museum.db'))).get('tickets')?.length ?? 0 > 5);

  const forced = await callMuseum(['restore', '--force', backup], { env });
  assert.equal(forced.code, 0, forced.stderr);
  assert.deepEqual(await readdir(dataDir), ['museum.db']);
  assert.deepEqual(await tablesOf(join(dataDir, 'museum.db')), await tablesOf(backup));
});

test('what a restore or backup that was killed has left goes with the next one, or when the service starts', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const env = { MUSEUM_DATA_DIR: dataDir };
  const killedAt = async (file: string) => {
    for (const end of ['partial', 'partial-journal']) await writeFile(`${file}.${randomUUID()}.${end}`, 'x');
  };
  await killedAt(join(dataDir, 'museum.db'));
  assert.equal((await callMuseum(['restore', '--force', backup], { env })).code, 0);
  assert.deepEqual(await readdir(dataDir), ['museum.db']);

  await killedAt(backup);
  assert.equal((await callMuseum(['backup', '--force', backup], { env })).code, 0);
  assert.deepEqual(await readdir(dirname(backup)), [basename(backup)]);

  await killedAt(join(dataDir, 'museum.db'));
  const museum = await startMuseum(test, { dataDir });
  await museum.stop();
  assert.deepEqual(await readdir(dataDir), ['museum.db']);
});

test('of two that write the same file at once, the second is refused and takes nothing away', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const first = AtomicFile.begin(backup);
  const second = await callMuseum(['backup', '--force', backup], { env: { MUSEUM_DATA_DIR: dataDir } });
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^museum: \S+backup\.db is being written by another command\. Wait until/);
  await copyFile(backup, first.path);
  first.commit();
  assert.deepEqual(await readdir(dirname(backup)), [basename(backup)]);
  assert.deepEqual(await differencesIn(backup), []);
});

test('no code that was sold after the backup is sold again after the restore', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const sell = async () => {
    const museum = await startMuseum(test, { dataDir });
    const sales = sellTickets(test, museum);
    await sales.reaches(2);
    await sales.stop();
    await museum.stop();
    const tickets = (await tablesOf(join(dataDir, 'museum.db'))).get('tickets') ?? [];
    return tickets.map(({ confirmation_code }) => confirmation_code as string);
  };
  const sold = await sell();
  const restored = await callMuseum(['restore', '--force', backup], {
    env: { MUSEUM_DATA_DIR: dataDir },
  });
  assert.equal(restored.code, 0, restored.stderr);
  const kept = new Set((await tablesOf(backup)).get('tickets')?.map((row) => row.confirmation_code));
  const soldAnew = new Set((await sell()).filter((code) => !kept.has(code)));
  assert.deepEqual(
    sold.filter((code) => soldAnew.has(code)),
    [],
  );
});

test('refuses to restore while the service runs, damaged database or not', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const museum = await startMuseum(test, { dataDir });
  const restore = () => callMuseum(['restore', '--force', backup], { env: { MUSEUM_DATA_DIR: dataDir } });
  const refused = await restore();
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is in use\. Stop the service first/);
  const sales = sellTickets(test, museum);
  await sales.reaches(5);
  await sales.stop();
  assert.deepEqual(await differencesIn(join(dataDir, 'museum.db')), []);

  await truncate(join(dataDir, 'museum.db'), 100);
  assert.match((await restore()).stderr, /is in use\. Stop the service first/);
  await museum.stop('SIGKILL');
  const restored = await restore();
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(await tablesOf(join(dataDir, 'museum.db')), await tablesOf(backup));
});

test('refuses to overwrite a file without being told to, and never the database itself', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const env = { MUSEUM_DATA_DIR: dataDir };
  const before = await readFile(backup);
  const refused = await callMuseum(['backup', backup], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /already exists\. Choose another name, or overwrite it with --force\./);
  assert.deepEqual(await readFile(backup), before);
  assert.equal((await callMuseum(['backup', '--force', backup], { env })).code, 0);
  const itself = await callMuseum(['backup', '--force', join(dataDir, 'museum.db')], { env });
  assert.match(itself.stderr, /is the museum’s own database/);
  const replaced = await readFile(backup);
  await writeFile(`${backup}-wal`, '');
  const used = await callMuseum(['backup', '--force', backup], { env });
  assert.match(used.stderr, /is a database in use\.\n$/);
  assert.deepEqual(await readFile(backup), replaced);
  assert.deepEqual(await differencesIn(join(dataDir, 'museum.db')), []);
});

test('says that the disk is full, and leaves no half backup', async (test) => {
  const { dataDir } = await museumWithBackup(test);
  const folder = await temporaryFolder(test);
  // A file may not grow over 80 blocks of 512 bytes, which is how a small disk looks to one file.
  const shell = start(
    test,
    '/bin/sh',
    ['-c', `ulimit -f 80; exec "${MUSEUM}" backup "${folder}/backup.db"`],
    {
      env: { MUSEUM_DATA_DIR: dataDir },
    },
  );
  assert.equal((await shell.exit).code, 1);
  assert.match(
    shell.stderr(),
    /^museum: Can’t write \S+backup\.db: the disk (failed, or its quota is used up|is full)\.\n$/,
  );
  assert.deepEqual(await readdir(folder), []);
});

test('says that the disk is full, and leaves the museum as it was', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const before = await tablesOf(join(dataDir, 'museum.db'));
  const shell = start(test, '/bin/sh', ['-c', `ulimit -f 80; exec "${MUSEUM}" restore --force "${backup}"`], {
    env: { MUSEUM_DATA_DIR: dataDir },
  });
  assert.equal((await shell.exit).code, 1);
  assert.match(shell.stderr(), /^museum: Can’t /);
  assert.deepEqual(await readdir(dataDir), ['museum.db']);
  assert.deepEqual(await tablesOf(join(dataDir, 'museum.db')), before);
});

test('restores nothing but the sound backup of a museum that this version knows', async (test) => {
  const { dataDir, backup } = await museumWithBackup(test);
  const folder = await temporaryFolder(test);
  const database = join(dataDir, 'museum.db');
  const before = await tablesOf(database);
  const bad = async (name: string, make: (file: string) => unknown): Promise<string> => {
    const file = join(folder, name);
    await copyFile(backup, file);
    await make(file);
    const { code, stderr } = await callMuseum(['restore', '--force', file], {
      env: { MUSEUM_DATA_DIR: dataDir },
    });
    assert.equal(code, 1);
    assert.deepEqual(await tablesOf(database), before);
    return stderr;
  };
  assert.match(await bad('text', (file) => writeFile(file, 'no database'.repeat(100))), /is not a database/);
  assert.match(await bad('empty', (file) => writeFile(file, '')), /can’t be restored: it is empty\./);
  assert.match(
    await bad('cut', (file) => truncate(file, 40_960)),
    /: it is cut off: it has 40960 of \d+ bytes\./,
  );
  assert.match(
    await bad('foreign', (file) => change(file, 'PRAGMA application_id = 1')),
    /is not a museum’s/,
  );
  assert.match(
    await bad('newer', (file) => change(file, "INSERT INTO migrations VALUES (9999, 'future', 'x', 1)")),
    /newer version of the service/,
  );
  assert.match(
    await bad('in-use', (file) => writeFile(`${file}-wal`, 'changes')),
    /in use or was not closed/,
  );
  assert.match((await callMuseum(['restore', join(folder, 'none')])).stderr, /There is no file/);
});

test('on PostgreSQL, both say which of its own tools to use', async (test) => {
  const env = { MUSEUM_DATABASE_URL: 'postgres://museum@127.0.0.1:1/museum' };
  const folder = await temporaryFolder(test);
  assert.match((await callMuseum(['backup', join(folder, 'b.db')], { env })).stderr, /pg_dump /);
  assert.match((await callMuseum(['backup', '--keep', '3', folder], { env })).stderr, /pg_dump /);
  const { code, stderr } = await callMuseum(['restore', join(folder, 'b.db')], { env });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /new database, with createdb, .*pg_restore --no-owner --exit-on-error --dbname=ADDRESS FILE/,
  );
  // What is in a database already and not in the backup would stay there, and keep every version from opening it.
  assert.doesNotMatch(stderr, /--clean/);
  const [, section = ''] = /docs\/operations\.md, "([^"]+)"/.exec(stderr) ?? [];
  const guide = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  const steps = guide.split(/^###? /m).find((text) => text.startsWith(`${section}\n`));
  assert.match(steps ?? '', /createdb .*\npg_restore --no-owner --exit-on-error --dbname=/);
});

test('check ends with 1 and names what differs', async (test) => {
  const { backup } = await museumWithBackup(test);
  change(backup, "UPDATE slots SET sold = sold + 1 WHERE product = 'general'");
  const { code, stdout, stderr } = await callMuseum(['check', backup]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^General entry on 2035-05-05: the counter says \d+ sold, but tickets and held orders take \d+ places\.\n$/,
  );
  assert.equal(stderr, 'museum: found 1 difference.\n');
});

/** A museum that has sold, is stopped, and has a backup: files of the test's own. */
async function museumWithBackup(test: TestContext): Promise<{ dataDir: string; backup: string }> {
  made ??= makeBackup(test);
  const { database, copy } = await made;
  const dataDir = await temporaryFolder(test);
  const backup = join(await temporaryFolder(test), 'backup.db');
  await writeFile(join(dataDir, 'museum.db'), database);
  await writeFile(backup, copy);
  return { dataDir, backup };
}

let made: Promise<{ database: Buffer; copy: Buffer }> | undefined;

async function makeBackup(test: TestContext): Promise<{ database: Buffer; copy: Buffer }> {
  const museum = await startMuseum(test);
  const sales = sellTickets(test, museum);
  await sales.reaches(5);
  await sales.stop();
  await museum.stop();
  const backup = join(await temporaryFolder(test), 'backup.db');
  const { code, stderr } = await callMuseum(['backup', backup], {
    env: { MUSEUM_DATA_DIR: museum.dataDir },
  });
  assert.equal(code, 0, stderr);
  return { database: await readFile(join(museum.dataDir, 'museum.db')), copy: await readFile(backup) };
}

/** Buyers that come one after the other at several counters until they are stopped. */
function sellTickets(test: TestContext, museum: RunningMuseum) {
  const connections = new Connections();
  test.after(() => connections.close());
  const tickets: string[] = [];
  const { port } = new URL(museum.address);
  const headers = { authorization: museum.authorization };
  const body = { ticketType: 'general', ticketDate: DAY, email: 'ada@example.com' };
  let isOpen = true;
  let onSale = () => {};
  const counter = async () => {
    while (isOpen) {
      const { status, json } = await connections.ask(Number(port), 'POST', '/v1.1/tickets', {
        headers,
        body,
      });
      assert.equal(status, 201);
      tickets.push(json.ticketId);
      onSale();
    }
  };
  const counters = Promise.all(Array.from({ length: 8 }, counter));
  return {
    tickets,
    async reaches(count: number) {
      while (tickets.length < count) {
        await Promise.race([
          counters,
          new Promise<void>((resolve) => {
            onSale = resolve;
          }),
        ]);
      }
    },
    async stop() {
      isOpen = false;
      await counters;
    },
  };
}

async function differencesIn(path: string): Promise<string[]> {
  return inspectStore({ kind: 'sqlite', path }, async (snapshot) => {
    const differences: string[] = [];
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
    return differences;
  });
}

/** Every row of every table. */
async function tablesOf(path: string): Promise<Map<string, Row[]>> {
  return inspectStore({ kind: 'sqlite', path }, async (snapshot) => {
    const names = await snapshot.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    );
    const tables = new Map<string, Row[]>();
    for (const { name } of names) tables.set(name, inOrder(await snapshot.all(`SELECT * FROM ${name}`)));
    return tables;
  });
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
