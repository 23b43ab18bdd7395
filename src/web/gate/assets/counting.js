/**
 * Counts people without a ticket. A count is on this device before it is shown, and handed in afterwards, so that counting is the
 * same with and without a network.
 *
 * @import { CountStorage, DeviceStorage } from './storage.js'
 * @import { Door } from './door.js'
 * @import { Screen } from './screen.js'
 * @import { Service } from './service.js'
 * @import { HeldCount, Knowledge } from './types.ts'
 */
import { handInCounts } from './hand-in-counts.js';
import { newCheckInId, ticketCodeIn } from './scan.js';
import { element } from './screen.js';

const EVERY = 3_000;
/** How long the account that counted may undo it. */
const UNDO = 10 * 60_000;
/** How many persons may be counted at once. */
const MOST_PERSONS = 200;
/** How many counts can be undone, one after the other. */
const MOST_UNDOABLE = 20;
/** Whether the part of the page is open, on this device. */
const IS_OPEN = 'museum-gate-counting';

export class Counting {
  #storage;
  #counts;
  #service;
  #screen;
  #door;
  /** @type {HTMLDetailsElement} */
  #panel = element('counting');
  /** @type {HTMLInputElement} */
  #persons = element('persons');
  /** The counts that can be undone, the last one at the end. @type {HeldCount[]} */
  #undoable = [];
  /** The names of the categories that have buttons, by their slugs. @type {Map<string, string>} */
  #names = new Map();
  /** The ids of counts that the service does not take. They stay on the device; a page that is opened anew tries again. */
  #stuck = new Set();
  #isHandingIn = false;

  /**
   * @param {{ storage: DeviceStorage, counts: CountStorage, service: Service, screen: Screen, door: Door }} parts
   */
  constructor({ storage, counts, service, screen, door }) {
    this.#storage = storage;
    this.#counts = counts;
    this.#service = service;
    this.#screen = screen;
    this.#door = door;
  }

