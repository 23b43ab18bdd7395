// @ts-check
/**
 * Parses the text in a ticket's QR code (docs/ticket-code.md) without verifying it: the caller verifies the signature.
 * Plain JavaScript without Node or dependencies, because the gate's page runs this file too.
 *
 * @import { BitField, ClaimsFault, CodeClaims, PassClaims, PassLayout, ReadTicketCode, TicketClaims, TicketCodeRefusal, TicketLayout } from './ticket-code-types.ts'
 */

/** Characters of a code of any version; 154 is what a QR symbol of 41 x 41 modules holds at level M. */
export const TICKET_CODE_LENGTH = 154;
/** Digits in base 36 of claims and signature. */
export const DIGITS = 151;
/** Bytes of packed claims. */
export const CLAIMS_LENGTH = 34;

/**
 * The fields of the claims of tickets by version: how many bits are behind the field, and how many it has. The bits before the
 * category are reserved. Version 1 has neither a category nor an entry time. Days are counted from `dayZero`, itself
 * counted from 1970-01-01.
 * @type {Readonly<Record<1 | 2, TicketLayout>>}
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
/** @type {PassLayout} */
export const PASS_LAYOUT = {
  passType: [262n, 6n],
  persons: [258n, 4n],
  from: [236n, 16n],
  pass: [118n, 118n],
  to: [102n, 16n],
  dayZero: LAYOUTS[2].dayZero,
};
export const MOST_PERSONS_OF_PASS = 4;
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
const RESERVED = 'reserved bits are set';

/**
 * Parses `text`. Takes any value and never throws.
 * @param {unknown} text
 * @returns {ReadTicketCode | TicketCodeRefusal}
 */
export function readTicketCode(text) {
  const code = asScanned(text);
  if (code === undefined) return refuse('not-a-ticket', 'This is not the text of a ticket code.');
  const read = CLAIMS_OF[code[0] ?? ''];
  if (read === undefined) return refuseOtherVersion(code);
  if (code.length !== TICKET_CODE_LENGTH) {
    return refuse('damaged', `The code has ${code.length} characters instead of ${TICKET_CODE_LENGTH}.`);
  }
  if (!isAlphanumeric(code)) return refuse('damaged', 'The code contains characters other than 0-9 and A-Z.');

  const body = fromBase36(code.slice(-DIGITS));
  const claims = read(body >> SIGNATURE_BITS);
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
 * How the claims of each version are read, in 34 bytes given as one number.
 * @type {Readonly<Record<string, (packed: bigint) => CodeClaims | ClaimsFault>>}
 */
const CLAIMS_OF = {
  1: (packed) => ticketClaimsOf(packed, LAYOUTS[1]),
  2: (packed) => ticketClaimsOf(packed, LAYOUTS[2]),
  3: passClaimsOf,
};

/**
 * The claims of a ticket. The encoding is canonical; any other form is refused.
 * @param {bigint} packed
 * @param {TicketLayout} layout
 * @returns {TicketClaims | ClaimsFault}
 */
function ticketClaimsOf(packed, layout) {
  const [afterCategory, categoryBits] = layout.category;
  if (packed >> (afterCategory + categoryBits) !== 0n) return { fault: RESERVED };
  /** @param {BitField} field */
  const read = (field) => fieldOf(packed, field);

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
 * The claims of a pass. The encoding is canonical; any other form is refused.
 * @param {bigint} packed
 * @returns {PassClaims | ClaimsFault}
 */
function passClaimsOf(packed) {
  const { dayZero, ...fields } = PASS_LAYOUT;
  const used = Object.values(fields).reduce(
    (mask, [after, bits]) => mask | (((1n << bits) - 1n) << after),
    0n,
  );
  if ((packed & ~used) !== 0n) return { fault: RESERVED };
  /** @param {BitField} field */
  const read = (field) => Number(fieldOf(packed, field));
  const [passTypeNumber, persons] = [read(fields.passType), read(fields.persons)];
  if (passTypeNumber === 0) return { fault: 'it is of no type of passes' };
  if (persons === 0 || persons > MOST_PERSONS_OF_PASS)
    return { fault: `a pass is for 1 to ${MOST_PERSONS_OF_PASS} persons` };
  const [from, to] = [dayOf(read(fields.from) + dayZero), dayOf(read(fields.to) + dayZero)];
  if (from === undefined || to === undefined || to < from)
    return { fault: 'its last day is before its first' };
  return { passId: uuidOf(fieldOf(packed, fields.pass)), passTypeNumber, persons, from, to };
}

/**
 * @param {bigint} packed
 * @param {BitField} field
 */
function fieldOf(packed, [after, bits]) {
  return (packed >> after) & ((1n << bits) - 1n);
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
    `The code is of version ${code[0]}; this verifier knows the versions 1 to 3.`,
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
  return /** @type {PassClaims['from']} */ (day);
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
  return /** @type {PassClaims['passId']} */ (uuid);
}

/**
 * @param {TicketCodeRefusal['refusal']} refusal
 * @param {string} detail
 * @returns {TicketCodeRefusal}
 */
function refuse(refusal, detail) {
  return { refusal, detail };
}
