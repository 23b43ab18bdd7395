import { type CalendarDay, countDays, firstOfMonth, parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { EVENT_LIMITS, type EventDraft } from '../../../events/index.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { type Category, ENTRY_TIME_LIMITS, MOST_PLACES } from '../../../offers/index.ts';
import { readFields, type Submitted, type TypedField, textField } from '../../../pages/forms.ts';
import type { Language } from '../../../pages/texts.ts';
import { tickedWeekdays, type WeekdayField } from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import { examplePrice, minutesField, placesField, priceField, priceText } from '../figure-fields.ts';
import { faultsAmong } from '../post-form.ts';
import { eventFormTexts } from './event-form-texts.ts';
import {
  readTypedTexts,
  type TextsField,
  type TypedTexts,
  textsTypedIn,
  typedTexts,
} from './texts-fields.ts';

/** An event as it is typed into the form, and the draft that results. */

const TEXT_FIELDS = [
  'name',
  'location',
  'description',
  'price',
  'capacity',
  'times',
  'minutes',
  'every',
  'timeFrom',
  'timeTo',
  'from',
  'to',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];
/** `price` is that of standard, `price-family` that of another category, `prices` all of them. */
export type EventField =
  | TextField
  | WeekdayField
  | `price-${string}`
  | 'prices'
  | 'standardOff'
  | 'dates'
  | 'texts'
  | TextsField;
type TypedEvent = Readonly<Record<TextField, string>>;

/** The contents of the form, valid or not. */
export interface WrittenEvent {
  readonly typed: TypedEvent;
  /** By category; not that of standard. */
  readonly prices: Readonly<Record<string, string>>;
  /** It is asked only where there are other categories. */
  readonly isStandardSold: boolean;
  readonly texts: TypedTexts;
  readonly dates: readonly CalendarDay[];
  /** Those of a range of days that are to be added; none: all. */
  readonly weekdays: readonly number[];
  /** First day of the month that is shown. */
  readonly month: CalendarDay;
}

export function writtenAs(language: Language, draft: EventDraft, month: CalendarDay): WrittenEvent {
  const { name, location, description, capacity, dates, times, minutes } = draft;
  const price = priceText(language, draft.priceCents);
  const prices = Object.fromEntries(
    draft.prices.map(({ category, priceCents }) => [category, priceText(language, priceCents)]),
  );
  const typed = {
    name,
    location,
    description,
    price,
    capacity: `${capacity ?? ''}`,
    times: times.join(', '),
    minutes: `${minutes}`,
    every: '',
    timeFrom: '',
    timeTo: '',
    from: '',
    to: '',
  };
  const texts = typedTexts(draft.texts);
  return { typed, prices, isStandardSold: draft.isStandardSold, texts, dates, weekdays: [], month };
}

export function readWritten(form: URLSearchParams, today: CalendarDay): WrittenEvent {
  const read = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const month = firstOfMonth(parseCalendarDay(read('month')) ?? today);
  const elsewhere = read('picked').split(' ').map(parseCalendarDay);
  const ticked = form.getAll('date').map(parseCalendarDay);
  const dates = [...elsewhere, ...ticked].filter((day) => day !== undefined);
  const priced = [...form.keys()].filter((name) => name.startsWith(PRICE));
  return {
    typed: Object.fromEntries(TEXT_FIELDS.map((name) => [name, read(name)])) as TypedEvent,
    prices: Object.fromEntries(priced.map((name) => [name.slice(PRICE.length), read(name)])),
    isStandardSold: !form.has('standardOff'),
    texts: textsTypedIn(form),
    dates: [...new Set(dates)].sort(),
    weekdays: tickedWeekdays(Object.fromEntries(form)).weekdays ?? [],
    month,
  };
}

const PRICE = 'price-';

/** The prices by the names of their fields. */
export function priceValues({ prices }: WrittenEvent): {
  readonly [Name in `price-${string}`]: string;
} {
  return Object.fromEntries(Object.entries(prices).map(([category, text]) => [`${PRICE}${category}`, text]));
}

type PriceFields = Readonly<Record<`price-${string}`, TypedField<number | null>>>;

/**
 * The fields of an event but its dates, in the order of the page.
 * @param others further categories that have a price
 * @param isTimed whether it has entry times
 */
export function eventFields(
  desk: DeskRequest,
  others: readonly Pick<Category, 'category' | 'name'>[],
  isTimed: boolean,
) {
  const say = eventFormTexts(desk.language);
  const example = examplePrice(desk.language, desk.currency);
  const priced = { fault: say('priceFault', { example, most: HIGHEST_PRICE }), isRequired: false };
  const further = others.map(({ category, name }) => [
    `${PRICE}${category}`,
    priceField(desk, { ...priced, label: name }),
  ]);
  const { name, location, description } = EVENT_LIMITS;
  const { leastMinutes: least, mostMinutes: most } = ENTRY_TIME_LIMITS;
  const length = { label: say('minutes'), fault: say('minutesFault', { least, most }) };
  const textFault = {
    name: say('nameFault', { most: name }),
    location: say('locationFault', { most: location }),
  };
  const fields = {
    name: textField({ label: say('name'), fault: textFault.name }, { least: 1, most: name }),
    location: textField({ label: say('location'), fault: textFault.location }, { least: 1, most: location }),
    description: textField(
      {
        label: say('description'),
        fault: say('descriptionFault', { most: description }),
        with: { rows: 6, autocomplete: undefined },
      },
      { most: description },
    ),
    price: priceField(desk, { ...priced, label: say('price'), isRequired: true, with: { required: true } }),
    ...Object.fromEntries(further),
    capacity: placesField({
      label: say(isTimed ? 'capacityEach' : 'capacity'),
      hint: say('capacityHint'),
      fault: say('capacityFault', { most: MOST_PLACES }),
    }),
    times: timesField(desk),
    minutes: minutesField(length, (minutes) => minutes >= least && minutes <= most),
  };
  return fields as typeof fields & PriceFields;
}

/** Entry times as staff type them: "11:00, 14:30"; empty: none. */
export function timesField(desk: DeskRequest): TypedField<readonly string[]> {
  const say = eventFormTexts(desk.language);
  return {
    label: say('times'),
    hint: say('timesHint'),
    with: { autocomplete: 'off' },
    read: (typed) => readTimes(desk, typed).times,
    fault: (typed) => readTimes(desk, typed).fault ?? '',
  };
}

/**
 * The event that the form describes, or its faults, by the rules of the API.
 * @param model the event that the form was made from: prices keep their value added tax, and an event for whole days its length
 */
export function readDraft(
  desk: DeskRequest,
  written: WrittenEvent,
  model: Pick<EventDraft, 'vat' | 'prices' | 'minutes' | 'textLanguage'>,
): EventDraft | Submitted<EventField> {
  const say = eventFormTexts(desk.language);
  const { typed, prices, dates } = written;
  const categories = Object.keys(prices);
  const isUntimed = `${typed.times}${typed.minutes}` === '';
  const minutes = isUntimed ? `${model.minutes}` : typed.minutes;
  const declared = eventFields(
    desk,
    categories.map((category) => ({ category, name: category })),
    typed.times !== '',
  );
  const read = readFields(declared, { ...typed, ...priceValues(written), minutes });
  const texts = readTypedTexts(desk, written.texts);
  const most = EVENT_LIMITS.dates;
  const isSold = written.isStandardSold || Object.values(prices).some((text) => text !== '');
  const wrong = faultsAmong<EventField>({
    ...('faults' in read && read.faults),
    ...('faults' in texts && texts.faults),
    standardOff: !isSold && say('standardOffFault'),
    dates: dates.length > most && say('datesFault', { most }),
    from: `${typed.from}${typed.to}` !== '' && say('rangeNotAdded', { add: say('addRange') }),
    every:
      `${typed.every}${typed.timeFrom}${typed.timeTo}` !== '' &&
      say('timesNotAdded', { add: say('addTimes') }),
  });
  if (wrong !== undefined || 'faults' in read || 'faults' in texts) return wrong ?? {};
  const { name, location, description, price, capacity, times } = read.typed;
  const vat = new Map(model.prices.map((each) => [each.category, each.vat]));
  const others = categories.flatMap((category) => {
    const priceCents = read.typed[`${PRICE}${category}`] ?? null;
    return priceCents === null ? [] : [{ category, priceCents, vat: vat.get(category) ?? null }];
  });
  return {
    name,
    location,
    description,
    dates,
    priceCents: price ?? 0,
    vat: model.vat,
    isStandardSold: written.isStandardSold,
    prices: others,
    capacity,
    times,
    minutes: read.typed.minutes,
    textLanguage: model.textLanguage ?? desk.settings.now.language,
    texts,
  };
}

/** The times in "11:00, 14:30", in order; or what is wrong with them. */
function readTimes(
  { language }: Clerk,
  text: string,
): { readonly times?: readonly string[]; readonly fault?: string } {
  const say = eventFormTexts(language);
  const { step, mostTimes } = ENTRY_TIME_LIMITS;
  const times = timesIn(text);
  const wrong = typedIn(text).find((_, index) => !isTimeOfDay(times[index] as string));
  if (wrong !== undefined) return { fault: say('timeFault', { time: wrong }) };
  const odd = times.find((time) => Number(time.slice(3)) % step !== 0);
  if (odd !== undefined) return { fault: say('timeStepFault', { time: odd }) };
  const twice = times.find((time, index) => times.indexOf(time) !== index);
  if (twice !== undefined) return { fault: say('timeTwice', { time: twice }) };
  return times.length > mostTimes
    ? { fault: say('timesFault', { most: mostTimes }) }
    : { times: times.sort() };
}

function typedIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((each) => each !== '');
}

