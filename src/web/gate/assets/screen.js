/**
 * The view of the gate's page: its texts and inputs.
 *
 * @import { Settings, Shown, Visitors } from './types.ts'
 */
import { oneLine, turnsWords } from '../../../core/name.js';
import { formatsOf } from '../../../gate/verdict.js';
import { textsOfVerdict } from '../../../gate/verdict-languages.js';
import { signal } from './signals.js';

/** How long a verdict covers the screen, in milliseconds, unless another scan begins before. */
const COVERS = { admitted: 2_500, left: 2_500, refused: 6_000, asking: 6_000 };

/**
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function element(id) {
  return /** @type {Kind} */ (document.getElementById(id));
}

/**
 * @typedef {{ isOnline: boolean, isSignedOut: boolean, waiting: number, held: number, knownAt: number | undefined, now: number }} Connection
 */

export class Screen {
  /** @type {HTMLInputElement} */
  field = element('code');
  #settings;
  #formats;
  #number;
  #plural;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #cover;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #undoEnd;
  /** What is said of the admission that can be undone. */
  #undoable = '';
  /** How far down the page was before a verdict covered it. */
  #seenFrom = 0;
  #countsWaiting = 0;
  /** @type {Connection | undefined} */
  #connection;
  /** Names that could reorder the words around them, such as names from right to left. @type {Set<string>} */
  #turning = new Set();

  /** @param {Settings} settings */
  constructor(settings) {
    const { language, timeZone } = settings;
    this.#settings = settings;
    this.#formats = formatsOf(textsOfVerdict(language).locale, timeZone);
    this.#number = new Intl.NumberFormat(language);
    this.#plural = new Intl.PluralRules(language);
  }

  /**
   * @param {string} key
   * @param {Readonly<Record<string, string | number>>} [values]
   */
  say(key, values = {}) {
    const text = this.#settings.texts[key] ?? key;
    const isOne = this.#plural.select(Number(values.count)) === 'one';
    const chosen = typeof text === 'string' ? text : text[isOne ? 'one' : 'other'];
    return chosen.replaceAll(/\{(\w+)\}/g, (_place, name) => {
      const value = values[name];
      return typeof value === 'number' ? this.#number.format(value) : `${value}`;
    });
  }

  /** @param {number} at */
  time(at) {
    return this.#formats.clock(at);
  }

  /**
   * Says the time of the knowledge, with its day if that is not the day of `now`.
   * @param {'known' | 'decidedHere'} key
   * @param {number} at
   * @param {number} now
   */
  sayAsOf(key, at, now) {
    const { dayOf, day } = this.#formats;
    const time = this.time(at);
    if (dayOf(at) === dayOf(now)) return this.say(key, { time });
    return this.say(`${key}Before`, { time, day: day(dayOf(at), false) });
  }

  /** @param {Iterable<string | undefined>} names that may stand in a sentence from now on */
  learnNames(names) {
    for (const name of names) {
      const line = oneLine(name ?? '');
      if (turnsWords(line)) this.#turning.add(line);
    }
  }

  /** The message of the shown verdict. */
  get message() {
    return element('verdict').querySelector('.message')?.textContent ?? '';
  }

