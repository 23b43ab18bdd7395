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
