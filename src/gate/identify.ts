import {
  type ConfirmationCodes,
  isSignedWith,
  isSignedWithBeside,
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

/** Finds out which ticket was scanned, as far as that can be told without the database. */
export function identify(
  { code, confirmationCode = '', ticketId }: Scanned,
  identifier: Identifier,
): Identified | Promise<Identified> {
  if (ticketId !== undefined) return { ticketId };
  if (code !== undefined) return identifyCode(code, identifier.keys);
  if (!looksLikeConfirmationCode(confirmationCode)) return { fault: 'unreadable' };
  return { number: identifier.codes.read(confirmationCode) ?? NO_NUMBER, confirmationCode };
}

async function identifyCode(code: string, keys: KeyRing): Promise<Identified> {
  const read = readTicketCode(code);
  if ('refusal' in read) return { fault: 'unreadable' };
  const key = await keys.find(read.keyId);
  if (key === undefined || !(await isGenuine(key, read))) return { fault: 'forged' };
  return { ticketId: read.claims.ticketId };
}

/** How many signatures are being made beside the event loop. */
let underWay = 0;

/** One alone is quickest here; of many each takes time that the others need for something else. */
async function isGenuine(...question: Parameters<typeof isSignedWith>): Promise<boolean> {
  if (underWay === 0) {
    underWay++;
    setImmediate(() => underWay--);
    return isSignedWith(...question);
  }
  underWay++;
  try {
    return await isSignedWithBeside(...question);
  } finally {
    underWay--;
  }
}
