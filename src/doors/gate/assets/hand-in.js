/**
 * Hands in what was decided without the service. Only what it has answered to is crossed out here, and sending
 * something twice does no harm, so that nothing is lost between two tabs, a crash and a bad network.
 *
 * @import { DeviceStorage } from './storage.js'
 * @import { Service } from './service.js'
 * @import { HandedIn, Passed, Reply, Undo, Waiting } from './types.ts'
 */
import { SCAN_TIMEOUT_MS } from './service.js';

/** At once: some 35 kB, which a slow network carries while the service is waited for. */
const MOST = 100;
/** Characters: the service takes 512 KiB. */
const LONGEST = 300_000;

/** @typedef {Waiting & { isTried?: boolean, isStuck?: boolean }} Entry */

/**
 * @param {DeviceStorage} storage
 * @param {Service} service
 * @param {boolean} mayOverride whether the account may hand in what was let in all the same
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
    // What was taken back goes first: who was scanned again afterwards was let in once.
    for (const isTakenBack of [true, false]) {
      for (let most = MOST; most > 0; ) most = await sendSome({ ...parts, isTakenBack }, most, conflicts);
      await sendUndos(storage, service, refused);
    }
  });
  return { conflicts, refused };
}

/**
 * Whether only an account that may let in all the same can hand it in.
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
  const checkIns = entries.map(({ isTried: _t, isStuck: _s, ...scan }) => scan);
  const body = { checkIns, sentAt: new Date().toISOString() };
  const reply = await service.ask('POST', 'api/check-ins/batch', body);
  if (reply === undefined || reply.status === 403) return 0;
  if (reply.status >= 300) return setAside(storage, entries);
  for (const { conflict, message } of reply.json) if (conflict) conflicts.push(message);
  await storage.remove('waiting', ...entries.map(({ checkInId }) => checkInId));
  return Math.min(MOST, most * 2);
}

/**
 * What is taken back from now on has to be told; what was taken back meanwhile is not there any more.
 * @param {DeviceStorage} storage
 * @param {readonly Entry[]} entries
 * @returns {Promise<readonly Entry[]>}
 */
async function noteTried(storage, entries) {
  const ids = entries.map(({ checkInId }) => checkInId);
  // A device that is full can't note it, and has room again only when it is rid of them.
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
 * One that the service does not take must not keep back the others; it stays here, and is counted.
 * @param {DeviceStorage} storage
 * @param {readonly Entry[]} entries
 * @returns {Promise<number>} how many to send next: half of them at a time find it
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
 * Now, or by an earlier question whose answer was lost.
 * @param {Reply} reply
 */
function isTakenBack({ status, json }) {
  return status < 300 || json.reason === 'undone';
}

/**
 * Takes an admission back. What nobody has heard of yet need not be told at all. Anything else is on disk before the
 * service is asked, so that it is told even when the page does not live to hear the answer.
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
      // A device that is full has to hand it in first; nothing waits where nothing is kept.
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
 * A scan that nobody was told a verdict of, as the answer was lost or the page reloaded: if it let somebody in, that did
 * not happen.
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
 * Before the service is asked about a ticket: it may be the one that was let in without anybody knowing.
 * @param {DeviceStorage} storage
 * @param {Service} service
 */
export async function takeBackDisowned(storage, service) {
  /** @type {Undo[]} */
  const undos = await storage.all('undos');
  for (const undo of undos.filter(isDisowned))
    if ((await settle(storage, service, undo, SCAN_TIMEOUT_MS)) === undefined) return;
}
