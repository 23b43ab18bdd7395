import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { moveStore } from '../src/store/move.ts';
import { makeFolder } from './cleanup.ts';
import { InvalidRun } from './generator.ts';
import { progressBar } from './progress.ts';
import { copyDatabase } from './seed.ts';
import { SeedReader } from './seed-reader.ts';
import type { SeedSize } from './seed-rows.ts';

/** The seeded museum in a PostgreSQL of this run's own. */
export interface SeededPostgres {
  readonly url: string;
  /** The same museum in a file, from which requests are chosen. What is sold meanwhile is not in it. */
  readonly seeded: SeedReader;
  /** @throws InvalidRun unless the hot event has `atLeast` more tickets for that day than before, and the counter agrees. */
  requireSold(day: string, atLeast: number): Promise<void>;
  remove(): Promise<void>;
}

/** As a careful operator runs it: every commit is on disk, and a torn page can be repaired. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
};

/** One server serves all rows of a run, and ends with it. */
let template: Promise<Template> | undefined;

interface Template {
  readonly server: PostgresServer;
  readonly database: string;
  readonly file: string;
}

/** A fresh copy of the seeded museum, for one row. */
export async function seededPostgres(size: SeedSize): Promise<SeededPostgres> {
  template ??= makeTemplate(size);
  const { server, database: original, file } = await template;
  const database = `row_${++copies}`;
  await server.query(`CREATE DATABASE ${database} TEMPLATE ${original} STRATEGY file_copy`);
  // So that the copy is not written to disk while something is measured.
  await server.query('CHECKPOINT');
  const url = server.url(database);
  const seeded = new SeedReader(file);
  const before = new Map<string, number>();
  const sold = async (day: string) => {
    const [row] = await server.query(SOLD, [seeded.hotEventId(), day], database);
    return row as { counted: number; rows: number };
  };
  return {
    url,
    seeded,
    async requireSold(day, atLeast) {
      const { counted, rows } = await sold(day);
      const earlier = before.get(day) ?? seeded.sold(day).rows;
      before.set(day, rows);
      if (rows === counted && rows - earlier >= atLeast) return;
      throw new InvalidRun(
        `For ${day} there are ${rows} tickets, ${rows - earlier} of them new, where ${atLeast} were acknowledged; the counter says ${counted}.`,
      );
    },
    async remove() {
      seeded.close();
      await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

let copies = 0;

async function makeTemplate(size: SeedSize): Promise<Template> {
  const file = join(makeFolder(), 'museum.db');
  await copyDatabase(size, file);
  const server = await startPostgres(SETTINGS);
  const url = await server.createDatabase();
  const showProgress = progressBar('Moving to PostgreSQL', 1);
  await moveStore(file, url, (_, done) => showProgress(done));
  return { server, database: new URL(url).pathname.slice(1), file };
}

const SOLD = `
  SELECT sold AS counted, (SELECT count(*)::int FROM tickets WHERE event_id = days.product AND ticket_date = days.day) AS rows
    FROM slots AS days WHERE product = $1 AND day = $2`;
