import type { CalendarDay } from '../../core/calendar-day.ts';

/** What somebody wants, with the wire's names turned into those of the rooms. */
export function wantedOf<Body extends { readonly ticketDate: CalendarDay }>({
  ticketDate: day,
  ...rest
}: Body): Omit<Body, 'ticketDate'> & { readonly day: CalendarDay } {
  return { ...rest, day };
}
