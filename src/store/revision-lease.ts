import { setTimeout as sleep } from 'node:timers/promises';
import type { Queries, Topic } from './store.ts';

/**
 * A copy of the table `revisions` that is used for a while without a new query. It works as a lease (Gray and Cheriton,
 * "Leases", 1989): the copy is valid for `leaseMs` from the moment its query was sent, and a process that changes a
 * revision answers its caller only when every lease from before the change has expired. So a request that comes after
 * the answer sees the change in every process, and reads cost no query.
 *
 * Only durations are compared, each measured by the monotonic clock of one process. The only assumption is that these
 * clocks drift apart by less than a tenth. A process that was suspended finds its lease expired.
 */
export class RevisionLease {
  readonly #leaseMs: number;
  #revisions: ReadonlyMap<string, number> = new Map();
  #usableUntil = Number.NEGATIVE_INFINITY;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** The revision of the topic; undefined when the lease has expired. */
  of(topic: Topic): number | undefined {
    return performance.now() < this.#usableUntil ? (this.#revisions.get(topic) ?? 0) : undefined;
  }

  /** @param askedAt when the query was sent, by `performance.now()`. */
  keep(revisions: ReadonlyMap<string, number>, askedAt: number): void {
    this.#revisions = revisions;
    this.#usableUntil = askedAt + this.#leaseMs;
  }

  /** Whether the answer to a query that was sent at `askedAt` is still valid now. */
  isFresh(askedAt: number): boolean {
    return performance.now() < askedAt + this.#leaseMs;
  }

  /** Drops the copy. To be called as soon as this process has changed a revision. */
  forget(): void {
    this.#usableUntil = Number.NEGATIVE_INFINITY;
  }

  /** Resolves when every lease from before this call has expired, in any process. */
  async waitForLeases(): Promise<void> {
    const over = performance.now() + this.#leaseMs * 1.1;
    // Timers may fire a fraction of a millisecond early.
    for (let left = over - performance.now(); left > 0; left = over - performance.now()) await sleep(left);
  }
}

/** The current revision in the database, to find out whether anything changed between two reads. */
export async function readRevision(queries: Queries, topic: Topic): Promise<number> {
  const row = await queries.get<RevisionRow>('SELECT topic, revision FROM revisions WHERE topic = ?', [
    topic,
  ]);
  return row?.revision ?? 0;
}

export interface RevisionRow {
  readonly topic: string;
  readonly revision: number;
}

export const TOUCH = 'UPDATE revisions SET revision = revision + 1 WHERE topic = ?';
export const READ_REVISIONS = 'SELECT topic, revision FROM revisions';

export function byTopic(rows: readonly RevisionRow[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ topic, revision }) => [topic, revision]));
}
