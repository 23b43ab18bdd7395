import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { type Clock, type MuseumCalendar, museumCalendar } from '../core/clock.ts';
import { type LocalOf, localTimes } from '../core/zoned-time.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findCategories, type NumberedCategory } from './category.ts';
import type { GeneralTimes } from './entry-times.ts';
import { findGeneralPrices, type Price, USUAL_DAYS, usualPrice } from './prices.ts';

/** What the museum's settings say about all sales. */
export interface OfferSettings {
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** What general entry costs until prices are set for it. */
  readonly generalPriceCents: number;
  /** Hundredths of a percent of value added tax in prices without a rate of their own; null: none. */
  readonly vat: number | null;
  /** Tickets are sold for today and so many days after. */
  readonly salesDays: number;
  /** How many minutes after its entry time a ticket for general entry is admitted. */
  readonly entryLate: number;
}

/** The settings, with what follows from them, and the rules that staff set. */
export interface OfferTerms extends OfferSettings {
  readonly calendar: MuseumCalendar;
  readonly localOf: LocalOf;
  readonly rules: OfferRules;
}

export function offerTerms(settings: OfferSettings): OfferTerms {
  const { clock, timeZone } = settings;
  const calendar = museumCalendar(clock, timeZone);
  return { ...settings, calendar, localOf: localTimes(timeZone), rules: new OfferRules(settings) };
}

/** The last day for which tickets are sold now. */
export function salesUntil({ calendar, salesDays }: OfferTerms): CalendarDay {
  return addDays(calendar.today(), salesDays);
}

/** What staff have set about all sales: categories, and the capacity, prices and entry times of general entry. */
export interface Rules {
  /** Places for general entry on a day without a capacity of its own; null: no limit. */
  readonly capacity: number | null;
  /** In the order shown; the first is standard. */
  readonly categories: readonly NumberedCategory[];
  /** Null: general entry is sold for whole days. */
  readonly times: GeneralTimes | null;
  /** The prices of general entry on a day: its own, or the usual ones, as on no day in particular. In no order. */
  pricesOn(day?: CalendarDay): readonly Price[];
}

interface Known extends Pick<Rules, 'categories' | 'pricesOn'> {
  readonly version: number;
}

/**
 * The rules, of which categories and prices are read again only when the version that is counted in the row of
 * general_admission is another. Sales lock this row anyway, so that they cost no further statement and are never sold by
 * rules that were changed. Whoever changes rules must not sell in the same transaction.
 */
export class OfferRules {
  readonly #settings: { readonly generalPriceCents: number };
  #known: Known | undefined;

  constructor(settings: { readonly generalPriceCents: number }) {
    this.#settings = settings;
  }

  /** The rules, which can't change until the transaction ends. */
  lock(tx: Transaction): Promise<Rules> {
    return this.#read(tx, tx.dialect.lockForShare);
  }

  current(queries: Queries): Promise<Rules> {
    return this.#read(queries, '');
  }

  async #read(queries: Queries, lock: string): Promise<Rules> {
    const row = await queries.get<RulesRow>(
      `SELECT version, capacity, every_minutes, places_each, last_entry FROM general_admission WHERE id = 1${lock}`,
    );
    if (row === undefined) throw new Error('The table general_admission has lost its row.');
    const { version, capacity, every_minutes: every, places_each, last_entry } = row;
    const known = this.#known?.version === version ? this.#known : await this.#load(queries, version);
    const times = every === null ? null : { every, places: places_each, lastEntry: last_entry };
    return { ...known, capacity, times };
  }

  async #load(queries: Queries, version: number): Promise<Known> {
    const [categories, prices] = await Promise.all([findCategories(queries), findGeneralPrices(queries)]);
    const usual = prices.get(USUAL_DAYS) ?? [usualPrice(this.#settings.generalPriceCents)];
    this.#known = { version, categories, pricesOn: (day) => prices.get(day ?? USUAL_DAYS) ?? usual };
    return this.#known;
  }
}

/** To be called by whoever has changed categories, or prices or entry times of general entry, and has locked the row. */
export async function bumpRules(tx: Transaction): Promise<void> {
  await tx.run('UPDATE general_admission SET version = version + 1 WHERE id = 1');
}

interface RulesRow {
  readonly version: number;
  readonly capacity: number | null;
  readonly every_minutes: number | null;
  readonly places_each: number | null;
  readonly last_entry: number;
}
