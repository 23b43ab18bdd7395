import { FIRST_INSTANT } from '../core/calendar-day.ts';

/** Smaller differences between clocks are not corrected: messages take some time. */
export const TOLERANCE_MS = 120_000;

/**
 * Corrects the times of scans that a device has recorded by its own clock. The error of that clock is the difference
 * between `sentAt` and `now`; without `sentAt`, it shows only in scans that lie in the future. No scan is later than
 * `now`, or before the first calendar day.
 */
export function correctTimes(
  scans: readonly { readonly at: number }[],
  now: number,
  sentAt?: number,
): readonly number[] {
  const ahead = (sentAt ?? newestOf(scans)) - now;
  const isWrong = sentAt === undefined ? ahead > TOLERANCE_MS : Math.abs(ahead) > TOLERANCE_MS;
  const offset = isWrong ? ahead : 0;
  return scans.map(({ at }) => Math.max(FIRST_INSTANT, Math.min(at - offset, now)));
}

function newestOf(scans: readonly { readonly at: number }[]): number {
  return scans.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
}
