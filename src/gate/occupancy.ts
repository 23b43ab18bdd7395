import { listCalledOff } from '../called-off/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type EventSales, findEventSales, findEventTitles } from '../events/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import { Readings } from '../journal/index.ts';
import { GENERAL, type Product, slotKey, slotOf } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { countHolding } from '../tickets/index.ts';
import {
  type DayFigures,
  type EntryVisits,
  type EventVisits,
  findDayFigures,
  findTimeVisits,
  type TimeVisits,
} from '../visits/index.ts';

/**
 * How full the museum is, and how the day went, in persons. Each ticket is counted once, however often it passes; people without one
 * as often as they are counted.
 */
export interface Occupancy {
  readonly date: CalendarDay;
  /** For the day, of everything that takes place, and of what was called off those who had come in before. */
  readonly sold: number;
  /** How many came in, how many of them are out again, and how many are inside. */
  readonly admitted: number;
  readonly left: number;
  readonly inside: number;
  /** With what they came in; one for each kind. */
  readonly entries: readonly EntryVisits[];
  /** Second admissions of a ticket, by gates that could not know of the first. */
  readonly conflicts: number;
  readonly events: readonly EventOccupancy[];
  /** Those that were cancelled after tickets had been sold; who had come in before, is among `events` too. */
  readonly cancelled: readonly EventOccupancy[];
  readonly quarterHours: readonly QuarterHourOccupancy[];
  readonly doors: readonly DoorOccupancy[];
}

export interface EventOccupancy {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  /** The event's name; undefined for general entry. */
  readonly name: string | undefined;
  /** Known for an event that takes place on that day. */
  readonly location: string | undefined;
  readonly sold: number;
  /** To general entry also those without a ticket. */
  readonly admitted: number;
  /** Persons with tickets who have not come. */
  readonly toCome: number;
}

export interface QuarterHourOccupancy {
  /** Instant of its beginning. */
  readonly at: number;
  /** That instant on the museum's clocks, HH:mm; when they are set back, an hour comes twice. */
  readonly from: string;
  readonly in: number;
  readonly out: number;
}

export interface DoorOccupancy {
  readonly gate: string;
  /** How many came in there. */
  readonly in: number;
  /** When somebody last passed there, HH:mm on the museum's clocks. */
  readonly lastAt: string;
}

/** How many days are cached. */
const DAYS = 8;

/** Who came on a day. What is counted for it is shared and cached: a full house takes some ten milliseconds. */
export class Attendance {
  readonly #queries: Queries;
  readonly #days: MuseumDays;
  readonly #figures: Readings<DayFigures>;
  readonly #timeVisits: Readings<TimeVisits[]>;
  readonly #holding: Readings<ReadonlyMap<Product, number>>;

  constructor(queries: Queries, days: MuseumDays) {
    this.#queries = queries;
    this.#days = days;
    this.#figures = new Readings(queries, DAYS);
    this.#timeVisits = new Readings(queries, DAYS);
    this.#holding = new Readings(queries, DAYS);
  }

  /** @throws Refusal forbidden */
  async getOccupancy(actor: Actor, date: CalendarDay): Promise<Occupancy> {
    requirePermission(actor, 'read-occupancy');
    const [figures, sales, holding, calledOff] = await Promise.all([
      this.figuresOf(date),
      findEventSales(this.#queries, date),
      this.#holding.get(date, () => countHolding(this.#queries, date)),
      listCalledOff(this.#queries, date, date),
    ]);
    // What was taken off once the day was over took place.
    const off = new Set<Product>(calledOff.map(({ product }) => product));
    const cancelled = sales.filter(({ eventId }) => off.has(eventId));
    // Places that are only held were not sold, and for what was called off only who had come in before.
    const soldOf = (product: Product) => holding.get(product) ?? 0;
    const takingPlace = sales
      .map((event) => ({ ...event, sold: soldOf(event.eventId) }))
      .filter(({ eventId, sold }) => !off.has(eventId) || sold + admittedTo(eventId, figures.events) > 0);
    const events = [
      generalOccupancy(soldOf(GENERAL), figures),
      ...takingPlace.map((event) => eventOccupancy(event, figures.events)),
      ...(await ofOtherDays(this.#queries, takingPlace, figures.events)),
    ];
    const admitted = sum(figures.entries.map((entry) => entry.admitted));
    const left = sum(figures.entries.map((entry) => entry.left));
    return {
      date,
      sold: sum(events.map(({ sold }) => sold)),
      admitted,
      left,
      inside: admitted - left,
      entries: figures.entries,
      conflicts: figures.conflicts,
      events,
      cancelled: cancelled.map((event) => eventOccupancy(event, figures.events)),
      quarterHours: figures.quarterHours.map(({ from: at, ...counts }) => {
        return { at, from: this.#days.timeAt(at), ...counts };
      }),
      doors: figures.doors.map((door) => ({ ...door, lastAt: this.#days.timeAt(door.lastAt) })),
    };
  }

  /**
   * How many persons came with tickets for each entry time of a day, by the key of its slot; those for which nobody came
   * are missing.
   * @throws Refusal forbidden
   */
  async getTimeVisits(actor: Actor, day: CalendarDay): Promise<ReadonlyMap<string, number>> {
    requirePermission(actor, 'read-occupancy');
    const counted = await this.#timeVisits.get(day, () => findTimeVisits(this.#queries, day));
    const visits = new Map<string, number>();
    for (const { admitted, ...of } of counted) {
      const key = slotKey(slotOf({ ...of, day }));
      visits.set(key, (visits.get(key) ?? 0) + admitted);
    }
    return visits;
  }

  figuresOf(day: CalendarDay): Promise<DayFigures> {
    return this.#figures.get(day, () => findDayFigures(this.#queries, day));
  }
}

/** Who has entry with an event counts with that; who has no ticket comes in to general entry. */
function generalOccupancy(sold: number, { events, entries }: DayFigures): EventOccupancy {
  const admitted = admittedTo(null, events);
  const others = entries.filter(({ entry }) => entry !== 'ticket');
  return {
    ...{ eventId: null, name: undefined, location: undefined, sold },
    admitted: admitted + sum(others.map((entry) => entry.admitted)),
    toCome: Math.max(0, sold - admitted),
  };
}

function eventOccupancy(
  { eventId, name, location, sold }: EventSales,
  visits: readonly EventVisits[],
): EventOccupancy {
  const admitted = admittedTo(eventId, visits);
  return { eventId, name, location, sold, admitted, toCome: Math.max(0, sold - admitted) };
}

/** Events of other days whose tickets were admitted on this one. */
async function ofOtherDays(
  queries: Queries,
  listed: readonly EventSales[],
  visits: readonly EventVisits[],
): Promise<EventOccupancy[]> {
  const known = new Set<Uuid | null>([null, ...listed.map(({ eventId }) => eventId)]);
  const others = visits.filter(({ eventId }) => !known.has(eventId));
  const titles = await findEventTitles(
    queries,
    others.flatMap(({ eventId }) => eventId ?? []),
  );
  return others.map(({ eventId, admitted }) => {
    const name = titles.get(eventId as Uuid)?.name;
    return { eventId, name, location: undefined, sold: 0, admitted, toCome: 0 };
  });
}

function admittedTo(eventId: Uuid | null, visits: readonly EventVisits[]): number {
  return visits.find((each) => each.eventId === eventId)?.admitted ?? 0;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
