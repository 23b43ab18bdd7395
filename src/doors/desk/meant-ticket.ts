import { isSignedWith, type KeyRing, readTicketCode, spelledCode } from '../../codes/index.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';

/** What is meant by what was typed or scanned: a ticket, by its id or its code, or why that can't be told. */
export type MeantTicket =
  | { readonly ticketId: Uuid }
  | { readonly confirmationCode: string }
  | { readonly fault: 'codeFault' | 'forgedFault' };

/** Takes the text of a QR, as a hand scanner types it, a ticket's id, or a confirmation code however it is spelled. */
export async function meantTicket(text: string, keys: KeyRing): Promise<MeantTicket> {
  const ticketId = parseUuid(text);
  if (ticketId !== undefined) return { ticketId };
  const confirmationCode = spelledCode(text);
  if (confirmationCode !== undefined) return { confirmationCode };
  const read = readTicketCode(text);
  if ('refusal' in read) return { fault: 'codeFault' };
  const key = await keys.find(read.keyId);
  const isOurs = key !== undefined && isSignedWith(key, read);
  return isOurs ? { ticketId: read.claims.ticketId } : { fault: 'forgedFault' };
}
