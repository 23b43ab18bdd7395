/**
 * Hands in (uploads) scans that were decided offline. A scan is removed from the device only when the service has answered,
 * and sending it twice does no harm, so that nothing is lost with two tabs, a crash or a bad network.
 *
 * @import { DeviceStorage } from './storage.js'
 * @import { Service } from './service.js'
 * @import { HandedIn, Passed, Reply, Undo, Waiting } from './types.ts'
 */
import { Cards } from './cards.js';
import { SCAN_TIMEOUT_MS } from './service.js';

/** How many scans are sent at once: some 35 kB, which a slow network can carry within the timeout. */
const MOST = 100;
/** The limit of a request in characters: the service accepts 512 KiB. */
const LONGEST = 300_000;

/** @typedef {Waiting & { isTried?: boolean, isStuck?: boolean }} Entry */

/**
 * @param {DeviceStorage} storage
 * @param {Service} service
 * @param {boolean} mayOverride whether the account may hand in overrides
 * @returns {Promise<HandedIn>}
 */
export async function handIn(storage, service, mayOverride) {
  /** @type {string[]} */
  const conflicts = [];
  /** @type {HandedIn['refused'][number][]} */
  const refused = [];
  await navigator.locks?.request('museum-gate-hand-in', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const parts = { storage, service, mayOverride };
    // Undone admissions go first, so that a ticket that was scanned again after the undo counts once.
    for (const isTakenBack of [true, false]) {
      for (let most = MOST; most > 0; ) most = await sendSome({ ...parts, isTakenBack }, most, conflicts);
      await sendUndos(storage, service, refused);
    }
  });
  return { conflicts, refused };
}

/**
 * Whether it is an override, which only some accounts can hand in.
 * @param {Entry} entry
 */
export function isHeld({ override }) {
  return override !== undefined;
}

/**
 * @param {{ storage: DeviceStorage, service: Service, mayOverride: boolean, isTakenBack: boolean }} parts
 * @param {number} most
 * @param {string[]} conflicts
 * @returns {Promise<number>} how many to send next; 0: no more now
 */
async function sendSome({ storage, service, mayOverride, isTakenBack }, most, conflicts) {
  /** @type {Entry[]} */
  const waiting = await storage.all('waiting');
  const takenBack = new Set((await storage.all('undos')).map(({ checkInId }) => checkInId));
  const due = waiting.filter(({ checkInId }) => takenBack.has(checkInId) === isTakenBack);
  const chosen = someOf(mayOverride ? due : due.filter((entry) => !isHeld(entry)), most);
  if (chosen.length === 0) return 0;
  const entries = await noteTried(storage, chosen);
  if (entries.length === 0) return most;
  const checkIns = await Promise.all(entries.map((entry) => asSent(entry, new Cards(storage))));
  const body = { checkIns, sentAt: new Date().toISOString() };
  const reply = await service.ask('POST', 'api/check-ins/batch', body);
  if (reply === undefined || reply.status === 403) return 0;
  if (reply.status >= 300) return setAside(storage, entries);
  for (const { conflict, message } of reply.json) if (conflict) conflicts.push(message);
  await storage.remove('waiting', ...entries.map(({ checkInId }) => checkInId));
  return Math.min(MOST, most * 2);
}

/**
 * @param {Entry} entry
 * @param {Cards} cards
 * @returns {Promise<Waiting>}
 */
async function asSent({ isTried: _t, isStuck: _s, sealed, ...scan }, cards) {
  return sealed === undefined ? scan : { ...scan, code: await cards.unseal(sealed) };
}

/**
 * Marks the entries as tried, so that a later undo of them is sent to the service. Entries undone meanwhile are gone.
 * @param {DeviceStorage} storage
 * @param {readonly Entry[]} entries
 * @returns {Promise<readonly Entry[]>}
 */
async function noteTried(storage, entries) {
  const ids = entries.map(({ checkInId }) => checkInId);
  // A full device can't store the mark. It sends them anyway, because only that frees space.
  return storage.change('waiting', ids, asTried).catch(() => entries);
}

/**
 * @param {Entry} entry
 * @returns {Entry}
 */
function asTried(entry) {
  return { ...entry, isTried: true };
}

/**
 * The first of them, in the order of time.
 * @param {readonly Entry[]} waiting
 * @param {number} most
 * @returns {Entry[]}
 */
function someOf(waiting, most) {
  const inOrder = waiting
    .filter(({ isStuck }) => !isStuck)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  let length = 0;
  return inOrder.slice(0, most).filter(({ code = '' }, index) => {
    length += code.length;
    return index === 0 || length < LONGEST;
  });
}

/**
 * An entry that the service refuses must not block the others. It stays on the device, and is counted.
 * @param {DeviceStorage} storage
 * @param {readonly Entry[]} entries
 * @returns {Promise<number>} how many to send next: halving finds the entry
 */
