import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Migration, readMigrations } from '../src/store/migrations.ts';
import { readPostgresAddress } from '../src/store/postgres-address.ts';
import { migratePostgres } from '../src/store/postgres-migrations.ts';
import { openMuseum } from './support/museum.ts';
import { freshDatabase } from './support/postgres.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase } from './support/samples.ts';

/** What a migration may do, so that instances of the version before can go on reading and writing beside it. */
const MAY: readonly { readonly statement: RegExp; readonly onlyOnOwnTables?: true }[] = [
  { statement: /^CREATE TABLE (?<table>\w+) \(/ },
  { statement: /^CREATE INDEX \w+ ON (?<table>\w+) / },
  // The older version would not keep to it.
  { statement: /^CREATE UNIQUE INDEX \w+ ON (?<table>\w+) /, onlyOnOwnTables: true },
  { statement: /^INSERT INTO (?<table>\w+) /, onlyOnOwnTables: true },
  // The older version's INSERT does not name the column.
  {
    statement:
      /^ALTER TABLE (?<table>\w+) ADD COLUMN \w+ \w+(?: NOT NULL DEFAULT \S+| DEFAULT \S+)?(?: CHECK .+)?$/,
  },
];

/** Migrations that also take something away, with what: while they are applied, nothing else may be running. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  contacts: [
    'ALTER TABLE tickets DROP COLUMN email',
    'ALTER TABLE tickets DROP COLUMN phone',
    'DROP TABLE idempotent_answers',
  ],
};

test('every migration only adds, so that the version before can still run beside it, but for those known', () => {
  for (const { name, sql } of readMigrations()) assert.deepEqual(breaches(sql), ALONE[name] ?? [], name);
});

test('a migration that would stop the version before is noticed', () => {
  for (const statement of [
    'DROP TABLE tickets',
    'ALTER TABLE tickets DROP COLUMN phone',
    'ALTER TABLE tickets RENAME COLUMN phone TO telephone',
    'ALTER TABLE tickets ADD COLUMN note TEXT NOT NULL',
    'ALTER TABLE tickets ADD COLUMN note TEXT UNIQUE',
    'ALTER TABLE tickets ALTER COLUMN phone SET NOT NULL',
    'CREATE UNIQUE INDEX tickets_by_email ON tickets (email)',
    'UPDATE tickets SET phone = NULL',
    "INSERT INTO tickets (number) VALUES ('1')",
  ]) {
    assert.deepEqual(breaches(`CREATE TABLE notes (id INTEGER);\n${statement};`), [statement]);
  }
  assert.deepEqual(breaches('ALTER TABLE tickets ADD COLUMN note TEXT; -- DROP TABLE tickets;'), []);
});

test('an instance goes on selling and changing events while a newer version changes the schema', async (t) => {
  const url = await freshDatabase();
  const museum = await openMuseum({ database: { kind: 'postgres', url } });
  t.after(() => museum.close());
  const { eventId } = await createEvent(museum);
  const useIt = async () => {
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, generalPurchase());
    const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 30 } });
    assert.equal(changed.status, 200);
    assert.equal((await museum.api('GET', '/special-events?startDate=2027-03-10')).json.length, 1);
  };
  await useIt();
  let isMigrated = false;
  const upgrade = migratePostgres(readPostgresAddress(url), [...readMigrations(), nextMigration()]).then(
    () => {
      isMigrated = true;
    },
  );
  do await useIt();
  while (!isMigrated);
  await upgrade;
  await useIt();
  assert.equal((await museum.store.all('SELECT note FROM tickets')).length > 0, true);
});

/** A step as the next version may bring: new columns where there is work going on, and more. */
function nextMigration(): Migration {
  const sql = `
    CREATE TABLE notes (note_id TEXT NOT NULL PRIMARY KEY, note TEXT NOT NULL);
    INSERT INTO notes (note_id, note) VALUES ('first', 'A note');
    ALTER TABLE tickets ADD COLUMN note TEXT;
    ALTER TABLE accounts ADD COLUMN note TEXT;
    ALTER TABLE event_days ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE kept_answers ADD COLUMN note TEXT;
    CREATE INDEX contacts_by_email ON contacts (email);`;
  assert.deepEqual(breaches(sql), []);
  return { number: 9_000, name: 'notes', sql, checksum: 'x' };
}

/** The statements that do more than add. */
function breaches(sql: string): string[] {
  const statements = sql
    .replace(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const ownTables = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
  return statements.filter(
    (each) =>
      !MAY.some(({ statement, onlyOnOwnTables }) => {
        const table = statement.exec(each)?.groups?.table;
        return table !== undefined && (!onlyOnOwnTables || ownTables.includes(table));
      }),
  );
}
