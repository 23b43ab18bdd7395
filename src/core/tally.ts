/** Counts by key. Whoever compares takes keys out, so that what is left over is what nobody expected. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** How often `key` was added; from now on 0. */
  take(key: string): number {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    return count;
  }

  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }
}
