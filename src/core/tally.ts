/** Counts by key. A comparison takes out the keys that it expects; what is left over is unexpected. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Returns the count of `key`, and resets it to 0. */
  take(key: string): number {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    return count;
  }

  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }
}
