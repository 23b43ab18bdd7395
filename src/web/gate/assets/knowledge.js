/**
 * The gate's knowledge of the day: the data of the service, overlaid with the passages at this device since.
 *
 * @import { UsedEntry } from '../../../gate/verdict-types.ts'
 * @import { EntryPresence, GatePresence, Knowledge, Passed, SnapshotOrChanges } from './types.ts'
 */

/**
 * @param {SnapshotOrChanges} told a snapshot
 * @param {number} behind how far the device's clock is behind the right one
 * @returns {Knowledge}
 */
export function learn(told, behind) {
  /** @type {Knowledge} */
  const knowledge = {
    day: told.day,
    validUntil: 0,
    keys: [],
    revoked: new Set(),
    events: new Map(),
    categories: new Map(),
    entry: told.entry,
    nights: new Map(),
    cancelled: new Map(),
    closed: new Map(),
    postponed: new Map(),
    presences: new Map(),
    voids: new Set(),
    exchanged: new Set(),
    imported: new Map(),
    passTypes: new Map(),
    blockedPasses: new Set(),
    cursor: '',
    at: 0,
    behind,
  };
  hear(knowledge, told);
  return knowledge;
}

/**
 * Applies changes to the knowledge. Applying them twice does no harm.
 * @param {Knowledge} knowledge
 * @param {SnapshotOrChanges} told
 */
export function hear(knowledge, told) {
  const { events, cancelled, voids, imported } = knowledge;
  hearPassages(knowledge, told);
  hearPasses(knowledge, told);
  for (const ticketId of told.void) voids.add(ticketId);
  knowledge.exchanged = new Set([...(knowledge.exchanged ?? []), ...(told.exchanged ?? [])]);
  for (const { codeHash, ...claims } of told.imported) imported.set(codeHash, claims);
  for (const { eventId, name, cancelled: isCancelled, minutes, entryThrough } of told.events)
    events.set(eventId, { name, isCancelled, minutes, ...(entryThrough !== undefined && { entryThrough }) });
  for (const { eventId, name, dates } of told.cancelledDates) cancelled.set(eventId, { name, dates });
  knowledge.closed = new Map(told.closedDays?.map(({ date, reason }) => [date, reason]));
  const postponed = told.postponed?.map(
    ({ ticketId, ticketDate }) => /** @type {const} */ ([ticketId, ticketDate]),
  );
  knowledge.postponed = new Map([...(knowledge.postponed ?? []), ...(postponed ?? [])]);
  knowledge.categories = new Map(told.categories.map((category) => [category.number, category]));
  if (told.cards) knowledge.cards = told.cards;
  knowledge.entry = told.entry;
  if (told.openDays) knowledge.openDays = told.openDays;
  knowledge.nights = new Map(told.nights.map(({ date, timeOpen }) => [date, timeOpen]));
  if (told.keys.keys.length > 0) knowledge.keys = told.keys.keys;
  knowledge.revoked = new Set(told.revokedKeys);
  knowledge.validUntil = Date.parse(told.validUntil);
  knowledge.cursor = told.cursor;
  knowledge.at = Date.now() + knowledge.behind;
}

/**
 * What is told of a ticket is all that there is to know of it.
 * @param {Knowledge} knowledge
 * @param {SnapshotOrChanges} told
 */
