/**
 * The verdict of an offline gate: the service's own code, with the knowledge of this device.
 *
 * @import { VerdictCategory, Decision, NoTicket, Reentry, ScannedDoor, Formats, TicketAtGate, UsedEntry } from '../../../gate/verdict-types.ts'
 * @import { CodeClaims, PassClaims, ReadTicketCode, TicketClaims } from '../../../codes/ticket-code-types.ts'
 * @import { EntryPresence, GatePresence, Knowledge, PassUse, SentScan, Settings } from './types.ts'
 */
import { readTicketCode } from '../../../codes/read-ticket-code.js';
import { entryInstant } from '../../../core/entry-time.js';
import { decide, formatsOf, isNewEntry, usedEntry } from '../../../gate/verdict.js';
import { textsOfVerdict } from '../../../gate/verdict-languages.js';
import { importedTicket } from './imported.js';

/**
 * @param {SentScan & { readonly code: string, readonly admitsName?: string | undefined }} scan
 * @param {Knowledge} knowledge
 * @param {Settings} settings
 * @param {number} now by the right clock
 * @returns {Promise<{ decision: Decision, ticketId?: string, category?: VerdictCategory | undefined, used?: UsedEntry, pass?: PassUse }>}
 */
export async function decideAlone(scan, knowledge, { language, timeZone, reentry }, now) {
  const texts = textsOfVerdict(language);
  const claims = await readGenuine(scan.code, knowledge);
  const days = daysOn(knowledge, timeZone, now);
  const ticket = isTicket(claims)
    ? knownOf(asPostponed(claims, knowledge), knowledge, formatsOf(texts.locale, timeZone))
    : passOf(claims, knowledge, { language, days, persons: scan.persons });
  const { admitsName } = scan;
  /** @type {ScannedDoor} */
  const door = {
    direction: scan.direction ?? 'in',
    ...(scan.admits !== undefined && { admits: scan.admits }),
    ...(admitsName !== undefined && { admitsName }),
    isOverridden: scan.override !== undefined,
  };
  const decision = decide({ ticket, door, days, now, timeZone, reentry, entry: knowledge.entry }, texts);
  if (typeof claims === 'string' || typeof ticket === 'string') return { decision };
  if (!isTicket(claims)) {
    const { passId } = claims;
    const { isNew, ...counted } = passEntriesAfter(knowledge.presences.get(passId), scan, days, reentry);
    const { persons = 1, entriesLeft } = ticket.pass ?? {};
    const left = entriesLeft !== undefined && { entriesLeft: Math.max(0, entriesLeft - (isNew ? 1 : 0)) };
    return { decision, ticketId: passId, pass: { persons, ...counted, ...left } };
  }
  const { ticketId } = claims;
  return { decision, ticketId, category: ticket.category, used: usedEntry(ticket, door) };
}

/**
 * @param {CodeClaims | NoTicket} claims
 * @returns {claims is TicketClaims}
 */
function isTicket(claims) {
  return typeof claims !== 'string' && 'ticketId' in claims;
}

/**
 * Whether it is a ticket code whose key was revoked.
 * @param {string | undefined} code
 * @param {Knowledge | undefined} knowledge
 */
export function isWithdrawn(code, knowledge) {
  const read = readTicketCode(code);
  return 'keyId' in read && isRevoked(read, knowledge);
}

/**
 * Whether it is the code of no ticket that is known, of this museum or another.
 * @param {string} code
 * @param {Knowledge} knowledge
 */
export async function isNoTicket(code, knowledge) {
  return 'refusal' in readTicketCode(code) && (await importedTicket(code, knowledge)) === undefined;
}

/**
 * @param {string} code
 * @param {Knowledge} knowledge
 * @returns {Promise<CodeClaims | NoTicket>}
 */
async function readGenuine(code, knowledge) {
  const read = readTicketCode(code);
  if ('refusal' in read) return (await importedTicket(code, knowledge)) ?? 'unreadable';
  if (isRevoked(read, knowledge)) return 'withdrawn';
  return (await isGenuine(read, knowledge)) ? read.claims : 'forged';
}

