/**
 * The gate's knowledge of the day: the data of the service, overlaid with the passages at this device since.
 *
 * @import { Knowledge, Passed, SnapshotOrChanges } from './types.ts'
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
    imported: new Map(),
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
  const { presences, events, cancelled, voids, imported } = knowledge;
  told.admitted.forEach((ticketId, index) => {
    const at = (told.admittedAt[index] ?? 0) * 1_000;
    const gate = told.gates[told.admittedGates[index] ?? -1];
    presences.set(ticketId, { is: 'inside', lastIn: { at, ...(gate !== undefined && { gate }) } });
  });
  for (const ticketId of told.left) presences.set(ticketId, { ...presences.get(ticketId), is: 'out' });
  for (const ticketId of told.takenBack) presences.delete(ticketId);
  for (const ticketId of told.void) voids.add(ticketId);
  for (const { codeHash, ...claims } of told.imported) imported.set(codeHash, claims);
  for (const { eventId, name, cancelled: isCancelled, minutes } of told.events)
    events.set(eventId, { name, isCancelled, minutes });
  for (const { eventId, name, dates } of told.cancelledDates) cancelled.set(eventId, { name, dates });
  knowledge.closed = new Map(told.closedDays?.map(({ date, reason }) => [date, reason]));
  const postponed = told.postponed?.map(
    ({ ticketId, ticketDate }) => /** @type {const} */ ([ticketId, ticketDate]),
  );
  knowledge.postponed = new Map([...(knowledge.postponed ?? []), ...(postponed ?? [])]);
  knowledge.categories = new Map(told.categories.map((category) => [category.number, category]));
  knowledge.entry = told.entry;
  knowledge.nights = new Map(told.nights.map(({ date, timeOpen }) => [date, timeOpen]));
  if (told.keys.keys.length > 0) knowledge.keys = told.keys.keys;
  knowledge.revoked = new Set(told.revokedKeys);
  knowledge.validUntil = Date.parse(told.validUntil);
  knowledge.cursor = told.cursor;
  knowledge.at = Date.now() + knowledge.behind;
}

/**
 * The tickets in a snapshot or changes.
 * @param {SnapshotOrChanges} told
 * @returns {string[]}
 */
export function toldOf({ admitted, left, takenBack }) {
  return [...admitted, ...left, ...takenBack];
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
  for (const { ticketId, is, lastIn } of passed)
    if (is === 'nowhere') knowledge.presences.delete(ticketId);
    else knowledge.presences.set(ticketId, { is, ...(lastIn && { lastIn }) });
}
