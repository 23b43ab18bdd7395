import type { Actor } from '../core/actor.ts';
import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { record } from '../journal/index.ts';
import {
  type ActionContext,
  type Queries,
  readRevision,
  type Store,
  type Transaction,
} from '../store/index.ts';
import {
  fromStoredKey,
  newSigningKey,
  type SigningKey,
  type TicketJwk,
  toJwk,
  toStoredKey,
} from './ticket-keys.ts';

/** A stored key with its state, without the private half. */
export interface KeptKey {
  readonly keyId: string;
  readonly isCurrent: boolean;
  readonly madeAt: number;
  readonly retiredAt: number | null;
  /** For a retired key: the last day of any ticket whose code it signs; null when there is none. */
  readonly neededUntil: CalendarDay | null;
  /** Null: it was not revoked. */
  readonly revocation: Revocation | null;
}

/** The age after which the current key should be rotated. */
export const ROTATE_AFTER_MS = 365 * MS_PER_DAY;

/** Why no code that a key has signed is valid any more. */
export interface Revocation {
  readonly at: number;
  readonly reason: string;
  /** The id of the key that signs its tickets instead. */
  readonly replacedBy: string;
}

/** A key that can't be revoked. The message says why, and what to do. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

const COLUMNS = `signing_keys.key_id, public_key, private_key, is_current, made_at, retired_at, needed_until,
  revoked_at, reason, replaced_by`;

/**
 * Every key pair, newest first, each of which has just signed and verified something.
 * @throws BrokenKey when a row is damaged
 */
export async function findKeys(queries: Queries): Promise<(KeptKey & { readonly key: SigningKey })[]> {
  const rows = await queries.all<KeyRow>(
    `SELECT ${COLUMNS} FROM signing_keys LEFT JOIN revoked_keys ON revoked_keys.key_id = signing_keys.key_id
      ORDER BY made_at DESC, signing_keys.key_id`,
  );
  return rows.map((row) => ({
    keyId: row.key_id,
    isCurrent: row.is_current === 1,
    madeAt: row.made_at,
    retiredAt: row.retired_at,
    neededUntil: neededUntil(row, rows),
    revocation: revocationOf(row),
    key: fromStoredKey({ keyId: row.key_id, publicKey: row.public_key, privateKey: row.private_key }),
  }));
}

/** A key also signs the tickets of the keys that it replaces. */
function neededUntil({ key_id, needed_until }: KeyRow, rows: readonly KeyRow[]): CalendarDay | null {
  const replaced = rows.filter(({ replaced_by }) => replaced_by === key_id);
  const days = [needed_until, ...replaced.map((row) => row.needed_until)].filter((day) => day !== null);
  return days.toSorted().at(-1) ?? null;
}

function revocationOf({ revoked_at: at, reason, replaced_by: replacedBy }: KeyRow): Revocation | null {
  return at === null || reason === null || replacedBy === null ? null : { at, reason, replacedBy };
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
  return store.transaction(async (tx) => rotate({ tx, actor, now }, await lockKeys(tx)));
}

/** A key that has just been revoked. */
export interface RevokedKey {
  /** The key that signs its tickets from now on. */
  readonly replacedBy: string;
  /** Whether that one was made for it, because the revoked one was in use. */
  readonly isNew: boolean;
  /**
   * The ids of all keys under which tickets were sold whose codes are withdrawn: this one, and those that it had
   * replaced.
   */
  readonly withdrawn: readonly string[];
}

/**
 * Revokes a key: no code that it has signed admits anybody any more. Its tickets stay valid, and their codes are signed
 * with the current key when they are asked for; if it is the current one itself, a new one is made first. No instance
 * signs with it any more when this resolves.
 * @param reason one line, for staff
 * @param isMailed whether the holders of its tickets to come are mailed their new codes; also for a key that is revoked
 * already
 * @throws Refusal forbidden. @throws KeyRefused when there is no such key, or it is revoked already
 */
export async function revokeKey(
  store: Store,
  actor: Actor,
  keyId: string,
  { reason, isMailed }: { readonly reason: string; readonly isMailed: boolean },
  now: number,
): Promise<RevokedKey> {
  requirePermission(actor, 'manage-accounts');
  return store.transaction(async (tx) => {
    const keys = await lockKeys(tx);
    const key = keys.find(({ key_id }) => key_id === keyId);
    if (key === undefined)
      throw new KeyRefused(`there is no key ${keyId}. "museum keys list" lists all of them.`);
    const before = await findReplacement(tx, keyId);
    if (before !== undefined && !isMailed)
      throw new KeyRefused(
        `the key ${keyId} is revoked already. To mail the new codes to the holders of its tickets, add --mail.`,
      );
    const isNew = key.is_current === 1;
    const replacedBy =
      before ?? (isNew ? await rotate({ tx, actor, now }, keys) : await lockCurrentKeyId(tx));
    const withdrawn = [keyId, ...(await findReplacedBy(tx, keyId))];
    if (before === undefined) {
      await tx.run('UPDATE revoked_keys SET replaced_by = ? WHERE replaced_by = ?', [replacedBy, keyId]);
      await tx.insert(
        'revoked_keys',
        ['key_id', 'replaced_by', 'reason', 'revoked_at'],
        [[keyId, replacedBy, reason, now]],
      );
      await tx.touch('keys');
      // Cached drafts of tickets are of this topic.
      await tx.touch('events');
    }
    // In the journal, "replacedBy" is the number of a ticket.
    const details = { reason, instead: replacedBy, withdrawn, mails: isMailed };
    await record({ tx, actor, now }, { kind: 'keys.revoked', subject: keyId, details });
    return { replacedBy, isNew, withdrawn };
  });
}

