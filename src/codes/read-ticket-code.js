// @ts-check
/**
 * Parses the text in a ticket's QR code (docs/ticket-code.md) without verifying it: the caller verifies the signature.
 * Plain JavaScript without Node or dependencies, because the gate's page runs this file too.
 *
 * @import { ClaimsFault, ReadTicketCode, TicketClaims, TicketCodeRefusal } from './ticket-code-types.ts'
 */

/** Characters of a version 1 code; 154 is what a QR symbol of 41 x 41 modules holds at level M. */
export const TICKET_CODE_LENGTH = 154;
/** Digits in base 36 of claims and signature. */
export const DIGITS = 151;
export const VERSION = '1';

/** Bytes of packed claims: 5 zero bits, 1 bit of type, 22 of day, 122 of ticket id, 122 of event id. */
export const CLAIMS_LENGTH = 34;
export const TYPE_SHIFT = 266n;
export const DAY_SHIFT = 244n;
export const TICKET_SHIFT = 122n;
/** Rata Die counts 0001-01-01 as day 1, and so 1970-01-01 as this. */
export const RATA_DIE_OF_1970 = 719_163;
export const TAIL_MASK = (1n << 62n) - 1n;

const SIGNATURE_LENGTH = 64;
const SIGNATURE_BITS = 512n;
/** Of 64 bits, as many as claims and signature fill. */
const WORDS = 13;
const TEN_DIGITS = 36n ** 10n;
const DOMAIN = 'museum ticket code\n';
// Texts outside these lengths are some other bar code; every version stays within them.
const SHORTEST = 100;
const LONGEST = 200;

const LAST_RATA_DIE = 3_652_059;
const DAY_MASK = (1n << 22n) - 1n;
const ID_MASK = (1n << 122n) - 1n;
const VARIANT = 0b10n << 62n;
const MS_PER_DAY = 86_400_000;

/**
 * Parses `text`. Takes any value and never throws.
 * @param {unknown} text
 * @returns {ReadTicketCode | TicketCodeRefusal}
 */
export function readTicketCode(text) {
  const code = asScanned(text);
  if (code === undefined) return refuse('not-a-ticket', 'This is not the text of a ticket code.');
  if (!code.startsWith(VERSION)) return refuseOtherVersion(code);
  if (code.length !== TICKET_CODE_LENGTH) {
    return refuse('damaged', `The code has ${code.length} characters instead of ${TICKET_CODE_LENGTH}.`);
  }
  if (!isAlphanumeric(code)) return refuse('damaged', 'The code holds characters other than 0-9 and A-Z.');

  const body = fromBase36(code.slice(-DIGITS));
  const claims = claimsOf(body >> SIGNATURE_BITS);
  if ('fault' in claims) return refuse('damaged', `The code contradicts itself: ${claims.fault}.`);

  const bytes = bytesOf(body);
  const head = code.slice(0, -DIGITS);
  return {
    claims,
    keyId: head.slice(VERSION.length),
    code,
    message: signedMessage(head, bytes.subarray(0, CLAIMS_LENGTH)),
    signature: bytes.subarray(CLAIMS_LENGTH),
  };
}

/**
 * The signed message: a prefix for domain separation, then the whole content of the code.
 * @param {string} head version and key id
 * @param {Uint8Array} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function signedMessage(head, packed) {
  const prefix = new TextEncoder().encode(DOMAIN + head);
  const message = new Uint8Array(prefix.length + packed.length);
  message.set(prefix);
  message.set(packed, prefix.length);
  return message;
}

/**
 * The claims in 34 bytes, given as one number. The encoding is canonical; any other form is refused.
 * @param {bigint} packed
 * @returns {TicketClaims | ClaimsFault}
 */
function claimsOf(packed) {
  if (packed >> (TYPE_SHIFT + 1n) !== 0n) return { fault: 'reserved bits are set' };

  const ticketDate = dayOf(Number((packed >> DAY_SHIFT) & DAY_MASK));
  if (ticketDate === undefined) return { fault: 'the day is none of the years 0001 to 9999' };

  const ticketId = uuidOf((packed >> TICKET_SHIFT) & ID_MASK);
  const event = packed & ID_MASK;
  if (packed >> TYPE_SHIFT === 1n)
    return { ticketId, ticketType: 'event', ticketDate, eventId: uuidOf(event) };
  if (event !== 0n) return { fault: 'it is for general entry and names an event all the same' };
  return { ticketId, ticketType: 'general', ticketDate };
}

/**
 * The text as it was encoded: a scanner may send a line end after it, and lower case when caps lock is on.
 * Undefined when it can't be a ticket code of any version.
 * @param {unknown} text
 */
function asScanned(text) {
  if (typeof text !== 'string' || text.length > 2 * LONGEST) return undefined;
  // Only a-z: String.toUpperCase would also turn characters that are no ASCII into ones that are.
  const code = text
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  return code.length >= SHORTEST && code.length <= LONGEST ? code : undefined;
}

/** @param {string} code */
function refuseOtherVersion(code) {
  if (!isAlphanumeric(code)) return refuse('not-a-ticket', 'This is not the text of a ticket code.');
  return refuse(
    'unknown-version',
    `The code is of version ${code[0]}; this verifier knows version ${VERSION}.`,
  );
}

/** @param {string} text */
function isAlphanumeric(text) {
  return /^[0-9A-Z]*$/.test(text);
}

/**
 * 151 digits are a number below 2^781, so it always fits into the 98 bytes.
 * @param {string} digits
 */
function fromBase36(digits) {
  let number = 0n;
  // Ten digits at a time: as many as a double holds exactly.
  for (const ten of digits.padStart(160, '0').match(/.{10}/g) ?? []) {
    number = number * TEN_DIGITS + BigInt(Number.parseInt(ten, 36));
  }
  return number;
}

/**
 * Claims and signature, big-endian.
 * @param {bigint} body
 */
function bytesOf(body) {
  const words = new DataView(new ArrayBuffer(WORDS * 8));
  for (let at = WORDS - 1, rest = body; at >= 0; at--, rest >>= 64n) words.setBigUint64(at * 8, rest);
  return new Uint8Array(words.buffer, WORDS * 8 - (CLAIMS_LENGTH + SIGNATURE_LENGTH));
}

/** @param {number} number */
function dayOf(number) {
  if (number < 1 || number > LAST_RATA_DIE) return undefined;
  const day = new Date((number - RATA_DIE_OF_1970) * MS_PER_DAY).toISOString().slice(0, 10);
  return /** @type {TicketClaims['ticketDate']} */ (day);
}

/**
 * The UUID of version 7 whose time, rand_a and rand_b these 122 bits are.
 * @param {bigint} free
 */
function uuidOf(free) {
  const head = (free >> 62n).toString(16).padStart(15, '0');
  const tail = ((free & TAIL_MASK) | VARIANT).toString(16);
  const uuid = `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  return /** @type {TicketClaims['ticketId']} */ (uuid);
}

/**
 * @param {TicketCodeRefusal['refusal']} refusal
 * @param {string} detail
 * @returns {TicketCodeRefusal}
 */
function refuse(refusal, detail) {
  return { refusal, detail };
}
