import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTotpSecret, newTotpSecret, stepAt, stepOfCode, totpAddress, totpCode } from './totp.ts';

/** The secret of RFC 6238, appendix B, for SHA-1: "12345678901234567890" in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** By seconds since 1970, with eight digits. */
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, appendix B', () => {
    for (const [seconds, code] of VECTORS) {
      assert.equal(totpCode(SECRET, stepAt(seconds * 1_000), 8), code);
      assert.equal(totpCode(SECRET, stepAt(seconds * 1_000)), code.slice(2), 'and with six digits');
    }
  });

  it('are accepted one step early or late, and not after a later one', () => {
    const now = 1_111_111_111_000;
    const step = stepAt(now);
    const accepted = (of: number, lastStep = 0) => stepOfCode(SECRET, totpCode(SECRET, of), now, lastStep);
    assert.deepEqual(
      [-2, -1, 0, 1, 2].map((off) => accepted(step + off)),
      [undefined, step - 1, step, step + 1, undefined],
    );
    assert.deepEqual(
      [-1, 0, 1].map((off) => accepted(step + off, step)),
      [undefined, undefined, step + 1],
    );
    assert.equal(stepOfCode(SECRET, '', now, 0), undefined);
  });

  it('have secrets of 160 bits, each a new one', () => {
    const secrets = Array.from({ length: 100 }, newTotpSecret);
    assert.equal(new Set(secrets).size, 100);
    assert.ok(secrets.every(isTotpSecret));
    assert.deepEqual(['', SECRET.toLowerCase(), `${SECRET}A`].map(isTotpSecret), [false, false, false]);
  });

  it('are told to an app by an address whose names may hold anything', () => {
    assert.equal(
      totpAddress(SECRET, 'Müller & Söhne', 'ada b'),
      `otpauth://totp/M%C3%BCller%20%26%20S%C3%B6hne:ada%20b?secret=${SECRET}&issuer=M%C3%BCller%20%26%20S%C3%B6hne`,
    );
  });
});
