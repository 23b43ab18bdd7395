/**
 * Tickets that were sold in another system, as far as this device knows them: by the hashes of their codes.
 *
 * @import { TicketClaims } from '../../../codes/ticket-code-types.ts'
 * @import { Knowledge, Meant } from './types.ts'
 */
import { importedCode, otherImportedCodes } from '../../../codes/imported-code.js';
import { readTicketCode } from '../../../codes/read-ticket-code.js';

/**
 * The ticket with that code of another system, for one of the days that are known.
 * @param {string} text as it was scanned
 * @param {Knowledge | undefined} knowledge
 * @returns {Promise<TicketClaims | undefined>}
 */
export async function importedTicket(text, knowledge) {
  const code = importedCode(text);
  // Without a secure context there is no crypto.subtle, and nothing is decided here.
  if (code === undefined || !knowledge?.imported.size || crypto.subtle === undefined) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return knowledge.imported.get(base64url(new Uint8Array(hash)));
}

/**
 * The code of another system that was scanned: the text itself or else, if it is the only one that is known, what it means under
 * another keyboard layout.
 * @param {string} text
 * @param {Knowledge | undefined} knowledge
 * @returns {Promise<Meant | undefined>}
 */
export async function meantImported(text, knowledge) {
  if ((await importedTicket(text, knowledge)) !== undefined) return { code: text };
  /** @type {Map<string, Meant>} by the id of the ticket */
  const known = new Map();
  for (const { text: code, layouts } of otherImportedCodes(importedCode(text) ?? '')) {
    const ticket = await importedTicket(code, knowledge);
    if (ticket !== undefined) known.set(ticket.ticketId, { code, ...(layouts && { layouts }) });
  }
  const [only, another] = known.values();
  return another === undefined ? only : undefined;
}

/**
 * The id of the ticket or pass with that code, of this museum or imported. The signature is not verified.
 * @param {string} text as it was scanned
 * @param {Knowledge | undefined} knowledge
 */
export async function idIn(text, knowledge) {
  const read = readTicketCode(text);
  const claims = 'claims' in read ? read.claims : await importedTicket(text, knowledge);
  if (claims === undefined) return undefined;
  return 'passId' in claims ? claims.passId : claims.ticketId;
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
