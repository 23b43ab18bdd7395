/**
 * The settings of this door. They are stored on the device, and only a person changes them.
 *
 * @import { Screen } from './screen.js'
 */
import { doorOf, ticketCodeIn } from './scan.js';
import { element } from './screen.js';

const LONGEST_NAME = 60;
/** After a change of the direction the page asks once more whether it is right. */
const ASKS_AFTER = 60_000;

export class Door {
  #screen;
  /** @type {HTMLInputElement} */
  #name = element('gate');
  /** @type {HTMLSelectElement} */
  #admits = element('admits');
  /** @type {HTMLSelectElement} */
  #direction = element('direction');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #asking;
  /** Whether the page has already said that the door's event does not take place. */
  #isSaid = false;

  /** @param {Screen} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#name.value = recall('gate');
    const admits = recall('admits');
    this.#admits.value = admits;
    if (this.#admits.selectedIndex === -1)
      this.#admits.add(new Option(recall('admits-name'), admits, true, true));
    this.#direction.value = recall('direction') || 'in';
    this.#show();
    this.#askLater();
  }

  /** The settings that are sent with a scan. */
  get asScanned() {
    return doorOf({
      gate: this.#name.value,
      admits: this.#admits.value,
      direction: this.#direction.value,
    });
  }

  /**
   * @param {string | undefined} eventId
   * @returns {string | undefined}
   */
  nameOf(eventId) {
    return [...this.#admits.options].find(({ value }) => value === eventId)?.text;
  }

  /** @param {(code: string) => void} scanned a ticket, into the name */
  attend(scanned) {
    const isChanged = () => {
      this.#show();
      this.#screen.field.focus();
    };
    this.#name.addEventListener('change', () => {
      const code = this.#takeName();
      isChanged();
      if (code !== undefined) scanned(code);
    });
    this.#admits.addEventListener('change', () => {
      this.#isSaid = false;
      this.#keepAdmits();
      isChanged();
    });
    this.#direction.addEventListener('change', () => {
      this.#keepDirection(`${Date.now() + ASKS_AFTER}`);
      isChanged();
    });
    element('right').addEventListener('click', () => this.#keepDirection(''));
    element('wrong').addEventListener('click', () => {
      this.#direction.value = this.#direction.value === 'in' ? 'out' : 'in';
      this.#keepDirection('');
      this.#show();
    });
  }

  /** @param {string} asksAt when the page asks whether it is right, in milliseconds; empty: it is */
  #keepDirection(asksAt) {
    keep('direction', this.#direction.value);
    keep('direction-asks-at', asksAt);
    this.#askLater();
  }

  /** A direction that was changed by mistake, or the day before, must not go unnoticed. */
  #askLater() {
    clearTimeout(this.#asking);
    element('direction-asked').hidden = true;
    const asksAt = recall('direction-asks-at');
    if (asksAt !== '') this.#asking = setTimeout(() => this.#ask(), Number(asksAt) - Date.now());
  }

  #ask() {
    const direction = element('direction-now').textContent ?? '';
    element('direction-asked').hidden = false;
    element('direction-asked')
      .querySelector('p')
      ?.replaceChildren(this.#screen.say('isRight', { direction }));
  }

  /** @returns {string | undefined} the ticket code that was typed into it, and is no part of the name */
  #takeName() {
    const code = ticketCodeIn(this.#name.value);
    const typed = this.#name.value.replace(code ?? '', '');
    const name = code !== undefined && typed === '' ? recall('gate') : typed;
    this.#name.value = Array.from(name).slice(0, LONGEST_NAME).join('');
    keep('gate', this.#name.value);
    return code;
  }

  #keepAdmits() {
    keep('admits', this.#admits.value);
    keep('admits-name', this.nameOf(this.#admits.value) ?? '');
  }

  #show() {
    element('door-name').textContent = this.#name.value;
    const { value } = this.#direction;
    const goes = this.#screen.say(value === 'in' ? 'comingIn' : 'leaving');
    element('direction-now').dataset.direction = value;
    element('direction-now').textContent = `${this.#screen.say('direction')} ${goes}`;
  }

  /**
   * The door's event stays selected even if it does not take place, so that the door never admits more by itself.
   * @param {ReadonlyMap<string, { readonly name: string, readonly isCancelled: boolean }>} events of the day
   */
  showEvents(events) {
    const chosen = this.#admits.value;
    for (const option of [...this.#admits.options].slice(2)) option.remove();
    for (const [eventId, { name, isCancelled }] of events)
      if (!isCancelled) this.#admits.add(new Option(name, eventId));
    this.#admits.value = chosen;
    if (this.#admits.selectedIndex === -1) this.#addNotOn(chosen, events.get(chosen));
    else this.#isSaid = false;
    this.#keepAdmits();
  }

  /**
   * @param {string} eventId
   * @param {{ readonly name: string } | undefined} cancelled where it was to be today
   */
  #addNotOn(eventId, cancelled) {
    const option = new Option(cancelled?.name ?? recall('admits-name'), eventId, true, true);
    const key = cancelled === undefined ? 'eventNotToday' : 'eventCancelled';
    option.label = this.#screen.say(key, { name: option.text });
    this.#admits.add(option);
    this.#screen.learnNames([option.text]);
    if (!this.#isSaid) this.#screen.tell('doorNotOn', { event: option.label });
    this.#isSaid = true;
  }
}

/** @param {string} what */
function recall(what) {
  return localStorage.getItem(`museum-gate-${what}`) ?? '';
}

/**
 * @param {string} what
 * @param {string} value
 */
function keep(what, value) {
  localStorage.setItem(`museum-gate-${what}`, value);
}
