import type { Actor } from '../core/actor.ts';
import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { record } from '../journal/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import { fromStoredKey, newSigningKey, type SigningKey, toStoredKey } from './ticket-keys.ts';

/** A stored key with its state, without the private half. */
export interface KeptKey {
  readonly keyId: string;
  readonly isCurrent: boolean;
  readonly madeAt: number;
  readonly retiredAt: number | null;
  /** For a retired key: the last day of any ticket that it signed; null when there is none. */
  readonly neededUntil: CalendarDay | null;
}

/** The age after which the current key should be rotated. */
export const ROTATE_AFTER_MS = 365 * MS_PER_DAY;

const COLUMNS = 'key_id, public_key, private_key, is_current, made_at, retired_at, needed_until';

/**
 * Every key pair, newest first, each of which has just signed and verified something.
 * @throws BrokenKey when a row is damaged
 */
export async function findKeys(queries: Queries): Promise<(KeptKey & { readonly key: SigningKey })[]> {
  const rows = await queries.all<KeyRow>(`SELECT ${COLUMNS} FROM signing_keys ORDER BY made_at DESC, key_id`);
  return rows.map((row) => ({
    keyId: row.key_id,
    isCurrent: row.is_current === 1,
    madeAt: row.made_at,
    retiredAt: row.retired_at,
    neededUntil: row.needed_until,
    key: fromStoredKey({ keyId: row.key_id, publicKey: row.public_key, privateKey: row.private_key }),
  }));
}

/** Makes the museum's first key where there is none. Two instances that start together make one. */
export async function ensureSigningKey(store: Store, now: number): Promise<void> {
  const row = await store.get('SELECT key_id FROM signing_keys WHERE is_current = 1');
  if (row !== undefined) return;
  await store.transaction((tx) => addCurrentKey(tx, newSigningKey(), now));
}

/** When the current key was made. */
export async function currentKeySince(queries: Queries): Promise<number | undefined> {
  const row = await queries.get<{ since: number }>(
    'SELECT made_at AS since FROM signing_keys WHERE is_current = 1',
  );
  return row?.since;
}

/** The id of the current key, which can't be retired before the transaction ends. */
export async function lockCurrentKeyId(tx: Transaction): Promise<string> {
  const row = await tx.get<{ key_id: string }>(
    `SELECT key_id FROM signing_keys WHERE is_current = 1${tx.dialect.lockForShare}`,
  );
  if (row === undefined) throw new Error('There is no current signing key.');
  return row.key_id;
}

/**
 * Retires the current key and makes a new one, which signs everything sold from now on.
 * @returns the new key's id. @throws Refusal forbidden
 */
export async function rotateKeys(store: Store, actor: Actor, now: number): Promise<string> {
  requirePermission(actor, 'manage-accounts');
  return store.transaction(async (tx) => {
    const rows = await tx.all<{ key_id: string }>(
      `SELECT key_id FROM signing_keys${tx.dialect.lockForUpdate}`,
    );
    await tx.run(
      `UPDATE signing_keys SET is_current = NULL, retired_at = ?,
              needed_until = (SELECT max(ticket_date) FROM tickets WHERE tickets.key_id = signing_keys.key_id)
        WHERE is_current = 1`,
      [now],
    );
    const key = newSigningKey(rows.map(({ key_id }) => key_id));
    await addCurrentKey(tx, key, now);
    await record(tx, actor, now, { kind: 'keys.rotated', subject: key.keyId, details: {} });
    return key.keyId;
  });
}

async function addCurrentKey(tx: Transaction, key: SigningKey, now: number): Promise<void> {
  const { keyId, publicKey, privateKey } = toStoredKey(key);
  await tx.run(
    `INSERT INTO signing_keys (key_id, public_key, private_key, is_current, made_at) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (is_current) DO NOTHING`,
    [keyId, publicKey, privateKey, now],
  );
  await tx.touch('keys');
}

interface KeyRow {
  readonly key_id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly is_current: number | null;
  readonly made_at: number;
  readonly retired_at: number | null;
  readonly needed_until: CalendarDay | null;
}