/**
 * @param {Pick<ReadTicketCode, 'keyId'>} read
 * @param {Knowledge | undefined} knowledge
 */
export function isRevoked({ keyId }, knowledge) {
  return knowledge?.revoked?.has(keyId) === true;
}

/**
 * Whether a key that this device knows has signed it.
 * @param {ReadTicketCode} read
 * @param {Knowledge} knowledge
 */
export async function isGenuine({ keyId, signature, message }, knowledge) {
  const jwk = knowledge.keys.find(({ kid }) => kid === keyId);
  if (jwk === undefined) return false;
  // Nothing but the key itself: WebKit refuses an Ed25519 key with "use", and browsers disagree on the value of "alg".
  const { kty, crv, x } = jwk;
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

/**
 * For the day that it is for now: its code may be from before its event was postponed.
 * @param {TicketClaims} claims
 * @param {Knowledge} knowledge
 * @returns {TicketClaims}
 */
function asPostponed(claims, { postponed }) {
  // What an earlier version of this page has kept knows of none.
  return { ...claims, ticketDate: postponed?.get(claims.ticketId) ?? claims.ticketDate };
}

/**
 * @param {TicketClaims} claims
 * @param {Knowledge} knowledge
 * @param {Formats} formats
 * @returns {TicketAtGate}
 */
function knownOf(claims, knowledge, formats) {
  const { ticketId, ticketDate, eventId = undefined, categoryNumber = 0 } = claims;
  const { presences, events, cancelled, closed, voids, exchanged, categories } = knowledge;
  const category = categories.get(categoryNumber);
  const off = cancelled.get(eventId ?? '');
  const isOff = eventId === undefined ? closed?.has(ticketDate) : off?.dates.includes(ticketDate);
  const closedFor = eventId === undefined ? closed?.get(ticketDate) : undefined;
  const event = events.get(eventId ?? '') ?? off;
  const presence = presences.get(ticketId);
  const wasIn = presence !== undefined && presence.is !== 'nowhere';
  return {
    ticketDate,
    eventId: eventId ?? null,
    ...(event && { eventName: event.name }),
    ...timesOf(claims, knowledge, formats),
    ...(category && { category }),
    // Who has come in did so before it was called off, as far as this device knows.
    ...(isOff && !wasIn && { isCancelled: true }),
    ...(closedFor !== undefined && { closedFor }),
    ...(voids.has(ticketId) && { isVoid: true }),
    ...(exchanged?.has(ticketId) && { isExchanged: true }),
    ...entryOf(claims, knowledge),
    ...(wasIn && passagesOf(/** @type {EntryPresence} */ (presence))),
    ...(presence?.entered && { entered: passagesOf(presence.entered) }),
  };
}

/**
 * A pass, as far as this device knows it: neither who holds it, nor whether a place is left.
 * @param {PassClaims | NoTicket} claims
 * @param {Knowledge} knowledge
 * @param {{ language: string, days: readonly string[], persons: number | undefined }} scan
 * @returns {TicketAtGate | NoTicket}
 */
function passOf(claims, knowledge, { language, days, persons = 4 }) {
  if (typeof claims === 'string') return claims;
  const { passId, passTypeNumber, from, to } = claims;
  const { presences, passTypes, blockedPasses, voids } = knowledge;
  const type = passTypes?.get(passTypeNumber);
  if (type === undefined) return 'unknown-ticket';
  const presence = presences.get(passId);
  const ofToday = days.includes(presence?.day ?? '') ? presence : undefined;
  const entriesLeft = presence?.entriesLeft ?? type.entries;
  return {
    ticketDate: days[0] ?? '',
    eventId: null,
    ...(voids.has(passId) && { isVoid: true }),
    ...(ofToday !== undefined &&
      ofToday.is !== 'nowhere' &&
      passagesOf(/** @type {EntryPresence} */ (ofToday))),
    pass: {
      name: type.names?.[language] ?? type.name,
      persons: Math.min(persons, claims.persons),
      isNamed: type.named,
      ...{ from, to },
      ...(blockedPasses?.has(passId) && { isBlocked: true }),
      coversEvents: type.for === 'general-and-events',
      walkIn: type.walkIn,
      ...(entriesLeft !== undefined && { entriesLeft }),
      perDay: type.perDay,
      entriesToday: ofToday?.entries ?? 0,
    },
  };
}

/**
 * How often a pass has admitted on the day once somebody has passed with it.
 * @param {GatePresence | undefined} before
 * @param {Pick<SentScan, 'direction'>} scan
 * @param {readonly string[]} days that are on
 * @param {Reentry} reentry
 * @returns {{ readonly day: string, readonly entries: number, readonly isNew: boolean }}
 */
export function passEntriesAfter(before, { direction }, days, reentry) {
  const today = days.includes(before?.day ?? '') ? before : undefined;
  const standing =
    today === undefined || today.is === 'nowhere' ? {} : passagesOf(/** @type {EntryPresence} */ (today));
  const isNew = direction === undefined && isNewEntry(standing, { reentry });
  return { day: days[0] ?? '', entries: (today?.entries ?? 0) + (isNew ? 1 : 0), isNew };
}

/** @param {EntryPresence} presence */
function passagesOf({ is, lastIn }) {
  /** @type {'in' | 'out'} */
  const lastDirection = is === 'inside' ? 'in' : 'out';
  return { lastDirection, ...(lastIn && { lastIn }) };
}

/**
 * Whether the ticket includes general entry, and the museum is closed on its day.
 * @param {Pick<TicketClaims, 'ticketId' | 'ticketDate'> & { readonly eventId?: string | undefined }} ticket
 * @param {Knowledge} knowledge
 * @returns {Pick<TicketAtGate, 'includesEntry' | 'isEntryClosed'>}
 */
function entryOf({ ticketId, ticketDate, eventId = '' }, { events, openDays }) {
  const { entryThrough = '' } = events.get(eventId) ?? {};
  if (ticketId > entryThrough) return {};
  return { includesEntry: true, ...(openDays?.includes(ticketDate) === false && { isEntryClosed: true }) };
}

/**
 * Which entry a ticket that the service admitted has used, as far as this device knows.
 * @param {Pick<TicketClaims, 'ticketId' | 'ticketDate'> & { readonly eventId?: string | undefined }} ticket
 * @param {SentScan} scan
 * @param {Knowledge | undefined} knowledge
 * @returns {UsedEntry}
 */
export function entryUsed(ticket, { direction, admits }, knowledge) {
  if (knowledge === undefined) return 'own';
  const { eventId = null, ticketDate } = ticket;
  const known = { ticketDate, eventId, ...entryOf(ticket, knowledge) };
  return usedEntry(known, { direction: direction ?? 'in', ...(admits !== undefined && { admits }) });
}

/**
 * @param {TicketClaims} claims
 * @param {Knowledge} knowledge
 * @param {Formats} formats
 * @returns {Pick<TicketAtGate, 'entryTime' | 'entryAt' | 'minutes'>}
 */
function timesOf({ ticketDate, entryTime, eventId }, { events, nights }, { dayOf, clock }) {
  if (entryTime === undefined) return {};
  const minutes = events.get(eventId ?? '')?.minutes;
  const localOf = (/** @type {number} */ at) => ({ day: dayOf(at), time: clock(at) });
  const timed = { day: ticketDate, entryTime, eventId: eventId ?? null };
  const entryAt = entryInstant(localOf, timed, nights.get(ticketDate));
  return { entryTime, entryAt, ...(minutes !== undefined && { minutes }) };
}

/**
 * The current days: the day of the snapshot until it is over, and from midnight on also the next one. Otherwise the calendar
 * day by this browser's time zone data, which may be out of date.
 * @param {Knowledge} knowledge
 * @param {string} timeZone
 * @param {number} now
 */
export function daysOn({ day, validUntil }, timeZone, now) {
  // Dates in the Swedish locale are in ISO format.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  if (now >= validUntil) return [today];
  return day < today ? [day, today] : [day];
}
