import { setTimeout as sleep } from 'node:timers/promises';
import type { Queries, Topic } from './store.ts';

/**
 * A copy of the table `revisions` that may be used for a while without asking again. A lease (Gray and Cheriton,
 * "Leases", 1989): the copy is good for `leaseMs` from the moment in which it was asked for, and whoever changes a
 * revision tells nobody that it is done before every lease that was given until then is over. So whoever asks any
 * process after a change was answered is given the new answer, and reading costs no question.
 *
 * Only durations are compared, each by the monotonic clock of one process; that these run apart by less than a
 * tenth is all that is taken for granted. A process that was stopped finds its lease over.
 */
export class RevisionCopy {
  readonly #leaseMs: number;
  #revisions: ReadonlyMap<string, number> = new Map();
  #usableUntil = Number.NEGATIVE_INFINITY;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Undefined: it has to be asked for. */
  of(topic: Topic): number | undefined {
    return performance.now() < this.#usableUntil ? (this.#revisions.get(topic) ?? 0) : undefined;
  }

  /** @param askedAt when the question was sent, by `performance.now()`. */
  keep(revisions: ReadonlyMap<string, number>, askedAt: number): void {
    this.#revisions = revisions;
    this.#usableUntil = askedAt + this.#leaseMs;
  }

  /** Whether the answer to a question that was sent then is good for whoever asks now. */
  covers(askedAt: number): boolean {
    return performance.now() < askedAt + this.#leaseMs;
  }

  /** To be called as soon as this process has changed a revision. */
  forget(): void {
    this.#usableUntil = Number.NEGATIVE_INFINITY;
  }

  /** Returns when every lease that any process has been given until now is over. */
  async outlast(): Promise<void> {
    const over = performance.now() + this.#leaseMs * 1.1;
    // Timers may be early by a part of a millisecond.
    for (let left = over - performance.now(); left > 0; left = over - performance.now()) await sleep(left);
  }
}

/** The revision as the database has it at this moment, for whoever reads twice and wants to know that nothing changed. */
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
