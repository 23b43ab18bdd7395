/** Keys that sign and verify ticket codes: Ed25519 (RFC 8032), published as a JWK Set (RFC 7517, RFC 8037). */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomInt,
  sign,
  verify,
} from 'node:crypto';

/** A key that verifies. The key id is two characters of 0-9 A-Z, written into each code that it signs. */
export interface TicketKey {
  readonly keyId: string;
  readonly publicKey: KeyObject;
  readonly privateKey?: KeyObject;
}

/** A key that also signs. */
export interface SigningKey extends TicketKey {
  readonly privateKey: KeyObject;
}

/** A key pair as text, to be kept: both values are 32 bytes in base64url, the `x` and `d` of RFC 8037. */
export interface StoredKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A public key as published (RFC 8037, section 2). */
export interface TicketJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** A stored key pair that can't be used: not two Ed25519 keys, or not two halves of one pair. */
export class BrokenKey extends Error {
  override readonly name = 'BrokenKey';
}

/** Thrown for a text that is no JWK Set with ticket keys. The message says why. */
export class InvalidJwks extends Error {
  override readonly name = 'InvalidJwks';
}

const KEY_ID = /^[0-9A-Z]{2}$/;
const KEY_ID_COUNT = 36 ** 2;
const BASE64URL_32_BYTES = /^[A-Za-z0-9_-]{43}$/;
const SELF_CHECK = Buffer.from('museum ticket key self-check');

/** A new key pair, with an id that is none of `takenKeyIds`. */
export function newSigningKey(takenKeyIds: Iterable<string> = []): SigningKey {
  return { keyId: freeKeyId(new Set(takenKeyIds)), ...generateKeyPairSync('ed25519') };
}

/** Why `key` can't sign codes that it verifies itself, or undefined when it can. */
export function signingKeyFault(key: SigningKey): string | undefined {
  if (!KEY_ID.test(key.keyId))
    return `the key id ${JSON.stringify(key.keyId)} is not two characters of 0-9 and A-Z`;
  if (key.privateKey.asymmetricKeyType !== 'ed25519')
    return `the private key of ${key.keyId} is not an Ed25519 key`;
  const signature = sign(null, SELF_CHECK, key.privateKey);
  if (verify(null, SELF_CHECK, key.publicKey, signature)) return undefined;
  return `the private key of ${key.keyId} does not belong to its public key`;
}

/** `key` as text, to be stored where only the service can read it. */
export function toStoredKey(key: SigningKey): StoredKey {
  const { x, d } = key.privateKey.export({ format: 'jwk' });
  return { keyId: key.keyId, publicKey: x as string, privateKey: d as string };
}

/**
 * The key pair that `stored` holds, after it has signed and verified a constant.
 * @throws BrokenKey, with a message that names the key id and never the private key.
 */
export function fromStoredKey(stored: StoredKey): SigningKey {
  const key: SigningKey = {
    keyId: stored.keyId,
    publicKey: importPublic(stored.publicKey) ?? broken(stored, 'public'),
    privateKey: importPrivate(stored.privateKey) ?? broken(stored, 'private'),
  };
  const fault = signingKeyFault(key);
  if (fault !== undefined) throw new BrokenKey(`A ticket key can't be used: ${fault}.`);
  return key;
}

/** The public half as published. `alg` is the name that JOSE libraries have known longest for crv Ed25519. */
export function toJwk(key: TicketKey): TicketJwk {
  const { x } = key.publicKey.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x: x as string, kid: key.keyId, use: 'sig', alg: 'EdDSA' };
}

/**
 * The ticket keys in the text of a JWK Set. Keys of other kinds are passed over (RFC 7517, section 5).
 * @throws InvalidJwks when the text is no JWK Set, a ticket key in it is malformed, or there is none.
 */
export function keysFromJwks(text: string): TicketKey[] {
  const jwks = jwksMembers(text)
    .filter((jwk) => jwk.kty === 'OKP' && jwk.crv === 'Ed25519')
    .map(fromJwk);
  if (jwks.length === 0) throw new InvalidJwks('The JWK Set contains no Ed25519 key.');
  const ids = new Set(jwks.map(({ keyId }) => keyId));
  if (ids.size < jwks.length) throw new InvalidJwks('Two keys in the JWK Set have the same "kid".');
  return jwks;
}

function jwksMembers(text: string): Record<string, unknown>[] {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch {
    throw new InvalidJwks('The file is not JSON text.');
  }
  const keys = isObject(set) ? set.keys : undefined;
  if (!Array.isArray(keys)) throw new InvalidJwks('The file is not a JWK Set: it has no array "keys".');
  if (!keys.every(isObject)) throw new InvalidJwks('The JWK Set contains a key that is not an object.');
  return keys;
}

function fromJwk(jwk: Record<string, unknown>): TicketKey {
  const { kid, x } = jwk;
  if (typeof kid !== 'string' || !KEY_ID.test(kid)) {
    throw new InvalidJwks('An Ed25519 key in the JWK Set has no "kid" of two characters of 0-9 and A-Z.');
  }
  if ('d' in jwk) {
    throw new InvalidJwks(
      `The key ${kid} in the JWK Set includes its private part, which must never leave the service.`,
    );
  }
  const publicKey = typeof x === 'string' ? importPublic(x) : undefined;
  if (publicKey === undefined)
    throw new InvalidJwks(`The "x" of the key ${kid} is not 32 bytes in base64url.`);
  return { keyId: kid, publicKey };
}

function importPublic(x: string): KeyObject | undefined {
  if (!BASE64URL_32_BYTES.test(x)) return undefined;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function importPrivate(d: string): KeyObject | undefined {
  if (!BASE64URL_32_BYTES.test(d)) return undefined;
  // RFC 8410, section 7: the same 16 bytes stand before every Ed25519 private key. A JWK would need `x`
  // too, and then a private key that does not belong to it could go unnoticed.
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(d, 'base64url'),
  ]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function broken(stored: StoredKey, half: string): never {
  throw new BrokenKey(
    `A ticket key can't be used: the ${half} key of ${stored.keyId} is not 32 bytes in base64url.`,
  );
}

function freeKeyId(taken: ReadonlySet<string>): string {
  const free = Array.from({ length: KEY_ID_COUNT }, (_, number) => keyIdOf(number)).filter(
    (id) => !taken.has(id),
  );
  const keyId = free[randomInt(Math.max(1, free.length))];
  if (keyId === undefined) throw new Error('All 1296 key ids are taken');
  return keyId;
}

function keyIdOf(number: number): string {
  return number.toString(36).toUpperCase().padStart(2, '0');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
