/** Recognises what is left of a scan that a hand scanner began to type before the page listened. */
import { mayBeTicketCode } from '../../../codes/scanned-code.js';
import { scannedOf } from './scan.js';

/** The longest pause of a hand scanner between two keys, in milliseconds. */
const PAUSE = 50;

export class CutScan {
  #lastAt;

  /** @param {number} now when the page begins to listen, in milliseconds of `performance.now()`, as all times here */
  constructor(now) {
    this.#lastAt = now;
  }

  /** @param {number} at when a key was pressed */
  goOn(at) {
    if (this.#isGoingOn(at)) this.#lastAt = Math.max(this.#lastAt, at);
  }

  /**
   * @param {string} text as it was typed up to a line end
   * @param {number} at when the line ended
   * @returns {boolean} whether the text is not whole
   */
  end(text, at) {
    const isCut = this.#isGoingOn(at) && !isWhole(text);
    this.#lastAt = Number.NEGATIVE_INFINITY;
    return isCut;
  }

  /** @param {number} at */
  #isGoingOn(at) {
    return at - this.#lastAt <= PAUSE;
  }
}

/** @param {string} text */
function isWhole(text) {
  const { code } = scannedOf(text);
  return code === undefined || mayBeTicketCode(code);
}
