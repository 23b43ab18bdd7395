import { type CalendarDay, countDays, firstOfMonth, parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { hasLength } from '../../../core/text.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { EVENT_LIMITS, type EventDraft } from '../../../events/index.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { ENTRY_TIME_LIMITS, MOST_PLACES } from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import type { Language } from '../../../pages/texts.ts';
import { placesIn } from '../places.ts';
import { faultsAmong } from '../post-form.ts';
import { centsIn, examplePrice, priceText } from '../price-field.ts';
import { eventFormTexts } from './event-form-texts.ts';

/** An event as it is typed into the form, and the draft that results. */

type TextField =
  | ('name' | 'location' | 'description' | 'price' | 'capacity' | 'times' | 'minutes')
  | ('from' | 'to');
/** `price` is that of standard, `price-family` that of another category, `prices` all of them. */
export type EventField = TextField | `price-${string}` | 'prices' | 'dates';
export type Typed = Readonly<Record<TextField, string>>;
export type Faults = { readonly [Field in EventField]?: string };

/** The contents of the form, valid or not. */
export interface WrittenEvent {
  readonly typed: Typed;
  /** By category; not that of standard. */
  readonly prices: Readonly<Record<string, string>>;
  readonly dates: readonly CalendarDay[];
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
    ...{ name, location, description, price, capacity: `${capacity ?? ''}` },
    ...{ times: times.join(', '), minutes: `${minutes}`, from: '', to: '' },
  };
  return { typed, prices, dates, month };
}

export function readWritten(form: URLSearchParams, today: CalendarDay): WrittenEvent {
  const read = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const month = firstOfMonth(parseCalendarDay(read('month')) ?? today);
  const elsewhere = read('picked').split(' ').map(parseCalendarDay);
  const ticked = form.getAll('date').map(parseCalendarDay);
  const dates = [...elsewhere, ...ticked].filter((day) => day !== undefined);
  const priced = [...form.keys()].filter((name) => name.startsWith(PRICE));
  return {
    typed: {
      name: read('name'),
      location: read('location'),
      description: read('description'),
      price: read('price'),
      capacity: read('capacity'),
      times: read('times'),
      minutes: read('minutes'),
      from: read('from'),
      to: read('to'),
    },
    prices: Object.fromEntries(priced.map((name) => [name.slice(PRICE.length), read(name)])),
    dates: [...new Set(dates)].sort(),
    month,
  };
}

const PRICE = 'price-';

/** The prices by the names of their fields. */
export function priceValues({ prices }: WrittenEvent): { readonly [Name in `price-${string}`]: string } {
  return Object.fromEntries(Object.entries(prices).map(([category, text]) => [`${PRICE}${category}`, text]));
}

/**
 * The event that the form describes, or its faults, by the rules of the API.
 * @param model the event that the form was made from: prices keep their value added tax, and an event for whole days its length
 */
export function readDraft(
  language: Language,
  currency: string,
  { typed, prices, dates }: WrittenEvent,
  model: Pick<EventDraft, 'vat' | 'prices' | 'minutes'>,
): EventDraft | Submitted<EventField> {
  const say = eventFormTexts(language);
  const priceCents = centsIn(typed.price, currency);
  const capacity = placesIn(typed.capacity);
  const example = examplePrice(language, currency);
  const most = EVENT_LIMITS;
  const priceFault = say('priceFault', { example, most: HIGHEST_PRICE });
  const others = Object.entries(prices).filter(([, text]) => text !== '');
  const times = readTimes(language, typed.times);
  const isUntimed = `${typed.times}${typed.minutes}` === '';
  const minutes = isUntimed ? model.minutes : /^\d{1,4}$/.test(typed.minutes) ? Number(typed.minutes) : 0;
  const { leastMinutes, mostMinutes } = ENTRY_TIME_LIMITS;
  const isRangeLeft = `${typed.from}${typed.to}` !== '';
  const wrong = faultsAmong<EventField>({
    name: !hasLength(typed.name, 1, most.name) && say('nameFault', { most: most.name }),
    location: !hasLength(typed.location, 1, most.location) && say('locationFault', { most: most.location }),
    description:
      !hasLength(typed.description, 0, most.description) &&
      say('descriptionFault', { most: most.description }),
    price: priceCents === undefined && priceFault,
    ...Object.fromEntries(
      others.map(([category, text]) => [
        `${PRICE}${category}`,
        centsIn(text, currency) === undefined && priceFault,
      ]),
    ),
    capacity: capacity === undefined && say('capacityFault', { most: MOST_PLACES }),
    times: typeof times === 'string' && times,
    minutes:
      (minutes < leastMinutes || minutes > mostMinutes) &&
      say('minutesFault', { least: leastMinutes, most: mostMinutes }),
    dates: dates.length > most.dates && say('datesFault', { most: most.dates }),
    from: isRangeLeft && say('rangeNotAdded', { add: say('addRange') }),
  });
  if (priceCents === undefined || capacity === undefined || typeof times === 'string' || wrong !== undefined)
    return wrong ?? {};
  const { name, location, description } = typed;
  const vat = new Map(model.prices.map((price) => [price.category, price.vat]));
  return {
    ...{ name, location, description, dates, priceCents, vat: model.vat },
    prices: others.map(([category, text]) => {
      return { category, priceCents: centsIn(text, currency) ?? 0, vat: vat.get(category) ?? null };
    }),
    ...{ capacity, times, minutes },
  };
}

/** The times in "11:00, 14:30", in order; or what is wrong with them. */
function readTimes(language: Language, text: string): readonly string[] | string {
  const say = eventFormTexts(language);
  const { step, mostTimes } = ENTRY_TIME_LIMITS;
  const typed = text.split(/[\s,;]+/).filter((each) => each !== '');
  const times = typed.map((each) => each.replace(/^(\d{1,2})[.h](\d{2})$/, '$1:$2').padStart(5, '0'));
  const wrong = typed.find((_, index) => !isTimeOfDay(times[index] as string));
  if (wrong !== undefined) return say('timeFault', { time: wrong });
  const odd = times.find((time) => Number(time.slice(3)) % step !== 0);
  if (odd !== undefined) return say('timeStepFault', { time: odd });
  const twice = times.find((time, index) => times.indexOf(time) !== index);
  if (twice !== undefined) return say('timeTwice', { time: twice });
  return times.length > mostTimes ? say('timesFault', { most: mostTimes }) : times.sort();
}

export function isDraft(read: EventDraft | Submitted<EventField>): read is EventDraft {
  return 'priceCents' in read;
}

/** The days of a range that was asked for; undefined when it is none, or too long. */
export function rangeIn({
  from,
  to,
}: Typed): { readonly from: CalendarDay; readonly to: CalendarDay } | undefined {
  const [first, last] = [parseCalendarDay(from), parseCalendarDay(to)];
  if (first === undefined || last === undefined) return undefined;
  return last >= first && countDays(first, last) <= EVENT_LIMITS.dates
    ? { from: first, to: last }
    : undefined;
}

/** Parses the draft that a form carries: the event that its writer saw. @throws HttpRefusal malformed-request */
export function seenIn(form: URLSearchParams): EventDraft {
  try {
    const { dates, prices, times, ...seen } = JSON.parse(form.get('seen') ?? '') as EventDraft;
    return { ...seen, dates: [...dates], prices: [...prices], times: [...times] };
  } catch (cause) {
    throw new HttpRefusal('malformed-request', { fault: 'The form does not say what it is about.' }, cause);
  }
}
