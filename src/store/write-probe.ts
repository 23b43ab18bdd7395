import { type Store, StoreUnavailable } from './store.ts';

/** For so long the outcome of the last write is taken for that of the next one. */
const VALID_MS = 5_000;

/**
 * Knows whether the database can be written to: from the last transaction of this process, or else from a small write
 * of its own. Who asks meanwhile waits for the same one.
 */
export class WriteProbe {
  readonly #store: Store;
  #last: { readonly at: number; readonly failure: StoreUnavailable | undefined } | undefined;
  #pending: Promise<unknown> | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.onTransactionEnd = (error) => {
      // Any other error came before the commit, and tells nothing.
      if (error === undefined || error instanceof StoreUnavailable)
        this.#last = { at: performance.now(), failure: error };
    };
  }

  /** @throws StoreUnavailable when the database can't be written to */
  async requireWritable(): Promise<void> {
    if (this.#last === undefined || performance.now() >= this.#last.at + VALID_MS) {
      this.#pending ??= this.#write().finally(() => {
        this.#pending = undefined;
      });
      await this.#pending;
    } else if (this.#last.failure !== undefined) throw this.#last.failure;
  }

  #write(): Promise<unknown> {
    return this.#store.transaction((tx) => tx.run('UPDATE write_probes SET probes = probes + 1'));
  }
}