function hearPassages({ presences }, told) {
  const { entered = [], enteredAt = [], enteredGates = [], exited = [], gates } = told;
  /** @type {Map<string, GatePresence | undefined>} */
  const before = new Map(toldOf(told).map((ticketId) => [ticketId, presences.get(ticketId)]));
  for (const ticketId of before.keys()) presences.delete(ticketId);
  /**
   * @param {number} seconds
   * @param {number | undefined} place of the gate
   * @returns {EntryPresence}
   */
  const inside = (seconds, place) => {
    const gate = gates[place ?? -1];
    return { is: 'inside', lastIn: { at: seconds * 1_000, ...(gate !== undefined && { gate }) } };
  };
  told.admitted.forEach((ticketId, index) => {
    presences.set(ticketId, inside(told.admittedAt[index] ?? 0, told.admittedGates[index]));
  });
  for (const ticketId of told.left) {
    const { lastIn } = before.get(ticketId) ?? {};
    presences.set(ticketId, { is: 'out', ...(lastIn && { lastIn }) });
  }
  /** @type {(ticketId: string, entered: EntryPresence) => void} */
  const enter = (ticketId, presence) =>
    presences.set(ticketId, { is: 'nowhere', ...presences.get(ticketId), entered: presence });
  entered.forEach((ticketId, index) => {
    enter(ticketId, inside(enteredAt[index] ?? 0, enteredGates[index]));
  });
  for (const ticketId of exited) enter(ticketId, { ...before.get(ticketId)?.entered, is: 'out' });
}

/**
 * What is told of a pass is all that there is to know of it.
 * @param {Knowledge} knowledge
 * @param {SnapshotOrChanges} told
 */
function hearPasses(knowledge, { day: on, passTypes, blockedPasses = [], passEntries = [] }) {
  knowledge.blockedPasses ??= new Set();
  const { presences, blockedPasses: blocked } = knowledge;
  if (passTypes) knowledge.passTypes = new Map(passTypes.map((type) => [type.number, type]));
  for (const { passId, is = 'nowhere', at, gate, entries, entriesLeft } of passEntries) {
    blocked.delete(passId);
    const lastIn = at === undefined ? undefined : { at: at * 1_000, ...(gate !== undefined && { gate }) };
    presences.set(passId, {
      ...{ is, entries, day: on },
      ...(lastIn && { lastIn }),
      ...(entriesLeft !== undefined && { entriesLeft }),
    });
  }
  for (const passId of blockedPasses) blocked.add(passId);
}

/**
 * The tickets and passes in a snapshot or changes.
 * @param {SnapshotOrChanges} told
 * @returns {string[]}
 */
export function toldOf({ admitted, left, entered = [], exited = [], takenBack, passEntries = [] }) {
  const passes = passEntries.map(({ passId }) => passId);
  return [...admitted, ...left, ...entered, ...exited, ...takenBack, ...passes];
}

/**
 * Where a ticket is after a passage.
 * @param {GatePresence | undefined} before
 * @param {UsedEntry} used
 * @param {'in' | 'out'} direction
 * @param {NonNullable<EntryPresence['lastIn']>} passage
 * @returns {GatePresence}
 */
export function presenceAfter(before = { is: 'nowhere' }, used, direction, passage) {
  const { entered, ...own } = before;
  /** @type {EntryPresence} */
  const inside = { is: 'inside', lastIn: passage };
  if (direction === 'in')
    return used === 'included'
      ? { ...own, entered: inside }
      : { ...own, ...inside, ...(entered && { entered }) };
  const isOut = own.is !== 'nowhere' || entered === undefined;
  const gone = entered && used === 'both' ? { ...entered, is: /** @type {const} */ ('out') } : entered;
  return { ...own, ...(isOut && { is: 'out' }), ...(gone && { entered: gone }) };
}

/**
 * Whether it holds any change.
 * @param {SnapshotOrChanges} told
 */
export function hasChanges(told) {
  const { events, cancelledDates, keys, imported, postponed = [] } = told;
  return [toldOf(told), told.void, events, cancelledDates, keys.keys, imported, postponed].some(
    ({ length }) => length > 0,
  );
}

/**
 * Overlays the knowledge with passages at this device.
 * @param {Knowledge} knowledge
 * @param {readonly Passed[]} passed
 */
export function remember(knowledge, passed) {
  for (const { ticketId, checkInId: _, ...presence } of passed)
    if (isUnknown(presence)) knowledge.presences.delete(ticketId);
    else knowledge.presences.set(ticketId, presence);
}

/**
 * Whether there is nothing to know of it.
 * @param {GatePresence} presence
 */
function isUnknown({ is, entered, entries }) {
  return is === 'nowhere' && entered === undefined && entries === undefined;
}
