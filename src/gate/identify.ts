import {
  type ConfirmationCodes,
  codeAsWritten,
  importedCode,
  isSignedWith,
  type KeyRing,
  looksLikeConfirmationCode,
  otherImportedCodes,
  readScannedCode,
} from '../codes/index.ts';
import type { Identified, Scanned } from './scan.ts';

export interface Identifier {
  readonly keys: KeyRing;
  readonly codes: ConfirmationCodes;
}

/** Ticket numbers begin at 1. */
const NO_NUMBER = 0;

/**
 * Finds out which ticket was scanned, as far as possible without the database.
 * @param isDecided whether a gate has decided the scan already: it may not have heard yet that a key was revoked, and what it
 *   let in was that ticket
 */
export function identify(
  { code, confirmationCode = '', ticketId }: Scanned,
  identifier: Identifier,
  isDecided = false,
): Identified | Promise<Identified> {
  if (ticketId !== undefined) return { ticketId };
  if (code !== undefined) return identifyCode(code, identifier.keys, isDecided);
  const written = codeAsWritten(confirmationCode);
  if (!looksLikeConfirmationCode(written)) return { fault: 'unreadable' };
  return { number: identifier.codes.read(written) ?? NO_NUMBER, confirmationCode: written };
}

/** Finds out which ticket has that code, as `identify` does. */
export async function identifyCode(code: string, keys: KeyRing, isDecided: boolean): Promise<Identified> {
  let fault: 'forged' | 'withdrawn' | undefined;
  for (const read of readScannedCode(code)) {
    const key = await keys.find(read.keyId);
    const isWithdrawn = key !== undefined && key.revocation !== null && !isDecided;
    if (isWithdrawn) fault = 'withdrawn';
    else if (key !== undefined && (await isSignedWith(key.key, read)))
      return { ticketId: read.claims.ticketId };
    // What only another keyboard layout makes a ticket code is none without its signature.
    else if (read.layouts === undefined) fault ??= 'forged';
  }
  if (fault !== undefined) return { fault };
  const imported = importedCode(code);
  if (imported === undefined) return { fault: 'unreadable' };
  return { importedCode: imported, others: otherImportedCodes(imported).map(({ text }) => text) };
}
