import { SeededRandom } from '../../src/demo/seeded-random.ts';

/** Whatever the lot may fall on; `born` is the same in each telling of a story. */
export interface Born {
  readonly born: number;
}

/** The random choices of one step. */
export class Draw extends SeededRandom {
  readonly #seed: number;

  constructor(seed: number) {
    super(seed);
    this.#seed = seed;
  }

  /** One of those. A story that was shortened chooses another only if that one is not there any more (rendezvous hashing). */
  pick<T extends Born>(those: readonly T[]): T | undefined {
    const lotOf = ({ born }: Born) =>
      new SeededRandom(this.#seed ^ Math.imul(born + 1, 0x9e3779b1)).fraction();
    return those.toSorted((one, other) => lotOf(one) - lotOf(other))[0];
  }

  /** About half of those, at least one. */
  some<T>(those: readonly T[]): T[] {
    const chosen = those.filter(() => this.happens(0.5));
    return chosen.length > 0 ? chosen : those.slice(0, 1);
  }
}
