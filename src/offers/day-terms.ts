import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { openDays } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { eventTimesOn, generalTimesOn } from './entry-times.ts';
import { type OfferTerms, type Rules, timesOn } from './offer-terms.ts';
import { type EventOnSale, findEventOnSale } from './on-sale.ts';
import { findPrices, type Price } from './prices.ts';
import { dayRefusal } from './quote.ts';
import { findOwnTimes, GENERAL, type Product } from './slots.ts';

/** On what terms a product is for a day, whether it is sold out or not. */
export interface DayTerms {
  /** HH:mm; none: it is for the whole day. */
  readonly times: readonly string[];
  /** The prices at one of the times, or for the whole day, in no order. */
  pricesAt(entryTime: string | null | undefined): readonly Price[];
}

type Terms = DayTerms | Refusal;

/** Looks up the terms of many days, each once, by rules that do not change meanwhile. */
export class TermsByDay {
  readonly #queries: Queries;
  readonly #rules: Rules;
  readonly #terms: OfferTerms;
  readonly #days = new Map<string, Terms>();
  readonly #events = new Map<Product, EventTerms | undefined>();

  constructor(queries: Queries, rules: Rules, terms: OfferTerms) {
    this.#queries = queries;
    this.#rules = rules;
    this.#terms = terms;
  }

  /** The terms; or a refusal date-past, too-far-ahead, museum-closed, event-not-found, not-announced or not-an-event-day. */
  async find(product: Product, day: CalendarDay): Promise<Terms> {
    const key = `${product} ${day}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const found =
      dayRefusal(day, this.#terms) ??
      (product === GENERAL ? await this.#ofGeneral(day) : await this.#ofEvent(product, day));
    this.#days.set(key, found);
    return found;
  }

  async #ofGeneral(day: CalendarDay): Promise<Terms> {
    const [opening] = await openDays(this.#queries, day, day);
    if (opening === undefined) return new Refusal('museum-closed', { day });
    const times = timesOn(this.#rules, day);
    const on = times === null ? [] : generalTimesOn(times, day, opening, this.#terms.localOf);
    const minutes = new Map(on.map((time) => [time.entryTime, time.minutes]));
    return {
      times: [...minutes.keys()],
      pricesAt: (entryTime) => this.#rules.pricesOn(day, minutes.get(entryTime ?? '')),
    };
  }

  async #ofEvent(eventId: Exclude<Product, typeof GENERAL>, day: CalendarDay): Promise<Terms> {
    if (!this.#events.has(eventId)) this.#events.set(eventId, await this.#readEvent(eventId));
    const found = this.#events.get(eventId);
    if (found === undefined) return new Refusal('event-not-found', { eventId });
    const { name, dates, times, isDraft } = found.event;
    if (isDraft) return new Refusal('not-announced', { eventId });
    if (!dates.includes(day)) return new Refusal('not-an-event-day', { eventName: name, day, dates });
    const own = await findOwnTimes(this.#queries, eventId, day);
    const on = eventTimesOn(own ?? times, day, this.#terms.localOf);
    return { times: on.map(({ entryTime }) => entryTime), pricesAt: () => found.prices };
  }

  async #readEvent(eventId: Exclude<Product, typeof GENERAL>): Promise<EventTerms | undefined> {
    const [found, prices] = await Promise.all([
      findEventOnSale(this.#queries, eventId),
      findPrices(this.#queries, eventId),
    ]);
    return found && { event: found.event, prices };
  }
}

interface EventTerms {
  readonly event: EventOnSale;
  readonly prices: readonly Price[];
}
