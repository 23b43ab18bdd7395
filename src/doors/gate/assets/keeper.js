/**
 * The gate's work: a scan in, a verdict out. Online the service decides; when it does not answer in time, this device
 * does, and hands in later what it did.
 *
 * @import { Book } from './book.js'
 * @import { Service } from './service.js'
 * @import { Screen } from './screen.js'
 * @import { Knowledge, Passed, Scan, Settings, Shown, Told, Waiting } from './types.ts'
 */
import { OVERRIDABLE } from '../../../gate/verdict.js';
import { decideAlone } from './decide-alone.js';
import { handIn, isHeld } from './hand-in.js';
import { hear, isNews, learn, remember, toldOf } from './knowledge.js';
import { doorOf, Recent, scannedOf, uuidV7 } from './scan.js';

/** For so long a visitor waits for the service. */
const PATIENCE = 1_500;
/** For so long the account that admitted may take it back. */
const UNDO = 10 * 60_000;
const EVERY = 3_000;
/** Who is signed in, what time it is and how full the house is are asked for every so many times. */
const RARELY = 5;

export class Keeper {
  #book;
  #service;
  #screen;
  #settings;
  /** @type {Knowledge | undefined} */
  #knowledge;
  #behind = 0;
  #looks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #recent = new Recent();
  /** Whether the account that signed in last may let in all the same. */
  #mayOverride = false;
  /** What was refused last, and may be let in all the same. @type {Scan | undefined} */
  #refused;
  /** @type {(Shown['undo'] & { before: Passed | undefined }) | undefined} */
  #undoable;
  /** One scan after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {{ book: Book, service: Service, screen: Screen, settings: Settings }} parts */
  constructor({ book, service, screen, settings }) {
    this.#book = book;
    this.#service = service;
    this.#screen = screen;
    this.#settings = settings;
    service.addEventListener('change', () => this.#showConnection());
  }

  async open() {
    this.#knowledge = await this.#book.recall('knowledge');
    this.#behind = this.#knowledge?.behind ?? 0;
    this.#mayOverride = (await this.#book.recall('mayOverride')) ?? false;
    if (this.#knowledge) {
      remember(this.#knowledge, await this.#book.all('passed'));
      this.#screen.showEvents(this.#knowledge.events);
    }
    await this.look();
  }

  /** Finds the service, hands in what waits, and hears what is new; again and again. */
  async look() {
    clearTimeout(this.#timer);
    try {
      await this.#lookOnce();
    } finally {
      this.#timer = setTimeout(() => this.look(), EVERY);
    }
  }

  async #lookOnce() {
    if (!this.#service.isReady || this.#looks % RARELY === 0) await this.#greet();
    if (this.#service.isReady) {
      for (const message of await handIn(this.#book, this.#service, this.#mayOverride))
        this.#screen.tell('twice', { message });
      await this.#hearNews();
      if (this.#looks++ % RARELY === 0) await this.#countVisitors();
    }
    await this.#showConnection();
  }

  async #greet() {
    const session = await this.#service.greet();
    if (session === undefined) return;
    this.#behind = session.now - Date.now();
    if (session.mayOverride !== this.#mayOverride) await this.#book.keep('mayOverride', session.mayOverride);
    this.#mayOverride = session.mayOverride;
  }

  /**
   * @param {string} text
   * @returns {Promise<unknown>}
   */
  scan(text) {
    if (this.#recent.isAgain(text)) return this.#queue;
    return this.#inTurn(() => this.#check({ ...scannedOf(text), ...doorOf(this.#screen.door) }));
  }

  /**
   * Lets in all the same whoever was refused last.
   * @param {string} why
   */
  override(why) {
    const refused = this.#refused;
    return refused && this.#inTurn(() => this.#check({ ...refused, override: why }));
  }

  /**
   * @param {() => Promise<unknown>} work
   * @returns {Promise<unknown>}
   */
  #inTurn(work) {
    this.#queue = this.#queue.then(work).catch((error) => this.#fail(error));
    return this.#queue;
  }

  /** What was scanned just now may be scanned anew: at another door, for one. */
  forget() {
    this.#recent.forget();
  }

  /** @param {Omit<Scan, 'checkInId'>} scanned */
  async #check(scanned) {
    const scan = { ...scanned, checkInId: uuidV7(Date.now()) };
    this.#refused = undefined;
    this.#screen.begin();
    const isAsked = this.#service.isReady;
    const shown =
      (isAsked ? await this.#askService(scan) : undefined) ?? (await this.#decideHere(scan, isAsked));
    if (shown === undefined) return;
    if (shown.undo) this.#offerUndo(shown.undo);
    this.#screen.show(shown);
    this.#offerOverride(scan, shown);
    await this.#showConnection();
  }

  /**
   * @param {Scan} scan
   * @param {Shown} shown
   */
  #offerOverride(scan, { verdict, reason }) {
    if (!this.#mayOverride || verdict !== 'refused' || scan.direction === 'out') return;
    if (reason === undefined || !OVERRIDABLE.includes(reason)) return;
    this.#refused = scan;
    this.#screen.offerOverride(true);
  }

  /**
   * @param {Scan} scan
   * @returns {Promise<Shown | undefined>}
   */
  async #askService(scan) {
    const reply = await this.#service.ask('POST', 'api/check-ins', scan, PATIENCE);
    if (reply === undefined) return undefined;
    if (reply.status >= 300) throw new Error(reply.json.detail);
    const { verdict, reason, message, ticket, at } = reply.json;
    const code = ticket?.confirmationCode;
    const shown = { verdict, ...(reason && { reason }), message, ...(code && { detail: code }) };
    if (verdict === 'refused') return shown;
    const lastIn = { at: Date.parse(at), ...(scan.gate !== undefined && { gate: scan.gate }) };
    return { ...shown, ...(await this.#letPass(scan, ticket.ticketId, lastIn)) };
  }

  /**
   * What is decided here is on disk before it is shown.
   * @param {Scan} scan
   * @param {boolean} isTried whether the service may have heard of it
   * @returns {Promise<Shown | undefined>}
   */
  async #decideHere(scan, isTried) {
    const { code } = scan;
    if (code === undefined) return this.#tellWithoutVerdict('onlyQr');
    if (this.#knowledge === undefined || !globalThis.isSecureContext)
      return this.#tellWithoutVerdict('knowsNothing');
    const now = Date.now() + this.#behind;
    const { decision, ticketId, lastIn } = await decideAlone(
      { ...scan, code },
      this.#knowledge,
      this.#settings,
      now,
    );
    const { verdict, reason, message } = decision;
    const at = new Date().toISOString();
    await this.#book.put('waiting', { ...scan, at, verdict, ...(reason && { reason }), isTried });
    const detail = this.#screen.say('decidedHere', { time: this.#screen.time(this.#knowledge.at) });
    const shown = { verdict, ...(reason && { reason }), message, detail };
    if (verdict === 'refused' || ticketId === undefined) return shown;
    const passage = { at: now, ...(scan.gate !== undefined && { gate: scan.gate }) };
    return {
      ...shown,
      ...(await this.#letPass(scan, ticketId, scan.direction === 'out' ? lastIn : passage)),
    };
  }

  /**
   * It is no verdict, and the same may be scanned again at once.
   * @param {string} key
   */
  #tellWithoutVerdict(key) {
    this.forget();
    this.#screen.clear('ready');
    return this.#screen.tell(key);
  }

  /**
   * @param {Scan} scan
   * @param {string} ticketId
   * @param {Passed['lastIn']} lastIn
   * @returns {Promise<Pick<Shown, 'undo'>>}
   */
  async #letPass({ checkInId, direction }, ticketId, lastIn) {
    const is = direction === 'out' ? 'out' : 'inside';
    await this.#book.put('passed', { ticketId, checkInId, is, ...(lastIn && { lastIn }) });
    this.#before = this.#knowledge?.standings.get(ticketId);
    this.#knowledge?.standings.set(ticketId, { is, ...(lastIn && { lastIn }) });
    return is === 'out' ? {} : { undo: { checkInId, ticketId, until: Date.now() + UNDO } };
  }

  /** How the ticket stood that passed last, before. @type {Pick<Passed, 'is' | 'lastIn'> | undefined} */
  #before;

  /** @param {NonNullable<Shown['undo']>} undo */
  #offerUndo(undo) {
    const { ticketId = '', checkInId } = undo;
    this.#undoable = { ...undo, before: this.#before && { ticketId, checkInId, ...this.#before } };
    this.#screen.offerUndo(undo.until);
  }

  /** Takes the last admission back. */
  async undo() {
    const undoable = this.#undoable;
    if (undoable === undefined) return;
    this.#undoable = undefined;
    this.#screen.offerUndo(0);
    this.forget();
    if (!(await this.#takeBack(undoable.checkInId))) return this.#screen.tell('notUndone');
    const { ticketId = '', before } = undoable;
    await this.#book.remove('passed', ticketId);
    if (before) this.#knowledge?.standings.set(ticketId, before);
    else this.#knowledge?.standings.delete(ticketId);
    this.#screen.clear('undone');
    await this.#showConnection();
  }

  /**
   * What nobody has heard of yet need not be told at all.
   * @param {string} checkInId
   * @returns {Promise<boolean>} whether it is taken back, or will be
   */
  async #takeBack(checkInId) {
    /** @type {(Waiting & { isTried: boolean }) | undefined} */
    const waiting = (await this.#book.all('waiting')).find((each) => each.checkInId === checkInId);
    if (waiting && !waiting.isTried) {
      await this.#book.remove('waiting', checkInId);
      return true;
    }
    const isAsked = this.#service.isReady && !waiting;
    const reply = isAsked ? await this.#service.ask('POST', `api/check-ins/${checkInId}/undo`) : undefined;
    if (reply === undefined) await this.#book.put('undos', { checkInId });
    return reply === undefined || reply.status < 300;
  }

  async #hearNews() {
    const since = this.#knowledge?.cursor;
    const path = since === undefined ? 'snapshot' : `news?since=${encodeURIComponent(since)}`;
    const reply = await this.#service.ask('GET', `api/gate/${path}`);
    if (reply === undefined) return;
    if (reply.status < 300) return this.#takeIn(reply.json, since === undefined);
    // Another day has begun, or too much has happened.
    this.#knowledge = undefined;
    if (since !== undefined) await this.#hearNews();
  }

  /**
   * @param {Told} told
   * @param {boolean} isAll
   */
  async #takeIn(told, isAll) {
    if (this.#knowledge === undefined) this.#knowledge = learn(told, this.#behind);
    else hear(this.#knowledge, told);
    await this.#compareNotes(told, isAll);
    if (told.events.length > 0 || isAll) this.#screen.showEvents(this.#knowledge.events);
    if (isAll || isNews(told) || this.#looks % RARELY === 0)
      await this.#book.keep('knowledge', { ...this.#knowledge, behind: this.#behind });
  }

  /**
   * What the service knows of need not be remembered here; what still waits goes over it.
   * @param {Told} told
   * @param {boolean} isAll
   */
  async #compareNotes(told, isAll) {
    /** @type {Passed[]} */
    const passed = await this.#book.all('passed');
    if (passed.length === 0) return;
    const waiting = new Set((await this.#book.all('waiting')).map(({ checkInId }) => checkInId));
    const known = new Set(toldOf(told));
    const isOver = (/** @type {Passed} */ { checkInId, ticketId }) =>
      !waiting.has(checkInId) && (isAll || known.has(ticketId));
    await this.#book.remove('passed', ...passed.filter(isOver).map(({ ticketId }) => ticketId));
    if (this.#knowledge)
      remember(
        this.#knowledge,
        passed.filter((each) => !isOver(each)),
      );
  }

  async #countVisitors() {
    const reply = await this.#service.ask('GET', 'api/occupancy');
    if (reply?.status === 200) this.#screen.showInside(reply.json.inside);
  }

  async #showConnection() {
    /** @type {Waiting[]} */
    const entries = await this.#book.all('waiting');
    const waiting = entries.length + (await this.#book.count('undos'));
    const held = this.#mayOverride ? 0 : entries.filter(isHeld).length;
    const { isOnline, isSignedOut } = this.#service;
    this.#screen.showConnection({ isOnline, isSignedOut, waiting, held, knownAt: this.#knowledge?.at });
  }

  /** @param {unknown} error */
  #fail(error) {
    this.forget();
    this.#screen.tell('notTaken', { detail: error instanceof Error ? error.message : `${error}` });
  }
}
