import { after } from 'node:test';
import { Postgres, type PostgresServer, startPostgres } from './postgres-server.ts';
import { portOfTheRun } from './whole-run.ts';

export { type PostgresServer, startPostgres };

let server: Promise<Postgres> | undefined;
/** The address of a new, empty database on the server that all tests of a run share. */
export async function freshDatabase(): Promise<string> {
  server ??= sharedServer();
  return (await server).createDatabase();
}

/** The address of a new, empty schema on it. Prefer it to a database: it is faster to make. */
export async function freshSchema(): Promise<string> {
  server ??= sharedServer();
  return (await server).createSchema();
}

/** The server of the whole run; or, for a file that is run alone, a server of its own, which ends with it. */
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
