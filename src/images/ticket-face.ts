import type { CalendarDay } from '../core/calendar-day.ts';
import { type Language, LOCALES } from '../core/language.ts';
import { oneLine } from '../core/name.js';
import { dayAsWritten, wordsIn } from '../core/words.ts';

/** What a ticket's picture shows: everything the drawing depends on, and nothing about the holder. */
export interface TicketFace {
  /** Of the museum; of date and price. */
  readonly language: Language;
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

/** The texts on a ticket except the confirmation code, each one line without control characters. */
export interface TicketWords {
  readonly museumName: string;
  readonly title: string;
  readonly location: string | undefined;
  readonly date: string;
  readonly price: string;
}

/** @throws RangeError for a currency that is not three letters. */
export function wordsOn(face: TicketFace): TicketWords {
  return {
    museumName: oneLine(face.museumName),
    title: oneLine(face.title),
    location: face.location === undefined ? undefined : oneLine(face.location),
    date: dateInWords(face.ticketDate, face.language),
    price: oneLine(priceOn(face)),
  };
}

/** "Saturday 14 March 2026", in words so that day and month can't be confused. */
export function dateInWords(day: CalendarDay, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' });
  const written = format
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .map(({ type, value }) => (type === 'year' ? day.slice(0, 4) : value))
    .join('');
  return dayAsWritten(language, written);
}

function priceOn(face: TicketFace): string {
  return wordsIn(face.language, { timeZone: 'UTC', currency: face.currency }).price(face);
}
