import { Refusal } from '../core/refusal.ts';

/**
 * Lets a few pieces of costly work through at a time and a bounded number wait, in order of arrival.
 * Whoever comes when that many wait is turned away at once: Refusal overloaded.
 */
export class Turnstile {
  readonly #abreast: number;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(abreast: number, places: number) {
    this.#abreast = abreast;
    this.#places = places;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.#abreast) {
      this.#inside += 1;
      return;
    }
    if (this.#waiting.length >= this.#places) {
      throw new Refusal('overloaded', { work: 'sign-ins' });
    }
    await new Promise<void>((admit) => this.#waiting.push(admit));
  }

  /** Hands the place inside to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next();
  }
}