async function setAside(storage, entries) {
  if (entries.length === 1)
    await storage.put('waiting', { .../** @type {Entry} */ (entries[0]), isStuck: true });
  return Math.ceil(entries.length / 2);
}

/**
 * @param {DeviceStorage} storage
 * @param {Service} service
 * @param {HandedIn['refused'][number][]} refused
 */
async function sendUndos(storage, service, refused) {
  const waiting = new Set((await storage.all('waiting')).map(({ checkInId }) => checkInId));
  /** @type {Undo[]} */
  const undos = await storage.all('undos');
  for (const undo of undos) {
    if (waiting.has(undo.checkInId)) continue;
    const reply = await settle(storage, service, undo);
    if (reply === undefined) return;
    const { passed, what = '' } = undo;
    if (!isTakenBack(reply) && passed)
      refused.push({ undo: { ...undo, passed, what }, reason: reply.json.reason ?? '' });
  }
}

/**
 * @param {DeviceStorage} storage
 * @param {Service} service
 * @param {Undo} undo
 * @param {number} [timeoutMs] in milliseconds
 * @returns {Promise<Reply | undefined>} undefined: it goes on waiting
 */
async function settle(storage, service, undo, timeoutMs) {
  const reply = await sendUndo(service, undo, timeoutMs);
  if (reply === undefined || reply.status === 403) return undefined;
  await storage.remove('undos', undo.checkInId);
  return reply;
}

/**
 * @param {Service} service
 * @param {Undo} undo
 * @param {number} [timeoutMs] in milliseconds
 */
function sendUndo(service, { checkInId, undoneAt }, timeoutMs) {
  const query = new URLSearchParams({ undoneAt, sentAt: new Date().toISOString() });
  return service.ask('POST', `api/check-ins/${checkInId}/undo?${query}`, undefined, timeoutMs);
}

/**
 * Whether the admission is undone: by this request, or by an earlier one whose answer was lost.
 * @param {Reply} reply
 */
function isTakenBack({ status, json }) {
  return status < 300 || json.reason === 'undone';
}

/**
 * Takes an admission back. If the service can't know of the admission yet, it is only removed from the device. Otherwise the
 * undo is stored before it is sent, so that it is sent again if the page is closed before the answer.
 * @param {DeviceStorage} storage
 * @param {Service} service
 * @param {Passed} passed
 * @param {string} what is said of the admission
 * @returns {Promise<true | string>} true: it is taken back, or will be; else why not
 */
export async function takeBack(storage, service, passed, what) {
  const { checkInId } = passed;
  const undo = { checkInId, undoneAt: new Date().toISOString(), what, passed };
  const [waiting] = await storage
    .change('waiting', [checkInId], (/** @type {Entry} */ entry) => (entry.isTried ? entry : undefined))
    .catch(async (error) => {
      // A full device has to hand the scan in first. If the scan is not stored, it can't be waiting.
      if ((await storage.find('waiting', checkInId).catch(() => undefined)) !== undefined) throw error;
      return [];
    });
  if (waiting && !waiting.isTried) return true;
  const isKept = storage.put('undos', undo);
  await isKept.catch(() => undefined);
  const isAsked = service.isReady && !waiting;
  const reply = isAsked ? await sendUndo(service, undo, SCAN_TIMEOUT_MS) : undefined;
  if (reply === undefined) await isKept;
  else await storage.remove('undos', checkInId).catch(() => undefined);
  return reply === undefined || isTakenBack(reply) || (reply.json.reason ?? '');
}

/**
 * Disowns a scan whose verdict was never shown, because the answer was lost or the page was reloaded. If it was an admission,
 * it is undone.
 * @param {DeviceStorage} storage
 * @param {string} checkInId
 */
export async function disown(storage, checkInId) {
  await storage.put('undos', { checkInId, undoneAt: new Date().toISOString() });
  await storage.remove('waiting', checkInId);
  /** @type {Passed[]} */
  const passed = await storage.all('passed');
  const its = passed.filter((each) => each.checkInId === checkInId);
  await storage.remove('passed', ...its.map(({ ticketId }) => ticketId));
}

/** @param {Undo} undo */
export function isDisowned({ passed }) {
  return passed === undefined;
}

/**
 * Sends the undos of disowned scans. To be called before a scan is sent: it may be the same ticket.
 * @param {DeviceStorage} storage
 * @param {Service} service
 */
export async function takeBackDisowned(storage, service) {
  /** @type {Undo[]} */
  const undos = await storage.all('undos');
  for (const undo of undos.filter(isDisowned))
    if ((await settle(storage, service, undo, SCAN_TIMEOUT_MS)) === undefined) return;
}
