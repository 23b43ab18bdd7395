import { addDays, type CalendarDay, LAST_DAY, LAST_INSTANT } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import { instantOf, type LocalTime, localTimes } from '../core/zoned-time.ts';
import { openDays } from '../hours/index.ts';
import { KeptValues, type Store } from '../store/index.ts';

interface Closing {
  /** HH:mm of the day after; undefined: the day is over at midnight. */
  readonly afterMidnight: string | undefined;
}

/** The days of the museum: each lasts from midnight to midnight, or until closing time where that lies later. */
export class MuseumDays {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #localOf: (instant: number) => LocalTime;
  readonly #closings: KeptValues<Closing>;
  /** The last day that was asked about, and the one before it. */
  #lastAsked: readonly [day: CalendarDay, yesterday: CalendarDay] = ['' as CalendarDay, '' as CalendarDay];

  constructor(store: Store, clock: Clock, timeZone: string) {
    this.#store = store;
    this.#clock = clock;
    this.#localOf = localTimes(timeZone);
    this.#closings = new KeptValues(store, 'hours', () => 64);
  }

  /** The days that are on at an instant: the calendar day, and before it the one that has not closed yet. */
  async at(instant: number): Promise<readonly [CalendarDay, ...CalendarDay[]]> {
    const { day, time } = this.#localOf(instant);
    if (day !== this.#lastAsked[0]) this.#lastAsked = [day, addDays(day, -1)];
    const [, yesterday] = this.#lastAsked;
    const { afterMidnight } = await this.#closing(yesterday);
    return afterMidnight !== undefined && time < afterMidnight ? [yesterday, day] : [day];
  }

  /** The day that the doors are open for now. */
  async current(): Promise<CalendarDay> {
    const [day] = await this.at(this.#clock.now());
    return day;
  }

  /** The instant at which `day` is over. */
  async endOf(day: CalendarDay): Promise<number> {
    if (day === LAST_DAY) return LAST_INSTANT;
    const { afterMidnight = '00:00' } = await this.#closing(day);
    return instantOf(this.#localOf, addDays(day, 1), afterMidnight);
  }

  /** HH:mm on the museum's clocks. */
  timeAt(instant: number): string {
    return this.#localOf(instant).time;
  }

  #closing(day: CalendarDay): Closing | Promise<Closing> {
    return this.#closings.get(day, async () => {
      const [open] = await openDays(this.#store, day, day);
      const isLate = open !== undefined && open.timeClose <= open.timeOpen;
      return { afterMidnight: isLate ? open.timeClose : undefined };
    });
  }
}
