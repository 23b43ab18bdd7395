import type { TestContext } from 'node:test';
import { type ClientOptions, MuseumClient } from 'museum/client';
import { DATABASES } from './databases.ts';
import { type Asker, type Museum, type MuseumOptions, openMuseum, PASSWORD } from './museum.ts';

/** A museum that is open until the end of the test, on a SQLite database of its own. */
export async function openForTest(
  test: TestContext,
  options: Omit<MuseumOptions, 'database'> = {},
): Promise<Museum> {
  const [sqlite] = DATABASES as [(typeof DATABASES)[number]];
  const { database } = await sqlite.lend(test);
  const museum = await openMuseum({ database, ...options });
  test.after(() => museum.close());
  return museum;
}

/** A client of the service at the port. */
export function clientAt(port: number, options: Partial<ClientOptions> & { as?: Asker } = {}): MuseumClient {
  const { as: username = 'admin', ...others } = options;
  const baseUrl = `http://127.0.0.1:${port}/v1.1`;
  return new MuseumClient({ baseUrl, username, password: PASSWORD, ...others });
}
