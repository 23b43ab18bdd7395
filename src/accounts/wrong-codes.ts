import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { type Store, StoreUnavailable, secretOf } from '../store/index.ts';
import { countMore, FAILURES_COUNT_MS, keyedHash, sweep } from './failed-sign-ins.ts';
import { networkOf } from './network.ts';

/** Wrong codes that are answered as such. */
const FREE_GUESSES = 20;
const SECRET = 'failed-sign-ins';

/**
 * Slows down who guesses codes that are worth money: each account, and in the shop each network, is told of 20 wrong
 * ones in 15 minutes. A right one is always taken. Codes themselves are not kept.
 */
export class WrongCodes {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * What `work` gives. If it refuses a code as wrong, that counts, whether it throws the refusal or returns it.
   * @throws Refusal as `work`, or too-many-guesses in place of these
   */
  async watch<T>(
    {
      actor,
      address,
      kinds,
    }: {
      readonly actor: Pick<Actor, 'accountId'>;
      /** Where a visitor of the shop comes from: then the network is counted in place of the account. */
      readonly address?: string;
      /** How wrong codes are refused. */
      readonly kinds: readonly Refusal['kind'][];
    },
    work: () => Promise<T>,
  ): Promise<T> {
    const isWrong = (outcome: unknown) => outcome instanceof Refusal && kinds.includes(outcome.kind);
    const slowDown = async () => {
      const guesser =
        address === undefined ? ['account', `${actor.accountId}`] : ['network', networkOf(address)];
      if ((await this.#count(guesser)) > FREE_GUESSES)
        throw new Refusal('too-many-guesses', { seconds: FAILURES_COUNT_MS / 1_000 });
    };
    try {
      const outcome = await work();
      if (isWrong(outcome)) await slowDown();
      return outcome;
    } catch (error) {
      if (isWrong(error)) await slowDown();
      throw error;
    }
  }

  /** @returns how many there are now; none where they can't be counted, since nothing can be paid then either */
  async #count(guesser: readonly string[]): Promise<number> {
    const key = keyedHash(await secretOf(this.#store, this.#clock, SECRET), ['wrong code', ...guesser]);
    const now = this.#clock.now();
    try {
      return await this.#store.transaction(async (tx) => {
        await countMore(tx, key, 1, now);
        await sweep(tx, now);
        const row = await tx.get<{ failures: number }>(
          'SELECT failures FROM failed_sign_ins WHERE counted_under = ?',
          [key],
        );
        return row?.failures ?? 1;
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) return 0;
      throw error;
    }
  }
}
