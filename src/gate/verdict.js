// @ts-check
/**
 * The gate's decision on a scan: one pure function of what is known of the ticket and the door. Plain JavaScript,
 * because both the service and the gate's page (which decides offline) run this file. docs/gate.md has the table of
 * verdicts.
 *
 * @import { TimedTicket } from '../core/entry-time-types.ts'
 * @import { VerdictCategory, Decision, EntryPassages, PassAtGate, UsedEntry, ScannedDoor, Formats, Known, TicketAtGate, Passage, Reason, Reentry, VerdictTexts, Phrases } from './verdict-types.ts'
 */
import { admittedFrom, admittedUntil, timeFault } from '../core/entry-time.js';
import { oneLine } from '../core/name.js';

/** @type {VerdictTexts} */
export const ENGLISH = {
  locale: 'en-GB',
  generalEntry: 'general entry',
  anEvent: 'a special event',
  time: (clock, day) => (day === undefined ? `at ${clock}` : `on ${day} at ${clock}`),
  gate: (time, gate) => `${time} at ${gate}`,
  unreadable: () => 'This is not a ticket code.',
  forged: () => 'This code was not signed by the museum: it is forged or damaged.',
  withdrawn: () => 'Withdrawn code: ask for the new ticket.',
  'unknown-ticket': () => 'No ticket with this code was sold.',
  void: (words, { voidAt }) =>
    voidAt === undefined ? 'This ticket is void.' : `This ticket was voided ${words.moment(voidAt)}.`,
  exchanged: () => 'Exchanged: ask for the newer ticket.',
  cancelled: (words, ticket) => `${words.subject(ticket)} on ${words.day(ticket.ticketDate)} was cancelled.`,
  closed: (words, ticket) =>
    withWhy(`The museum is closed on ${words.day(ticket.ticketDate)}`, ticket.closedFor),
  'other-event': (words, ticket) => `For ${words.what(ticket)}; this door admits ${words.door}.`,
  'wrong-day': (words, { ticketDate }) => `For ${words.day(ticketDate)}; today is ${words.day(words.today)}.`,
  'too-early': (words, ticket) => `For ${words.entry(ticket)}; it is ${words.now}, ${words.wait(ticket)}.`,
  'too-late': (words, ticket) =>
    `For ${words.entry(ticket)}; it is ${words.now}, valid until ${words.until(ticket)}.`,
  'already-admitted': (words, { lastIn }) =>
    lastIn === undefined ? 'Already admitted.' : `Admitted ${words.passage(lastIn)}.`,
  'not-inside': (words, { lastOut }) =>
    lastOut === undefined ? 'Has not come in yet.' : `Left ${words.passage(lastOut)}.`,
  'pass-void': () => 'This pass is void.',
  'pass-blocked': () => 'This pass is blocked.',
  'pass-not-yet': (words, ticket) => `${words.pass(ticket)}: valid from ${words.passFrom(ticket)}.`,
  'pass-expired': (words, ticket) => `${words.pass(ticket)}: was valid until ${words.passTo(ticket)}.`,
  'pass-unnamed': (words, ticket) => `${words.pass(ticket)}: no name is given yet. Ask for it, and enter it.`,
  'pass-used-up': (words, ticket) => `${words.pass(ticket)}: no entries are left.`,
  'not-booked': (words, ticket) => `${words.pass(ticket)}: a booking is needed.`,
  'no-place': (words, ticket) => `${words.pass(ticket)}: no places are left now.`,
  'card-unknown': (words, ticket) => `${words.subject(ticket)}: there is no card with this number.`,
  'card-refused': (words, ticket) =>
    `${words.subject(ticket)}: ${ticket.card?.words ?? 'it can’t be checked now.'}`,
  'card-show': (words, ticket) => `${words.subject(ticket)}: check name and photo.`,
  refusedAlone: () => 'Refused at the door while offline.',
  overridden: (why) => `Admitted anyway. ${why}`,
  admitted: (words, ticket) => `${words.subject(ticket)}, ${words.day(ticket.ticketDate)}.`,
  left: (words, { lastIn }) => (lastIn === undefined ? 'Left.' : `Left. Admitted ${words.passage(lastIn)}.`),
  category: ({ name, places, proof }) => {
    const who = places === 1 ? name : `${name}, ${places} persons`;
    return proof === undefined ? `${who}.` : `${who}: ask for ${withArticle(proof)}.`;
  },
  pass: ({ name, persons, isNamed, holder }) => {
    const who = persons === 1 ? name : `${name}, ${persons} persons`;
    return isNamed ? `${who}: ask for the name ${holder ?? 'on the pass'}.` : `${who}.`;
  },
};

