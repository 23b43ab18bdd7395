import { after } from 'node:test';
import { openStore } from '../../src/store/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export { type PostgresServer, startPostgres };

let shared: Promise<PostgresServer> | undefined;
let template: Promise<string> | undefined;

/** The address of a new, empty database on a server that all tests of this process share. */
export async function freshDatabase(): Promise<string> {
  return (await server()).createDatabase();
}

/** The same with the schema in it: quicker to copy than to make for each test anew. */
export async function freshMuseumDatabase(): Promise<string> {
  template ??= makeTemplate();
  return (await server()).createDatabase(await template);
}

function server(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}

async function makeTemplate(): Promise<string> {
  const url = await freshDatabase();
  await (await openStore({ kind: 'postgres', url })).close();
  return new URL(url).pathname.slice(1);
}

after(async () => (await shared)?.remove());
