import { museumCalendar, systemClock } from '../../src/core/clock.ts';

/** A time zone where it is noon, so that no day ends while a test on the real clock runs. Etc/GMT-2 is two hours ahead of UTC. */
export const NOON_ZONE = zoneAtNoon(new Date());

/** The day there. */
export const NOON_DAY = museumCalendar(systemClock, NOON_ZONE).today();

function zoneAtNoon(now: Date): string {
  const behind = now.getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
}
