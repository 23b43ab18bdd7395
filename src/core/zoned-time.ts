import { addDays, type CalendarDay, dayNumber } from './calendar-day.ts';

const MS_PER_DAY = 86_400_000;

/** What the clocks in a time zone show at an instant. */
export interface LocalTime {
  readonly day: CalendarDay;
  /** HH:mm */
  readonly time: string;
}

/** Tells the local time in `timeZone` (an IANA name), also on days of 23 or 25 hours. */
export function localTimes(timeZone: string): (instant: number) => LocalTime {
  // The Swedish way of writing a time is the ISO one.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  // Zones are offset by whole minutes, so nothing changes within one.
  let minute = Number.NaN;
  let local: LocalTime = { day: '' as CalendarDay, time: '' };
  return (instant) => {
    const asked = Math.floor(instant / 60_000);
    if (asked !== minute) {
      const [day, time] = format.format(instant).split(' ') as [CalendarDay, string];
      local = { day, time };
      minute = asked;
    }
    return local;
  };
}

/**
 * The instant at which clocks in the zone show `time` (HH:mm) on `day`; of two such instants the first, and when they
 * skip it, one as long after midnight.
 */
export function instantOf(localOf: (instant: number) => LocalTime, day: CalendarDay, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shown = dayNumber(day) * MS_PER_DAY + hours * 3_600_000 + minutes * 60_000;
  const offsetAt = (instant: number) => {
    const local = localOf(instant);
    const [hour = 0, minute = 0] = local.time.split(':').map(Number);
    const wall = dayNumber(local.day) * MS_PER_DAY + hour * 3_600_000 + minute * 60_000;
    return wall - Math.floor(instant / 60_000) * 60_000;
  };
  // Offsets differ by less than a day from UTC, and change at most once within two.
  const candidates = [offsetAt(shown - MS_PER_DAY), offsetAt(shown + MS_PER_DAY)].map(
    (offset) => shown - offset,
  );
  const right = candidates.filter((instant) => {
    const local = localOf(instant);
    return local.day === day && local.time === time;
  });
  return Math.min(...(right.length > 0 ? right : candidates));
}

/** The instants at which a range of days begins and is over, both days included; undefined: it has no such end. */
export function dayBounds(
  timeZone: string,
  first: CalendarDay | undefined,
  last: CalendarDay | undefined,
): { readonly from: number | undefined; readonly to: number | undefined } {
  const localOf = localTimes(timeZone);
  return {
    from: first && instantOf(localOf, first, '00:00'),
    to: last && instantOf(localOf, addDays(last, 1), '00:00'),
  };
}
