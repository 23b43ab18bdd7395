import { after } from 'node:test';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export { type PostgresServer, startPostgres };

let shared: Promise<PostgresServer> | undefined;

/** The address of a new, empty database on a server that all tests of this process share. */
export async function freshDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).createDatabase();
}

after(async () => (await shared)?.remove());
