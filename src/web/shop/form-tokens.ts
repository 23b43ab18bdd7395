import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { type Store, secretOf } from '../../store/index.ts';

const MINUTE_MS = 60_000;
/** How long a page may be open before its form is sent. */
const MOST_MINUTES = 24 * 60;

/**
 * Tokens that show that a form was read before it was sent. They are the same for everybody within a minute, so that pages can
 * be kept, and any instance knows those of another.
 */
export class FormTokens {
  readonly #secret: string;
  readonly #clock: Clock;
  /** That of the last minute that was asked about. */
  #last: { readonly minute: number; readonly token: string } | undefined;

  private constructor(secret: string, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  static async open(store: Store, clock: Clock): Promise<FormTokens> {
    return new FormTokens(await secretOf(store, clock, 'shop-forms'), clock);
  }

  current(): string {
    return this.#at(this.#minute());
  }

  accepts(token: string): boolean {
    const minute = Number.parseInt(token, 36);
    const age = this.#minute() - minute;
    if (!(age >= -1 && age <= MOST_MINUTES)) return false; // another instance's clock may be a little ahead
    const [given, wanted] = [Buffer.from(token), Buffer.from(this.#at(minute))];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  /** A keyed hash of a form that was sent and where it came from, by which each instance knows it again. */
  hashOf(sent: string): string {
    return hash('sha256', `${this.#secret} ${sent}`, 'base64url');
  }

  #minute(): number {
    return Math.floor(this.#clock.now() / MINUTE_MS);
  }

  #at(minute: number): string {
    if (this.#last?.minute !== minute) {
      const text = minute.toString(36);
      const signature = hash('sha256', this.#secret + text, 'base64url').slice(0, 22);
      this.#last = { minute, token: `${text}.${signature}` };
    }
    return this.#last.token;
  }
}
