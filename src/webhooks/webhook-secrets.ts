import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import { decryptFor, encryptFor } from '../core/encryption.ts';
import { lazy } from '../core/lazy.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Store, secretOf } from '../store/index.ts';

/** The prefix of secrets (Standard Webhooks 1.0, "Signature scheme"). */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Two for each webhook. */
const CACHE_SIZE = 100;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Encrypts the secrets of webhooks in their table, each bound to its webhook. */
export class WebhookSecrets {
  readonly #key: () => Promise<Buffer>;
  /** A cache of decrypted secrets, by webhook and ciphertext. */
  readonly #decrypted = new LRUCache<string, string>({ max: CACHE_SIZE });

  constructor(store: Store, clock: Clock) {
    this.#key = lazy(async () => {
      const secret = Buffer.from(await secretOf(store, clock, 'webhook-secrets'), 'base64');
      return Buffer.from(hkdfSync('sha256', secret, '', 'webhook secrets', 32));
    });
  }

  /** Not to be called inside a transaction: the first call makes one itself. */
  async encrypt(secret: string, webhookId: Uuid): Promise<string> {
    return encryptFor(await this.#key(), secret, webhookId);
  }

  /** @throws Error when it is not what was encrypted for that webhook */
  async decrypt(encrypted: string, webhookId: Uuid): Promise<string> {
    const known = this.#decrypted.get(`${webhookId} ${encrypted}`);
    if (known !== undefined) return known;
    const secret = decryptFor(await this.#key(), encrypted, webhookId);
    this.#decrypted.set(`${webhookId} ${encrypted}`, secret);
    return secret;
  }
}

/** The headers that prove to the receiver who sent the message, and when (Standard Webhooks 1.0). */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: number,
  body: string,
): Record<string, string> {
  const timestamp = `${Math.floor(now / 1000)}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
