/**
 * What a scanner meant that types with another keyboard layout than this device. It is found before anything is decided, so that
 * a scan is the same one for this page, for another page, and for the service.
 *
 * @import { Knowledge, Meant } from './types.ts'
 */
import { readScannedCode } from '../../../codes/scanned-code.js';
import { isGenuine, isRevoked } from './decide-alone.js';
import { meantImported } from './imported.js';

/**
 * The code that was meant, if this device can tell: that of another system which it knows, or else that which a signature proves.
 * @param {string} text as it was scanned
 * @param {Knowledge | undefined} knowledge
 * @returns {Promise<Meant | undefined>}
 */
export async function meantCode(text, knowledge) {
  const imported = await meantImported(text, knowledge);
  // Without a secure context there is no crypto.subtle, and the service finds out.
  if (imported !== undefined || knowledge === undefined || crypto.subtle === undefined) return imported;
  try {
    return await meantTicket(text, knowledge);
  } catch {
    // A browser that can't verify signatures: what it decides alone it can't decide then either, and says so.
    return undefined;
  }
}

/**
 * @param {string} text
 * @param {Knowledge} knowledge
 * @returns {Promise<Meant | undefined>}
 */
async function meantTicket(text, knowledge) {
  /** @type {Meant | undefined} */
  let withdrawn;
  for (const read of readScannedCode(text)) {
    const { code, layouts } = read;
    const meant = { code, ...(layouts && { layouts }) };
    if (isRevoked(read, knowledge)) withdrawn ??= meant;
    else if (await isGenuine(read, knowledge)) return meant;
  }
  return withdrawn;
}