/**
 * A sentence with a reason that somebody has typed, if there is one.
 * @param {string} sentence without its full stop
 * @param {string | undefined} why
 * @param {string} [colon]
 */
export function withWhy(sentence, why, colon = ': ') {
  const reason = oneLine(why ?? '');
  const whole = reason === '' ? sentence : `${sentence}${colon}${reason}`;
  return /[.!?]$/.test(reason) ? whole : `${whole}.`;
}

/** @param {string} proof */
function withArticle(proof) {
  if (/^(an?|the|their|some) /i.test(proof)) return proof;
  return `${/^[aeiou]/i.test(proof) ? 'an' : 'a'} ${proof}`;
}

/**
 * @param {Known} known
 * @param {VerdictTexts} [texts] of the museum's language
 * @returns {Decision}
 */
export function decide(known, texts = ENGLISH) {
  const { ticket, door } = known;
  if (typeof ticket === 'string') {
    const reason = ticket === 'withdrawn' ? 'forged' : ticket;
    return { verdict: 'refused', reason, message: texts[ticket]() };
  }
  const words = wordsOf(known, texts);
  const reason = door.direction === 'out' ? reasonToStay(ticket, known) : reasonToRefuse(ticket, known);
  if (reason === undefined) {
    if (door.direction === 'out')
      return {
        verdict: 'left',
        message: texts.left(words, { ...ticket, ...passagesFor(reason, ticket, known) }),
      };
    const { pass } = ticket;
    if (pass !== undefined) return { verdict: 'admitted', message: texts.pass(written(pass)) };
    return { verdict: 'admitted', message: withCategory(texts.admitted(words, ticket), ticket, texts) };
  }
  const passages = passagesFor(reason, ticket, known);
  const message = texts[sentenceFor(reason, ticket)](words, { ...ticket, ...passages });
  const earlier = earlierOf(passages, reason);
  const why = { reason, ...(earlier && { earlier }) };
  if (!isOverridden(door, reason)) return { verdict: 'refused', ...why, message };
  return { verdict: 'admitted', ...why, message: withCategory(texts.overridden(message), ticket, texts) };
}

/** @param {PassAtGate} pass */
function written({ name, holder, ...pass }) {
  return { ...pass, name: oneLine(name), ...(holder !== undefined && { holder: oneLine(holder) }) };
}

/**
 * @param {Reason} reason
 * @param {TicketAtGate} ticket
 */
function sentenceFor(reason, { eventId, isExchanged, isCancelled, pass }) {
  if (reason === 'void' && pass !== undefined) return 'pass-void';
  if (reason === 'void' && isExchanged) return 'exchanged';
  return reason === 'cancelled' && (eventId === null || !isCancelled) ? 'closed' : reason;
}

/**
 * @param {string} message of an admission
 * @param {TicketAtGate} ticket
 * @param {VerdictTexts} texts
 */
function withCategory(message, { category }, texts) {
  if (category === undefined || (category.number === 0 && category.proof === undefined)) return message;
  const { name, proof } = category;
  /** @type {VerdictCategory} */
  const written = { ...category, name: oneLine(name), ...(proof !== undefined && { proof: oneLine(proof) }) };
  return `${message} ${texts.category(written)}`;
}

