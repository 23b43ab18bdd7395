/**
 * Values by key, bounded by how much memory they take together. They are kept in two halves: when the younger is
 * full it becomes the older, and what was the older is forgotten as a whole, which costs nothing per value.
 */
export class BoundedCache<Value> {
  readonly #halfOfBytes: number;
  readonly #sizeOf: (value: Value) => number;
  #younger = new Map<string, Value>();
  #older = new Map<string, Value>();
  #bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#halfOfBytes = maxBytes / 2;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    return this.#younger.get(key) ?? this.#older.get(key);
  }

  /** Keeps `value`, unless something is kept under that key already. What would fill a half alone is not kept. */
  keep(key: string, value: Value): void {
    const bytes = this.#sizeOf(value);
    if (bytes > this.#halfOfBytes || this.get(key) !== undefined) return;
    if (this.#bytes + bytes > this.#halfOfBytes) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#bytes = 0;
    }
    this.#younger.set(key, value);
    this.#bytes += bytes;
  }

  clear(): void {
    this.#younger.clear();
    this.#older.clear();
    this.#bytes = 0;
  }
}
