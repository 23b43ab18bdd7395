import { addDays, type CalendarDay, MS_PER_DAY, parseCalendarDay } from '../../../core/calendar-day.ts';
import { instant } from '../../../core/clock.ts';
import { localTimes } from '../../../core/zoned-time.ts';

/** The day on which the examples are written, and the museum's time zone in them. */
const WRITTEN_ON = Date.parse('2027-03-01');
const localOf = localTimes('Europe/Berlin');

/** Instants that may be in the future. */
const COMING = ['expiresAt', 'nextAttemptAt', 'validUntil'];
/** As messages write a day, and a time of day. */
const SPELLED_DAY =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December))\b/g;
const SPELLED_TIME = /\b(\d\d:\d\d)\b/g;

export interface Moment {
  readonly now: number;
  readonly today: CalendarDay;
  /** The currency of the museum's prices (ISO 4217). */
  readonly currency: string;
}

/**
 * An example as if it were given now: its latest instant is now, all others are as far from that as they were, so that they stay in
 * order, and so are its days from today. Each item of a list is moved by itself. Amounts are in the museum's currency.
 */
export function moved<Value>(example: Value, moment: Moment): Value {
  if (Array.isArray(example)) return example.map((item) => moved(item, moment)) as Value;
  const { now, today, currency } = moment;
  const latest = Math.max(...instantsIn(example));
  const later = Number.isFinite(latest) ? now - latest : undefined;
  const from = later === undefined ? WRITTEN_ON : Date.parse(localOf(latest).day);
  const days = Math.round((Date.parse(today) - from) / MS_PER_DAY);
  return eachText(example, (text, name) => {
    if (name === 'currency') return currency;
    if (name === 'message') return movedMessage(text, days, later ?? 0, latest);
    if (parseCalendarDay(text) !== undefined) return addDays(text as CalendarDay, days);
    return isInstant(text) ? instant(Date.parse(text) + (later ?? days * MS_PER_DAY)) : text;
  });
}

/** The moment of something that happened before. */
export function momentAt(at: number, { currency }: Moment): Moment {
  return { now: at, today: localOf(at).day, currency };
}

/** The instants of what has happened. */
function instantsIn(example: unknown): number[] {
  const found: number[] = [];
  eachText(example, (text, name) => {
    if (isInstant(text) && !COMING.includes(name)) found.push(Date.parse(text));
    return text;
  });
  return found;
}

function movedMessage(text: string, days: number, later: number, latest: number): string {
  const ofDay = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  });
  return text
    .replaceAll(SPELLED_DAY, (_, spelled) =>
      ofDay
        .format(Date.parse(`${spelled} ${localOf(latest).day.slice(0, 4)} UTC`) + days * MS_PER_DAY)
        .replace(',', ''),
    )
    .replaceAll(SPELLED_TIME, (time) => {
      const { day, time: last } = localOf(latest);
      const before = Date.parse(`${day}T${last}Z`) - Date.parse(`${day}T${time}Z`);
      return localOf(latest - before + later).time;
    });
}

/** A copy in which each text was replaced. */
function eachText<Value>(value: Value, replace: (text: string, name: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (name, part) =>
    typeof part === 'string' ? replace(part, name) : part,
  );
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
}
