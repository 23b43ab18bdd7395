import {
  type ConfirmationCodes,
  codeAsWritten,
  importedCode,
  isSignedWith,
  type KeyRing,
  looksLikeConfirmationCode,
  readTicketCode,
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
  if (!looksLikeConfirmationCode(confirmationCode)) return { fault: 'unreadable' };
  return {
    number: identifier.codes.read(confirmationCode) ?? NO_NUMBER,
    confirmationCode: codeAsWritten(confirmationCode),
  };
}

async function identifyCode(code: string, keys: KeyRing, isDecided: boolean): Promise<Identified> {
  const read = readTicketCode(code);
  if ('refusal' in read) {
    const imported = importedCode(code);
    return imported === undefined ? { fault: 'unreadable' } : { importedCode: imported };
  }
  const key = await keys.find(read.keyId);
  if (key === undefined) return { fault: 'forged' };
  if (key.revocation !== null && !isDecided) return { fault: 'withdrawn' };
  if (!isSignedWith(key.key, read)) return { fault: 'forged' };
  return { ticketId: read.claims.ticketId };
}
