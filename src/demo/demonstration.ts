import type { Queries, Transaction } from '../store/index.ts';

/** There is a museum already, where a demonstration was to be furnished. */
export class MuseumNotEmpty extends Error {
  override readonly name = 'MuseumNotEmpty';
}

/** Whether nothing in the museum is real. */
export async function isDemonstration(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT id FROM demonstrations')) !== undefined;
}

/** @throws MuseumNotEmpty when anything was ever done: that needs an account, or stands in the journal */
export async function requireEmpty(queries: Queries): Promise<void> {
  for (const table of ['accounts', 'journal'])
    if ((await queries.get(`SELECT 1 AS found FROM ${table} LIMIT 1`)) !== undefined)
      throw new MuseumNotEmpty('There is a museum already.');
}

/** From now on the museum says on every page that it is a demonstration. */
export async function markAsDemo(tx: Transaction, now: number): Promise<void> {
  await tx.insert('demonstrations', ['id', 'furnished_at'], [[1, now]]);
}
