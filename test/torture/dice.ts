/** SeededRandom that can be repeated: the generator mulberry32. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including, 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  isLucky(chance: number): boolean {
    return this.roll() < chance;
  }

  oneOf<Thing>(things: readonly [Thing, ...Thing[]]): Thing;
  oneOf<Thing>(things: readonly Thing[]): Thing | undefined;
  oneOf<Thing>(things: readonly Thing[]): Thing | undefined {
    return things[this.between(0, things.length - 1)];
  }
}
