import type { Queries, Transaction } from '../store/index.ts';

/** Thrown when the database that is to be seeded holds a museum already. */
export class MuseumNotEmpty extends Error {
  override readonly name = 'MuseumNotEmpty';
}

/** Whether the museum is a demonstration. */
export async function isDemonstration(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT id FROM demonstrations')) !== undefined;
}

/** @throws MuseumNotEmpty when there is an account or an entry in the journal */
export async function requireEmpty(queries: Queries): Promise<void> {
  for (const table of ['accounts', 'journal'])
    if ((await queries.get(`SELECT 1 AS found FROM ${table} LIMIT 1`)) !== undefined)
      throw new MuseumNotEmpty('There is a museum already.');
}

/** From now on the museum says on every page that it is a demonstration. */
export async function markAsDemo(tx: Transaction, now: number): Promise<void> {
  await tx.insert('demonstrations', ['id', 'furnished_at'], [[1, now]]);
}