/**
 * Which of its entries a ticket uses at the door. Its event's own door is for the event's; any other is for general entry, if that
 * is included and takes place. Whoever goes out there leaves the museum, and so the event too.
 * @param {TicketAtGate} ticket
 * @param {Pick<ScannedDoor, 'admits' | 'direction'>} door
 * @returns {UsedEntry}
 */
export function usedEntry({ eventId, includesEntry, isEntryClosed }, { admits, direction }) {
  if (!includesEntry || (admits !== undefined && admits !== 'general')) return 'own';
  if (eventId === null) return 'own';
  if (direction === 'out') return 'both';
  return isEntryClosed && admits === undefined ? 'own' : 'included';
}

/**
 * @param {TicketAtGate} ticket
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonToRefuse(ticket, known) {
  if (ticket.pass !== undefined) return reasonToRefusePass(ticket, ticket.pass, known);
  const reason = reasonOfTicket(ticket, known);
  if (reason !== undefined) return reason;
  const used = usedEntry(ticket, known.door) === 'included' ? (ticket.entered ?? {}) : ticket;
  if (used !== ticket && known.door.admits === undefined && isUsed(ticket, known)) return 'already-admitted';
  if (isUsed(used, known)) return 'already-admitted';
  // General entry that is included is for the whole day.
  return used === ticket && used.lastDirection === undefined ? reasonOfTime(ticket, known) : undefined;
}

/**
 * Who came in with a pass may come in again without a new entry, by the rule of re-entry.
 * @param {TicketAtGate} ticket
 * @param {PassAtGate} pass
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonToRefusePass(ticket, pass, known) {
  const reason = reasonOfPass(ticket, pass, known);
  if (reason !== undefined) return reason;
  const { admits } = known.door;
  const isForEvent = admits !== undefined && admits !== 'general';
  const isNew = isNewEntry(ticket, known);
  if (isNew && pass.entriesLeft === 0) return 'pass-used-up';
  if ((isNew && pass.walkIn === 'never') || (isForEvent && pass.coversEvents)) return 'not-booked';
  if (isNew && pass.walkIn === 'while-places' && pass.hasPlace === false) return 'no-place';
  if (isForEvent) return 'other-event';
  return isNew && pass.entriesToday >= pass.perDay ? 'already-admitted' : undefined;
}

/**
 * Whether coming in with a pass now is a new entry of it.
 * @param {EntryPassages} passages
 * @param {{ readonly reentry: Reentry }} rules
 */
export function isNewEntry({ lastDirection }, { reentry }) {
  if (lastDirection === undefined || reentry === 'never') return true;
  return lastDirection === 'in' && reentry === 'after-exit';
}

/**
 * @param {TicketAtGate} ticket
 * @param {PassAtGate} pass
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonOfPass({ isVoid }, { isBlocked, from, to, isUnnamed }, { days }) {
  if (isVoid) return 'void';
  if (isBlocked) return 'pass-blocked';
  if (days.every((day) => day < from)) return 'pass-not-yet';
  if (days.every((day) => day > to)) return 'pass-expired';
  return isUnnamed ? 'pass-unnamed' : undefined;
}

/**
 * A time is for the first entry only.
 * @param {TicketAtGate} ticket
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonOfTime(ticket, { entry, now }) {
  return ticket.entryAt === undefined ? undefined : timeFault(timed(ticket), entry, now);
}

/**
 * A visitor who is inside may leave through any door, whatever the state of the ticket.
 * @param {TicketAtGate} ticket
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonToStay(ticket, known) {
  const isEntered = usedEntry(ticket, known.door) === 'both' && ticket.entered?.lastDirection === 'in';
  if (ticket.lastDirection === 'in' || isEntered) return undefined;
  if (ticket.pass !== undefined) return reasonOfPass(ticket, ticket.pass, known) ?? 'not-inside';
  return reasonOfTicket(ticket, known) ?? 'not-inside';
}

/**
 * @param {TicketAtGate} ticket
 * @param {Known} known
 * @returns {Reason | undefined}
 */
