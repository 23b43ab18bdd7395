import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../fixtures/free-port.ts';
import { callMuseum, runMuseum, startMuseum } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { CHECK_NAMES, type Finding, STATUSES } from './doctor/finding.ts';

/** No check hangs, however busy the machine is. */
const CALM = ['--timeout', '300'] as const;

test('museum doctor says of everything how it is, beside the running service and without it', async (t) => {
  const backups = await temporaryFolder(t);
  const env = { MUSEUM_TIME_ZONE: 'Europe/Berlin', MUSEUM_BACKUP_DIR: backups, PORT: `${await freePort()}` };
  const museum = await startMuseum(t, { env });
  const settings = { ...env, MUSEUM_DATA_DIR: museum.dataDir, MUSEUM_PUBLIC_URL: museum.address };
  assert.equal((await callMuseum(['backup', '--keep', '2', backups], { env: settings })).code, 0);

  const { code, stdout, stderr } = await runMuseum(t, ['doctor', ...CALM, '--json'], {
    env: settings,
    cwd: museum.dataDir,
  });
  assert.equal(stderr, '');
  const { outcome, findings } = JSON.parse(stdout) as { outcome: string; findings: Finding[] };
  assert.deepEqual([...new Set(findings.map(({ check }) => check))], [...CHECK_NAMES]);
  for (const { status, seen, remedy } of findings) {
    assert.ok(STATUSES.includes(status));
    assert.match(seen, /^[^\n]+[.:]/);
    assert.equal(remedy === null, status === 'ok');
  }
  // The disk is that of whoever runs the tests.
  assert.deepEqual(
    findings.filter(({ status, check }) => status !== 'ok' && check !== 'disk'),
    [],
  );
  assert.equal(code, STATUSES.indexOf(outcome as Finding['status']));
  assert.match(findings.find(({ check }) => check === 'port')?.seen ?? '', /^The service answers at port /);

  await museum.stop();
  const stopped = await callMuseum(['doctor', ...CALM], { env: settings, cwd: museum.dataDir });
  assert.match(stopped.stdout, /^STATUS +CHECK +SEEN/);
  assert.match(stopped.stdout, /^ok +port +The service does not run; port \d+ on 127\.0\.0\.1 is free\.$/m);
  assert.match(stopped.stdout, /^ok +proxy +Not asked: /m);
  assert.match(stopped.stdout, /^ok +database +SQLite, /m);
  assert.match(stopped.stdout, /\n\d+ ok, \d+ warning, 0 fault\n$/);
});

test('museum doctor changes nothing, not even what a crash has left', async (t) => {
  const museum = await startMuseum(t);
  const port = new URL(museum.address).port;
  await museum.stop('SIGKILL');
  const before = await contentsOf(museum.dataDir);
  assert.ok(before['museum.db-wal'], 'the crash has left a write-ahead log');
  const env = { MUSEUM_DATA_DIR: museum.dataDir, PORT: port };
  const { stdout } = await callMuseum(['doctor', ...CALM], { env });
  assert.match(stdout, /^ok +migrations /m);
  assert.deepEqual(await contentsOf(museum.dataDir), before);
  const elsewhere = join(museum.dataDir, 'not', 'there');
  await callMuseum(['doctor', ...CALM], { env: { ...env, MUSEUM_DATA_DIR: elsewhere } });
  assert.deepEqual(await contentsOf(museum.dataDir), before);
});

/** The files of a folder, each with a digest. The shared memory of SQLite is a cache. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const digests = names.map(async (name) => {
    const digest = name.endsWith('-shm')
      ? ''
      : createHash('sha256').update(await readFile(join(folder, name)));
    return [name, typeof digest === 'string' ? digest : digest.digest('hex')];
  });
  return Object.fromEntries(await Promise.all(digests));
}

test('a check that hangs is a fault after its time, and keeps no other from its end', async (t) => {
  const folder = await temporaryFolder(t);
  const MUSEUM_LOGO = join(folder, 'logo.png');
  execFileSync('mkfifo', [MUSEUM_LOGO]); // whoever opens it waits for ever
  const env = { MUSEUM_DATA_DIR: folder, MUSEUM_BACKUP_DIR: folder, MUSEUM_LOGO };
  const { code, stdout } = await callMuseum(['doctor', '--timeout', '5'], { env });
  assert.match(stdout, /^fault +files +No answer within 5 s\.\n +→ The disk does not answer/m);
  assert.match(stdout, /^warning +database +There is no database /m);
  assert.match(stdout, /^fault +backup +There is no backup in /m);
  assert.equal(code, 2);
});

test('settings with which the service does not start are all that is told', async () => {
  const { code, stdout } = await callMuseum(['doctor', '--json'], { env: { MUSEUM_CURRENCY: 'Taler' } });
  const { outcome, findings } = JSON.parse(stdout);
  assert.equal(outcome, 'fault');
  assert.equal(findings.length, 1);
  assert.match(findings[0].seen, /^MUSEUM_CURRENCY: "Taler" is not a currency/);
  assert.equal(code, 2);
});

test('settings that are ignored, or that endanger others, are warned of', async (t) => {
  const env = {
    MUSEUM_TIMEZONE: 'UTC',
    HOST: '0.0.0.0',
    MUSEUM_DATA_DIR: await temporaryFolder(t),
    TZ: 'UTC',
  };
  const { code, stdout } = await callMuseum(['doctor', ...CALM], { env });
  assert.match(
    stdout,
    /^warning +settings +MUSEUM_TIMEZONE is not a setting .* mean MUSEUM_TIME_ZONE\?\n +→ /m,
  );
  assert.match(stdout, /^warning +settings +Other machines can reach the service at 0\.0\.0\.0 without TLS/m);
  assert.match(stdout, /^warning +time-zone +UTC, where it is .* MUSEUM_TIME_ZONE is not set\.\n +→ Set/m);
  assert.equal(code, 1);
});