async function findReplacement(tx: Transaction, keyId: string): Promise<string | undefined> {
  const row = await tx.get<{ replaced_by: string }>('SELECT replaced_by FROM revoked_keys WHERE key_id = ?', [
    keyId,
  ]);
  return row?.replaced_by;
}

/** The keys whose tickets that one signs. */
async function findReplacedBy(tx: Transaction, keyId: string): Promise<string[]> {
  const rows = await tx.all<{ key_id: string }>('SELECT key_id FROM revoked_keys WHERE replaced_by = ?', [
    keyId,
  ]);
  return rows.map(({ key_id }) => key_id);
}

type LockedKey = Pick<KeyRow, 'key_id' | 'is_current'>;

/** All keys, which no other transaction can change or use for sales until this one ends. */
function lockKeys(tx: Transaction): Promise<LockedKey[]> {
  return tx.all<LockedKey>(`SELECT key_id, is_current FROM signing_keys${tx.dialect.lockForUpdate}`);
}

async function rotate(context: ActionContext, keys: readonly LockedKey[]): Promise<string> {
  const { tx, now } = context;
  await tx.run(
    `UPDATE signing_keys SET is_current = NULL, retired_at = ?,
            needed_until = (
              SELECT max(day) FROM (
                SELECT max(ticket_date) AS day FROM tickets WHERE tickets.key_id = signing_keys.key_id UNION ALL
                SELECT max(to_day) FROM passes WHERE passes.key_id = signing_keys.key_id) AS days)
      WHERE is_current = 1`,
    [now],
  );
  const key = newSigningKey(keys.map(({ key_id }) => key_id));
  await addCurrentKey(tx, key, now);
  await record(context, { kind: 'keys.rotated', subject: key.keyId, details: {} });
  return key.keyId;
}

/** Gates need those keys until that day, although they sign no more. */
export async function needKeysUntil(
  tx: Transaction,
  keyIds: readonly string[],
  day: CalendarDay,
): Promise<void> {
  const extended = await tx.run(
    'UPDATE signing_keys SET needed_until = ? WHERE key_id IN ? AND needed_until < ?',
    [day, keyIds, day],
  );
  if (extended > 0) await tx.touch('keys');
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
  readonly revoked_at: number | null;
  readonly reason: string | null;
  readonly replaced_by: string | null;
}

type RingKey = KeptKey & { readonly key: SigningKey };

interface Jwks {
  readonly keys: readonly TicketJwk[];
}

/** A cache of the museum's keys, which is refreshed when any process has changed them. */
export class KeyRing {
  readonly #store: Store;
  #revision = -1;
  #keys = new Map<string, RingKey>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The key that signs now what was sold under that one: itself, or the one that replaces it since it was revoked.
   * @throws BrokenKey when a stored key is damaged
   */
  async signingFor(keyId: string): Promise<SigningKey> {
    const key = await this.find(keyId);
    if (key === undefined) throw new Error(`There is no signing key ${keyId}.`);
    return key.revocation === null ? key.key : this.signingFor(key.revocation.replacedBy);
  }

  /**
   * The key with that id, revoked or not; undefined when there is none.
   * @throws BrokenKey when a stored key is damaged
   */
  async find(keyId: string): Promise<RingKey | undefined> {
    const known = (await this.#current()).get(keyId);
    if (known !== undefined) return known;
    // A new key may sign tickets some milliseconds before this cache is refreshed.
    return (await this.#at(await readRevision(this.#store, 'keys'))).get(keyId);
  }

  /** The JWK Set that gates verify with (RFC 7517, section 5): the keys that valid tickets need. */
  async published(today: CalendarDay): Promise<Jwks> {
    return toJwks([...(await this.#current()).values()], today);
  }

  async #current(): Promise<Map<string, RingKey>> {
    return this.#at(await this.#store.revision('keys'));
  }

  async #at(revision: number): Promise<Map<string, RingKey>> {
    if (revision !== this.#revision) {
      const keys = await findKeys(this.#store);
      this.#keys = new Map(keys.map((key) => [key.keyId, key]));
      this.#revision = revision;
    }
    return this.#keys;
  }
}

/**
 * The published keys and the ids of the revoked ones, read from the database now: the cache may be some milliseconds
 * behind.
 */
export async function findGateKeys(
  queries: Queries,
  today: CalendarDay,
): Promise<{ readonly published: readonly TicketJwk[]; readonly revoked: readonly string[] }> {
  const keys = await findKeys(queries);
  const revoked = keys.filter(({ revocation }) => revocation !== null).map(({ keyId }) => keyId);
  return { published: toJwks(keys, today).keys, revoked };
}

function toJwks(keys: readonly RingKey[], today: CalendarDay): Jwks {
  return { keys: keys.filter((key) => isNeeded(key, today)).map(({ key }) => toJwk(key)) };
}

/** Whether a valid code may be signed with it. */
export function isNeeded({ isCurrent, neededUntil, revocation }: KeptKey, today: CalendarDay): boolean {
  if (revocation !== null) return false;
  return isCurrent || (neededUntil !== null && neededUntil >= today);
}
