/**
 * The text in a ticket's QR code: claims and an Ed25519 signature (RFC 8032) over them, written with 0-9
 * and A-Z only. docs/ticket-code.md specifies it byte by byte. Everything here is a pure function.
 */
import { sign, timingSafeEqual, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { DIGITS, readTicketCode, signedMessage } from './read-ticket-code.js';
import { readScannedCode } from './scanned-code.js';
import { packClaims, versionFor } from './ticket-claims.ts';
import type { ReadTicketCode, TicketClaims, TicketCodeRefusal } from './ticket-code-types.ts';
import type { SigningKey, TicketKey } from './ticket-keys.ts';

/** Signs in a thread of the pool. */
const signAside = promisify(sign);

/**
 * The code for `claims`, signed with `key`. The same claims and key always give the same text.
 * @throws RangeError for claims that no code can carry (see packClaims).
 */
export function signTicketCode(claims: TicketClaims, key: SigningKey): string {
  const packed = packClaims(claims);
  const head = `${versionFor(claims)}${key.keyId}`;
  const signature = sign(null, signedMessage(head, packed), key.privateKey);
  return head + toBase36(Buffer.concat([packed, signature]));
}

/**
 * Whether `key` has signed the code, for the holder of the private half. Ed25519 is deterministic, so signing again and
 * comparing is enough. It takes a third of the time of verifying, and none of this thread.
 */
export async function isSignedWith(
  key: SigningKey,
  { message, signature }: ReadTicketCode,
): Promise<boolean> {
  return timingSafeEqual(await signAside(null, message, key.privateKey), signature);
}

/**
 * The claims in `text` if one of `keys` has signed it, or why it is refused. Takes any value and never throws.
 * @param revoked ids of keys that are known to be revoked; none is in `keys`
 */
export function verifyTicketCode(
  text: unknown,
  keys: readonly TicketKey[],
  revoked: readonly string[] = [],
): TicketClaims | TicketCodeRefusal {
  const read = readTicketCode(text);
  return 'refusal' in read ? read : verifyRead(read, keys, revoked);
}

/**
 * The same, also where a scanner has changed the text, as by another keyboard layout: if the signature proves what it was.
 */
export function verifyScannedCode(
  text: unknown,
  keys: readonly TicketKey[],
  revoked: readonly string[] = [],
): TicketClaims | TicketCodeRefusal {
  const plain = verifyTicketCode(text, keys, revoked);
  if (!('refusal' in plain)) return plain;
  const reads = [...readScannedCode(text)];
  const genuine = reads
    .map((read) => verifyRead(read, keys, revoked))
    .find((verdict) => !('refusal' in verdict));
  const withdrawn = reads.find(({ keyId }) => revoked.includes(keyId));
  return genuine ?? (withdrawn === undefined ? plain : verifyRead(withdrawn, keys, revoked));
}

function verifyRead(
  read: ReadTicketCode,
  keys: readonly TicketKey[],
  revoked: readonly string[],
): TicketClaims | TicketCodeRefusal {
  if (revoked.includes(read.keyId))
    return refuse(
      'unknown-key',
      `Withdrawn code: the key ${read.keyId} was revoked. Ask for the new ticket.`,
    );
  const key = keys.find(({ keyId }) => keyId === read.keyId);
  if (key === undefined) {
    return refuse(
      'unknown-key',
      `The code is signed with the key ${read.keyId}, which is not one of the known keys.`,
    );
  }
  if (!verify(null, read.message, key.publicKey, read.signature)) {
    return refuse(
      'bad-signature',
      'The signature does not match the content of the code: it is forged or was altered.',
    );
  }
  return read.claims;
}

/** The bytes as one big-endian number in base 36, always of 151 digits. */
function toBase36(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS, '0');
}

function refuse(refusal: TicketCodeRefusal['refusal'], detail: string): TicketCodeRefusal {
  return { refusal, detail };
}
