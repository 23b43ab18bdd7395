// @ts-check
/**
 * Reads what was scanned as a ticket code also where a scanner or an input method has changed it (docs/ticket-code.md).
 * Plain JavaScript, because the gate's page runs this very file.
 *
 * @import { ReadTicketCode } from './ticket-code-types.ts'
 * @import { Layouts } from './keyboard-layouts.js'
 */
import { keyReadings } from './keyboard-layouts.js';
import { readTicketCode, TICKET_CODE_LENGTH } from './read-ticket-code.js';

/** How long the identifier of the kind of bar code is, which a scanner may put before the text (ISO/IEC 15424). */
const IDENTIFIER_LENGTH = 3;
/** Longer texts are no ticket code. */
const LONGEST = 400;

/**
 * The ticket codes that the text may mean, the text as it is first; often none. Only a signature proves which one was
 * meant. They are made one by one, so that a code that arrived as it is costs no more than reading it.
 * @param {unknown} text
 * @returns {Generator<ReadTicketCode & { readonly layouts?: Layouts }, void>} layouts: of scanner and computer, which
 * differ; two
 *   equal ones: Caps Lock is on
 */
export function* readScannedCode(text) {
  const plain = readTicketCode(text);
  if (!('refusal' in plain)) yield plain;
  const typed = asTyped(text);
  if (typed === undefined) return;
  const read = readTicketCode(typed);
  if (!('refusal' in read) && 'refusal' in plain) yield read;
  for (const { text: reading, layouts } of keyReadings(typed)) {
    const other = readTicketCode(reading);
    if (!('refusal' in other)) yield { ...other, layouts };
  }
}

/**
 * Whether the text may mean a ticket code, of any museum.
 * @param {string} text
 */
export function mayBeTicketCode(text) {
  return !readScannedCode(text).next().done;
}

/**
 * One character for each key, in lower case, without what a scanner or an input method has added.
 * @param {unknown} text
 * @returns {string | undefined} undefined: it has another length than a ticket code
 */
function asTyped(text) {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const typed = text
    .normalize('NFD')
    // A dead key, which was typed before the letter. It is the 6 with Shift on US-International keyboards.
    .replaceAll(/(.)\u0302/gu, '^$1')
    .normalize('NFC')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[ \p{Cc}\p{Cf}]/gu, '')
    .toLowerCase();
  const code =
    typed.length === TICKET_CODE_LENGTH + IDENTIFIER_LENGTH ? typed.slice(IDENTIFIER_LENGTH) : typed;
  return code.length === TICKET_CODE_LENGTH ? code : undefined;
}
