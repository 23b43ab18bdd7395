/**
 * The device's knowledge of the day, in memory and on disk: the data of the service, overlaid with the passages at this
 * device since.
 *
 * @import { DeviceStorage } from './storage.js'
 * @import { Service } from './service.js'
 * @import { Knowledge, Passed, GatePresence, SnapshotOrChanges, Undo, Waiting } from './types.ts'
 */
import { hasChanges, hear, learn, remember, toldOf } from './knowledge.js';

/** The timeout in milliseconds: a snapshot of a full museum has hundreds of kilobytes, which a slow network carries slowly. */
const LONG = 30_000;

export class Memory {
  #storage;
  /** @type {Knowledge | undefined} */
  knowledge;

  /** @param {DeviceStorage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  async open() {
    this.knowledge = await this.#storage.recall('knowledge');
    if (this.knowledge) remember(this.knowledge, await this.#storage.all('passed'));
  }

  /** @param {string} ticketId */
  presenceOf(ticketId) {
    return this.knowledge?.presences.get(ticketId);
  }

  /**
   * Loads the passages of the ticket at other pages of this device.
   * @param {string} ticketId
   */
  async lookUp(ticketId) {
    /** @type {Passed | undefined} */
    const passed = await this.#storage.find('passed', ticketId);
    if (passed && this.knowledge) remember(this.knowledge, [passed]);
  }

  /**
   * Whether a scan or an undo of the ticket waits to be handed in.
   * @param {string} ticketId
   * @returns {Promise<boolean>}
   */
  async isAhead(ticketId) {
    /** @type {Undo[]} */
    const undos = await this.#storage.all('undos');
    if (undos.some(({ passed }) => passed?.ticketId === ticketId)) return true;
    /** @type {Passed | undefined} */
    const passed = await this.#storage.find('passed', ticketId);
    return passed !== undefined && (await this.#storage.find('waiting', passed.checkInId)) !== undefined;
  }

  /**
   * Records a passage. It is on disk when this resolves.
   * @param {Passed} passed
   * @param {Waiting} [waiting] the scan, where it was decided here
   */
  async pass(passed, waiting) {
    const { ticketId } = passed;
    const before = this.presenceOf(ticketId);
    if (this.knowledge) remember(this.knowledge, [passed]);
    try {
      await this.#storage.putTogether({ passed, ...(waiting && { waiting }) });
    } catch (error) {
      this.#stand(ticketId, before);
      throw error;
    }
  }

  /**
   * Records an undo. It is on disk when this resolves, for other pages of this device and newly opened ones: the data of the
   * service may include the admission already.
   * @param {Passed} passed
   * @param {GatePresence | undefined} before where the visitor was before it
   */
  async takeBack({ ticketId, checkInId }, before) {
    this.#stand(ticketId, before);
    await this.#storage.putTogether({ passed: { is: 'nowhere', ...before, ticketId, checkInId } });
  }

  /**
   * @param {string} ticketId
   * @param {GatePresence | undefined} presence
   */
  #stand(ticketId, presence) {
    if (presence) this.knowledge?.presences.set(ticketId, presence);
    else this.knowledge?.presences.delete(ticketId);
  }

  /**
   * Loads changes, or a snapshot when nothing is known, another day has begun, or there are too many changes.
   * @param {Service} service
   * @param {number} behind how far the device's clock is behind
   * @param {boolean} isDue whether it is stored even when there is nothing new
   * @param {boolean} [isAnew]
   * @returns {Promise<boolean>} whether there are other events now
   */
  async catchUp(service, behind, isDue, isAnew = this.knowledge === undefined) {
    const since = isAnew ? undefined : this.knowledge?.cursor;
    const path = since === undefined ? 'snapshot' : `news?since=${encodeURIComponent(since)}`;
    // Passages during the request may be newer than the answer.
    /** @type {Passed[]} */
    const passed = await this.#storage.all('passed').catch(() => []);
    const reply = await service.ask('GET', `api/gate/${path}`, undefined, isAnew ? LONG : undefined);
    if (reply === undefined) return false;
    if (reply.status >= 300) return isAnew ? false : this.catchUp(service, behind, isDue, true);
    /** @type {SnapshotOrChanges} */
    const told = reply.json;
    if (isAnew || this.knowledge === undefined) this.knowledge = learn(told, behind);
    else hear(this.knowledge, told);
    this.knowledge.behind = behind;
    const over = await this.#compareNotes(told, isAnew, passed);
    if (isAnew || isDue || hasChanges(told)) await this.#storage.keep('knowledge', this.knowledge);
    if (over.length > 0) await this.#forget(over);
    return isAnew || told.events.length > 0;
  }

  /**
   * Overlays the data of the service with passages at this device, except those that the data includes.
   * @param {SnapshotOrChanges} told
   * @param {boolean} isAll
   * @param {readonly Passed[]} before the service was asked
   * @returns {Promise<Passed[]>} the passages that need not be stored here any more
   */
  async #compareNotes(told, isAll, before) {
    /** @type {Passed[]} */
    const passed = await this.#storage.all('passed');
    if (passed.length === 0) return [];
    const waiting = new Set((await this.#storage.all('waiting')).map(({ checkInId }) => checkInId));
    const older = new Set(before.map(({ checkInId }) => checkInId));
    const known = new Set(toldOf(told));
    // The data of the service has no cards: those of the day are known here alone.
    const isIncluded = (/** @type {Passed} */ { ticketId, day }) =>
      ticketId.startsWith('card ') ? day !== told.day : isAll || known.has(ticketId);
    const isOver = (/** @type {Passed} */ passed) =>
      older.has(passed.checkInId) && !waiting.has(passed.checkInId) && isIncluded(passed);
    if (this.knowledge)
      remember(
        this.knowledge,
        passed.filter((each) => !isOver(each)),
      );
    return passed.filter(isOver);
  }

  /** @param {readonly Passed[]} over */
  async #forget(over) {
    const ids = new Set(over.map(({ checkInId }) => checkInId));
    const tickets = over.map(({ ticketId }) => ticketId);
    await this.#storage.change('passed', tickets, (/** @type {Passed} */ passed) =>
      ids.has(passed.checkInId) ? undefined : passed,
    );
  }
}
