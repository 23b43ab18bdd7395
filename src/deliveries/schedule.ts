import type { Delivery } from './delivery.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Delays between attempts of deliveries that are retried for days; the last one repeats. */
const DELAYS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const MAX_AGE_MS = 72 * HOUR;
/** The fraction by which a delay varies, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * How long to wait after the attempt of that number (1: the first) has failed, in milliseconds, give or take a tenth;
 * undefined when that was the last attempt.
 * @param delays between attempts, in milliseconds.
 */
export function retryDelay(attempt: number, delays: readonly number[]): number | undefined {
  const delay = delays[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * Math.random() - 1)));
}

/** The same for deliveries that are retried for three days. Those that staff send again after that get two attempts. */
export function retryDelayForDays(
  { attempts, madeAt }: Pick<Delivery, 'attempts' | 'madeAt'>,
  now: number,
): number | undefined {
  if (attempts > 0 && now - madeAt > MAX_AGE_MS) return undefined;
  return retryDelay(Math.min(attempts + 1, DELAYS.length), DELAYS);
}
