import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeOnEachDatabase } from '../../../fixtures/databases.ts';
import { databaseUrl, linesOf, runCheck } from '../../../fixtures/doctor.ts';
import { emptyMuseum, temporaryFolder } from '../../../fixtures/temporary-store.ts';
import { readConfig } from '../../app/config.ts';
import { DAMAGE_CHECKS } from './damage.ts';
import type { Finding } from './finding.ts';

describeOnEachDatabase((openMuseum) => {
  test('a sound database has no damage', async (t) => {
    const museum = await openMuseum(t);
    const env = { MUSEUM_DATABASE_URL: databaseUrl(museum.database) };
    assert.match(linesOf(await runCheck(DAMAGE_CHECKS, 'damage', env)), /^ok damage: [^\n]+\.$/);
  });
});

test('noise in the middle of the file of SQLite is found, wherever it is', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'museum.db');
  await writeFile(path, await emptyMuseum());
  const database = new DatabaseSync(path);
  database.exec(`WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 50000)
    INSERT INTO failed_sign_ins (counted_under, failures, last_at) SELECT 'somebody ' || n, 1, n FROM counted`);
  database.close();
  const sound = await readFile(path);
  for (const share of [0.3, 0.5, 0.7, 0.9]) {
    const damaged = Buffer.from(sound);
    damaged.set(randomBytes(40_000), sound.length * share);
    await writeFile(path, damaged);
    const found = linesOf(await runCheck(DAMAGE_CHECKS, 'damage', { MUSEUM_DATA_DIR: folder }));
    assert.match(
      found,
      /^fault damage: The database file is damaged: failed_sign_ins, .+ → .*museum restore /,
    );
  }
});

test('it is known at any time how far the tables were read, so that a large database is no fault', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'museum.db'), await emptyMuseum());
  const meanwhile: Finding[] = [];
  const config = readConfig({ MUSEUM_TIME_ZONE: 'Europe/Berlin', MUSEUM_DATA_DIR: folder });
  await DAMAGE_CHECKS[0]?.run(config, 1_000, async (finding) => void meanwhile.push(finding));
  assert.match(linesOf(meanwhile.slice(0, 1)), /^ok damage: No damage in 0 of \d+ tables; there was no time/);
  assert.match(linesOf(meanwhile.slice(5, 6)), /^ok damage: No damage in 5 of \d+ tables; .* "museum check"/);
});

test('a database that is not there, or can’t be used, is not tested', async (t) => {
  const MUSEUM_DATA_DIR = await temporaryFolder(t);
  const look = async () => linesOf(await runCheck(DAMAGE_CHECKS, 'damage', { MUSEUM_DATA_DIR }));
  assert.equal(await look(), 'ok damage: There is no database yet.');
  await writeFile(join(MUSEUM_DATA_DIR, 'museum.db'), 'a letter, which is no database'.repeat(9));
  assert.equal(
    await look(),
    'warning damage: Not tested, because the database can’t be used. → See database.',
  );
});
