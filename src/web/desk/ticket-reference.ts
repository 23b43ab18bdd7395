import { importedCode, isSignedWith, readTicketCode, spelledCode } from '../../codes/index.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { findImportedId } from '../../tickets/index.ts';
import type { DeskOptions } from './desk-options.ts';

/** The ticket that was typed or scanned, by id or code, or why it can't be told. */
export type TicketReference =
  | { readonly ticketId: Uuid }
  | { readonly confirmationCode: string }
  | { readonly fault: 'codeFault' | 'forgedFault' };

/**
 * Accepts the text of a QR code from a hand scanner, an imported code, a ticket's id, or a confirmation code in any spelling.
 */
export async function readTicketReference(
  text: string,
  { store, keys }: Pick<DeskOptions, 'store' | 'keys'>,
): Promise<TicketReference> {
  const code = importedCode(text);
  const importedId = code && (await findImportedId(store, code));
  if (importedId) return { ticketId: importedId };
  const ticketId = parseUuid(text);
  if (ticketId !== undefined) return { ticketId };
  const confirmationCode = spelledCode(text);
  if (confirmationCode !== undefined) return { confirmationCode };
  const read = readTicketCode(text);
  if ('refusal' in read) return { fault: 'codeFault' };
  const key = await keys.find(read.keyId);
  // Also with a revoked key: whoever brings a withdrawn code gets the new ticket here.
  const isOurs = key !== undefined && isSignedWith(key.key, read);
  return isOurs ? { ticketId: read.claims.ticketId } : { fault: 'forgedFault' };
}
