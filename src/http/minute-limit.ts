import type { Clock } from '../core/clock.ts';
import { HttpRefusal } from './http-refusal.ts';

const MINUTE_MS = 60_000;

/** Limits the requests of each account or network per minute of the clock. Each instance counts for itself. */
export class MinuteLimit {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #minute = 0;

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** @throws HttpRefusal too-many-requests */
  count(who: string): void {
    const now = this.#clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#counts.clear();
      this.#minute = minute;
    }
    const count = (this.#counts.get(who) ?? 0) + 1;
    if (count > this.#limit)
      throw new HttpRefusal('too-many-requests', {
        limit: this.#limit,
        seconds: Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000),
      });
    this.#counts.set(who, count);
  }
}
