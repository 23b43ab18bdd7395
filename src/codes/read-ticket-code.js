// @ts-check
/**
 * Parses the text in a ticket's QR code (docs/ticket-code.md) without verifying it: the caller verifies the signature.
 * Plain JavaScript without Node or dependencies, because the gate's page runs this file too.
 *
 * @import { BitField, ClaimsFault, ClaimsLayout, ReadTicketCode, TicketClaims, TicketCodeRefusal, TicketCodeVersion } from './ticket-code-types.ts'
 */

/** Characters of a code of either version; 154 is what a QR symbol of 41 x 41 modules holds at level M. */
export const TICKET_CODE_LENGTH = 154;
/** Digits in base 36 of claims and signature. */
export const DIGITS = 151;
/** Bytes of packed claims. */
export const CLAIMS_LENGTH = 34;

/**
 * The fields of the claims by version: how many bits are behind the field, and how many it has. The bits before the
 * category are reserved. Version 1 has neither a category nor an entry time. Days are counted from `dayZero`, itself
 * counted from 1970-01-01.
 * @type {Readonly<Record<TicketCodeVersion, ClaimsLayout>>}
 */
export const LAYOUTS = {
  1: {
    category: [267n, 0n],
    entryTime: [267n, 0n],
    type: [266n, 1n],
    day: [244n, 22n],
    ticket: [122n, 122n],
    event: [0n, 122n],
    dayZero: -719_163,
  },
  2: {
    category: [262n, 6n],
    entryTime: [253n, 9n],
    type: [252n, 1n],
    day: [236n, 16n],
    ticket: [118n, 118n],
    event: [0n, 118n],
    dayZero: 10_957,
  },
};
/** Entry times are multiples of this. */
export const TIME_STEP_MINUTES = 5;
export const TAIL_MASK = (1n << 62n) - 1n;

const SIGNATURE_LENGTH = 64;
const SIGNATURE_BITS = 512n;
/** How many words of 64 bits claims and signature fill. */
const WORDS = 13;
const TEN_DIGITS = 36n ** 10n;
const DOMAIN = 'museum ticket code\n';
// Texts outside these lengths are some other bar code; every version stays within them.
const SHORTEST = 100;
const LONGEST = 200;

/** 0001-01-01 and 9999-12-31, counted from 1970-01-01. */
const FIRST_DAY_NUMBER = -719_162;
const LAST_DAY_NUMBER = 2_932_896;
const TIMES_OF_A_DAY = (24 * 60) / TIME_STEP_MINUTES;
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
  const layout = layoutOf(code);
  if (layout === undefined) return refuseOtherVersion(code);
  if (code.length !== TICKET_CODE_LENGTH) {
    return refuse('damaged', `The code has ${code.length} characters instead of ${TICKET_CODE_LENGTH}.`);
  }
  if (!isAlphanumeric(code)) return refuse('damaged', 'The code contains characters other than 0-9 and A-Z.');

  const body = fromBase36(code.slice(-DIGITS));
  const claims = claimsOf(body >> SIGNATURE_BITS, layout);
  if ('fault' in claims) return refuse('damaged', `The code contradicts itself: ${claims.fault}.`);

  const bytes = bytesOf(body);
  const head = code.slice(0, -DIGITS);
  return {
    claims,
    keyId: head.slice(1),
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
 * @param {string} code
 * @returns {ClaimsLayout | undefined} undefined for another version
 */
function layoutOf(code) {
  if (code.startsWith('1')) return LAYOUTS[1];
  return code.startsWith('2') ? LAYOUTS[2] : undefined;
}

/**
 * The claims in 34 bytes, given as one number. The encoding is canonical; any other form is refused.
 * @param {bigint} packed
 * @param {ClaimsLayout} layout
 * @returns {TicketClaims | ClaimsFault}
 */
function claimsOf(packed, layout) {
  const [afterCategory, categoryBits] = layout.category;
  if (packed >> (afterCategory + categoryBits) !== 0n) return { fault: 'reserved bits are set' };
  /** @param {BitField} field */
  const read = ([after, bits]) => (packed >> after) & ((1n << bits) - 1n);

  const ticketDate = dayOf(Number(read(layout.day)) + layout.dayZero);
  if (ticketDate === undefined) return { fault: 'the year of its day is not from 0001 to 9999' };
  const time = Number(read(layout.entryTime));
  if (time > TIMES_OF_A_DAY) return { fault: 'the entry time is after the end of the day' };
  const categoryNumber = Number(read(layout.category));

  const ticketId = uuidOf(read(layout.ticket));
  const more = {
    ...(time > 0 && { entryTime: clockOf((time - 1) * TIME_STEP_MINUTES) }),
    ...(categoryNumber > 0 && { categoryNumber }),
  };
  const event = read(layout.event);
  if (read(layout.type) === 1n)
    return { ticketId, ticketType: 'event', ticketDate, eventId: uuidOf(event), ...more };
  if (event !== 0n) return { fault: 'it is for general entry but names an event' };
  return { ticketId, ticketType: 'general', ticketDate, ...more };
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
    `The code is of version ${code[0]}; this verifier knows the versions 1 and 2.`,
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

/** @param {number} number of days since 1970-01-01 */
function dayOf(number) {
  if (number < FIRST_DAY_NUMBER || number > LAST_DAY_NUMBER) return undefined;
  const day = new Date(number * MS_PER_DAY).toISOString().slice(0, 10);
  return /** @type {TicketClaims['ticketDate']} */ (day);
}

/**
 * HH:mm
 * @param {number} minutes since midnight
 */
function clockOf(minutes) {
  return new Date(minutes * 60_000).toISOString().slice(11, 16);
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
