import { type CalendarDay, countDays, firstOfMonth, parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { hasLength } from '../../../core/text.ts';
import { EVENT_LIMITS, type EventDraft } from '../../../events/index.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { MOST_PLACES } from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import type { Language } from '../../../pages/texts.ts';
import { placesIn } from '../places.ts';
import { faultsAmong } from '../post-form.ts';
import { centsIn, examplePrice, priceText } from '../price-field.ts';
import { eventFormTexts } from './event-form-texts.ts';

/** An event as it is typed into the form, and the draft that results. */

export type EventField = 'name' | 'location' | 'description' | 'price' | 'capacity' | 'dates' | 'from' | 'to';
export type Typed = Readonly<Record<Exclude<EventField, 'dates'>, string>>;
export type Faults = { readonly [Field in EventField]?: string };

/** The contents of the form, valid or not. */
export interface WrittenEvent {
  readonly typed: Typed;
  readonly dates: readonly CalendarDay[];
  /** First day of the month that is shown. */
  readonly month: CalendarDay;
}

export function writtenAs(language: Language, draft: EventDraft, month: CalendarDay): WrittenEvent {
  const { name, location, description, capacity, dates } = draft;
  const price = priceText(language, draft.priceCents);
  const typed = { name, location, description, price, capacity: `${capacity ?? ''}`, from: '', to: '' };
  return { typed, dates, month };
}

export function readWritten(form: URLSearchParams, today: CalendarDay): WrittenEvent {
  const read = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const month = firstOfMonth(parseCalendarDay(read('month')) ?? today);
  const elsewhere = read('picked').split(' ').map(parseCalendarDay);
  const ticked = form.getAll('date').map(parseCalendarDay);
  const dates = [...elsewhere, ...ticked].filter((day) => day !== undefined);
  return {
    typed: {
      name: read('name'),
      location: read('location'),
      description: read('description'),
      price: read('price'),
      capacity: read('capacity'),
      from: read('from'),
      to: read('to'),
    },
    dates: [...new Set(dates)].sort(),
    month,
  };
}

/** The event that the form describes, or its faults, by the rules of the API. */
export function readDraft(
  language: Language,
  currency: string,
  { typed, dates }: WrittenEvent,
): EventDraft | Submitted<EventField> {
  const say = eventFormTexts(language);
  const priceCents = centsIn(typed.price, currency);
  const capacity = placesIn(typed.capacity);
  const example = examplePrice(language, currency);
  const most = EVENT_LIMITS;
  const isRangeLeft = `${typed.from}${typed.to}` !== '';
  const wrong = faultsAmong<EventField>({
    name: !hasLength(typed.name, 1, most.name) && say('nameFault', { most: most.name }),
    location: !hasLength(typed.location, 1, most.location) && say('locationFault', { most: most.location }),
    description:
      !hasLength(typed.description, 0, most.description) &&
      say('descriptionFault', { most: most.description }),
    price: priceCents === undefined && say('priceFault', { example, most: HIGHEST_PRICE }),
    capacity: capacity === undefined && say('capacityFault', { most: MOST_PLACES }),
    dates: dates.length > most.dates && say('datesFault', { most: most.dates }),
    from: isRangeLeft && say('rangeNotAdded', { add: say('addRange') }),
  });
  if (priceCents === undefined || capacity === undefined || wrong !== undefined) return wrong ?? {};
  const { name, location, description } = typed;
  return { name, location, description, dates, priceCents, capacity };
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
    const { name, location, description, dates, priceCents, capacity } = JSON.parse(form.get('seen') ?? '');
    return { name, location, description, dates: [...dates], priceCents, capacity };
  } catch (cause) {
    throw new HttpRefusal('malformed-request', { fault: 'The form does not say what it is about.' }, cause);
  }
}
