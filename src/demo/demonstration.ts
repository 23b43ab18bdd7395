import { wasEverUsed } from '../check/index.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** Thrown when the database that is to be seeded holds a museum already. */
export class MuseumNotEmpty extends Error {
  override readonly name = 'MuseumNotEmpty';
}

/** Whether the museum is a demonstration. */
export async function isDemonstration(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT id FROM demonstrations')) !== undefined;
}

/** @throws MuseumNotEmpty */
export async function requireEmpty(queries: Queries): Promise<void> {
  if (await wasEverUsed(queries)) throw new MuseumNotEmpty('There is a museum already.');
}

/** From now on the museum says on every page that it is a demonstration. */
export async function markAsDemo(tx: Transaction, now: number): Promise<void> {
  await tx.insert('demonstrations', ['id', 'furnished_at'], [[1, now]]);
}
