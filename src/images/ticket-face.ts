import type { CalendarDay } from '../core/calendar-day.ts';
import { oneLine } from '../core/text.ts';

/** What a ticket's picture shows: everything the drawing depends on, and nothing about the holder. */
export interface TicketFace {
  readonly museumName: string;
  /** "General entry", or the event's name. */
  readonly title: string;
  /** Where the event takes place. Without it the title has the room to itself. */
  readonly location?: string;
  readonly ticketDate: CalendarDay;
  /** Hundredths of the currency's unit, whatever its own minor unit is; 0 is free. */
  readonly priceCents: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly confirmationCode: string;
  /** The text of the QR code (see docs/ticket-code.md). */
  readonly code: string;
}

/** The words on a ticket but for its confirmation code, each on one line of text without control characters. */
export interface TicketWords {
  readonly museumName: string;
  readonly title: string;
  readonly location: string | undefined;
  readonly date: string;
  readonly price: string;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @throws RangeError for a currency that is not three letters. */
export function wordsOn(face: TicketFace): TicketWords {
  return {
    museumName: oneLine(face.museumName),
    title: oneLine(face.title),
    location: face.location === undefined ? undefined : oneLine(face.location),
    date: dateInWords(face.ticketDate),
    price: priceInWords(face.priceCents, face.currency),
  };
}

/** "Saturday 14 March 2026": no reader takes the day for the month. */
export function dateInWords(day: CalendarDay): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${day.slice(0, 4)}`;
}

/** "€12.50", "¥1,500", "CHF 25.00", or "Free": as many decimals as the currency has, and never fewer than the price. */
export function priceInWords(cents: number, currency: string): string {
  if (cents === 0) return 'Free';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const usual = format.resolvedOptions().maximumFractionDigits ?? 2;
  if (usual >= 2 || cents % 100 === 0) return format.format(cents / 100);
  return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: 2 }).format(
    cents / 100,
  );
}
