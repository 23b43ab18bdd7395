import { randomFillSync } from 'node:crypto';

/** A UUID in lower case (RFC 9562, section 4). */
declare const uuid: unique symbol;
export type Uuid = string & { readonly [uuid]: true };

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COUNTER_LIMIT = 0x1000;

export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}

/** The UUID that `text` spells, in either case; undefined when it spells none. */
export function parseUuid(text: string): Uuid | undefined {
  return UUID_PATTERN.test(text) ? (text.toLowerCase() as Uuid) : undefined;
}

/** The instant that an id of version 7 was made for, in milliseconds UTC. */
export function instantOfUuid(id: Uuid): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * Makes UUIDs of version 7 (RFC 9562, section 5.7) that rise strictly within this process: the 12 bits
 * of rand_a are a counter (section 6.2, method 1) that starts each millisecond at a random number in its lower half.
 * When the counter overflows within a millisecond, or the clock is set back, the timestamp runs ahead of the clock.
 * @returns a function that takes the time in milliseconds UTC
 */
export function uuidV7Source(): (now: number) => Uuid {
  const random = new RandomBytes();
  let timestamp = 0;
  let counter = 0;
  return (now) => {
    if (now > timestamp) {
      timestamp = now;
      counter = random.take(2).readUInt16BE() & 0x7ff;
    } else if (++counter === COUNTER_LIMIT) {
      timestamp += 1;
      counter = 0;
    }
    return format(timestamp, counter, random.take(8));
  };
}

function format(timestamp: number, counter: number, tail: Buffer): Uuid {
  tail[0] = ((tail[0] as number) & 0x3f) | 0x80; // the variant, 0b10
  const time = timestamp.toString(16).padStart(12, '0');
  const hex = tail.toString('hex');
  const versionAndCounter = (0x7000 | counter).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${versionAndCounter}-${hex.slice(0, 4)}-${hex.slice(4)}` as Uuid;
}

/** Random bytes, drawn from the system 4096 at a time: one draw per id would cost more than the id. */
class RandomBytes {
  readonly #page = Buffer.alloc(4096);
  #used = 4096;

  take(length: number): Buffer {
    if (this.#used + length > this.#page.length) {
      randomFillSync(this.#page);
      this.#used = 0;
    }
    this.#used += length;
    return this.#page.subarray(this.#used - length, this.#used);
  }
}

/** A new id for the instant `now`: it sorts after all ids that this process has made before. */
export const uuidV7 = uuidV7Source();
