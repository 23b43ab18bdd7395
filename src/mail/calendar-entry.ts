import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { entryInstant } from '../core/entry-time.js';
import { instantOf, localTimes } from '../core/zoned-time.ts';
import { closingOf, isNight, type Opening } from '../hours/index.ts';
import type { Ticket } from '../tickets/index.ts';
import type { Sender } from './mail-settings.ts';

/** The calendar entry of a visit: of an order's tickets for one day, or one entry time of it. Texts are one line. */
export interface CalendarFacts {
  /** The first of its tickets, whatever has become of it. */
  readonly first: Ticket;
  /** The confirmation codes of those that hold; none: the visit is cancelled. */
  readonly codes: readonly string[];
  readonly title: string;
  readonly location: string;
  readonly day: CalendarDay;
  /** HH:mm; null: any time of the day. */
  readonly entryTime: string | null;
  /** How long the event takes from its entry time; undefined: general entry. */
  readonly minutes: number | undefined;
  /** When the museum is open then; undefined: all day. */
  readonly opening: Opening | undefined;
}

export interface CalendarOptions {
  readonly timeZone: string;
  /** Who publishes the entries; undefined: they are for the calendar of whoever has asked for them. */
  readonly sender: Sender | undefined;
  /** The ids of the entries end in it. */
  readonly domain: string;
  /** Instant, milliseconds UTC. */
  readonly now: number;
}

/**
 * An iCalendar object (RFC 5545) with an entry for each visit. Its id is that of the first ticket and its sequence rises, so that
 * a later mail about the same visit changes the entry, or takes it off the calendar.
 */
export async function calendarEntries(
  shown: readonly CalendarFacts[],
  { timeZone, sender, domain, now }: CalendarOptions,
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: 'museum', product: 'tickets' },
    ...(sender && { method: ICalCalendarMethod.PUBLISH }),
  });
  for (const { first, codes, title, location, ...time } of shown)
    calendar.createEvent({
      id: `${first.ticketId}@${domain}`,
      // Required in a published entry: RFC 5546, section 3.2.1.
      ...(sender && { organizer: { name: sender.name, email: sender.address } }),
      sequence: Math.max(0, Math.floor((now - first.soldAt) / 1000)),
      stamp: new Date(now),
      ...when(time, timeZone),
      summary: title,
      location,
      description: (codes.length > 0 ? codes : [first.confirmationCode]).join(', '),
      status: codes.length > 0 ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    });
  return `${calendar}\r\n`; // as every content line ends: RFC 5545, section 3.1
}

type Time = Pick<CalendarFacts, 'day' | 'entryTime' | 'minutes' | 'opening'>;

function when({ day, entryTime, minutes, opening }: Time, timeZone: string) {
  const localOf = localTimes(timeZone);
  if (entryTime !== null && minutes !== undefined) {
    const start = instantOf(localOf, day, entryTime);
    return { start: new Date(start), end: new Date(start + minutes * 60_000) };
  }
  if (opening !== undefined) {
    const { timeOpen } = opening;
    const timed = { day, entryTime: entryTime ?? timeOpen, eventId: null };
    const start = new Date(entryInstant(localOf, timed, isNight(opening) ? timeOpen : undefined));
    const end = new Date(closingOf(localOf, day, opening));
    // Hours that the clocks skip have no length, and an entry has to have one: RFC 5545, section 3.6.1.
    if (start < end) return { start, end };
  }
  return {
    start: new Date(`${day}T00:00:00Z`),
    end: new Date(`${addDays(day, 1)}T00:00:00Z`),
    allDay: true,
  };
}
