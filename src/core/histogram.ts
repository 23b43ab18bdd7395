/** How many values there were up to each of some bounds, and their sum, since the process started. */
export class Histogram {
  /** Upper bounds of the buckets, included, in ascending order. */
  readonly bounds: readonly number[];
  /** Values within the bucket's bound and over the one before; the last bucket has no bound. */
  readonly buckets: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.buckets = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    this.sum += value;
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket += 1;
    this.buckets[bucket] = (this.buckets[bucket] as number) + 1;
  }
}

/** Bounds for durations in seconds: from a read that is cached to one that a proxy gives up on. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
