/** Values by key, bounded by how much memory they take together; those kept longest go first. */
export class BoundedCache<Value> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Keeps `value`, unless something is kept under that key already. */
  keep(key: string, value: Value): void {
    if (this.#values.has(key)) return;
    this.#values.set(key, value);
    this.#bytes += this.#sizeOf(value);
    for (const [oldest, dropped] of this.#values) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#values.delete(oldest);
      this.#bytes -= this.#sizeOf(dropped);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }
}
