/**
 * Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, which every app knows.
 */
import { createHmac, randomBytes } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** As long as the hash, as RFC 4226, section 4 (R6) recommends. */
const SECRET_BYTES = 20;
/** The alphabet of RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET = new RegExp(`^[${BASE32}]{${(SECRET_BYTES * 8) / 5}}$`);
/** A clock that is behind or ahead by so many steps is right enough (RFC 6238, section 5.2). */
const TOLERATED_STEPS = 1;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}

export function isTotpSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The number of whole steps since 1970. */
export function stepAt(instant: number): number {
  return Math.floor(instant / STEP_MS);
}

/** The code of a step: HOTP (RFC 4226, section 5.3) of its number. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return `${number % 10 ** digits}`.padStart(digits, '0');
}

/** The step whose code it is, among those around now that come after `lastStep`; undefined: none. */
export function stepOfCode(secret: string, code: string, now: number, lastStep: number): number | undefined {
  const current = stepAt(now);
  const steps = Array.from(
    { length: 2 * TOLERATED_STEPS + 1 },
    (_, index) => current - TOLERATED_STEPS + index,
  );
  return steps.find((step) => step > lastStep && totpCode(secret, step) === code);
}

/**
 * The address that an app reads from a QR code (the "Key URI Format" of Google Authenticator, which all apps follow).
 */
export function totpAddress(secret: string, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
