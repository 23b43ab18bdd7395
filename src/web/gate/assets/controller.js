/**
 * The controller of the gate's page. Online the service decides a scan. When it does not answer in time, this device decides
 * and hands the scan in later.
 *
 * @import { DeviceStorage } from './storage.js'
 * @import { Door } from './door.js'
 * @import { KeyboardAdvice } from './keyboard-advice.js'
 * @import { Service } from './service.js'
 * @import { Screen } from './screen.js'
 * @import { UsedEntry } from '../../../gate/verdict-types.ts'
 * @import { CardHere, HandedIn, Knowledge, Passed, PassUse, Reply, SentScan, Settings, Shown, Undo, Undoable, Waiting } from './types.ts'
 */
import { OVERRIDABLE } from '../../../gate/verdict.js';
import { Cards } from './cards.js';
import { daysOn, decideAlone, entryUsed, isNoTicket, isWithdrawn, passEntriesAfter } from './decide-alone.js';
import { disown, handIn, isDisowned, isHeld, takeBack, takeBackDisowned } from './hand-in.js';
import { idIn } from './imported.js';
import { presenceAfter } from './knowledge.js';
import { meantCode } from './meant-code.js';
import { Memory } from './memory.js';
import { newCheckInId, scannedOf } from './scan.js';
import { SCAN_TIMEOUT_MS } from './service.js';
import { StorageError } from './storage.js';

/** How long the account that admitted may undo it. */
const UNDO = 10 * 60_000;
/** How long a scan may take of a card whose issuer the service asks first, in milliseconds. */
const ISSUER_TIMEOUT_MS = 2 * SCAN_TIMEOUT_MS;
const EVERY = 3_000;
/** The prefix of the lock that a page holds until the verdict of a scan is found. */
const VERDICT_LOCK = 'museum-gate-verdict-';
/** What is said of an admission that was not taken back, by the reason. @type {Readonly<Record<string, string>>} */
const NOT_TAKEN_BACK = {
  'too-late': 'notTakenBackTooLate',
  left: 'notTakenBackLeft',
  'not-yours': 'notTakenBackNotYours',
};
const STILL_INSIDE = ['too-late', 'not-yours'];
/** The session, the time and the occupancy are requested in every nth round only. */
const RARELY = 5;

export class GateController {
  #storage;
  #service;
  #screen;
  #door;
  #keyboardAdvice;
  #settings;
  #memory;
  #cards;
  #behind = 0;
  /** Whether the stored knowledge was read. Until then, reading it would overwrite newer data of the service. */
  #isRecalled = false;
  #looks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the account that signed in last may override refusals. */
  #mayOverride = false;
  /** Who signed in last. @type {string | undefined} */
  #account;
  /** The number of scans so far. */
  #scans = 0;
  /** The last refused scan, if it may be overridden. @type {SentScan | undefined} */
  #refused;
  /** The last scan of a card that somebody has to look at. @type {SentScan | undefined} */
  #unshown;
  /** The admission that can be undone. @type {Undoable | undefined} */
  #undoable;
  /**
   * The number of waiting scans, of those among them that need an account with overrides, and of undos of scans whose
   * verdict was never shown.
   */
  #counted = { waiting: 0, held: 0, disowned: 0 };
  /** One scan after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * @typedef {{ storage: DeviceStorage, service: Service, screen: Screen, door: Door, keyboardAdvice: KeyboardAdvice,
   *   settings: Settings }} Parts
   * @param {Parts} parts
   */
  constructor({ storage, service, screen, door, keyboardAdvice, settings }) {
    this.#storage = storage;
    this.#service = service;
    this.#screen = screen;
    this.#door = door;
    this.#keyboardAdvice = keyboardAdvice;
    this.#settings = settings;
    this.#memory = new Memory(storage);
    this.#cards = new Cards(storage);
    service.addEventListener('change', () => this.#showConnection());
  }

  async open() {
    // Scans are queued behind it: before, the clock is not corrected and the knowledge not loaded.
    this.#queue = this.#recall();
    await this.#queue;
    this.#isRecalled = true;
    this.#showEvents();
    await this.look();
  }

  async #recall() {
    try {
      await this.#disownUnseen().catch((error) => this.#tellFault(error));
      await this.#count();
      await this.#memory.open();
      this.#behind = this.#memory.knowledge?.behind ?? 0;
      this.#mayOverride = (await this.#storage.recall('mayOverride')) ?? false;
      this.#account = await this.#storage.recall('account');
      this.#screen.showAccount(this.#account);
      this.#learnNames();
      this.#offerUndo(await this.#storage.recall('undoable'));
      this.#screen.nameUndo();
    } catch (error) {
      this.#tellFault(error);
    }
  }

