import type { Delivery } from './delivery.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Of what is tried for days; the last one stands for all that come after it. */
const PAUSES: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const TRIED_FOR_MS = 72 * HOUR;
/** By what part of it a pause varies, so that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * How long to wait after the attempt of that number (1: the first) has failed, give or take a tenth; undefined when
 * that was the last one.
 * @param pauses between attempts, in milliseconds.
 */
export function pauseAfter(attempt: number, pauses: readonly number[]): number | undefined {
  const pause = pauses[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * (2 * Math.random() - 1)));
}

/** The same for what is tried for three days; undefined when they are over. Whoever sends it again after them gets two attempts. */
export function pauseForDays(
  { attempts, madeAt }: Pick<Delivery, 'attempts' | 'madeAt'>,
  now: number,
): number | undefined {
  if (attempts > 0 && now - madeAt > TRIED_FOR_MS) return undefined;
  return pauseAfter(Math.min(attempts + 1, PAUSES.length), PAUSES);
}
