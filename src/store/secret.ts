import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Queries, Store } from './store.ts';

const SECRET_BYTES = 32;

/**
 * The secret of that name: 32 random bytes in base64, made when it is first asked for. Whoever asks, in
 * whichever process, gets the same one.
 */
export async function secretOf(store: Store, clock: Clock, name: string): Promise<string> {
  return (await findSecret(store, name)) ?? (await makeSecret(store, clock, name));
}

/** The secret of that name, if it has been made. */
export async function findSecret(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', [name]);
  return row?.value;
}

/** Two processes may get here at once: the second insert does nothing, and both read the first one's. */
async function makeSecret(store: Store, clock: Clock, name: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  return store.transaction(async (tx) => {
    await tx.run(
      'INSERT INTO secrets (name, value, made_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
      [name, secret, clock.now()],
    );
    const row = await tx.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', [name]);
    return row?.value ?? secret;
  });
}
