/**
 * Parses what a scanner or a person has typed.
 *
 * @import { SentScan } from './types.ts'
 */
import { withoutMarks } from '../../../codes/keyboard-layouts.js';
import { TICKET_CODE_LENGTH } from '../../../codes/read-ticket-code.js';
import { mayBeTicketCode } from '../../../codes/scanned-code.js';
import { spelledCode } from '../../../codes/spelled-code.js';

/**
 * Which of the three it is: a confirmation code, a ticket's id, or the text of a QR.
 * @param {string} text
 * @returns {Pick<SentScan, 'code' | 'confirmationCode' | 'ticketId'>}
 */
export function scannedOf(text) {
  const typed = withoutMarks(text).toLowerCase();
  const spelled = spelledCode(typed);
  if (spelled !== undefined) return { confirmationCode: spelled };
  if (/^ticket[^a-z0-9]*(?:general|event)/.test(typed)) return { confirmationCode: typed };
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(typed)) return { ticketId: typed };
  return { code: text };
}

/**
 * The ticket code that a hand scanner has typed into another field, usually behind its text.
 * @param {string} text
 * @returns {string | undefined}
 */
export function ticketCodeIn(text) {
  for (let at = text.length - TICKET_CODE_LENGTH; at >= 0; at--) {
    const code = text.slice(at, at + TICKET_CODE_LENGTH);
    if (mayBeTicketCode(code)) return code;
  }
  return undefined;
}

/**
 * @param {{ gate: string, admits: string, direction: string }} door as its fields are filled in
 * @returns {Pick<SentScan, 'gate' | 'admits' | 'direction'>}
 */
export function doorOf({ gate, admits, direction }) {
  return {
    ...(gate.trim() !== '' && { gate: gate.trim() }),
    ...(admits !== '' && { admits }),
    ...(direction === 'out' && { direction }),
  };
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7).
 * @param {number} now
 */
export function newCheckInId(now) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(now / 65_536));
  view.setUint16(4, now % 65_536);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
