/** From version 0.2 on, old and new instances run beside each other: what a migration may do, read from its text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Breach, breachesOf } from '../fixtures/additive.ts';
import { readMigrations } from '../src/store/migrations.ts';

/** The last one of version 0.2. Those up to here were applied while nothing else was running. */
const LAST_OF_0_2 = 8;

test('every migration after version 0.2 only adds, so that instances of the version before run on beside it', () => {
  const { name } = readMigrations().find(({ number }) => number === LAST_OF_0_2) ?? {};
  assert.equal(name, 'version-0-2');
  const refused = readMigrations()
    .filter(({ number }) => number > LAST_OF_0_2)
    .flatMap(({ number, name, sql }) => breachesOf(sql).map((breach) => shown(number, name, breach)));
  assert.equal(refused.join('\n'), '');
});

const REFUSED: readonly { readonly statement: string; readonly instead: RegExp }[] = [
  { statement: 'DROP TABLE tickets', instead: /Leave it where it is/ },
  { statement: 'DROP INDEX tickets_by_day', instead: /Leave it where it is/ },
  { statement: 'ALTER TABLE tickets DROP COLUMN phone', instead: /Leave it where it is/ },
  { statement: 'ALTER TABLE tickets RENAME COLUMN phone TO telephone', instead: /with the new name/ },
  { statement: 'ALTER TABLE tickets RENAME TO sold', instead: /with the new name/ },
  { statement: 'ALTER TABLE tickets ALTER COLUMN number TYPE TEXT', instead: /column of the new type/ },
  { statement: 'ALTER TABLE tickets ALTER phone TYPE TEXT', instead: /known to be safe/ },
  { statement: 'ALTER TABLE tickets ALTER COLUMN phone SET NOT NULL', instead: /nullable/ },
  { statement: 'ALTER TABLE tickets ADD COLUMN note TEXT NOT NULL', instead: /nullable, or add it with/ },
  { statement: 'ALTER TABLE tickets ADD COLUMN note TEXT NOT NULL DEFAULT NULL', instead: /nullable/ },
  { statement: 'ALTER TABLE tickets ADD COLUMN note UUID DEFAULT gen_random_uuid()', instead: /literal/ },
  { statement: 'ALTER TABLE tickets ADD COLUMN note TEXT UNIQUE', instead: /new table/ },
  { statement: 'ALTER TABLE tickets ADD CONSTRAINT one UNIQUE (ticket_id)', instead: /new table/ },
  { statement: 'CREATE UNIQUE INDEX tickets_by_email ON tickets (email)', instead: /new table/ },
  { statement: 'ALTER TABLE tickets ADD CHECK (number > 0)', instead: /code check the value/ },
  {
    statement: 'ALTER TABLE tickets ADD FOREIGN KEY (sold_by) REFERENCES accounts (account_id)',
    instead: /new table/,
  },
  {
    statement: 'CREATE TABLE mailed (webhook_id TEXT PRIMARY KEY REFERENCES webhooks (webhook_id))',
    instead: /ON DELETE CASCADE/,
  },
  { statement: 'UPDATE tickets SET phone = NULL', instead: /a job of this version/ },
  {
    statement: "UPDATE tickets SET note = 'first', phone = NULL WHERE number = 1",
    instead: /a job of this version/,
  },
  { statement: 'DELETE FROM sessions', instead: /a job of this version/ },
  { statement: "INSERT INTO tickets (number) VALUES ('1')", instead: /a job of this version/ },
  { statement: 'CREATE TRIGGER never BEFORE INSERT ON tickets', instead: /known to be safe/ },
];

for (const { statement, instead } of REFUSED)
  test(`a migration is refused that says ${statement}, with what to do instead`, () => {
    for (const sql of [
      statement,
      `CREATE TABLE notes (id INTEGER);\n${statement};`,
      `-- PostgreSQL: ${statement};`,
    ]) {
      const breaches = breachesOf(sql);
      assert.deepEqual(
        breaches.map((breach) => breach.statement),
        [statement],
      );
      assert.match(shown(9, 'planted', breaches[0] as Breach), instead);
    }
  });

test('a migration is not refused for what it says only in a comment, nor for what it does to tables of its own', () => {
  const added = `
    ALTER TABLE tickets ADD COLUMN note TEXT; -- DROP TABLE tickets;
    ALTER TABLE slots ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));
    CREATE INDEX contacts_by_note ON tickets (note) WHERE note IS NOT NULL;
    CREATE TABLE notes (
      note_id INTEGER NOT NULL PRIMARY KEY,
      -- DROP TABLE accounts;
      account_id TEXT NOT NULL REFERENCES accounts (account_id),
      session_id TEXT REFERENCES sessions (session_id) ON DELETE CASCADE,
      note TEXT NOT NULL
    );
    CREATE UNIQUE INDEX notes_by_note ON notes (note);
    -- PostgreSQL: ALTER TABLE notes ALTER COLUMN note_id TYPE BIGINT;
    UPDATE tickets SET note = 'first' WHERE number = 1;
    INSERT INTO notes (note_id, account_id, note) SELECT 1, account_id, 'first' FROM accounts;`;
  assert.deepEqual(breachesOf(added), []);
});

function shown(number: number, name: string, { statement, instead }: Breach): string {
  return `migration ${number} "${name}" can’t run beside the version before: ${statement}. ${instead}`;
}
