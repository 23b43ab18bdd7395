import type { CalendarDay } from './calendar-day.ts';
import { type Language, LOCALES } from './language.ts';
import { catalogue } from './texts.ts';

/** Formats days, times, money and lists in one language. */
export interface Words {
  readonly language: Language;
  /** "Saturday 13 March 2027" */
  day(day: CalendarDay): string;
  /** "Sat 13 Mar 2027" */
  date(day: CalendarDay): string;
  /** "Sat 13 Mar", for a day that is near */
  nearDate(day: CalendarDay): string;
  /** "March 2027" */
  month(day: CalendarDay): string;
  /** "Saturday 13 March" */
  dayOfYear(day: CalendarDay): string;
  /** "Mar" */
  shortMonth(day: CalendarDay): string;
  /** "Saturday", or "Sat" */
  weekday(day: CalendarDay, length?: 'long' | 'short'): string;
  /** The day of an instant in the museum's time zone, in the format of `day`. */
  dayOf(at: number): string;
  /** "10:12", in the museum's time zone; `at` is in milliseconds UTC. */
  time(at: number): string;
  /** Both: "Saturday 13 March 2027, 10:12" */
  instant(at: number): string;
  /** "Sat 13 Mar 2027, 10:12" */
  shortInstant(at: number): string;
  /**
   * "€12.50", with the decimals of the currency, but at least two where there are cents. Without `currency`: the
   * museum's.
   */
  money(cents: number, currency?: string): string;
  /** The price of a ticket or an event: "€12.50", or "Free". A ticket's is in the currency that it was sold in. */
  price(priced: Priced): string;
  number(value: number): string;
  /** "8.1%", of hundredths of a percent */
  percent(hundredths: number): string;
  /** "one, two and three" */
  list(texts: readonly string[]): string;
}

export interface Priced {
  readonly priceCents: number;
  /** ISO 4217; the museum's, unless it is given. */
  readonly currency?: string;
}

/** Words that a ticket needs everywhere. */
export const wordTexts = catalogue('words', {
  /** The name of a ticket that is for no event. */
  generalEntry: 'General entry',
  free: 'Free',
  /** With what somebody came in. */
  entryTicket: 'With a ticket',
  entryPass: 'With a pass',
  entryCard: 'With another card',
  entryCounted: 'Without a ticket',
});

/** The day number 1 in a written date. */
const FIRST_OF_MONTH = / 1 (?=\p{L})/u;

const known = new Map<string, Words>();

export function wordsIn(language: Language, museum: MuseumWords): Words {
  const key = `${language} ${museum.timeZone} ${museum.currency}`;
  const words = known.get(key) ?? makeWords(language, museum); // making formats costs more than using them
  known.set(key, words);
  return words;
}

function makeWords(language: Language, { timeZone, currency }: MuseumWords): Words {
  const locale = LOCALES[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const short = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const date = new Intl.DateTimeFormat(locale, { ...short, timeZone: 'UTC' });
  const dateThere = new Intl.DateTimeFormat(locale, { ...short, timeZone });
  const near = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const dayOfYear = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const weekday = {
    long: weekdayIn(locale, 'long'),
    short: weekdayIn(locale, 'short'),
  };
  const dayThere = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  const list = new Intl.ListFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const dayOf = (at: number) => dayAsWritten(language, dayThere.format(at));
  // The language without a region: en-GB would write US$ and JP¥ for $ and ¥.
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency });
  const exact = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 2 });
  const usualDecimals = usual.resolvedOptions().maximumFractionDigits ?? 2;
  const money = (cents: number, of = currency): string => {
    if (of !== currency) return wordsIn(language, { timeZone, currency: of }).money(cents);
    return (usualDecimals < 2 && cents % 100 !== 0 ? exact : usual).format(cents / 100);
  };
  return {
    language,
    date: remembered((on) => dayAsWritten(language, date.format(noon(on)))),
    nearDate: remembered((on) => dayAsWritten(language, near.format(noon(on)))),
    month: remembered((on) => month.format(noon(on))),
    dayOfYear: remembered((on) => dayAsWritten(language, dayOfYear.format(noon(on)))),
    shortMonth: remembered((on) => shortMonth.format(noon(on))),
    weekday: (on, length = 'long') => weekday[length](on),
    day: remembered((on) => dayAsWritten(language, day.format(noon(on)))),
    dayOf,
    time: (at) => time.format(at),
    instant: (at) => `${dayOf(at)}, ${time.format(at)}`,
    shortInstant: (at) => `${dayAsWritten(language, dateThere.format(at))}, ${time.format(at)}`,
    money,
    price: (priced) =>
      priced.priceCents === 0 ? wordTexts(language)('free') : money(priced.priceCents, priced.currency),
    number: (value) => value.toLocaleString(locale),
    percent: (hundredths) => percent.format(hundredths / 10_000),
    list: (texts) => list.format(texts),
  };
}

function weekdayIn(locale: string, length: 'long' | 'short'): (on: CalendarDay) => string {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' });
  return remembered((on) => format.format(noon(on)));
}

function noon(on: CalendarDay): Date {
  return new Date(`${on}T12:00:00Z`);
}

const MOST_REMEMBERED = 1_000;

/** Writes each day once: pages say the same few days again and again. */
function remembered(write: (on: CalendarDay) => string): (on: CalendarDay) => string {
  const written = new Map<CalendarDay, string>();
  return (on) => {
    const text = written.get(on) ?? write(on);
    if (written.size >= MOST_REMEMBERED) written.clear();
    written.set(on, text);
    return text;
  };
}

/** A date formatted by `Intl`, in English without its comma, and in French with "1er" for the first of a month. */
function dayAsWritten(language: Language, day: string): string {
  if (language === 'en') return day.replace(',', '');
  return language === 'fr' ? day.replace(FIRST_OF_MONTH, ' 1er ') : day;
}

/** "Price: €12.50" */
export function labelled(language: Language, label: string, value: string): string {
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`;
}

/** Capitalises a day or a month that begins a line: French, Spanish and Dutch write them in lower case elsewhere. */
export function asHeading(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface MuseumWords {
  readonly timeZone: string;
  /** ISO 4217 */
  readonly currency: string;
}
