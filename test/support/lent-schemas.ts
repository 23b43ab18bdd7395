import { after } from 'node:test';
import pg from 'pg';
import { openStore } from '../../src/store/index.ts';
import { readMigrations } from '../../src/store/migrations.ts';
import { tablesOf } from '../../src/store/sqlite-schema.ts';
import type { Stores } from './museum.ts';
import { freshSchema } from './postgres.ts';

/** A schema of PostgreSQL in which a test may open a museum. */
interface LentSchema {
  readonly url: string;
  /** Stores that are open on it: opening connections would cost more than most tests do. */
  readonly stores: Stores;
  /** To be called when nothing uses it any more. The next test gets it. */
  giveBack(): void;
}

const made: MuseumSchema[] = [];
const free: MuseumSchema[] = [];
after(() => Promise.all(made.map((schema) => schema.close())));

/**
 * A schema as the migrations leave it. Making one takes longer than most tests, so the tests of a file, which are one
 * process, use the same schemas one after another.
 */
export async function borrowSchema(): Promise<LentSchema> {
  const used = free.pop();
  const schema = used ?? (await MuseumSchema.make());
  await used?.empty();
  return { url: schema.url, stores: schema.stores, giveBack: () => free.push(schema) };
}

class MuseumSchema {
  readonly url: string;
  readonly stores: Stores;
  readonly #client: pg.Client;
  readonly #emptyingSql: string;

  static async make(): Promise<MuseumSchema> {
    const url = await freshSchema();
    const open = () => openStore({ kind: 'postgres', url: `${url}&pool_max=4` });
    const stores = { service: await open(), outside: await open() };
    const client = new pg.Client(url);
    client.on('error', () => {}); // a server that was started for this file alone stops before its schemas are closed
    await client.connect();
    const schema = new MuseumSchema(url, stores, client, await emptyingSql(client));
    made.push(schema);
    return schema;
  }

  private constructor(url: string, stores: Stores, client: pg.Client, sql: string) {
    this.url = url;
    this.stores = stores;
    this.#client = client;
    this.#emptyingSql = sql;
  }

  /** Makes its rows those that the migrations have inserted, and no others. */
  async empty(): Promise<void> {
    await this.#client.query(this.#emptyingSql);
  }

  async close(): Promise<void> {
    await Promise.all([this.stores.service.close(), this.stores.outside.close()]);
    await this.#client.end();
  }
}

/** The statements for `empty`, from a schema that is as the migrations leave it. */
async function emptyingSql(client: pg.Client): Promise<string> {
  const tables = ['commit_marks', ...tablesOf(readMigrations()).map(({ name }) => name)];
  const deletions = tables.toReversed().map((name) => `DELETE FROM ${name}`);
  const insertions: string[] = [];
  for (const name of tables) {
    const { rows } = await client.query(`SELECT json_agg(t) AS rows FROM ${name} t`);
    if (rows[0].rows === null) continue;
    const json = client.escapeLiteral(JSON.stringify(rows[0].rows));
    insertions.push(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ${json})`);
  }
  const { rows } = await client.query(`
    SELECT table_name AS name, column_name AS numbers FROM information_schema.columns
      WHERE table_schema = current_schema() AND is_identity = 'YES'`);
  const counters = rows.map(
    ({ name, numbers }) => `SELECT setval(pg_get_serial_sequence('${name}', '${numbers}'), 1, false)`,
  );
  return ['BEGIN', ...deletions, ...insertions, ...counters, 'COMMIT'].join(';\n');
}