function reasonOfTicket(ticket, { door, days }) {
  if (ticket.card?.fault !== undefined) return ticket.card.fault;
  if (ticket.isVoid) return 'void';
  if (ticket.isCancelled) return 'cancelled';
  const entry = usedEntry(ticket, door);
  if (entry === 'included' && ticket.isEntryClosed) return 'cancelled';
  const isFor = entry !== 'own' || door.admits === undefined || door.admits === (ticket.eventId ?? 'general');
  if (!isFor) return 'other-event';
  return days.includes(ticket.ticketDate) ? undefined : 'wrong-day';
}

/**
 * Whether it admits no more.
 * @param {EntryPassages} passages
 * @param {{ readonly reentry: Reentry }} rules
 */
function isUsed({ lastDirection }, { reentry }) {
  if (lastDirection === undefined || reentry === 'always') return false;
  return lastDirection === 'in' || reentry === 'never';
}

/**
 * The passages that the reason is about; without one, those by which somebody came in last.
 * @param {Reason | undefined} reason
 * @param {TicketAtGate} ticket
 * @param {Known} known
 * @returns {EntryPassages}
 */
function passagesFor(reason, ticket, known) {
  const { entered = {} } = ticket;
  if (usedEntry(ticket, known.door) === 'own') return ticket;
  if (reason === undefined) return (entered.lastIn?.at ?? 0) > (ticket.lastIn?.at ?? 0) ? entered : ticket;
  if (reason === 'already-admitted') return isUsed(entered, known) ? entered : ticket;
  return (entered.lastOut?.at ?? 0) > (ticket.lastOut?.at ?? 0) ? entered : ticket;
}

/**
 * @param {EntryPassages} passages
 * @param {Reason} reason
 * @returns {Passage | undefined}
 */
function earlierOf({ lastIn, lastOut }, reason) {
  if (reason === 'already-admitted') return lastIn;
  return reason === 'not-inside' ? lastOut : undefined;
}

/**
 * The reasons that may be overridden.
 * @type {readonly Reason[]}
 */
export const OVERRIDABLE = ['other-event', 'wrong-day', 'too-early', 'too-late', 'already-admitted'];

/**
 * @param {ScannedDoor} door
 * @param {Reason} reason
 */
function isOverridden({ direction, isOverridden = false }, reason) {
  return isOverridden && direction === 'in' && OVERRIDABLE.includes(reason);
}

/**
 * @param {Known} known
 * @param {VerdictTexts} texts
 * @returns {Phrases}
 */
function wordsOf({ door, days, now, timeZone, entry }, texts) {
  const { day, clock, dayOf, ago, ahead } = formatsOf(texts.locale, timeZone);
  const today = dayOf(now);
  /** @param {string} which */
  const dayInWords = (which) => day(which, which.slice(0, 4) !== today.slice(0, 4));
  /** @param {number} at */
  const isRecent = (at) => days.includes(dayOf(at));
  /** @param {number} at */
  const moment = (at) => texts.time(clock(at), isRecent(at) ? undefined : dayInWords(dayOf(at)));
  /**
   * @param {boolean} isGeneral
   * @param {string | undefined} name of the event
   * @param {(own: string) => string} [write] changes the museum's own words; names stay as they are
   */
  const what = (isGeneral, name, write = (own) => own) =>
    isGeneral ? write(texts.generalEntry) : oneLine(name ?? '') || write(texts.anEvent);
  return {
    today,
    moment,
    day: dayInWords,
    door: what(door.admits === 'general', door.admitsName),
    what: ({ eventId, eventName }) => what(eventId === null, eventName),
    subject: ({ eventId, eventName, card }) =>
      card === undefined ? what(eventId === null, eventName, capital) : oneLine(card.name),
    passage: ({ at, gate }) => {
      const where = gate === undefined ? moment(at) : texts.gate(moment(at), oneLine(gate));
      // In whole seconds, as in snapshots, so that the sentence is the same with and without a network.
      return isRecent(at) ? `${where}, ${ago(secondOf(now) - secondOf(at))}` : where;
    },
    now: clock(now),
    entry: ({ entryTime = '', entryAt = now }) =>
      isRecent(entryAt) ? entryTime : `${dayInWords(dayOf(entryAt))}, ${entryTime}`,
    wait: (ticket) => ahead(Math.ceil((admittedFrom(timed(ticket), entry) - now) / 60_000)),
    until: (ticket) => clock(admittedUntil(timed(ticket), entry)),
    pass: ({ pass }) => oneLine(pass?.name ?? ''),
    passFrom: ({ pass }) => dayInWords(pass?.from ?? today),
    passTo: ({ pass }) => dayInWords(pass?.to ?? today),
  };
}

