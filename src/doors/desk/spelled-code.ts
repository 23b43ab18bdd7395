import {
  confirmationCode,
  isSignedWith,
  type KeyRing,
  readTicketCode,
  spelledCode,
} from '../../codes/index.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';

/** What is meant by what was typed or scanned: one ticket, or any of these codes, or why that can't be told. */
export type MeantTicket =
  | { readonly ticketId: Uuid }
  | { readonly codes: readonly string[] }
  | { readonly fault: 'codeFault' | 'forgedFault' };

/** Takes the text of a QR, as a hand scanner types it, a ticket's id, or a confirmation code however it is spelled. */
export async function meantTicket(text: string, keys: KeyRing): Promise<MeantTicket> {
  const ticketId = parseUuid(text);
  if (ticketId !== undefined) return { ticketId };
  const codes = meantCodes(text);
  if (codes.length > 0) return { codes };
  const read = readTicketCode(text);
  if ('refusal' in read) return { fault: 'codeFault' };
  const key = await keys.find(read.keyId);
  const isOurs = key !== undefined && isSignedWith(key, read);
  return isOurs ? { ticketId: read.claims.ticketId } : { fault: 'forgedFault' };
}

/** The confirmation codes that somebody may mean who spells one; none when it can't be one. */
function meantCodes(spelled: string): string[] {
  const code = spelledCode(spelled);
  return code === undefined ? [] : [confirmationCode('general', code), confirmationCode('event', code)];
}
