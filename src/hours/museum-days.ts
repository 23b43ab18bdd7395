import { addDays, type CalendarDay, LAST_DAY, LAST_INSTANT } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import { entryInstant } from '../core/entry-time.js';
import { instantOf, type LocalOf, localTimes } from '../core/zoned-time.ts';
import { RevisionCache, type Store } from '../store/index.ts';
import { closingOf, isNight, openDays } from './opening.ts';

interface End {
  /** When the day is over. */
  readonly at: number;
  /** When the museum opens, HH:mm, on a day that lasts past midnight. */
  readonly nightFrom?: string;
  /** Whether it is open on the day at all. */
  readonly isOpen: boolean;
}

/** A ticket with an entry time. */
export interface TicketAtTime {
  readonly day: CalendarDay;
  /** HH:mm */
  readonly entryTime: string;
  /** Null: general entry. */
  readonly eventId: string | null;
}

/** Days that overlap at some instant, the earlier one first. */
export type Days = readonly [CalendarDay, ...CalendarDay[]];

/** The days of the museum: each lasts from midnight to midnight, or until closing time where that lies later. */
export class MuseumDays {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #localOf: LocalOf;
  readonly #ends: RevisionCache<End>;
  /** The last day that was asked about, and the one before it. */
  #lastAsked: readonly [day: CalendarDay, yesterday: CalendarDay] = ['' as CalendarDay, '' as CalendarDay];

  constructor(store: Store, clock: Clock, timeZone: string) {
    this.#store = store;
    this.#clock = clock;
    this.#localOf = localTimes(timeZone);
    this.#ends = new RevisionCache(store, 'hours', () => 64);
  }

  /** The current days at an instant: the calendar day, and before it the previous day if that has not closed yet. */
  async at(instant: number): Promise<Days> {
    const { day } = this.#localOf(instant);
    if (day !== this.#lastAsked[0]) this.#lastAsked = [day, addDays(day, -1)];
    const [, yesterday] = this.#lastAsked;
    return instant < (await this.#end(yesterday)).at ? [yesterday, day] : [day];
  }

  /** The current days now. */
  on(): Promise<Days> {
    return this.at(this.#clock.now());
  }

  /** The day for which the museum is open now. */
  async current(): Promise<CalendarDay> {
    const [day] = await this.on();
    return day;
  }

  /** `day`, and the next day too if `day` lasts past midnight. */
  async during(day: CalendarDay): Promise<Days> {
    const { day: last } = this.#localOf((await this.endOf(day)) - 1);
    return last > day ? [day, last] : [day];
  }

  /** The instant at which `day` is over. */
  async endOf(day: CalendarDay): Promise<number> {
    return (await this.#end(day)).at;
  }

  /** When the museum opens on `day`, HH:mm, if that day lasts past midnight. */
  async nightFrom(day: CalendarDay): Promise<string | undefined> {
    return (await this.#end(day)).nightFrom;
  }

  /** Whether the museum is open on `day`. */
  async isOpen(day: CalendarDay): Promise<boolean> {
    return (await this.#end(day)).isOpen;
  }

  /**
   * The instant of a ticket's entry time: in general before the opening of a night, it is in the night after its date.
   */
  async entryAt(ticket: TicketAtTime): Promise<number> {
    return entryInstant(this.#localOf, ticket, await this.nightFrom(ticket.day));
  }

  /** HH:mm on the museum's clocks. */
  timeAt(instant: number): string {
    return this.#localOf(instant).time;
  }

  #end(day: CalendarDay): End | Promise<End> {
    if (day === LAST_DAY) return { at: LAST_INSTANT, isOpen: true };
    return this.#ends.get(day, async () => {
      const [open] = await openDays(this.#store, day, day);
      return open !== undefined && isNight(open)
        ? { at: closingOf(this.#localOf, day, open), nightFrom: open.timeOpen, isOpen: true }
        : { at: instantOf(this.#localOf, addDays(day, 1), '00:00'), isOpen: open !== undefined };
    });
  }
}
