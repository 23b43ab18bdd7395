import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freshSchema } from '../../fixtures/postgres.ts';
import { basic, callMuseum, type Environment, MUSEUM, start, startMuseum } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

/** Runs `museum demo` until it is open. */
async function startDemo(t: TestContext, dataDir: string, env: Environment = {}) {
  const running = start(t, MUSEUM, ['demo'], { env: { MUSEUM_DATA_DIR: dataDir, ...env }, cwd: dataDir });
  const [, address = ''] = await running.says(/Start page +(http:\S+)\/\s/);
  const ask = (path: string, account: string, password: string) =>
    fetch(address + path, { headers: { authorization: basic(account, password) } });
  const stop = () => {
    running.child.kill('SIGINT');
    return running.exit;
  };
  return { ...running, address, ask, stop };
}

function passwordsIn(output: string): Map<string, string> {
  return new Map(
    [...output.matchAll(/^ {2}(\w+) +([A-Za-z0-9]{20})$/gm)].map(([, name = '', word = '']) => [name, word]),
  );
}

test('furnishes an empty folder, prints what to sign in with, once, serves until Ctrl-C, and is a demonstration to every other command as well', async (t) => {
  const dataDir = await temporaryFolder(t);
  const demo = await startDemo(t, dataDir);
  const passwords = passwordsIn(demo.said());
  assert.deepEqual([...passwords.keys()], ['admin', 'manager', 'cashier', 'partner', 'gate', 'viewer']);
  for (const [name, password] of passwords)
    assert.equal((await demo.ask('/v1.1/special-events', name, password)).status, 200, name);
  assert.match(await (await fetch(demo.address)).text(), /<title>Museum of Tides \(demo\)<\/title>/);
  assert.match(
    demo.said(),
    /^This is a demonstration museum: nothing in it is real, and it sends no mail\.$/m,
  );
  assert.ok(demo.said().includes(`Its data is in ${join(dataDir, 'museum.db')}.`));
  assert.deepEqual(await demo.stop(), { code: 0, signal: null });
  assert.equal(demo.stderr(), '');

  const env = { MUSEUM_DATA_DIR: dataDir };
  assert.match((await callMuseum(['check'], { env })).stdout, /^OK: [12]?,?\d+ tickets, 12 events/);

  const again = await startDemo(t, dataDir);
  await again.says(/Its data is in/);
  assert.equal(passwordsIn(again.said()).size, 0);
  assert.match(again.said(), /^This demonstration exists already/);
  assert.ok(again.said().includes(`--generate", with MUSEUM_DATA_DIR=${dataDir}, sets a new one.`));
  const admin = passwords.get('admin') as string;
  assert.equal((await again.ask('/v1.1/special-events', 'admin', admin)).status, 200);
  await again.stop();

  const museum = await startMuseum(t, { dataDir, env: { MUSEUM_NAME: 'Kept' } });
  await museum.says(/^This is a demonstration museum/m);
  const page = await (await fetch(museum.address)).text();
  assert.match(page, /<h1>Kept<\/h1>/);
  assert.match(page, /This is a demonstration museum: nothing here is real\./);
  const mailing = { MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9', MUSEUM_MAIL_FROM: 'tickets@museum.example' };
  const mail = await callMuseum(['mail', 'test', 'ada@example.com'], { env: { ...env, ...mailing } });
  assert.deepEqual([mail.code, mail.stdout], [1, '']);
  assert.equal(mail.stderr, 'museum: this is a demonstration museum: it sends no mail.\n');
});

test('is in a folder of its own, which a real museum does not use, and follows the settings', async (t) => {
  const folder = await temporaryFolder(t);
  const env = {
    MUSEUM_DATA_DIR: undefined,
    MUSEUM_ADMIN_USERNAME: 'Ada',
    MUSEUM_ADMIN_PASSWORD: 'correct horse battery',
    MUSEUM_NAME: 'Site of Salt',
  };
  const demo = await startDemo(t, folder, env);
  await demo.says(/Its data is in \S+\/demo\/museum\.db\./);
  assert.match(demo.said(), /^ {2}Ada +the one in MUSEUM_ADMIN_PASSWORD$/m);
  assert.doesNotMatch(demo.said(), /are ignored|correct horse/);
  assert.equal((await demo.ask('/v1.1/special-events', 'Ada', env.MUSEUM_ADMIN_PASSWORD)).status, 200);
  assert.match(await (await fetch(demo.address)).text(), /<title>Site of Salt<\/title>/);
  await demo.stop();
  assert.deepEqual(await readdir(folder), ['demo']);
  const check = await callMuseum(['check'], { cwd: folder });
  assert.match(check.stderr, /^museum: there is no database at \S+\/data\/museum\.db yet\./);
});

test('leaves a museum alone that is there already, and says what to do', async (t) => {
  const museum = await startMuseum(t);
  await museum.stop();
  const env = { MUSEUM_DATA_DIR: museum.dataDir };
  const refused = await callMuseum(['demo'], { env });
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.equal(
    refused.stderr,
    `museum: MUSEUM_DATA_DIR: there is already a museum at ${join(museum.dataDir, 'museum.db')}, and a demonstration needs an empty database. Set it to an empty folder.\n`,
  );
  assert.match((await callMuseum(['accounts', 'list'], { env })).stdout, /^admin +admin +active/m);
  assert.match((await callMuseum(['check'], { env })).stdout, /^OK: 0 tickets, 0 events/);
});

test('makes nothing when a setting can’t be used', async (t) => {
  const dataDir = await temporaryFolder(t);
  const env = {
    MUSEUM_DATA_DIR: dataDir,
    MUSEUM_ADMIN_USERNAME: 'gate',
    MUSEUM_ADMIN_PASSWORD: 'correct horse battery',
  };
  const { code, stdout, stderr } = await callMuseum(['demo'], { env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^museum: MUSEUM_ADMIN_USERNAME: the demonstration already has an account named "gate"\. [^\n]+\n$/,
  );
  assert.deepEqual(await readdir(dataDir), []);
});

test('furnishes an empty PostgreSQL database, and refuses one with a museum in it', async (t) => {
  const url = await freshSchema();
  const folder = await temporaryFolder(t);
  const demo = await startDemo(t, folder, { MUSEUM_DATABASE_URL: url });
  await demo.says(/For a museum of your own, use another database\.$/m);
  const admin = passwordsIn(demo.said()).get('admin') as string;
  assert.equal((await demo.ask('/v1.1/special-events', 'admin', admin)).status, 200);
  await demo.stop();
  const other = await freshSchema();
  const museum = await startMuseum(t, { env: { MUSEUM_DATABASE_URL: other } });
  await museum.stop();
  const { code, stderr } = await callMuseum(['demo'], { env: { MUSEUM_DATABASE_URL: other }, cwd: folder });
  assert.equal(code, 1);
  assert.match(stderr, /^museum: MUSEUM_DATABASE_URL: there is already a museum in this database, [^\n]+\n$/);
});
