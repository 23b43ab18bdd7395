import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeOnEachDatabase } from '../../../fixtures/databases.ts';
import { databaseUrl, linesOf, runCheck } from '../../../fixtures/doctor.ts';
import { freePort } from '../../../fixtures/free-port.ts';
import type { Museum } from '../../../fixtures/museum.ts';
import { freshSchema } from '../../../fixtures/postgres.ts';
import { startReceiver } from '../../../fixtures/receiver.ts';
import { temporaryFolder } from '../../../fixtures/temporary-store.ts';
import { openStore } from '../../store/index.ts';
import { DATABASE_CHECKS } from './database.ts';

const seen = async (museum: Museum, name: 'database' | 'webhooks' = 'database', env = {}) => {
  const settings = { MUSEUM_DATABASE_URL: databaseUrl(museum.database), ...env };
  return linesOf(await runCheck(DATABASE_CHECKS, name, settings));
};

const change = (museum: Museum, sql: string, values: readonly (string | number)[] = []) =>
  museum.store.transaction((tx) => tx.run(sql, values));

describeOnEachDatabase((openMuseum) => {
  test('a sound database is told as such', async (t) => {
    const museum = await openMuseum(t);
    await change(museum, 'UPDATE signing_keys SET made_at = ?', [Date.now()]);
    await change(museum, 'UPDATE journal SET at = ?', [Date.now()]);
    const flushes = /^fault database: The server does not flush .*fsync is off.* → Set fsync = on.*$/m; // that of the tests
    const lines = (await seen(museum)).replace(flushes, '');
    assert.match(lines, /^ok database: (?:SQLite,|PostgreSQL) /m);
    assert.match(lines, /^ok migrations: All \d+ are applied\.$/m);
    assert.match(lines, /^ok keys: 1 key, which works; \w\w signs, since .*Z\.$/m);
    assert.match(lines, /^ok clock: The clock is not behind the newest entry of the journal\.$/m);
    assert.doesNotMatch(lines, /^(?:warning|fault)/m);
  });

  test('what is wrong in it is told, with how to mend it', async (t) => {
    const museum = await openMuseum(t, { settings: {} });
    await change(museum, 'UPDATE signing_keys SET made_at = ?', [Date.now() - 400 * 86_400_000]);
    await museum.api('PUT', '/opening-hours/2027-03-14', { body: { isOpen: false } });
    await museum.api('POST', '/special-events', {
      body: { name: 'A', location: 'B', eventDescription: 'C', dates: ['2027-03-14'], price: 1 },
    });
    await change(museum, 'UPDATE journal SET at = ?', [Date.now() + 7_200_000]);
    const env = { MUSEUM_ADMIN_USERNAME: 'admin', MUSEUM_ADMIN_PASSWORD: 'correct horse' };
    const lines = await seen(museum, 'database', env);
    assert.match(lines, /^warning keys: .* That is more than a year\. → Run: museum keys rotate$/m);
    assert.match(
      lines,
      /^warning clock: The newest entry .* ahead: the clock was ahead then, or is behind now\. → /m,
    );
    assert.match(lines, /^warning settings: MUSEUM_ADMIN_PASSWORD is still set, and ignored.* → Remove /m);

    await change(museum, `UPDATE signing_keys SET private_key = 'broken'`);
    assert.match(await seen(museum), /^fault keys: A ticket key can't be used: .* → .*restore a backup/m);
  });

  test('migrations that are pending, unknown or edited are told', async (t) => {
    const museum = await openMuseum(t);
    const [last] = await museum.store.all<{ number: number; name: string }>(
      'SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1',
    );
    const { number = 0, name = '' } = last ?? {};
    const add = (added: number, checksum: string) =>
      change(museum, 'INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, 0)', [
        added,
        name,
        checksum,
      ]);
    const applied = await museum.store.get<{ checksum: string }>(
      'SELECT checksum FROM migrations WHERE number = ?',
      [number],
    );
    await change(museum, 'DELETE FROM migrations WHERE number = ?', [number]);
    assert.match(
      await seen(museum),
      new RegExp(
        `^warning migrations: 1 of this version is not applied yet: ${number} ${name}\\. → Make a backup`,
        'm',
      ),
    );
    await add(number, 'other');
    assert.match(
      await seen(museum),
      /^fault migrations: Migration \d+ .* was edited after release.* → Use /m,
    );
    await change(museum, 'UPDATE migrations SET checksum = ? WHERE number = ?', [
      applied?.checksum ?? '',
      number,
    ]);
    await add(9_999, 'new');
    assert.match(
      await seen(museum),
      /^fault migrations: The database is from a newer version .*9999.* → Use /m,
    );
    await change(museum, 'DELETE FROM migrations WHERE number = 9999'); // the schema is lent to other tests
    assert.match(await seen(museum), /^ok migrations: /m);
  });

  test('each webhook is connected to without a message, and its failures are told', async (t) => {
    const settings = { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' };
    const museum = await openMuseum(t, { settings });
    assert.equal(await seen(museum, 'webhooks'), 'ok webhooks: There are none.');
    const receiver = await startReceiver(t);
    const add = async (url: string) =>
      (await museum.api('POST', '/webhooks', { body: { url, types: ['*'], description: '' } })).json
        .webhookId;
    const first = await add(`${receiver.url}?token=secret`);
    const lines = await seen(museum, 'webhooks', settings);
    assert.match(
      lines,
      new RegExp(`^ok webhooks: ${first} \\(http://127.0.0.1:\\d+\\) is reachable\\. \\d+ messages wait, 0 `),
    );
    assert.doesNotMatch(lines, /secret/);
    assert.match(
      await seen(museum, 'webhooks'),
      /^fault webhooks: .* private network, or is not https\. .* → /,
    );

    const second = await add(`http://127.0.0.1:${await freePort()}/`);
    receiver.behave(() => 500);
    await change(
      museum,
      `INSERT INTO deliveries (delivery_id, channel, receiver, kind, subject, content, state, made_at, settled_at, answer, answered_at)
         VALUES ('01a203b2-c2a1-74ba-b35a-127fcecbe331', 'webhook', ?, 'webhook.test', 'x', '{}', 'failed', 0, 0, 'HTTP 500', 0)`,
      [first],
    );
    const later = await seen(museum, 'webhooks', settings);
    assert.match(
      later,
      new RegExp(
        `^warning webhooks: ${first} .* 1 have failed, the last with: HTTP 500 → .* museum webhooks retry ${first} --failed$`,
        'm',
      ),
    );
    assert.match(
      later,
      new RegExp(`^fault webhooks: ${second} .* can’t be reached: The connection was refused\\. `, 'm'),
    );
    assert.deepEqual(receiver.received, []);
  });
});

test('a server that is read-only is told', async () => {
  const url = `${await freshSchema()}`;
  await (await openStore({ kind: 'postgres', url })).close();
  const readOnly = new URL(url);
  const options = readOnly.searchParams.get('options') ?? '';
  readOnly.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim());
  const lines = linesOf(await runCheck(DATABASE_CHECKS, 'database', { MUSEUM_DATABASE_URL: readOnly.href }));
  assert.match(lines, /^fault database: .* is read-only: default_transaction_read_only is on\. → /m);
  assert.match(lines, /^ok migrations: /m);
});

test('a server that refuses the connection is told', async () => {
  const MUSEUM_DATABASE_URL = `postgres://museum@127.0.0.1:${await freePort()}/museum`;
  const lines = linesOf(await runCheck(DATABASE_CHECKS, 'database', { MUSEUM_DATABASE_URL }));
  assert.match(lines, /^fault database: .*can’t be reached.* → Look whether the server runs/);
});

test('a database that is not there is not a fault, and one that is something else is', async (t) => {
  const folder = await temporaryFolder(t);
  const look = async () => linesOf(await runCheck(DATABASE_CHECKS, 'database', { MUSEUM_DATA_DIR: folder }));
  assert.match(await look(), /^warning database: There is no database at .* yet\. → Start the service once/);
  await writeFile(
    join(folder, 'museum.db'),
    'a letter, which is no database, and long enough to have a head'.repeat(9),
  );
  assert.match(await look(), /^fault database: Can’t use the database .* → Look whether MUSEUM_DATA_DIR/);
});
