import { createHmac, hkdfSync } from 'node:crypto';
import { ALPHABET, drawLetters, onlyReading, withoutMarks } from '../codes/index.ts';
import type { Clock } from '../core/clock.ts';
import { decryptFor, encryptFor } from '../core/encryption.ts';
import type { Uuid } from '../core/uuid.ts';
import { findSecret, type Queries, type Store, secretOf } from '../store/index.ts';

/** Whoever has the code of a gift voucher can pay with it: 16 characters in fours, 78 bits, drawn at random. */
const LENGTH = 16;
const SPELLING = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
const GROUP = `[${ALPHABET}]{4}`;
const WHOLE = new RegExp(`^${GROUP}-${GROUP}-${GROUP}-${GROUP}$`);
const SECRET = 'gift-codes';

export function drawGiftCode(): string {
  return inFours(drawLetters(LENGTH));
}

/**
 * The code that was typed, in either case, with or without spaces and hyphens; a whole one also by a scanner with
 * another keyboard layout. Undefined: it is none.
 */
export function readGiftCode(typed: string): string | undefined {
  const plain = withoutMarks(typed).toLowerCase();
  const letters = plain.replaceAll(/[\s\p{Pd}]/gu, '');
  return SPELLING.test(letters) ? inFours(letters) : onlyReading(plain, WHOLE);
}

function inFours(letters: string): string {
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Keeps codes: as a keyed hash by which they are found, and encrypted, so that they can be shown and mailed. */
export class GiftCodes {
  readonly #hashKey: Uint8Array;
  readonly #cipherKey: Uint8Array;

  /** @param secret the same for as long as the museum exists */
  constructor(secret: Uint8Array) {
    this.#hashKey = keyFrom(secret, 'gift code hashes');
    this.#cipherKey = keyFrom(secret, 'gift codes');
  }

  /** With the museum's own secret. */
  static async open(store: Store, clock: Clock): Promise<GiftCodes> {
    return new GiftCodes(Buffer.from(await secretOf(store, clock, SECRET), 'base64'));
  }

  /** With that of a museum that is only read; undefined: it has none, or one that is damaged. */
  static async find(queries: Queries): Promise<GiftCodes | undefined> {
    const secret = Buffer.from((await findSecret(queries, SECRET)) ?? '', 'base64');
    return secret.length === 32 ? new GiftCodes(secret) : undefined;
  }

  hashOf(code: string): string {
    return createHmac('sha256', this.#hashKey).update(code).digest('base64url');
  }

  encrypt(code: string, giftId: Uuid): string {
    return encryptFor(this.#cipherKey, code, giftId);
  }

  /** @throws Error when it is not what was encrypted for that gift voucher */
  decrypt(encrypted: string, giftId: Uuid): string {
    return decryptFor(this.#cipherKey, encrypted, giftId);
  }
}

function keyFrom(secret: Uint8Array, purpose: string): Uint8Array {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
