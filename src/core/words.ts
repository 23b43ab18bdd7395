import type { CalendarDay } from './calendar-day.ts';
import { type Language, LOCALES } from './language.ts';

/** What is written differently in each language. */
export interface Words {
  /** "Saturday 13 March 2027" */
  day(day: CalendarDay): string;
  /** The day of an instant, where the museum is; written as `day` writes it. */
  dayOf(at: number): string;
  /** "10:12", where the museum is; `at` is in milliseconds. */
  time(at: number): string;
  /** "€12.50", with as many decimals as the currency has, and never fewer than the price. */
  money(cents: number): string;
  number(value: number): string;
}

export function wordsIn(language: Language, { timeZone, currency }: MuseumWords): Words {
  const locale = LOCALES[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const dayThere = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const exact = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 });
  const usualDecimals = money.resolvedOptions().maximumFractionDigits ?? 2;
  return {
    day: (on) => day.format(new Date(`${on}T00:00:00Z`)).replace(language === 'en' ? ',' : '', ''),
    dayOf: (at) => dayThere.format(at).replace(language === 'en' ? ',' : '', ''),
    time: (at) => time.format(at),
    money: (cents) => (usualDecimals < 2 && cents % 100 !== 0 ? exact : money).format(cents / 100),
    number: (value) => value.toLocaleString(locale),
  };
}

export interface MuseumWords {
  readonly timeZone: string;
  /** ISO 4217 */
  readonly currency: string;
}
