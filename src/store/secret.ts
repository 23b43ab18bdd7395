import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Queries, Store, Transaction } from './store.ts';

const SECRET_BYTES = 32;

/**
 * The secret of that name: 32 random bytes in base64, made at the first call. All processes get the same one.
 * @param whenMade runs once in the life of a database, in the transaction that makes the secret.
 */
export async function secretOf(
  store: Store,
  clock: Clock,
  name: string,
  whenMade?: (tx: Transaction, secret: string) => Promise<void>,
): Promise<string> {
  return (await findSecret(store, name)) ?? (await makeSecret(store, clock, name, whenMade));
}

/** The secret of that name, if it has been made. */
export async function findSecret(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', [name]);
  return row?.value;
}

/** Two processes may get here at once: the second insert does nothing, and both read the first one's. */
async function makeSecret(
  store: Store,
  clock: Clock,
  name: string,
  whenMade?: (tx: Transaction, secret: string) => Promise<void>,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  return store.transaction(async (tx) => {
    const made = await tx.run(
      'INSERT INTO secrets (name, value, made_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
      [name, secret, clock.now()],
    );
    if (made === 1) await whenMade?.(tx, secret);
    const row = await tx.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', [name]);
    return row?.value ?? secret;
  });
}
