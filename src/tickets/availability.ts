import type { TicketType } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { compareDays, type EventDay, findEventDays } from '../events/index.ts';
import { findGeneralDays, type GeneralDay, openDays } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';

/** The availability of one event, or of general entry, on one day: the counters that guard sales. */
export interface DayAvailability {
  readonly date: CalendarDay;
  readonly ticketType: TicketType;
  /** Of a special event, like its name. */
  readonly eventId?: Uuid;
  readonly eventName?: string;
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
  /** Null: no limit. */
  readonly left: number | null;
  /** Whether a ticket can be bought now. */
  readonly onSale: boolean;
}

/** A range of days, both included, optionally for one ticket type or one event. */
export interface AvailabilityFilter extends DayRange {
  readonly ticketType?: TicketType;
  readonly eventId?: Uuid;
}

/** By date; general entry first; then by the event's name and id. */
export async function listAvailability(
  queries: Queries,
  actor: Actor,
  filter: AvailabilityFilter,
  today: CalendarDay,
): Promise<DayAvailability[]> {
  requirePermission(actor, 'read-programme');
  const { ticketType, eventId } = filter;
  const leavesOutGeneral = ticketType === 'event' || eventId !== undefined;
  const found = [
    ...(leavesOutGeneral ? [] : await generalEntry(queries, filter, today)),
    ...(ticketType === 'general' ? [] : await events(queries, filter, today)),
  ];
  return found.sort(compareDays);
}

async function generalEntry(
  queries: Queries,
  { from, to }: AvailabilityFilter,
  today: CalendarDay,
): Promise<DayAvailability[]> {
  const open = new Set((await openDays(queries, from, to)).map(({ date }) => date));
  const days = await findGeneralDays(queries, from, to);
  return days.map((day) => ({
    date: day.date,
    ticketType: 'general',
    ...figures(day, day.date >= today && open.has(day.date)),
  }));
}

async function events(
  queries: Queries,
  { from, to, eventId }: AvailabilityFilter,
  today: CalendarDay,
): Promise<DayAvailability[]> {
  const days = await findEventDays(queries, from, to, eventId);
  return days.map((day) => ({
    date: day.date,
    ticketType: 'event',
    eventId: day.eventId,
    eventName: day.eventName,
    ...figures(day, day.date >= today),
  }));
}

function figures({ capacity, sold }: GeneralDay | EventDay, canBeSold: boolean) {
  const left = capacity === null ? null : Math.max(0, capacity - sold);
  return { capacity, sold, left, onSale: canBeSold && left !== 0 };
}
