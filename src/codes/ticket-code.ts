/**
 * The text in a ticket's QR code: claims and an Ed25519 signature (RFC 8032) over them, written with 0-9
 * and A-Z only. docs/ticket-code.md specifies it byte by byte. Everything here is a pure function.
 */
import { sign, verify } from 'node:crypto';
import { CLAIMS_LENGTH, packClaims, type TicketClaims, unpackClaims } from './ticket-claims.ts';
import type { SigningKey, TicketKey } from './ticket-keys.ts';

export type { TicketClaims } from './ticket-claims.ts';

/** Characters of a version 1 code; 154 is what a QR symbol of 41 x 41 modules holds at level M. */
export const TICKET_CODE_LENGTH = 154;

/** Why a text is no valid ticket code. The set is closed; docs/ticket-code.md explains each. */
export type TicketCodeRefusal = {
  readonly refusal: 'not-a-ticket' | 'unknown-version' | 'damaged' | 'unknown-key' | 'bad-signature';
  /** One sentence for whoever holds the scanner. Never quotes the text. */
  readonly detail: string;
};

/** A code that was read and not verified: anyone can have written it. */
export interface ReadTicketCode {
  readonly claims: TicketClaims;
  readonly keyId: string;
  /** The one spelling of this code: upper case, nothing around it. */
  readonly code: string;
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

const VERSION = '1';
const DIGITS = 151;
const SIGNATURE_LENGTH = 64;
const DOMAIN = 'museum ticket code\n';

// Texts outside these lengths are some other bar code; every version stays within them.
const SHORTEST = 100;
const LONGEST = 200;

/**
 * The code for `claims`, signed with `key`. The same claims and key always give the same text.
 * @throws RangeError for claims that no code can carry (see packClaims).
 */
export function signTicketCode(claims: TicketClaims, key: SigningKey): string {
  const packed = packClaims(claims);
  const head = VERSION + key.keyId;
  const signature = sign(null, signedMessage(head, packed), key.privateKey);
  return head + toBase36(Buffer.concat([packed, signature]));
}

/**
 * What `text` says when its signature is made by one of `keys`, or why it says nothing. Takes any value
 * and never throws.
 */
export function verifyTicketCode(
  text: unknown,
  keys: readonly TicketKey[],
): TicketClaims | TicketCodeRefusal {
  const read = readTicketCode(text);
  if ('refusal' in read) return read;
  const key = keys.find(({ keyId }) => keyId === read.keyId);
  if (key === undefined) {
    return refuse(
      'unknown-key',
      `The code is signed with the key ${read.keyId}, which is not among the keys known here.`,
    );
  }
  if (!verify(null, read.message, key.publicKey, read.signature)) {
    return refuse(
      'bad-signature',
      'The signature does not match what the code says: it is forged or was altered.',
    );
  }
  return read.claims;
}

/** What `text` says, without asking whether it is true. Takes any value and never throws. */
export function readTicketCode(text: unknown): ReadTicketCode | TicketCodeRefusal {
  const code = asScanned(text);
  if (code === undefined) return refuse('not-a-ticket', 'This is not the text of a ticket code.');
  if (!code.startsWith(VERSION)) return refuseOtherVersion(code);
  if (code.length !== TICKET_CODE_LENGTH) {
    return refuse('damaged', `The code has ${code.length} characters instead of ${TICKET_CODE_LENGTH}.`);
  }
  if (!isAlphanumeric(code)) return refuse('damaged', 'The code holds characters other than 0-9 and A-Z.');

  const body = fromBase36(code.slice(-DIGITS));
  const packed = body.subarray(0, CLAIMS_LENGTH);
  const claims = unpackClaims(packed);
  if ('fault' in claims) return refuse('damaged', `The code contradicts itself: ${claims.fault}.`);

  const head = code.slice(0, -DIGITS);
  return {
    claims,
    keyId: head.slice(VERSION.length),
    code,
    message: signedMessage(head, packed),
    signature: body.subarray(CLAIMS_LENGTH),
  };
}

/**
 * The text as it was encoded: a scanner may send a line end after it, and lower case when caps lock is on.
 * Undefined when it can't be a ticket code of any version.
 */
function asScanned(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2 * LONGEST) return undefined;
  // Only a-z: String.toUpperCase would also turn characters that are no ASCII into ones that are.
  const code = text
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  return code.length >= SHORTEST && code.length <= LONGEST ? code : undefined;
}

function refuseOtherVersion(code: string): TicketCodeRefusal {
  if (!isAlphanumeric(code)) return refuse('not-a-ticket', 'This is not the text of a ticket code.');
  return refuse(
    'unknown-version',
    `The code is of version ${code[0]}; this verifier knows version ${VERSION}.`,
  );
}

function isAlphanumeric(text: string): boolean {
  return /^[0-9A-Z]*$/.test(text);
}

/** What the signature covers: a prefix no other use of the key shares, then everything the code says. */
function signedMessage(head: string, packed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(DOMAIN + head, 'ascii'), packed]);
}

/** The bytes as one big-endian number in base 36, always of 151 digits. */
function toBase36(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS, '0');
}

/** The inverse of toBase36. 151 digits are a number below 2^781, so it always fits into the 98 bytes. */
function fromBase36(digits: string): Buffer {
  let number = 0n;
  // Ten digits at a time: as many as a double holds exactly.
  for (const ten of digits.padStart(160, '0').match(/.{10}/g) ?? []) {
    number = number * 36n ** 10n + BigInt(Number.parseInt(ten, 36));
  }
  return Buffer.from(number.toString(16).padStart((CLAIMS_LENGTH + SIGNATURE_LENGTH) * 2, '0'), 'hex');
}

function refuse(refusal: TicketCodeRefusal['refusal'], detail: string): TicketCodeRefusal {
  return { refusal, detail };
}
