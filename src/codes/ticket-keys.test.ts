import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  BrokenKey,
  fromStoredKey,
  InvalidJwks,
  keysFromJwks,
  newSigningKey,
  signingKeyFault,
  toJwk,
  toStoredKey,
} from './ticket-keys.ts';

describe('a signing key', () => {
  test('has an id of its own among the keys there are', () => {
    const every = Array.from({ length: 1296 }, (_, number) =>
      number.toString(36).toUpperCase().padStart(2, '0'),
    );
    const taken = every.filter((keyId) => keyId !== 'K7');
    assert.equal(newSigningKey(taken).keyId, 'K7');
    assert.throws(() => newSigningKey(every), /All 1296 key ids are taken/);
  });

  test('is the same key after it was stored', () => {
    const key = newSigningKey();
    const again = fromStoredKey(toStoredKey(key));
    assert.equal(again.keyId, key.keyId);
    assert(again.publicKey.equals(key.publicKey));
    assert(again.privateKey.equals(key.privateKey));
  });

  test('is refused when a stored half is damaged, without telling the private half', () => {
    const stored = toStoredKey(newSigningKey());
    const other = toStoredKey(newSigningKey());
    const damaged = [
      { ...stored, keyId: 'a' },
      { ...stored, publicKey: '' },
      { ...stored, publicKey: other.publicKey },
      { ...stored, privateKey: other.privateKey },
      { ...stored, privateKey: stored.privateKey.slice(1) },
      { ...stored, privateKey: `${stored.privateKey.slice(0, -1)}!` },
      { ...stored, privateKey: flipFirstBit(stored.privateKey) },
    ];
    for (const row of damaged) {
      assert.throws(() => fromStoredKey(row), BrokenKey);
      assert.throws(
        () => fromStoredKey(row),
        (error: Error) => !row.privateKey || !error.message.includes(row.privateKey),
      );
    }
  });

  test('passes its check only when both halves belong together', () => {
    const [key, other] = [newSigningKey(), newSigningKey()];
    assert.equal(signingKeyFault(key), undefined);
    assert.match(signingKeyFault({ ...key, publicKey: other.publicKey }) ?? '', /does not belong/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
    assert.match(signingKeyFault({ ...key, ...rsa }) ?? '', /not an Ed25519 key/);
  });
});

describe('the published keys', () => {
  const key = newSigningKey();
  const jwk = toJwk(key);

  test('hold the public half and nothing else', () => {
    const x = toStoredKey(key).publicKey;
    assert.deepEqual(jwk, { kty: 'OKP', crv: 'Ed25519', x, kid: key.keyId, use: 'sig', alg: 'EdDSA' });
  });

  test('are read back, and keys of other kinds passed over', () => {
    const [read, ...more] = keysFromJwks(JSON.stringify({ keys: [{ kty: 'RSA', n: 'AQ', e: 'AQAB' }, jwk] }));
    assert.equal(read?.keyId, key.keyId);
    assert(read?.publicKey.equals(key.publicKey));
    assert.deepEqual(more, []);
  });

  const faults: [string, unknown, RegExp][] = [
    ['text that is not JSON', '{"keys": [', /not JSON text/],
    ['JSON that is no JWK Set', '[]', /no array "keys"/],
    ['a key that is no object', { keys: ['A1'] }, /not an object/],
    ['a set without a ticket key', { keys: [{ kty: 'RSA' }] }, /contains no Ed25519 key/],
    ['a key without an id', { keys: [{ ...jwk, kid: undefined }] }, /no "kid"/],
    ['a key with an id of another kind', { keys: [{ ...jwk, kid: 'my key' }] }, /no "kid"/],
    ['a key cut short', { keys: [{ ...jwk, x: jwk.x.slice(2) }] }, /not 32 bytes in base64url/],
    ['a key without a value', { keys: [{ ...jwk, x: undefined }] }, /not 32 bytes in base64url/],
    ['two keys with one id', { keys: [jwk, jwk] }, /the same "kid"/],
    ['a private key', { keys: [{ ...jwk, d: jwk.x }] }, /must never leave the service/],
  ];
  for (const [name, content, message] of faults) {
    test(`are refused with a clear message for ${name}`, () => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      assert.throws(() => keysFromJwks(text), { name: InvalidJwks.name, message });
    });
  }
});

function flipFirstBit(base64url: string): string {
  const bytes = Buffer.from(base64url, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes.toString('base64url');
}
