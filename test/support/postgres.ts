import { after } from 'node:test';
import { Postgres, type PostgresServer, startPostgres } from './postgres-server.ts';
import { portOfTheRun } from './whole-run.ts';

export { type PostgresServer, startPostgres };

let server: Promise<Postgres> | undefined;
let withSchemas: Promise<string> | undefined;
let schemas = 0;

/** The address of a new, empty database on the server that all tests of a run share. */
export async function freshDatabase(): Promise<string> {
  server ??= sharedServer();
  return (await server).createDatabase();
}

/** The address of a new, empty schema on it: to a museum that is a database, and it is made in half the time. */
export async function freshSchema(): Promise<string> {
  withSchemas ??= freshDatabase();
  const url = await withSchemas;
  const name = `museum_${++schemas}`;
  await (await server)?.query(`CREATE SCHEMA ${name}`, [], new URL(url).pathname.slice(1));
  return `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
}

/** That of the whole run, or for a file that is run by itself one of its own, which ends with it. */
async function sharedServer(): Promise<Postgres> {
  const port = portOfTheRun();
  return port === undefined ? startOwn() : new Postgres(port);
}

let own: PostgresServer | undefined;

async function startOwn(): Promise<PostgresServer> {
  own = await startPostgres();
  return own;
}

after(() => own?.remove());
