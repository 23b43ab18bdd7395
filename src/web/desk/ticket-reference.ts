import { isSignedWith, readScannedCode, spelledCode, withoutMarks } from '../../codes/index.ts';
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
  const importedId = await findImportedId(store, text);
  if (importedId) return { ticketId: importedId };
  const ticketId = parseUuid(withoutMarks(text));
  if (ticketId !== undefined) return { ticketId };
  const confirmationCode = spelledCode(text);
  if (confirmationCode !== undefined) return { confirmationCode };
  let fault: 'codeFault' | 'forgedFault' = 'codeFault';
  for (const read of readScannedCode(text)) {
    const key = await keys.find(read.keyId);
    // Also with a revoked key: whoever brings a withdrawn code gets the new ticket here.
    if (key !== undefined && isSignedWith(key.key, read)) return { ticketId: read.claims.ticketId };
    if (read.layouts === undefined) fault = 'forgedFault';
  }
  return { fault };
}
