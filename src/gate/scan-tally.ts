import { Refusal } from '../core/refusal.ts';
import { REASONS, type Reason, type Verdict } from '../visits/index.ts';
import type { ScanOutcome } from './scan.ts';

/**
 * Scans of one verdict. Admitted with a reason: somebody has overridden a refusal, or a gate admitted offline what it
 * should not.
 */
export interface VerdictFigure {
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  readonly count: number;
}

export interface ScanFigures {
  /** How many scans were decided or recorded, with those that were sent again or refused as a request. */
  readonly total: number;
  /** Each verdict that can be given, without those sent again: how often it was given. */
  readonly byVerdict: Iterable<VerdictFigure>;
}

/** Counts what a gate decides and records. */
export class ScanTally implements ScanFigures {
  total = 0;
  readonly #figures = new Map<string, VerdictFigure>();

  constructor() {
    for (const reason of REASONS) this.#add('refused', reason, 0);
    for (const verdict of ['admitted', 'left'] as const) this.#add(verdict, null, 0);
  }

  get byVerdict(): Iterable<VerdictFigure> {
    return this.#figures.values();
  }

  count(outcomes: readonly ScanOutcome[]): void {
    this.total += outcomes.length;
    for (const outcome of outcomes) {
      if (outcome instanceof Refusal || outcome.isRepeat) continue;
      const { verdict, reason } = outcome.checkIn;
      this.#add(verdict, reason, 1);
    }
  }

  #add(verdict: Verdict, reason: Reason | null, more: number): void {
    const key = `${verdict} ${reason}`;
    const count = (this.#figures.get(key)?.count ?? 0) + more;
    this.#figures.set(key, { verdict, reason, count });
  }
}
