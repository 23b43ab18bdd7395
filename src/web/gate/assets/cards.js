/**
 * Cards of other issuers on a device without a network. Their numbers are kept as keyed hashes, and encrypted until they are handed in,
 * under keys that this device made and that can't be read out of it.
 *
 * @import { Decision, ScannedDoor, TicketAtGate, VerdictCategory } from '../../../gate/verdict-types.ts'
 * @import { DeviceStorage } from './storage.js'
 * @import { Service } from './service.js'
 * @import { GateCard, KeptCardList, Knowledge, CardHere, Sealed, SentScan, Settings } from './types.ts'
 */
import { cardIn } from '../../../cards/card-pattern.js';
import { otherImportedCodes } from '../../../codes/imported-code.js';
import { decide } from '../../../gate/verdict.js';
import { textsOfVerdict } from '../../../gate/verdict-languages.js';

const PREFIX_BYTES = 5;
/** The timeout in milliseconds: a list may have megabytes. */
const LONG = 120_000;

export class Cards {
  #storage;
  /** @type {Map<string, KeptCardList>} */
  #lists = new Map();
  #isCatchingUp = false;

  /** @param {DeviceStorage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * The card that was scanned, as far as this device knows.
   * @param {string} text
   * @param {Knowledge | undefined} knowledge
   * @returns {Promise<CardHere | undefined>}
   */
  async read(text, knowledge) {
    const { cards = [] } = knowledge ?? {};
    if (cards.length === 0 || crypto.subtle === undefined) return undefined;
    const texts = [text, ...otherImportedCodes(text).map((other) => other.text)];
    for (const each of texts) {
      const found = cardIn(cards, each);
      if (found !== undefined) return { ...found, id: await this.#idOf(found.card, found.number) };
    }
    return undefined;
  }

  /**
   * What the card is known by on this device.
   * @param {GateCard} card
   * @param {string} number
   */
  async #idOf({ card }, number) {
    const key = await this.#key('cardHashKey', () =>
      crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    );
    const hash = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(`${card} ${number}`)));
    return `card ${card} ${btoa(String.fromCharCode(...hash.subarray(0, 16)))}`;
  }

  /**
   * A number as it waits on this device.
   * @param {string} text
   * @returns {Promise<Sealed>}
   */
  async seal(text) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const key = await this.#cipherKey();
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytesOf(text)) };
  }

  /** @param {Sealed} sealed */
  async unseal({ iv, data }) {
    const key = await this.#cipherKey();
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
  }

  #cipherKey() {
    return this.#key('cardCipherKey', () =>
      crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    );
  }

  /**
   * Two pages of this device make one key: the lock lets the second find that of the first.
   * @param {string} name
   * @param {() => Promise<CryptoKey>} make
   * @returns {Promise<CryptoKey>}
   */
  async #key(name, make) {
    const kept = await this.#storage.recall(name);
    if (kept !== undefined) return kept;
    return navigator.locks.request(`museum-gate-${name}`, async () => {
      const meanwhile = await this.#storage.recall(name);
      if (meanwhile !== undefined) return meanwhile;
      const made = await make();
      await this.#storage.keep(name, made);
      return made;
    });
  }

  /**
   * Gets the lists of which there is a newer version, one at a time.
   * @param {Service} service
   * @param {Knowledge | undefined} knowledge
   */
  async catchUp(service, knowledge) {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      await this.#getNewer(service, knowledge);
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /**
   * @param {Service} service
   * @param {Knowledge | undefined} knowledge
   */
  async #getNewer(service, knowledge) {
    for (const { card, version } of knowledge?.cards ?? []) {
      if (version === undefined || (await this.#listOf(card))?.version === version) continue;
      const reply = await service.ask('GET', `api/gate/cards/${card}`, undefined, LONG);
      if (reply?.status !== 200) continue;
      const { key, numbers } = reply.json;
      /** @type {KeptCardList} */
      const list = { version: reply.json.version, key: fromBase64(key), numbers: fromBase64(numbers) };
      this.#lists.set(card, list);
      await this.#storage.keep(`cardList ${card}`, list);
    }
  }

  /**
   * @param {string} card
   * @returns {Promise<KeptCardList | undefined>}
   */
  async #listOf(card) {
    const list = this.#lists.get(card) ?? (await this.#storage.recall(`cardList ${card}`));
    if (list !== undefined) this.#lists.set(card, list);
    return list;
  }

  /**
   * Whether the number is in the list of its card; undefined: this device has no list.
   * @param {CardHere} scanned
   * @returns {Promise<boolean | undefined>}
   */
  async isListed({ card, number }) {
    const list = await this.#listOf(card.card);
    if (list === undefined) return undefined;
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', list.key, hmac, false, ['sign']);
    const hash = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(number)));
    return hasPrefix(list.numbers, hash.subarray(0, PREFIX_BYTES));
  }

  /**
   * Decides on a card without the service.
   * @param {CardHere} scanned
   * @param {SentScan & { readonly admitsName?: string | undefined }} scan
   * @param {Knowledge} knowledge
   * @param {Settings} settings
   * @param {{ readonly now: number, readonly days: readonly string[] }} moment
   * @returns {Promise<{ decision: Decision, ticketId: string, category?: VerdictCategory | undefined, isEntry: boolean }>}
   */
  async decide(scanned, scan, knowledge, { language, timeZone, reentry }, { now, days }) {
    const { card, id } = scanned;
    const presence = knowledge.presences.get(id);
    const isOfToday = presence !== undefined && presence.is !== 'nowhere' && presence.day === days[0];
    const { is, lastIn, entries = 0 } = isOfToday ? presence : { is: 'nowhere' };
    const lastDirection = is === 'nowhere' ? undefined : is === 'inside' ? 'in' : 'out';
    const isBack =
      reentry === 'always'
        ? lastDirection !== undefined
        : reentry === 'after-exit' && lastDirection === 'out';
    const category = knowledge.categories.get(card.categoryNumber);
    const fault = await this.#faultOf(scanned, scan, isBack);
    /** @type {TicketAtGate} */
    const ticket = {
      ticketDate: /** @type {string} */ (days[0]),
      eventId: null,
      ...(category && { category }),
      ...(lastDirection && { lastDirection }),
      ...(lastIn && { lastIn }),
      card: { name: namesIn(card)[language] ?? card.name, ...(fault && { fault }) },
    };
    const { admits, admitsName } = scan;
    /** @type {ScannedDoor} */
    const door = {
      direction: scan.direction ?? 'in',
      ...(admits !== undefined && { admits }),
      ...(admitsName !== undefined && { admitsName }),
      isOverridden: scan.override !== undefined,
    };
    const often = entries < card.perDay ? /** @type {const} */ ('always') : reentry;
    const known = { ticket, door, days, now, timeZone, reentry: often, entry: knowledge.entry };
    const decision = decide(known, textsOfVerdict(language));
    return { decision, ticketId: id, category, isEntry: !isBack };
  }

  /**
   * @param {CardHere} scanned
   * @param {SentScan} scan
   * @param {boolean} isBack
   */
  async #faultOf({ card, isRight, ...rest }, { direction, shown }, isBack) {
    if (!isRight) return 'card-unknown';
    if (direction === 'out' || isBack) return undefined;
    if (card.offline === 'refuse') return 'card-refused';
    if (card.mode === 'show') return shown ? undefined : 'card-show';
    const isUnknown = card.mode === 'list' && (await this.isListed({ card, isRight, ...rest })) === false;
    return isUnknown ? 'card-unknown' : undefined;
  }
}

/**
 * @param {Uint8Array} sorted prefixes, one behind the other
 * @param {Uint8Array} prefix
 */
export function hasPrefix(sorted, prefix) {
  for (let from = 0, to = sorted.length / PREFIX_BYTES; from < to; ) {
    const middle = Math.floor((from + to) / 2);
    const order = compared(sorted.subarray(middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES), prefix);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function compared(one, other) {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/**
 * @param {GateCard} card
 * @returns {Readonly<Record<string, string>>}
 */
function namesIn({ names = {} }) {
  return names;
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {string} text */
function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length); // a list has megabytes: one by one, in a loop, is the fastest
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
