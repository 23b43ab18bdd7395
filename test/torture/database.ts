import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresPair } from '../../fixtures/postgres-pair.ts';
import { type PostgresServer, startPostgres } from '../../fixtures/postgres-server.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { DatabaseAddress } from '../../src/store/index.ts';

const MIN_OUTAGE_MS = 20;
const MAX_OUTAGE_MS = 600;
const DURABLE = { fsync: 'on', full_page_writes: 'on' };

/** The database of the tortured service, with ways to disturb it. */
export interface TorturedDatabase {
  readonly address: DatabaseAddress;
  /** The working folder and the settings of the service. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when no transaction of a killed instance can still be committed. */
  settle(): Promise<void>;
  /** Disturbs the database while it is used. Resolves when it can be used again. */
  disturb(random: SeededRandom): Promise<void>;
  /** Where there is a standby. */
  readonly failover?: Failover;
  remove(): Promise<void>;
}

export interface Failover {
  killPrimary(): Promise<void>;
  /** Resolves when the standby is the primary. */
  promote(): Promise<void>;
  /** Resolves when the new primary acknowledges only what its new standby has. */
  rebuildStandby(): Promise<void>;
}

export async function sqliteToTorture(): Promise<TorturedDatabase> {
  const folder = await newFolder();
  return {
    address: { kind: 'sqlite', path: join(folder, 'museum.db') },
    folder,
    env: {},
    settle: async () => {},
    disturb: async () => {},
    remove: () => rm(folder, { recursive: true }),
  };
}

/** @param restarts whether the server is also stopped and crashed, and started again. */
export async function postgresToTorture(restarts: boolean): Promise<TorturedDatabase> {
  const [folder, server] = await Promise.all([newFolder(), startPostgres()]);
  const url = await server.createDatabase();
  return {
    address: { kind: 'postgres', url },
    folder,
    env: { MUSEUM_DATABASE_URL: url },
    settle: () => endAll(server),
    async disturb(random) {
      if (!restarts || random.happens(0.7)) return endSome(server, random);
      await (random.happens(0.5) ? server.crash() : server.stop());
      await sleep(random.between(MIN_OUTAGE_MS, MAX_OUTAGE_MS));
      await server.start();
    },
    async remove() {
      await server.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** A primary and its synchronous standby, which write to disk before they answer. */
export async function pairToTorture(): Promise<TorturedDatabase> {
  const [folder, pair] = await Promise.all([newFolder(), PostgresPair.start(DURABLE)]);
  const url = await pair.createDatabase();
  return {
    address: { kind: 'postgres', url },
    folder,
    env: { MUSEUM_DATABASE_URL: url },
    settle: () => endAll(pair.primary),
    disturb: (random) => endSome(pair.primary, random),
    failover: {
      killPrimary: () => pair.primary.kill(),
      promote: () => pair.promote(),
      rebuildStandby: () => pair.rebuildStandby(),
    },
    async remove() {
      await pair.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** Ends all connections: a commit that was running when its instance was killed goes on without it. */
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
