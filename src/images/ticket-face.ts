import type { CalendarDay } from '../core/calendar-day.ts';
import { type Language, LOCALES } from '../core/language.ts';
import { oneLine } from '../core/text.ts';

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

/** The words on a ticket but for its confirmation code, each on one line of text without control characters. */
export interface TicketWords {
  readonly museumName: string;
  readonly title: string;
  readonly location: string | undefined;
  readonly date: string;
  readonly price: string;
}

export const GENERAL_ENTRY: Readonly<Record<Language, string>> = {
  en: 'General entry',
  de: 'Eintritt',
  fr: 'Entrée',
  es: 'Entrada general',
  nl: 'Entree',
};
const FREE: Readonly<Record<Language, string>> = {
  en: 'Free',
  de: 'Kostenlos',
  fr: 'Gratuit',
  es: 'Gratis',
  nl: 'Gratis',
};

/** @throws RangeError for a currency that is not three letters. */
export function wordsOn(face: TicketFace): TicketWords {
  return {
    museumName: oneLine(face.museumName),
    title: oneLine(face.title),
    location: face.location === undefined ? undefined : oneLine(face.location),
    date: dateInWords(face.ticketDate, face.language),
    price: oneLine(priceInWords(face.priceCents, face.currency, face.language)),
  };
}

/** "Saturday 14 March 2026": no reader takes the day for the month. */
export function dateInWords(day: CalendarDay, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' });
  return format
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .map(({ type, value }) => (type === 'year' ? day.slice(0, 4) : value))
    .join('')
    .replace(language === 'en' ? ',' : '', '');
}

/** "€12.50", "¥1,500", "CHF 25.00", or "Free": as many decimals as the currency has, and never fewer than the price. */
export function priceInWords(cents: number, currency: string, language: Language): string {
  if (cents === 0) return FREE[language];
  const locale = language === 'en' ? 'en' : LOCALES[language]; // of all kinds of English the one that writes ¥ and not JP¥
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const usual = format.resolvedOptions().maximumFractionDigits ?? 2;
  if (usual >= 2 || cents % 100 === 0) return format.format(cents / 100);
  const exact = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 });
  return exact.format(cents / 100);
}
