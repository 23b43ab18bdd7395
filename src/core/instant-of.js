// @ts-check
/**
 * From the clock on the wall to the instant. Plain JavaScript that imports nothing, because the service and the gate's page
 * run this very file.
 */

/** Instants are milliseconds UTC. Calendar days and UUIDs can express none outside these bounds. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
const MS_PER_DAY = 86_400_000;

/**
 * The instant of the local `time` (HH:mm) on `day`. Where clocks are set back and show it twice: the first of the two.
 * Where clocks are set forward and skip it: the instant of the change.
 * @param {(instant: number) => { readonly day: string, readonly time: string }} localOf
 * @param {string} day
 * @param {string} time
 */
export function instantOf(localOf, day, time) {
  const shown = Date.parse(`${day}T${time}:00Z`);
  /** @param {number} instant */
  const offsetAt = (instant) => {
    const local = localOf(instant);
    return Date.parse(`${local.day}T${local.time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
  };
  // Offsets differ from UTC by less than a day, and change at most once within two days. Within a day of the first and
  // the last instant they don't change.
  const probes = [
    Math.max(shown - MS_PER_DAY, FIRST_INSTANT + MS_PER_DAY),
    Math.min(shown + MS_PER_DAY, LAST_INSTANT - MS_PER_DAY),
  ];
  const candidates = probes.map((probe) => shown - offsetAt(probe));
  const right = candidates.filter((instant) => {
    const local = localOf(instant);
    return local.day === day && local.time === time;
  });
  if (right.length > 0) return Math.min(...right);
  let before = Math.min(...candidates);
  let after = Math.max(...candidates);
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000;
    if (middle + offsetAt(middle) < shown) before = middle;
    else after = middle;
  }
  return after;
}
