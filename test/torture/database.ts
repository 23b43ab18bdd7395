import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { DatabaseAddress } from '../../src/store/index.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const LEAST_OUTAGE_MS = 20;
const LONGEST_OUTAGE_MS = 600;

/** The database that the service is tortured on, and what can be done to it. */
export interface TorturedDatabase {
  readonly address: DatabaseAddress;
  /** Where the service is started, and what it is told. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when nothing that killed instances had begun can still be done. */
  settle(): Promise<void>;
  /** Something happens to the database while it is used. Resolves when it can be used again. */
  suffer(random: SeededRandom): Promise<void>;
  remove(): Promise<void>;
}

export async function sqliteToTorture(): Promise<TorturedDatabase> {
  const folder = await newFolder();
  return {
    address: { kind: 'sqlite', path: join(folder, 'museum.db') },
    folder,
    env: {},
    settle: async () => {},
    suffer: async () => {},
    remove: () => rm(folder, { recursive: true }),
  };
}

/** @param restarts whether it is also stopped and crashed, and started again. */
export async function postgresToTorture(restarts: boolean): Promise<TorturedDatabase> {
  const [folder, server] = await Promise.all([newFolder(), startPostgres()]);
  const url = await server.createDatabase();
  return {
    address: { kind: 'postgres', url },
    folder,
    env: { MUSEUM_DATABASE_URL: url },
    settle: () => endAll(server),
    async suffer(random) {
      if (!restarts || random.happens(0.7)) return endSome(server, random);
      await (random.happens(0.5) ? server.crash() : server.stop());
      await sleep(random.between(LEAST_OUTAGE_MS, LONGEST_OUTAGE_MS));
      await server.start();
    },
    async remove() {
      await server.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** A commit that was under way when its instance was killed goes on without it. */
async function endAll(server: PostgresServer): Promise<void> {
  for (;;) {
    const ended = await endConnections(server, '');
    if (ended === 0) return;
    await sleep(5);
  }
}

async function endSome(server: PostgresServer, random: SeededRandom): Promise<void> {
  const modulus = random.oneOf([1, 2, 5]);
  await endConnections(server, `AND pid % ${modulus} = ${random.between(0, modulus - 1)}`);
}

async function endConnections(server: PostgresServer, which: string): Promise<number> {
  const rows = await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'museum' ${which}`,
  );
  return rows.length;
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'museum-torture-'));
}
