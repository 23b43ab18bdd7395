import type { CalendarDay } from '../core/calendar-day.ts';
import { type Queries, readRevision, type Store } from '../store/index.ts';
import { findKeys, type KeptKey } from './signing-key-store.ts';
import { type SigningKey, type TicketJwk, toJwk } from './ticket-keys.ts';

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

  /** The key with that id, revoked or not; undefined when there is none. @throws BrokenKey when a stored key is damaged */
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

/** The published keys and the ids of the revoked ones, read from the database now: the cache may be some milliseconds behind. */
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
