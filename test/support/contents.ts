import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, Store } from '../../src/store/index.ts';
import type { Museum } from './museum.ts';
import { buyTicket, generalPurchase } from './samples.ts';

/** Tables that jobs change by themselves: leases, aggregated figures, and marks of commits. */
const BY_ITSELF = `'jobs', 'commit_marks', 'report_progress', 'sales_figures', 'visit_figures', 'uncounted_days'`;
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
  await newsTold(museum);
  const before = await contentsOf(museum.store);
  return async () => assert.deepEqual(await contentsOf(museum.store), before);
}

/** Resolves when everything up to now is planned for the webhooks, and no delivery to one is due. */
async function newsTold({ store, clock }: Museum): Promise<void> {
  const isUntold = () =>
    store.get(
      `SELECT webhook_id FROM webhooks WHERE enabled = 1 AND removed_at IS NULL AND (
         replayed_to IS NOT NULL
         OR EXISTS (SELECT position FROM journal WHERE number IS NULL)
         OR EXISTS (SELECT name FROM feeds WHERE name = 'webhooks' AND read_to < (SELECT max(number) FROM journal))
         OR EXISTS (SELECT delivery_id FROM deliveries WHERE receiver = webhook_id AND state = 'waiting' AND next_at <= ?))`,
      [clock.now()],
    );
  while ((await isUntold()) !== undefined) await sleep(20);
}

/** For each table the number of its rows and a hash of them: equal when nothing has changed. */
export async function contentsOf(store: Store): Promise<Record<string, string>> {
  const tables = await store.all<{ name: string }>(TABLES[store.dialect.name]);
  const contents = tables.map(async ({ name }) => {
    const rows = (await store.all(`SELECT * FROM ${name}`))
      .map((row) => JSON.stringify(unsealed(row)))
      .sort();
    return [name, `${rows.length} rows, ${hash('sha256', rows.join('\n'))}`] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** The same rows whatever order a database gives them in. */
export function inOrder(rows: readonly Row[]): Row[] {
  const texts = new Map(rows.map((row) => [JSON.stringify(row), { ...row }]));
  return [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The row without its seal: the journal is sealed in the background. */
function unsealed({ seal, number, ...row }: Row): Row {
  return seal === undefined && number !== undefined ? { ...row, number } : row;
}