/**
 * For sentences that are said only of tickets with an entry time.
 * @param {TicketAtGate} ticket
 */
function timed(ticket) {
  return /** @type {TimedTicket} */ (ticket);
}

/** @param {number} at */
function secondOf(at) {
  return Math.floor(at / 1_000);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Caches formats: making one costs a thousand times as much as using it.
 * @type {Map<string, Formats>}
 */
const formatCache = new Map();

/**
 * @param {string} locale
 * @param {string} timeZone
 * @returns {Formats}
 */
export function formatsOf(locale, timeZone) {
  const key = `${locale} ${timeZone}`;
  let formats = formatCache.get(key);
  if (formats === undefined) {
    formats = makeFormats(locale, timeZone);
    formatCache.set(key, formats);
  }
  return formats;
}

/**
 * @param {string} locale
 * @param {string} timeZone
 * @returns {Formats}
 */
function makeFormats(locale, timeZone) {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const withoutYear = dayFormat(locale, {});
  const withYear = dayFormat(locale, { year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  // Dates in the Swedish locale are in ISO format, except that years below 1000 are not padded with zeros.
  const iso = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return {
    day: (day, isFar) => (isFar ? withYear : withoutYear)(day),
    // Zones are offset by whole minutes, so that neither time nor day can change within one.
    clock: memoizeByUnit((minute) => time.format(minute * 60_000), 60_000),
    dayOf: memoizeByUnit((minute) => iso.format(minute * 60_000).padStart(10, '0'), 60_000),
    ago: (seconds) => {
      if (seconds < 60) return relative.format(-Math.max(0, seconds), 'second');
      if (seconds < 3_600) return relative.format(-Math.floor(seconds / 60), 'minute');
      return relative.format(-Math.floor(seconds / 3_600), 'hour');
    },
    ahead: (minutes) => {
      if (minutes < 180) return relative.format(minutes, 'minute');
      return relative.format(Math.round(minutes / 60), 'hour');
    },
  };
}

/**
 * Corrections to a day without commas: German has one after the weekday, and French writes the first of a month as 1er.
 * @type {Readonly<Record<string, readonly [string | RegExp, string]>>}
 */
const AS_WRITTEN = { 'de-DE': [' ', ', '], 'fr-FR': [/ 1 (?=\p{L})/u, ' 1er '] };

/**
 * Formats "Saturday 12 December" without the commas that differ between browsers.
 * @param {string} locale
 * @param {Intl.DateTimeFormatOptions} more
 * @returns {(day: string) => string}
 */
function dayFormat(locale, more) {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...more,
  });
  const [part, instead] = AS_WRITTEN[locale] ?? ['', ''];
  const inWords = memoizeByUnit(
    (number) =>
      format
        .format(number * 86_400_000)
        .replaceAll(',', '')
        .replace(part, instead),
    86_400_000,
  );
  return (day) => inWords(Date.parse(`${day}T00:00:00Z`));
}

/**
 * Calls `make` with the number of whole `unit`s, and caches the last result.
 * @param {(number: number) => string} make
 * @param {number} unit
 */
function memoizeByUnit(make, unit) {
  let made = Number.NaN;
  let text = '';
  return (/** @type {number} */ at) => {
    const number = Math.floor(at / unit);
    if (number !== made) {
      text = make(number);
      made = number;
    }
    return text;
  };
}
