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

  /** @throws BrokenKey when a stored key is damaged */
  async get(keyId: string): Promise<SigningKey> {
    const key = await this.find(keyId);
    if (key === undefined) throw new Error(`There is no signing key ${keyId}.`);
    return key;
  }

  /** The same; undefined when there is no such key. */
  async find(keyId: string): Promise<SigningKey | undefined> {
    const known = (await this.#current()).get(keyId);
    if (known !== undefined) return known.key;
    // A new key may sign tickets some milliseconds before this cache is refreshed.
    return (await this.#at(await readRevision(this.#store, 'keys'))).get(keyId)?.key;
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

/** The published keys, read from the database now: the cache may be some milliseconds behind. */
export async function findPublishedKeys(queries: Queries, today: CalendarDay): Promise<Jwks> {
  return toJwks(await findKeys(queries), today);
}

function toJwks(keys: readonly RingKey[], today: CalendarDay): Jwks {
  return { keys: keys.filter((key) => isNeeded(key, today)).map(({ key }) => toJwk(key)) };
}

/** Whether a ticket that is still valid may be signed with it. */
export function isNeeded({ isCurrent, neededUntil }: KeptKey, today: CalendarDay): boolean {
  return isCurrent || (neededUntil !== null && neededUntil >= today);
}
