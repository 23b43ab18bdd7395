/**
 * The verdict of an offline gate: the service's own code, with the knowledge of this device.
 *
 * @import { Decision, Door, KnownTicket } from '../../../gate/verdict-types.ts'
 * @import { TicketClaims } from '../../../codes/ticket-code-types.ts'
 * @import { Knowledge, Scan, Settings } from './types.ts'
 */
import { readTicketCode } from '../../../codes/read-ticket-code.js';
import { decide } from '../../../gate/verdict.js';
import { verdictTexts } from '../../../gate/verdict-languages.js';

/**
 * @param {Scan & { readonly code: string, readonly admitsName?: string | undefined }} scan
 * @param {Knowledge} knowledge
 * @param {Settings} settings
 * @param {number} now by the right clock
 * @returns {Promise<{ decision: Decision, ticketId?: string }>}
 */
export async function decideAlone(scan, knowledge, { language, timeZone, reentry }, now) {
  const claims = await readGenuine(scan.code, knowledge);
  const ticket = typeof claims === 'string' ? claims : knownOf(claims, knowledge);
  const { admitsName } = scan;
  /** @type {Door} */
  const door = {
    direction: scan.direction ?? 'in',
    ...(scan.admits !== undefined && { admits: scan.admits }),
    ...(admitsName !== undefined && { admitsName }),
    isOverridden: scan.override !== undefined,
  };
  const days = daysOn(knowledge, timeZone, now);
  const decision = decide({ ticket, door, days, now, timeZone, reentry }, verdictTexts(language));
  if (typeof claims === 'string' || typeof ticket === 'string') return { decision };
  return { decision, ticketId: claims.ticketId };
}

/**
 * @param {string} code
 * @param {Knowledge} knowledge
 * @returns {Promise<TicketClaims | 'unreadable' | 'forged'>}
 */
async function readGenuine(code, { keys }) {
  const read = readTicketCode(code);
  if ('refusal' in read) return 'unreadable';
  const jwk = keys.find(({ kid }) => kid === read.keyId);
  if (jwk === undefined) return 'forged';
  // Nothing but the key itself: WebKit refuses an Ed25519 key with "use", and browsers disagree on the value of "alg".
  const { kty, crv, x } = jwk;
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  const isGenuine = await crypto.subtle.verify('Ed25519', key, read.signature, read.message);
  return isGenuine ? read.claims : 'forged';
}

/**
 * @param {TicketClaims} claims
 * @param {Knowledge} knowledge
 * @returns {KnownTicket}
 */
function knownOf({ ticketId, ticketDate, eventId = undefined }, { standings, events, cancelled, voids }) {
  const off = cancelled.get(eventId ?? '');
  const event = events.get(eventId ?? '') ?? off;
  const standing = standings.get(ticketId);
  return {
    ticketDate,
    eventId: eventId ?? null,
    ...(event && { eventName: event.name }),
    ...(off?.dates.includes(ticketDate) && { isCancelled: true }),
    ...(voids.has(ticketId) && { isVoid: true }),
    ...(standing && { lastDirection: standing.is === 'inside' ? 'in' : 'out' }),
    ...(standing?.lastIn && { lastIn: standing.lastIn }),
  };
}

/**
 * The current days: the day of the snapshot until it is over, and from midnight on also the next one. Otherwise the calendar
 * day by this browser's time zone data, which may be out of date.
 * @param {Knowledge} knowledge
 * @param {string} timeZone
 * @param {number} now
 */
function daysOn({ day, validUntil }, timeZone, now) {
  // Dates in the Swedish locale are in ISO format.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  if (now >= validUntil) return [today];
  return day < today ? [day, today] : [day];
}