  /**
   * Shows a sentence, in which names are isolated (bidi), so that they do not reorder it.
   * @template {HTMLElement} Kind
   * @param {Kind} place
   * @param {string} sentence
   */
  write(place, sentence) {
    const names = [...this.#turning].filter((name) => sentence.includes(name));
    place.replaceChildren(
      ...withNamesApart(
        sentence,
        names.sort((one, other) => other.length - one.length),
      ),
    );
    return place;
  }

  /** Shows that a scan is being decided. */
  begin() {
    this.makeWay();
    this.offerOverride(false);
    this.offerShown(false);
    this.nameUndo();
    element('notice').textContent = '';
    const { dataset } = element('verdict');
    delete dataset.verdict;
    delete dataset.reason;
    element('verdict').replaceChildren();
  }

  /**
   * @param {Shown} shown
   * @param {boolean} isOverridable whether this account may override the refusal
   */
  show({ verdict, reason, message, instead, detail, visitors, toHandOut = [] }, isOverridable) {
    const status = element('verdict');
    const why = verdict === 'refused' ? reason : undefined;
    status.dataset.verdict = verdict;
    if (why) status.dataset.reason = why;
    const isTheirs = isOverridable && why === 'already-admitted';
    const asks = [
      ...(visitors === undefined ? [] : this.#asksOf(visitors)),
      ...toHandOut.map(({ name, quantity }) =>
        this.say('toHandOut', { what: `${quantity} × ${oneLine(name)}` }),
      ),
    ];
    const advice = why && this.say(isTheirs ? 'advice-let-in' : `advice-${instead ?? why}`);
    status.replaceChildren(
      this.#paragraph('word', this.say(`word-${instead ?? why ?? verdict}`)),
      ...asks.map((text) => this.#paragraph('asks', text)),
      this.#paragraph('message', message),
      ...[detail, advice].filter((text) => text !== undefined).map((text) => this.#paragraph('detail', text)),
    );
    this.offerOverride(isOverridable);
    this.offerShown(why === 'card-show');
    signal(verdict);
    // On a low screen the page is scrolled to the field, and the camera may be visible only at that position.
    this.#seenFrom = window.scrollY;
    document.documentElement.dataset.covers = verdict;
    window.scrollTo(0, 0);
    this.#cover = setTimeout(() => this.makeWay(), asks.length > 0 ? COVERS.asking : COVERS[verdict]);
  }

  /**
   * How many persons to count, and what to ask for, where that is not as usual.
   * @param {Visitors} visitors
   */
  #asksOf({ places, proof }) {
    return [
      ...(places === 1 ? [] : [this.say('persons', { count: places })]),
      ...(proof === undefined ? [] : [this.say('proof', { proof: oneLine(proof) })]),
    ];
  }

  /** Gets ready for the next scan. The last message stays readable. */
  makeWay() {
    clearTimeout(this.#cover);
    const { dataset } = document.documentElement;
    if (dataset.covers === undefined) return;
    delete dataset.covers;
    window.scrollTo(0, this.#seenFrom);
  }

  /**
   * Removes the verdict.
   * @param {string} key of what is said instead
   * @param {string} [detail]
   */
  clear(key, detail) {
    this.begin();
    element('verdict').replaceChildren(
      this.#paragraph('message', this.say(key)),
      ...(detail === undefined ? [] : [this.#paragraph('detail', detail)]),
    );
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  #paragraph(kind, text) {
    const made = document.createElement('p');
    made.className = kind;
    return this.write(made, text);
  }

  /**
   * Shows a notice that is no verdict; `nothing` clears it.
   * @param {string} key
   * @param {Readonly<Record<string, string | number>>} [values]
   * @returns {undefined}
   */
  tell(key, values) {
    this.notify(key === 'nothing' ? '' : this.say(key, values));
  }

  /** @param {string} text that is no verdict */
  notify(text) {
    // A text that stands there is not written again, so that screen readers don't announce it again.
    if (element('notice').textContent !== text) this.write(element('notice'), text);
  }

  /**
   * @param {string} [what] can be taken back
   * @param {number} [until] by the device's clock; left out: not any more
   */
  offerUndo(what = '', until = 0) {
    const left = until - Date.now();
    clearTimeout(this.#undoEnd);
    element('undo').hidden = left <= 0;
    this.#undoable = left <= 0 ? '' : what;
    element('undo-what').textContent = '';
    if (left > 0) this.#undoEnd = setTimeout(() => this.offerUndo(), left);
  }

  /** Says what the undo button would undo, which is needed once the verdict is not visible any more. */
  nameUndo() {
    this.write(element('undo-what'), this.#undoable);
  }

  /** @param {boolean} isOffered that somebody has looked at the card */
  offerShown(isOffered) {
    element('shown').hidden = !isOffered;
  }

  /** @param {boolean} isOffered */
  offerOverride(isOffered) {
    element('override').hidden = !isOffered;
  }

  /** @param {number} counts how many counts of people without a ticket wait to be handed in */
  showCountsWaiting(counts) {
    this.#countsWaiting = counts;
    if (this.#connection !== undefined) this.showConnection(this.#connection);
  }

  /** @param {Connection} state */
  showConnection(state) {
    const { isOnline, isSignedOut, waiting, held, knownAt, now } = state;
    const counts = this.#countsWaiting;
    const connection = element('connection');
    this.#connection = state;
    connection.dataset.connection = isOnline ? 'online' : 'offline';
    connection.dataset.waiting = `${waiting + counts}`;
    const parts = [
      `${isOnline ? '●' : '○'} ${this.say(isOnline ? 'online' : 'offline')}`,
      knownAt === undefined ? this.say('unknown') : this.sayAsOf('known', knownAt, now),
      ...(waiting === 0 ? [] : [this.say('waiting', { count: waiting })]),
      ...(counts === 0 ? [] : [this.say('countsWaiting', { count: counts })]),
      ...(held === 0 ? [] : [this.say('held')]),
    ];
    connection.textContent = parts.join(' · ');
    element('signed-out').hidden = !isSignedOut;
    // Without a connection or a session the occupancy is unknown.
    if (!isOnline || isSignedOut) element('inside').textContent = this.say('occupancy');
  }

  /**
   * The page that is kept on the device names nobody: who has signed in last is shown at its foot, as on every page.
   * @param {string | undefined} name
   */
  showAccount(name) {
    const foot = document.querySelector('.foot');
    if (name === undefined || foot === null || foot.querySelector('form') !== null) return;
    const who = document.createElement('p');
    who.textContent = name;
    const form = document.createElement('form');
    const button = document.createElement('button');
    button.className = 'plain';
    button.textContent = this.say('signOut');
    form.append(button);
    foot.prepend(who, form);
  }

  /** @param {number} count */
  showInside(count) {
    element('inside').textContent = this.say('inside', { count });
  }
}

/**
 * @param {string} text
 * @param {readonly string[]} names the longest first
 * @returns {(string | HTMLElement)[]}
 */
function withNamesApart(text, [name, ...others]) {
  if (name === undefined) return [text];
  return text.split(name).flatMap((part, index) => {
    const parts = withNamesApart(part, others);
    return index === 0 ? parts : [apart(name), ...parts];
  });
}

/** @param {string} name */
function apart(name) {
  const made = document.createElement('bdi');
  made.textContent = name;
  return made;
}
