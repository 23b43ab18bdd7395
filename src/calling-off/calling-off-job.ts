import { findNotKept } from '../called-off/index.ts';
import { SERVICE } from '../core/actor.ts';
import { addDays, type CalendarDay, FIRST_DAY } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job } from '../jobs/index.ts';
import type { Store } from '../store/index.ts';
import { followProgramme, lockProgramme } from './change-programme.ts';

export interface CallingOffOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly localOf: LocalOf;
}

interface KeepsCalledOff {
  /** @param lease any store, since all instances may do it at the same time */
  step(lease: Pick<Store, 'transaction'>): Promise<boolean>;
}

/** What an instance of the version before calls off is noticed within a second. */
const EVERY_MS = 1_000;
/** So many days may pass between a change by that instance and its being noticed. */
const DAYS_BACK = 7;

/**
 * The job that writes down what an instance of the version before has called off, which knows nothing of it. Its first step, which
 * the start awaits, also does so for what was called off before the upgrade.
 */
export function callingOffJob(options: CallingOffOptions): Job & KeepsCalledOff {
  const { store, days } = options;
  let kept: string | undefined;
  const revision = async () => `${await store.revision('events')} ${await store.revision('hours')}`;
  return {
    name: 'keep-called-off',
    everyMs: EVERY_MS,
    isShared: true,
    hasWork: async () => kept !== (await revision()),
    step: async (lease) => {
      const seen = await revision();
      const from = kept === undefined ? FIRST_DAY : addDays(await days.current(), -DAYS_BACK);
      await keepAll(lease, from, options);
      kept = seen;
      return false;
    },
  };
}

async function keepAll(
  lease: Pick<Store, 'transaction'>,
  from: CalendarDay,
  { store, clock, days, localOf }: CallingOffOptions,
): Promise<void> {
  const [now, today] = [clock.now(), await days.current()];
  const past = { from, dayOf: (instant: number) => localOf(instant).day };
  for (const product of await findNotKept(store, { now, today, past }))
    await lease.transaction(async (tx) => {
      await lockProgramme(tx, product);
      await followProgramme({ tx, actor: SERVICE, now }, product, { today, past });
    });
}
