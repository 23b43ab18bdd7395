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
    if (this.admits(who)) return;
    const seconds = Math.ceil((MINUTE_MS - (this.#clock.now() % MINUTE_MS)) / 1_000);
    throw new HttpRefusal('too-many-requests', { limit: this.#limit, seconds });
  }

  /** Whether it is within the limit; then it counts. */
  admits(who: string): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#counts.clear();
      this.#minute = minute;
    }
    const count = (this.#counts.get(who) ?? 0) + 1;
    if (count > this.#limit) return false;
    this.#counts.set(who, count);
    return true;
  }
}
