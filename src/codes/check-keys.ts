import type { Queries } from '../store/index.ts';
import { BrokenKey, fromStoredKey } from './ticket-keys.ts';

/** Yields a sentence for each fault of a key. @returns the ids of all keys */
export async function* checkKeys(queries: Queries): AsyncGenerator<string, ReadonlySet<string>> {
  const rows = await queries.all<KeyRow>(
    'SELECT key_id, public_key, private_key, is_current FROM signing_keys',
  );
  for (const row of rows) {
    try {
      fromStoredKey({ keyId: row.key_id, publicKey: row.public_key, privateKey: row.private_key });
    } catch (error) {
      if (!(error instanceof BrokenKey)) throw error;
      yield error.message;
    }
  }
  const revoked = await queries.all<{ key_id: string }>(
    `SELECT key_id FROM signing_keys WHERE key_id IN (SELECT key_id FROM revoked_keys)
        AND (is_current = 1 OR key_id IN (SELECT replaced_by FROM revoked_keys)) ORDER BY key_id`,
  );
  for (const { key_id } of revoked) yield `The key ${key_id} is revoked, but still signs tickets.`;
  if (!rows.some(({ is_current }) => is_current === 1)) yield 'There is no current key to sign tickets.';
  return new Set(rows.map(({ key_id }) => key_id));
}

interface KeyRow {
  readonly key_id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly is_current: number | null;
}
