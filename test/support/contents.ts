import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Row, Store } from '../../src/store/index.ts';
import type { Museum } from './museum.ts';
import { buyTicket, generalPurchase } from './samples.ts';

/** Tables that change without a request: leases, marks of commits, and probes whether there can be any. */
const BY_ITSELF = `'jobs', 'commit_marks', 'write_probes'`;
/** Every other table that there is, in the words of each database. */
const TABLES = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (${BY_ITSELF}) ORDER BY name`,
  postgres: `SELECT tablename AS name FROM pg_tables
              WHERE schemaname = current_schema() AND tablename NOT IN (${BY_ITSELF}) ORDER BY tablename`,
};

/**
 * Remembers what the database holds. @returns what fails when that has changed since.
 * A ticket is sold first, so that what the service makes at first use (a secret, a block of numbers) is there.
 */
export async function rememberContents(museum: Museum): Promise<() => Promise<void>> {
  await buyTicket(museum, generalPurchase());
  await takeJobs(museum);
  const before = await contentsOf(museum.store);
  return async () => assert.deepEqual(await contentsOf(museum.store), before);
}

/**
 * Takes every background job away from the museum, like another instance that never lets go: its clock stands still, and so
 * the leases never end. A step that is under way can commit nothing any more.
 */
export async function takeJobs(museum: Museum): Promise<void> {
  const { text } = await museum.ask('GET', '/metrics', { as: 'nobody' });
  const jobs = new Set([...text.matchAll(/\{job="([^"]+)"\}/g)].map(([, job]) => job as string));
  assert.ok(jobs.size > 0, 'the metrics name every job');
  await museum.store.transaction(async (tx) => {
    for (const job of jobs)
      await tx.run(
        `INSERT INTO jobs (name, holder, fence, renewals) VALUES (?, 'a test', 1, 0)
           ON CONFLICT (name) DO UPDATE SET holder = 'a test', fence = jobs.fence + 1`,
        [job],
      );
  });
}

/** For each table the number of its rows and a hash of them: equal when nothing has changed. */
export async function contentsOf(store: Store): Promise<Record<string, string>> {
  const tables = await store.all<{ name: string }>(TABLES[store.dialect.name]);
  const contents = tables.map(async ({ name }) => {
    const rows = (await store.all(`SELECT * FROM ${name}`)).map((row) => JSON.stringify(row)).sort();
    return [name, `${rows.length} rows, ${hash('sha256', rows.join('\n'))}`] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** The same rows whatever order a database gives them in. */
export function inOrder(rows: readonly Row[]): Row[] {
  const texts = new Map(rows.map((row) => [JSON.stringify(row), { ...row }]));
  return [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
