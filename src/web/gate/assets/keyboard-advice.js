/**
 * Says that the scanner is set to another keyboard layout than this device, until somebody has read it, and once a day.
 *
 * @import { Meant } from './types.ts'
 * @import { Screen } from './screen.js'
 */
import { element } from './screen.js';

const SEEN_ON = 'museum-gate-keyboard-seen-on';

export class KeyboardAdvice {
  #screen;

  /** @param {Screen} screen */
  constructor(screen) {
    this.#screen = screen;
    element('keyboard-seen').addEventListener('click', () => {
      localStorage.setItem(SEEN_ON, today());
      element('keyboard').hidden = true;
    });
  }

  /** @param {NonNullable<Meant['layouts']>} layouts */
  give([scanner, computer]) {
    if (localStorage.getItem(SEEN_ON) === today()) return;
    const key = scanner === computer ? 'capsLock' : 'keyboardsDiffer';
    element('keyboard').querySelector('p')?.replaceChildren(this.#screen.say(key, { scanner, computer }));
    element('keyboard').hidden = false;
  }
}

/** By the device's own calendar. */
function today() {
  return new Date().toDateString();
}
