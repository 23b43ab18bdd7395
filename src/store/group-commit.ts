import { Histogram, SECONDS } from '../core/histogram.ts';
import { traced } from '../tracing/index.ts';
import { StoreUnavailable } from './store.ts';

/** How much shares one commit at most, and how many items may wait before further ones are refused. */
const BATCH_LIMIT = 256;
const QUEUE_LIMIT = 10_000;
/** How long a batch is gathered at most: reads can make the turns of the event loop long. */
const GATHER_MS = 5;
/** Bounds for the sizes of batches, for the metrics. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, BATCH_LIMIT] as const;

interface QueuedItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Outcome> {
  /** What a batch is called in traces. */
  readonly name: string;
  /** Does all items in one transaction. @returns the outcome of each item, in the same order */
  readonly commit: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** How much work an item is, compared with the smallest; left out: all are 1. */
  readonly sizeOf?: (item: Item) => number;
  /** The error for an item when the queue is full. */
  readonly tooMany: (waiting: number) => Error;
}

/** What the metrics show of a group commit. */
export type CommitFigures = Pick<GroupCommit<unknown, unknown>, 'sizes' | 'seconds' | 'waiting' | 'limit'>;

/**
 * Commits work that arrives together in one transaction. A batch gathers for as long as every turn of the event loop
 * brings more items, and while a commit is running. One flush to disk serves the batch. Each item has its own outcome,
 * which its caller gets only when it is on disk.
 */
export class GroupCommit<Item, Outcome> {
  /** How many items each commit had, and how many seconds it took; of those that failed, nothing. */
  readonly sizes = new Histogram(SIZES);
  readonly seconds = new Histogram(SECONDS);
  /** How many items may wait. */
  readonly limit = QUEUE_LIMIT;
  readonly #options: GroupCommitOptions<Item, Outcome>;
  #queue: QueuedItem<Item, Outcome>[] = [];
  /** Whether a batch is being gathered or committed. */
  #isBusy = false;

  constructor(options: GroupCommitOptions<Item, Outcome>) {
    this.#options = options;
  }

  /** How many items wait for the next batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** @throws the error of `tooMany`, StoreUnavailable, or what `commit` threw for this item alone */
  add(item: Item): Promise<Outcome> {
    if (this.#queue.length >= this.limit) return Promise.reject(this.#options.tooMany(this.limit));
    return traced(this.#options.name, () => this.#queued(item));
  }

  #queued(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (this.#isBusy) return;
      this.#isBusy = true;
      this.#gather();
    });
  }

  /** Commits when a turn of the event loop brings no more items, the batch is full, or GATHER_MS are over. */
  #gather(gathered = 0, until = performance.now() + GATHER_MS): void {
    setImmediate(() => {
      const waiting = this.#queue.length;
      if (waiting === gathered || waiting >= BATCH_LIMIT || performance.now() > until) this.#commitBatch();
      else this.#gather(waiting, until);
    });
  }

  /** How many of the waiting items fit into a batch: one at least. */
  #fitting(): number {
    const { sizeOf } = this.#options;
    if (sizeOf === undefined) return BATCH_LIMIT;
    let size = 0;
    const beyond = this.#queue.findIndex(({ item }) => {
      size += Math.max(1, sizeOf(item));
      return size > BATCH_LIMIT;
    });
    return beyond === -1 ? this.#queue.length : Math.max(1, beyond);
  }

  async #commitBatch(): Promise<void> {
    const batch = this.#queue.splice(0, this.#fitting());
    try {
      await this.#settle(batch);
    } catch (error) {
      this.#rejectAll(batch, error);
    }
    // The callers of this batch get their outcomes before the next batch begins.
    if (this.#queue.length > 0) this.#gather();
    else this.#isBusy = false;
  }

  /**
   * Rejects the batch and all items behind it: the database is unavailable, so they would fail the same way after the
   * same wait. Outcomes that were already given stay.
   */
  #rejectAll(batch: readonly QueuedItem<Item, Outcome>[], error: unknown): void {
    for (const { reject } of batch) reject(error);
    // The outcome of the batch may be unknown. For the items behind it, nothing was done.
    const notStarted = new StoreUnavailable(
      'the database was not available when the previous work was done',
      error,
    );
    for (const { reject } of this.#queue.splice(0)) reject(notStarted);
  }

  /** @throws StoreUnavailable for the items that have no outcome yet */
  async #settle(batch: readonly QueuedItem<Item, Outcome>[]): Promise<void> {
    try {
      const begunAt = performance.now();
      const outcomes = await this.#options.commit(batch.map(({ item }) => item));
      this.seconds.observe((performance.now() - begunAt) / 1000);
      this.sizes.observe(batch.length);
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // One failing item must not fail the others, so each gets a transaction of its own.
      if (batch.length > 1) for (const waiting of batch) await this.#settle([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
