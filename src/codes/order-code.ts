import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Decipheriv,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Store, secretOf } from '../store/index.ts';
import { ALPHABET } from './confirmation-code.ts';
import { onlyReading, withoutMarks } from './keyboard-layouts.js';

const LENGTH = 6;
const SPELLING = /^(?:order-)?([2-9a-hjkmnp-tv-z]{6})$/;
const WHOLE = /^order-([2-9a-hjkmnp-tv-z]{6})$/;

/** A new order code, `order-XXXXXX`, in the letters of confirmation codes. Drawn at random, so one may come twice. */
export function drawOrderCode(): string {
  return `order-${drawLetters(LENGTH)}`;
}

/** Characters of confirmation codes, drawn at random. */
export function drawLetters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * The order code that was typed, whole or only its six letters, in upper or lower case; a whole one also by a scanner
 * with another keyboard layout. Undefined: it is none.
 */
export function readOrderCode(typed: string): string | undefined {
  const plain = withoutMarks(typed).toLowerCase();
  const [, letters] = SPELLING.exec(plain) ?? WHOLE.exec(onlyReading(plain, WHOLE) ?? '') ?? [];
  return letters && `order-${letters}`;
}

const SECRET = /^[A-Za-z0-9_-]{22}$/;

/**
 * The secrets in the addresses of orders' pages: 22 characters (base64url), 128 bits. A secret is the order's id
 * enciphered with a key of the museum (one block of AES-128), so nothing of it is stored, and mails can name it at any
 * time. Guessing one is as hard as guessing 128 random bits.
 */
export class OrderSecrets {
  readonly #key: Uint8Array;
  readonly #cipher: Cipheriv;
  readonly #decipher: Decipheriv;

  /** @param key 16 secret bytes; the same for as long as the museum exists */
  constructor(key: Uint8Array) {
    this.#key = key;
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  }

  /** With the museum's own key. */
  static async open(store: Store, clock: Clock): Promise<OrderSecrets> {
    const secret = await secretOf(store, clock, 'order-secrets');
    return new OrderSecrets(Buffer.from(secret, 'base64').subarray(0, 16));
  }

  secretOf(orderId: Uuid): string {
    return this.#cipher.update(Buffer.from(orderId.replaceAll('-', ''), 'hex')).toString('base64url');
  }

  /** What only the mail about the order says: whoever has it can read mail to its buyer. 22 characters (base64url). */
  confirmationOf(orderId: Uuid): string {
    return createHmac('sha256', this.#key).update(`confirm ${orderId}`).digest('base64url').slice(0, 22);
  }

  isConfirmation(orderId: Uuid, text: string): boolean {
    const [given, wanted] = [Buffer.from(text), Buffer.from(this.confirmationOf(orderId))];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  /** The id that the secret stands for; undefined when it is none. There may be no order with that id. */
  orderIdOf(secret: string): Uuid | undefined {
    if (!SECRET.test(secret)) return undefined;
    const hex = this.#decipher.update(Buffer.from(secret, 'base64url')).toString('hex');
    const orderId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid;
    // The last character has four bits that say nothing: only one way to write a secret is right.
    return this.secretOf(orderId) === secret ? orderId : undefined;
  }
}