/** As HH:mm, also where it was typed as 9.30 or 9h30. What is no time stays as it is. */
function timesIn(text: string): string[] {
  return typedIn(text).map((each) => each.replace(/^(\d{1,2})[.h](\d{2})$/, '$1:$2').padStart(5, '0'));
}

/** "10:00, 10:30, 11:00": from the first to the last, with what is typed already; undefined when the three fields are no such times. */
export function timesAdded({ times, every, timeFrom, timeTo }: TypedEvent): string | undefined {
  const { step, mostTimes, mostEvery } = ENTRY_TIME_LIMITS;
  const [first, last] = [timeFrom, timeTo].map((time) =>
    isTimeOfDay(time) ? minutesOfDay(time) : undefined,
  );
  const gap = /^\d{1,4}$/.test(every) ? Number(every) : 0;
  const isRight = gap > 0 && gap <= mostEvery && gap % step === 0;
  if (!isRight || first === undefined || last === undefined || last < first) return undefined;
  const count = Math.floor((last - first) / gap) + 1;
  if (count > mostTimes) return undefined;
  const made = Array.from({ length: count }, (_, index) => timeOfDay(first + index * gap));
  const typed = timesIn(times).filter((time) => !made.includes(time));
  return [...typed, ...made].sort().join(', ');
}

function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
}

export function isDraft(read: EventDraft | Submitted<EventField>): read is EventDraft {
  return 'priceCents' in read;
}

/** The days of a range that was asked for; undefined when it is none, or too long. */
export function rangeIn({
  from,
  to,
}: TypedEvent): { readonly from: CalendarDay; readonly to: CalendarDay } | undefined {
  const [first, last] = [parseCalendarDay(from), parseCalendarDay(to)];
  if (first === undefined || last === undefined) return undefined;
  return last >= first && countDays(first, last) <= EVENT_LIMITS.dates
    ? { from: first, to: last }
    : undefined;
}

/** Parses the draft that a form carries: the event that its writer saw. @throws HttpRefusal malformed-request */
export function seenIn(form: URLSearchParams): EventDraft {
  try {
    const { dates, prices, times, texts, ...seen } = JSON.parse(form.get('seen') ?? '') as EventDraft;
    return { ...seen, dates: [...dates], prices: [...prices], times: [...times], texts: [...texts] };
  } catch (cause) {
    throw new HttpRefusal('malformed-request', { fault: 'The form does not say what it is about.' }, cause);
  }
}