  /** @param {(code: string) => void} scanned a ticket, into the number */
  async attend(scanned) {
    this.#panel.open = localStorage.getItem(IS_OPEN) === 'yes';
    this.#panel.addEventListener('toggle', () => {
      localStorage.setItem(IS_OPEN, this.#panel.open ? 'yes' : '');
      this.#showButtons();
    });
    this.#persons.addEventListener('input', () => this.#showNumber());
    this.#persons.addEventListener('change', () => {
      const code = ticketCodeIn(this.#persons.value);
      if (code === undefined) return;
      this.#persons.value = '';
      this.#showNumber();
      scanned(code);
    });
    element('uncount').addEventListener('click', () => this.undo());
    this.#service.addEventListener('change', () => this.look());
    // Before the page says that it is online: else it would say for a moment that nothing waits.
    await this.#showWaiting().catch(console.error);
    this.#undoable = (await this.#storage.recall('counts').catch(() => undefined)) ?? [];
    this.look();
    setInterval(() => this.look(), EVERY);
  }

  /** Hands in what waits, and shows what there is to count. */
  async look() {
    try {
      if (this.#panel.open && this.#names.size === 0) await this.#showButtons();
      this.#showNumber();
      this.#offerUndo();
      await this.#handIn();
      await this.#showWaiting();
    } catch (error) {
      console.error(error);
    }
  }

  async #handIn() {
    if (this.#isHandingIn || !this.#service.isReady) return;
    this.#isHandingIn = true;
    try {
      const faults = await handInCounts(this.#counts, this.#service, this.#stuck);
      if (faults.length > 0)
        this.#screen.notify([...new Set(faults)].map((key) => this.#screen.say(key)).join(' '));
    } finally {
      this.#isHandingIn = false;
    }
  }

  /**
   * Counts as many as the number says, or one.
   * @param {string} category
   */
  async count(category) {
    const persons = this.#number();
    if (persons === undefined) return this.#screen.tell('countRange');
    // Before anything is waited for: a second press counts one.
    this.#persons.value = '';
    this.#showNumber();
    const { gate, direction = 'in' } = this.#door.asScanned;
    const at = new Date().toISOString();
    const visitId = newCheckInId(Date.now());
    /** @type {HeldCount} */
    const counted = { visitId, category, persons, direction, ...(gate !== undefined && { gate }), at };
    try {
      await this.#counts.put(counted);
    } catch (error) {
      console.error(error);
      return this.#screen.tell('notCounted');
    }
    this.#undoable = [...this.#undoable, counted].slice(-MOST_UNDOABLE);
    this.#say(direction === 'in' ? 'countedIn' : 'countedOut', counted);
    await this.#afterChange();
  }

  /** Takes the last count back. */
  async undo() {
    const last = this.#undoable.pop();
    if (last === undefined) return;
    const undoneAt = new Date().toISOString();
    try {
      const [waiting] = await this.#counts.change([last.visitId], (each) =>
        each.isTried ? { ...each, undoneAt } : undefined,
      );
      if (waiting === undefined) await this.#counts.put({ ...last, undoneAt, isTried: true, isKnown: true });
    } catch (error) {
      console.error(error);
      this.#undoable.push(last);
      return this.#screen.tell('notUndoneNow');
    }
    this.#say('uncounted', last);
    await this.#afterChange();
  }

  async #afterChange() {
    this.#offerUndo();
    await this.#showWaiting();
    await this.#storage.keep('counts', this.#undoable).catch(() => undefined);
  }

  /**
   * @param {'countedIn' | 'countedOut' | 'uncounted'} key
   * @param {HeldCount} counted
   */
  #say(key, { category, persons }) {
    const what = this.#names.get(category) ?? category;
    this.#screen.write(element('counted'), this.#screen.say(key, { count: persons, what }));
  }

  /** @returns {number | undefined} undefined: that many can't be counted at once */
  #number() {
    const typed = this.#persons.value.trim();
    if (typed === '') return 1;
    const persons = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
    return persons >= 1 && persons <= MOST_PERSONS ? persons : undefined;
  }

  #offerUndo() {
    const now = Date.now();
    this.#undoable = this.#undoable.filter(({ at }) => now - Date.parse(at) < UNDO);
    element('uncount').hidden = this.#undoable.length === 0;
  }

  async #showWaiting() {
    const count = (await this.#counts.all()).length;
    this.#screen.showCountsWaiting(count);
  }

  /** A button for each category that is known, in the order of the museum. What is known is much, and not read often. */
  async #showButtons() {
    /** @type {Knowledge | undefined} */
    const knowledge = await this.#storage.recall('knowledge').catch(() => undefined);
    /** @type {Map<string, string>} */
    const names = new Map();
    for (const { category, name } of knowledge?.categories.values() ?? [])
      if (category !== undefined) names.set(category, name);
    const isOther = JSON.stringify([...names]) !== JSON.stringify([...this.#names]);
    this.#names = names;
    if (names.size === 0) element('count-buttons').textContent = this.#screen.say('knowsNothing');
    // Buttons that stay the same are not made anew under a finger.
    else if (isOther) {
      this.#screen.learnNames(names.values());
      element('count-buttons').replaceChildren(...[...names].map((each) => this.#button(...each)));
    }
    this.#showNumber();
  }

  /**
   * @param {string} category
   * @param {string} name
   */
  #button(category, name) {
    const button = document.createElement('button');
    button.type = 'button';
    const number = document.createElement('b');
    button.append(this.#screen.write(document.createElement('span'), name), ' ', number);
    button.addEventListener('click', () => this.count(category));
    return button;
  }

  /** How many a press counts, on each button. */
  #showNumber() {
    const sign = this.#door.asScanned.direction === 'out' ? '−' : '+';
    for (const number of element('count-buttons').querySelectorAll('b'))
      number.textContent = `${sign}${this.#number() ?? '?'}`;
  }
}