  /** Disowns scans of pages that were closed before they showed the verdict. Open pages hold locks for their scans. */
  async #disownUnseen() {
    for (const checkInId of await this.#storage.unseen())
      await inLock(VERDICT_LOCK + checkInId, { ifAvailable: true }, async () => {
        // It may have been shown, and the lock released, since the list was read.
        if (!(await this.#storage.isUnseen(checkInId))) return;
        await disown(this.#storage, checkInId);
        await this.#storage.seen(checkInId);
      });
  }

  /**
   * Decides a scan. Its id is stored first, so that it can be disowned if the page is closed meanwhile.
   * @param {SentScan} scan
   */
  #comeToVerdict(scan) {
    const { checkInId } = scan;
    return inLock(VERDICT_LOCK + checkInId, {}, async () => {
      // A device that can store nothing goes on: online, the service keeps the admission.
      await this.#storage.notSeen(checkInId).catch(() => undefined);
      try {
        return await this.#findVerdict(scan);
      } finally {
        await this.#storage.seen(checkInId).catch(() => undefined);
      }
    });
  }

  /** The polling loop: finds the service, hands in waiting scans, and loads changes. */
  async look() {
    if (!this.#isRecalled) return;
    clearTimeout(this.#timer);
    try {
      await this.#lookOnce();
    } catch (error) {
      this.#tellFault(error);
    } finally {
      await this.#showConnection();
      this.#timer = setTimeout(() => this.look(), EVERY);
    }
  }

  async #lookOnce() {
    if (!this.#service.isReady || this.#looks % RARELY === 0) await this.#greet();
    if (this.#service.isReady) {
      await this.#tellOf(await handIn(this.#storage, this.#service, this.#mayOverride));
      const isDue = this.#looks % RARELY === 0;
      const hasEvents = await this.#memory.catchUp(this.#service, this.#behind, isDue);
      if (hasEvents) this.#showEvents();
      // Not waited for: a list may take a minute on a slow network.
      this.#cards.catchUp(this.#service, this.#memory.knowledge).catch(() => {});
      if (this.#looks++ % RARELY === 0) await this.#countVisitors();
    }
    // Last, because it always fails without storage. Without locks, it can't tell scans of this page from others.
    if (navigator.locks !== undefined) await this.#disownUnseen();
  }

  /** @param {HandedIn} handedIn */
  async #tellOf({ conflicts, refused }) {
    const sentences = conflicts.map((message) => this.#screen.say('twice', { message }));
    for (const { undo, reason } of refused) {
      const { passed } = undo;
      sentences.push(this.#notTakenBack(undo, reason));
      // On this device the ticket counted as not admitted.
      const { is, entered } = this.#memory.presenceOf(passed.ticketId) ?? {};
      const isInside = is === 'inside' || entered?.is === 'inside';
      if (STILL_INSIDE.includes(reason) && !isInside) await this.#memory.pass(passed);
    }
    if (sentences.length > 0) this.#screen.notify(sentences.join(' '));
  }

  /**
   * @param {{ readonly passed: Passed, readonly what: string }} admission
   * @param {string} reason
   */
  #notTakenBack({ passed, what }, reason) {
    const time = this.#screen.time(cameAt(passed));
    return this.#screen.say(NOT_TAKEN_BACK[reason] ?? 'notTakenBack', { time, what });
  }

  async #greet() {
    const session = await this.#service.greet();
    if (session === undefined) return;
    this.#behind = session.now - Date.now();
    if (session.mayOverride !== this.#mayOverride)
      await this.#storage.keep('mayOverride', session.mayOverride);
    this.#mayOverride = session.mayOverride;
    if (session.account !== this.#account) await this.#storage.keep('account', session.account);
    this.#account = session.account;
  }

  /**
   * @param {string} text
   * @returns {Promise<unknown>}
   */
  scan(text) {
    return this.#inTurn(async () =>
      this.#check({ ...(await this.#scannedOf(text)), ...this.#door.asScanned }),
    );
  }

  /**
   * What was scanned. A code of another system may look like a confirmation code or an id.
   * @param {string} text
   */
  async #scannedOf(text) {
    const meant = await meantCode(text, this.#memory.knowledge);
    if (meant?.layouts !== undefined) this.#keyboardAdvice.give(meant.layouts);
    return meant === undefined ? scannedOf(text) : { code: meant.code };
  }

  /**
   * Overrides the last refusal.
   * @param {string} why
   */
  override(why) {
    const refused = this.#refused;
    return refused && this.#inTurn(() => this.#check({ ...refused, override: why }));
  }

  /** Sends the last scan of a card again, at which somebody has looked. */
  admitShown() {
    const unshown = this.#unshown;
    return unshown && this.#inTurn(() => this.#check({ ...unshown, shown: true }));
  }

  /**
   * @param {() => Promise<unknown>} work
   * @returns {Promise<unknown>}
   */
  #inTurn(work) {
    this.#queue = this.#queue.then(work).catch((error) => this.#fail(error));
    return this.#queue;
  }

  /** @param {Omit<SentScan, 'checkInId'>} scanned */
  async #check(scanned) {
    const scan = { ...scanned, checkInId: newCheckInId(Date.now()) };
    this.#refused = undefined;
    this.#unshown = undefined;
    this.#scans++;
    this.#screen.begin();
    const shown = await this.#comeToVerdict(scan);
    if (shown === undefined) return this.#showConnection();
    const isOverridable = this.#isOverridable(scan, shown);
    this.#refused = isOverridable ? scan : undefined;
    this.#unshown = shown.reason === 'card-show' ? scan : undefined;
    const instead =
      shown.reason === 'forged' && isWithdrawn(scan.code, this.#memory.knowledge) ? 'withdrawn' : undefined;
    this.#screen.show({ ...shown, instead }, isOverridable);
    // Errors of these do not change the verdict.
    const { undo, isNoted } = shown;
    const isKept = undo && this.#keepUndoable({ ...undo, until: Date.now() + UNDO });
    await Promise.all([isNoted, isKept]).catch((error) => this.#tellFault(error));
    await this.#showConnection();
  }

  /**
   * @param {SentScan} scan
   * @returns {Promise<Shown | undefined>}
   */
  async #findVerdict(scan) {
    if (this.#service.isReady && this.#counted.disowned > 0)
      await takeBackDisowned(this.#storage, this.#service);
    const isAsked = this.#service.isReady && !(await this.#isAhead(scan));
    const shown =
      (isAsked ? await this.#askService(scan) : undefined) ?? (await this.#decideHere(scan, isAsked));
    if (shown === undefined && isAsked) await disown(this.#storage, scan.checkInId);
    return shown;
  }

  /**
   * Whether this device knows more than the service about a ticket, because a scan of it still waits.
   * @param {SentScan} scan
   */
  async #isAhead({ code }) {
    if (code === undefined || this.#counted.waiting === 0) return false;
    const { knowledge } = this.#memory;
    const ticketId = (await idIn(code, knowledge)) ?? (await this.#cards.read(code, knowledge))?.id;
    return ticketId !== undefined && this.#memory.isAhead(ticketId).catch(() => false);
  }

  /** @param {Undoable | undefined} undoable is stored, so that a page that is opened anew still offers it */
  #keepUndoable(undoable) {
    this.#offerUndo(undoable);
    return this.#storage.keep('undoable', undoable);
  }

  /** @param {Undoable | undefined} undoable */
  #offerUndo(undoable) {
    this.#undoable = undoable;
    this.#screen.offerUndo(undoable && this.#describe(undoable), undoable?.until);
  }

  /** @param {Undoable} undoable */
  #describe({ passed, what }) {
    return `${this.#screen.time(cameAt(passed))} · ${what}`;
  }

  /**
   * @param {SentScan} scan
   * @param {Shown} shown
   */
  #isOverridable({ direction }, { verdict, reason }) {
    if (!this.#mayOverride || verdict !== 'refused' || direction === 'out') return false;
    return reason !== undefined && OVERRIDABLE.includes(reason);
  }

  /**
   * Lets the service decide. The verdict is on the service's disk, so it is shown without waiting for this device's storage.
   * @param {SentScan} scan
   * @returns {Promise<Shown | undefined>}
   */
  async #askService(scan) {
    const card = await this.#cardIn(scan);
    const timeout = card?.card.mode === 'live' ? ISSUER_TIMEOUT_MS : SCAN_TIMEOUT_MS;
    const reply = await this.#service.ask('POST', 'api/check-ins', scan, timeout);
    if (reply === undefined) return undefined;
    if (reply.status >= 300) throw new ScanRejected(reply.status, scan);
    if (reply.json.card !== undefined) return this.#showCard(scan, reply.json, card);
    const { verdict, reason, message, ticket, pass, at, earlier, toHandOut } = reply.json;
    this.#learnNamesOf(scan, { ticketId: ticket?.ticketId, eventName: ticket?.eventName, earlier });
    if (pass !== undefined) return this.#showPass(scan, reply.json);
    const code = ticket?.confirmationCode;
    const shown = {
      ...{ verdict, ...(reason && { reason }), message, ...(code && { detail: code }) },
      ...(verdict === 'admitted' && { visitors: ticket, toHandOut }),
    };
    if (verdict === 'refused') return shown;
    const what = [message, code].join(' ');
    const used = entryUsed(ticket, scan, this.#memory.knowledge);
    const passage = { ticketId: ticket.ticketId, at: Date.parse(at), what, used };
    const { passed, ...undo } = this.#passageOf(scan, passage);
    return { ...shown, ...undo, isNoted: this.#memory.pass(passed) };
  }

  /**
   * What the service says of a pass.
   * @param {SentScan} scan
   * @param {Reply['json']} json its answer
   * @returns {Shown}
   */
  #showPass(scan, { verdict, reason, message, at, pass }) {
    const shown = {
      ...{ verdict, ...(reason && { reason }), message },
      ...(verdict === 'admitted' && { visitors: visitorsWith(pass) }),
    };
    if (verdict === 'refused') return shown;
    const { passId: ticketId, persons, entriesLeft } = pass;
    const passage = { ticketId, at: Date.parse(at), what: message, used: /** @type {const} */ ('own') };
    const { isNew: _, ...counted } = passEntriesAfter(
      this.#memory.presenceOf(ticketId),
      scan,
      this.#daysAt(passage.at),
      this.#settings.reentry,
    );
    const left = entriesLeft !== undefined && { entriesLeft };
    const { passed, ...undo } = this.#passageOf(scan, passage, { persons, ...counted, ...left });
    return { ...shown, ...undo, isNoted: this.#memory.pass(passed) };
  }

  /**
   * @param {SentScan} scan
   * @param {Reply['json']} json the answer of the service
   * @param {CardHere | undefined} scanned undefined: this device does not know the card yet
   * @returns {Shown}
   */
  #showCard(scan, { verdict, reason, message, at, card }, scanned) {
    const shown = {
      ...{ verdict, ...(reason && { reason }), message, ...(card.holder && { detail: card.holder }) },
      ...(verdict === 'admitted' && { visitors: card }),
    };
    if (verdict === 'refused') return shown;
    const ticketId = scanned?.id ?? `card ${card.card} ${scan.checkInId}`;
    const passage = { ticketId, at: Date.parse(at), what: message, used: /** @type {const} */ ('own') };
    const { passed, ...undo } = this.#cardPassage(scan, passage, true);
    return { ...shown, ...undo, isNoted: this.#memory.pass(passed) };
  }

  /**
   * The card that was scanned, if it is no ticket.
   * @param {SentScan} scan
   */
  async #cardIn({ code }) {
    const { knowledge } = this.#memory;
    if (code === undefined || knowledge === undefined || !(await isNoTicket(code, knowledge)))
      return undefined;
    return this.#cards.read(code, knowledge);
  }

  /**
   * A passage of a card, of which this device counts the entries of the day.
   * @param {SentScan} scan
   * @param {{ ticketId: string, at: number, what: string, used: UsedEntry }} passage
   * @param {boolean} isEntry
   */
  #cardPassage(scan, passage, isEntry) {
    const day = this.#daysAt(passage.at)[0] ?? '';
    const { entries = 0, day: before } = this.#memory.presenceOf(passage.ticketId) ?? {};
    const { passed, ...undo } = this.#passageOf(scan, passage);
    const more = scan.direction === undefined && isEntry ? 1 : 0;
    const counted = { ...passed, day, entries: (before === day ? entries : 0) + more };
    return { passed: counted, ...(undo.undo && { undo: { ...undo.undo, passed: counted } }) };
  }

  /** @param {number} now */
  #daysAt(now) {
    const { knowledge } = this.#memory;
    return knowledge === undefined ? [] : daysOn(knowledge, this.#settings.timeZone, now);
  }

  /**
   * Decides on a card here. Its number waits encrypted.
   * @param {CardHere} scanned
   * @param {SentScan & { readonly code: string }} scan
   * @param {boolean} isTried
   * @returns {Promise<Shown>}
   */
  async #decideCard(scanned, { code, ...scan }, isTried) {
    await this.#memory.lookUp(scanned.id);
    const knowledge = /** @type {Knowledge} */ (this.#memory.knowledge);
    const now = Date.now() + this.#behind;
    const asked = { ...scan, admitsName: this.#door.nameOf(scan.admits) };
    const moment = { now, days: this.#daysAt(now) };
    const decided = await this.#cards.decide(scanned, asked, knowledge, this.#settings, moment);
    const { decision, ticketId, category, isEntry } = decided;
    const { verdict, reason, message } = decision;
    const told = { verdict, ...(reason && { reason }) };
    const sealed = await this.#cards.seal(code);
    const waiting = { ...scan, sealed, at: new Date().toISOString(), ...told, isTried };
    const detail = this.#screen.sayAsOf('decidedHere', knowledge.at, now);
    const shown = {
      ...told,
      message,
      detail,
      ...(verdict === 'admitted' && category && { visitors: category }),
    };
    if (verdict === 'refused') {
      await this.#storage.put('waiting', waiting);
      return shown;
    }
    const { passed, ...undo } = this.#cardPassage(
      scan,
      { ticketId, at: now, what: message, used: 'own' },
      isEntry,
    );
    await this.#memory.pass(passed, waiting);
    return { ...shown, ...undo };
  }

  /**
   * Decides on this device. The verdict is stored before it is shown.
   * @param {SentScan} scan
   * @param {boolean} isTried whether the service may have heard of it
   * @returns {Promise<Shown | undefined>}
   */
  async #decideHere(scan, isTried) {
    const { code } = scan;
    if (code === undefined) return this.#tellWithoutVerdict('onlyQr');
    if (this.#memory.knowledge === undefined || !globalThis.isSecureContext)
      return this.#tellWithoutVerdict('knowsNothing');
    // The lock makes two pages on one device decide one after the other, each with the other's results.
    return navigator.locks.request('museum-gate-decide', () => this.#decideAlone({ ...scan, code }, isTried));
  }

  /**
   * @param {SentScan & { readonly code: string }} scan
   * @param {boolean} isTried
   * @returns {Promise<Shown>}
   */
  async #decideAlone(scan, isTried) {
    const card = await this.#cardIn(scan);
    if (card !== undefined) return this.#decideCard(card, scan, isTried);
    const scanned = await idIn(scan.code, this.#memory.knowledge);
    if (scanned !== undefined) await this.#memory.lookUp(scanned);
    // Not earlier: a snapshot may have replaced it while this page waited for the lock.
    const knowledge = /** @type {Knowledge} */ (this.#memory.knowledge);
    const now = Date.now() + this.#behind;
    const asked = { ...scan, admitsName: this.#door.nameOf(scan.admits) };
    const {
      decision,
      ticketId,
      category,
      used = 'own',
      pass,
    } = await decideAlone(asked, knowledge, this.#settings, now);
    const { verdict, reason, message, earlier } = decision;
    this.#learnNamesOf(scan, { ticketId, earlier });
    const told = { verdict, ...(reason && { reason }) };
    const waiting = { ...scan, at: new Date().toISOString(), ...told, isTried };
    const detail = this.#screen.sayAsOf('decidedHere', knowledge.at, now);
    const shown = {
      ...told,
      message,
      detail,
      ...(verdict === 'admitted' && category && { visitors: category }),
      ...(verdict === 'admitted' && pass && { visitors: visitorsWith(pass) }),
    };
    if (verdict === 'refused' || ticketId === undefined) {
      await this.#storage.put('waiting', waiting);
      return shown;
    }
    const { passed, ...undo } = this.#passageOf(scan, { ticketId, at: now, what: message, used }, pass);
    await this.#memory.pass(passed, waiting);
    return { ...shown, ...undo };
  }

  /** @param {string} key */
  #tellWithoutVerdict(key) {
    this.#screen.clear('ready');
    return this.#screen.tell(key);
  }

  /**
   * @param {SentScan} scan
   * @param {{ ticketId: string, at: number, what: string, used: UsedEntry }} passage what: is said of it
   * @param {PassUse} [use] of a pass
   * @returns {{ passed: Passed, undo?: NonNullable<Shown['undo']> }}
   */
  #passageOf({ checkInId, direction: leaves, gate }, { ticketId, at, what, used }, use) {
    const direction = leaves ?? 'in';
    const before = this.#memory.presenceOf(ticketId);
    const presence = presenceAfter(before, used, direction, { at, ...(gate !== undefined && { gate }) });
    /** @type {Passed} */
    const passed = { ticketId, checkInId, ...presence, ...withoutPersons(use) };
    return direction === 'out' ? { passed } : { passed, undo: { passed, what, ...(before && { before }) } };
  }

  /** Takes the last admission back. */
  async undo() {
    const undoable = this.#undoable;
    if (undoable === undefined) return;
    const { passed, before, what } = undoable;
    const described = this.#describe(undoable);
    const scans = this.#scans;
    this.#screen.tell('undoing');
    try {
      /** @type {unknown[]} */
      const faults = [];
      const isForgotten = this.#keepUndoable(undefined).catch((error) => faults.push(error));
      const outcome = await takeBack(this.#storage, this.#service, passed, what);
      const isTakenBack = outcome === true;
      // Stored before it is shown, so that a newly opened page knows it as well.
      if (isTakenBack) await this.#memory.takeBack(passed, before).catch((error) => faults.push(error));
      await isForgotten;
      // The verdict of another ticket stays on the screen.
      if (!isTakenBack) this.#screen.notify(this.#notTakenBack(undoable, outcome));
      else if (this.#scans === scans) this.#screen.clear('undone', described);
      else this.#screen.notify(`${this.#screen.say('undone')} ${described}`);
      if (faults.length > 0) this.#tellFault(faults[0]);
    } catch (error) {
      console.error(error);
      this.#screen.tell(error instanceof StorageError ? 'notUndoneNow' : 'notUndoneBroken');
      // Unless another ticket was admitted meanwhile.
      if (this.#undoable === undefined) this.#offerUndo(undoable);
    }
    await this.#showConnection();
  }

  #showEvents() {
    this.#learnNames();
    const { knowledge } = this.#memory;
    if (knowledge) this.#door.showEvents(knowledge.events);
  }

  /** The names of events and categories, for sentences. */
  #learnNames() {
    const { events, cancelled, categories } = this.#memory.knowledge ?? {};
    for (const { name, proof } of categories?.values() ?? []) this.#screen.learnNames([name, proof]);
    for (const known of [events, cancelled])
      this.#screen.learnNames([...(known?.values() ?? [])].map(({ name }) => name));
  }

  /**
   * All names that may occur in the message of a scan, except those of the day's events.
   * @param {SentScan} scan
   * @param {{ ticketId?: string | undefined, eventName?: string, earlier?: { readonly gate?: string } | undefined }} told
   */
  #learnNamesOf({ admits }, { ticketId = '', eventName, earlier }) {
    const presence = this.#memory.presenceOf(ticketId);
    const gates = [earlier?.gate, presence?.lastIn?.gate, presence?.entered?.lastIn?.gate];
    this.#screen.learnNames([eventName, this.#door.nameOf(admits), ...gates]);
  }

  async #countVisitors() {
    const reply = await this.#service.ask('GET', 'api/occupancy');
    if (reply?.status === 200) this.#screen.showInside(reply.json.inside);
  }

  async #showConnection() {
    // If counting fails, the last counts are shown.
    await this.#count().catch(() => undefined);
    const { isOnline, isSignedOut } = this.#service;
    this.#screen.showConnection({
      isOnline,
      isSignedOut,
      ...this.#counted,
      knownAt: this.#memory.knowledge?.at,
      now: Date.now() + this.#behind,
    });
  }

  async #count() {
    /** @type {Waiting[]} */
    const entries = await this.#storage.all('waiting');
    /** @type {Undo[]} */
    const undos = await this.#storage.all('undos');
    const disowned = undos.filter(isDisowned).length;
    const waiting = entries.length + undos.length - disowned;
    this.#counted = { waiting, held: this.#mayOverride ? 0 : entries.filter(isHeld).length, disowned };
  }

  /** @param {unknown} error */
  #tellFault(error) {
    console.error(error);
    this.#screen.tell(error instanceof StorageError ? 'notKept' : 'broken');
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof ScanRejected) return this.#screen.tell(error.text, { status: error.status });
    console.error(error);
    return this.#screen.tell(error instanceof StorageError ? 'notKeptHere' : 'notJudged');
  }
}

/**
 * @param {PassUse | undefined} use
 * @returns {Partial<Omit<PassUse, 'persons'>>}
 */
function withoutPersons(use) {
  const { persons: _, ...counted } = use ?? {};
  return counted;
}

/**
 * How many come in with a pass.
 * @param {{ readonly persons: number }} pass
 */
function visitorsWith({ persons }) {
  return { places: persons };
}

/**
 * When somebody came in by it last.
 * @param {Passed} passed
 */
function cameAt({ lastIn, entered }) {
  return Math.max(lastIn?.at ?? 0, entered?.lastIn?.at ?? 0);
}

/**
 * Runs `work` under the lock. With `ifAvailable` it does not run if the lock is held. Without a secure context there are no
 * locks, and it just runs.
 * @template Result
 * @param {string} name
 * @param {LockOptions} options
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result | undefined>}
 */
async function inLock(name, options, work) {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request(name, options, (lock) => (lock === null ? undefined : work()));
}

/** The service has answered a scan with a problem and no verdict. The words of the problem are for programs, and not shown. */
class ScanRejected extends Error {
  /**
   * @param {number} status
   * @param {SentScan} scan
   */
  constructor(status, { override }) {
    super(`${status}`);
    this.status = status;
    this.text = status !== 403 ? 'notAccepted' : override === undefined ? 'notAllowed' : 'mayNotLetIn';
  }
}
