import { spelledCode, withoutMarks } from '../../codes/index.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { identifyCode } from '../../gate/index.ts';
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
  // Also with a revoked key: whoever brings a withdrawn code gets the new ticket here.
  const identified = await identifyCode(text, keys, true);
  if ('ticketId' in identified) return identified;
  return { fault: 'fault' in identified && identified.fault === 'forged' ? 'forgedFault' : 'codeFault' };
}
