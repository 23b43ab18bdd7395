import { StoreUnavailable } from './store.ts';

/** How many share one commit at most, and how many may wait before it is said that too many do. */
const BATCH_LIMIT = 256;
const QUEUE_LIMIT = 10_000;
/** How long a batch may gather: reads can make the turns of the event loop long. */
const GATHER_MS = 5;

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Outcome> {
  /** Does all of it in one transaction, and says what became of each item, in the same order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** What whoever comes when so many wait already is refused with. */
  readonly tooMany: (waiting: number) => Error;
}

/**
 * Work that arrives together is committed together: what comes as long as every turn of the event loop brings more, and
 * what comes while a commit is running. One flush to disk serves all of a batch, and each item has its own outcome, which
 * is told only when it is on disk.
 */
export class GroupCommit<Item, Outcome> {
  readonly #options: GroupCommitOptions<Item, Outcome>;
  #queue: Waiting<Item, Outcome>[] = [];
  #isServing = false;

  constructor(options: GroupCommitOptions<Item, Outcome>) {
    this.#options = options;
  }

  /** @throws what `tooMany` makes, StoreUnavailable, or what `commit` threw for this item alone */
  add(item: Item): Promise<Outcome> {
    if (this.#queue.length >= QUEUE_LIMIT) return Promise.reject(this.#options.tooMany(QUEUE_LIMIT));
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (this.#isServing) return;
      this.#isServing = true;
      this.#gather();
    });
  }

  /** As long as every turn of the event loop brings more, they come along. */
  #gather(gathered = 0, until = performance.now() + GATHER_MS): void {
    setImmediate(() => {
      const waiting = this.#queue.length;
      if (waiting === gathered || waiting >= BATCH_LIMIT || performance.now() > until) this.#serve();
      else this.#gather(waiting, until);
    });
  }

  async #serve(): Promise<void> {
    const batch = this.#queue.splice(0, BATCH_LIMIT);
    try {
      await this.#settle(batch);
    } catch (error) {
      this.#sendAway(batch, error);
    }
    // Outcomes are told before the next batch.
    if (this.#queue.length > 0) this.#gather();
    else this.#isServing = false;
  }

  /**
   * The database is away: whoever waits behind the batch would meet the same, after as long a wait. Who has been
   * told an outcome already keeps it.
   */
  #sendAway(batch: readonly Waiting<Item, Outcome>[], error: unknown): void {
    for (const { reject } of batch) reject(error);
    // The outcome of the batch may be unknown. Of the others it is certain that nothing was done.
    const notBegun = new StoreUnavailable('the database was away when the work before this was done', error);
    for (const { reject } of this.#queue.splice(0)) reject(notBegun);
  }

  /** @throws StoreUnavailable, which those without an outcome have yet to be told */
  async #settle(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // An item that can't be done must not take the others down, so each gets a transaction of its own.
      if (batch.length > 1) for (const waiting of batch) await this.#settle([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
