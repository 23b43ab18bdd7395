import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { decryptFor, encryptFor } from '../core/encryption.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Store, secretOf } from '../store/index.ts';

/** Keeps numbers of cards: as keyed hashes by which they are found, and encrypted until the issuer was told of a visit. */
export class CardSecrets {
  readonly #hashKey: KeyObject;
  readonly #cipherKey: Uint8Array;

  /** @param secret the same for as long as the museum exists */
  constructor(secret: Uint8Array) {
    this.#hashKey = createSecretKey(keyFrom(secret, 'card number hashes')); // hashes six times as fast as bytes do
    this.#cipherKey = keyFrom(secret, 'card numbers');
  }

  /** With the museum's own secret. */
  static async open(store: Store, clock: Clock): Promise<CardSecrets> {
    return new CardSecrets(Buffer.from(await secretOf(store, clock, 'card-numbers'), 'base64'));
  }

  /** 22 characters (base64url): the same number of another card has another hash. */
  hashOf(card: string, number: string): string {
    return createHmac('sha256', this.#hashKey).update(`${card} ${number}`).digest('base64url').slice(0, 22);
  }

  encrypt(number: string, checkInId: Uuid): string {
    return encryptFor(this.#cipherKey, number, checkInId);
  }

  /** @throws Error when it is not what was encrypted for that check-in */
  decrypt(encrypted: string, checkInId: Uuid): string {
    return decryptFor(this.#cipherKey, encrypted, checkInId);
  }
}

function keyFrom(secret: Uint8Array, purpose: string): Uint8Array {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
