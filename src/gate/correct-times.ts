import { FIRST_INSTANT } from '../core/calendar-day.ts';

/** Clocks that differ by less are not put right: messages take their time. */
export const TOLERANCE_MS = 120_000;

/**
 * When scans happened that a device reports by a clock of its own. How far that clock is off is known from what it said
 * when the scans were sent; when it did not say, a scan that lies in the future betrays it. No scan happened
 * after it was handed in, or before there were days.
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
