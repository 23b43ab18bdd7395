import { addDays, type CalendarDay, isoWeekday } from '../core/calendar-day.ts';
import { type Clock, type MuseumCalendar, museumCalendar } from '../core/clock.ts';
import { toCents } from '../core/money.ts';
import { type LocalOf, localTimes } from '../core/zoned-time.ts';
import type { KnownNow } from '../settings/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findCategories, type NumberedCategory } from './category.ts';
import { type GeneralTimes, minutesOf, type UsualTimes } from './entry-times.ts';
import { type PriceRule, type PricesOn, pricesByRules } from './price-rules.ts';
import { findGeneralPrices, USUAL_DAYS, usualPrice } from './prices.ts';

/** What all sales depend on. */
export interface OfferSettings {
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** What general entry costs until prices are set for it. */
  readonly generalPriceCents: number;
  /** What staff have set, as it is now. */
  readonly settings: Pick<KnownNow, 'now'>;
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
export function salesUntil({ calendar, settings }: OfferTerms): CalendarDay {
  return addDays(calendar.today(), settings.now.salesDays);
}

/** Hundredths of a percent of value added tax in prices without a rate of their own; null: none. */
export function usualVat({ settings }: Pick<OfferTerms, 'settings'>): number | null {
  const { vat } = settings.now;
  return vat === null ? null : toCents(vat);
}

/** Whether general entry, or an event that was not cancelled, has a price above 0. */
export async function hasPaidPrice(queries: Queries, rules: OfferRules): Promise<boolean> {
  if ((await rules.current(queries)).pricesOn().some(({ priceCents }) => priceCents > 0)) return true;
  const found = await queries.get(
    `SELECT 1 AS "paid" FROM prices LEFT JOIN special_events ON special_events.event_id = prices.product
      WHERE prices.price_cents > 0 AND special_events.cancelled_at IS NULL LIMIT 1`,
  );
  return found !== undefined;
}

/** What staff have set about all sales: categories, and the capacity, prices and entry times of general entry. */
export interface Rules {
  /** Places for general entry on a day without a capacity of its own; null: no limit. */
  readonly capacity: number | null;
  /** In the order shown; the first is standard. */
  readonly categories: readonly NumberedCategory[];
  /** On days that have no times of their own; null: general entry is sold for whole days. */
  readonly times: UsualTimes | null;
  /** The days that have entry times of their own; null: general entry is sold for the whole day. */
  readonly dayTimes: ReadonlyMap<CalendarDay, GeneralTimes | null>;
  readonly priceRules: readonly PriceRule[];
  /** The prices of general entry. */
  readonly pricesOn: PricesOn;
}

/** The entry times of general entry on a day; null: it is sold for the whole day. */
export function timesOn(rules: Rules, day: CalendarDay): GeneralTimes | null {
  const own = rules.dayTimes.get(day);
  return own === undefined ? usualTimesOn(rules, day) : own;
}

/** Those of a day without times of its own. */
export function usualTimesOn({ times }: Pick<Rules, 'times'>, day: CalendarDay): GeneralTimes | null {
  const isTimed = times?.weekdays === undefined || times.weekdays.includes(isoWeekday(day));
  return isTimed ? times : null;
}

/**
 * The minutes at which staff sell general entry for the whole day: now, if the day is today.
 * @param isStaff whether staff sell it; others sell by the day alone
 */
export function minutesOfSale(
  { clock, calendar, localOf }: OfferTerms,
  day: CalendarDay,
  isStaff: boolean,
): number | undefined {
  return isStaff && day === calendar.today() ? minutesOf(localOf(clock.now()).time) : undefined;
}

interface Known extends Omit<Rules, 'capacity' | 'times'> {
  readonly version: number;
}

/**
 * The rules, of which categories, prices and the times of single days are read again only when the version that is counted in the row of
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
      `SELECT version, capacity, every_minutes, places_each, last_entry, weekdays
         FROM general_admission WHERE id = 1${lock}`,
    );
    if (row === undefined) throw new Error('The table general_admission has lost its row.');
    const { version, capacity, every_minutes: every, places_each, last_entry } = row;
    const known = this.#known?.version === version ? this.#known : await this.#load(queries, version);
    const weekdays = row.weekdays === null ? {} : { weekdays: JSON.parse(row.weekdays) as number[] };
    const times = every === null ? null : { every, places: places_each, lastEntry: last_entry, ...weekdays };
    return { ...known, capacity, times };
  }

  async #load(queries: Queries, version: number): Promise<Known> {
    const [categories, prices, dayTimes, priceRules] = await Promise.all([
      findCategories(queries),
      findGeneralPrices(queries),
      findDayTimes(queries),
      findPriceRules(queries),
    ]);
    const usual = prices.get(USUAL_DAYS) ?? [usualPrice(this.#settings.generalPriceCents)];
    const pricesOn = pricesByRules(prices, usual, priceRules);
    this.#known = { version, categories, dayTimes, priceRules, pricesOn };
    return this.#known;
  }
}

async function findDayTimes(queries: Queries): Promise<Map<CalendarDay, GeneralTimes | null>> {
  const rows = await queries.all<DayTimesRow>(
    'SELECT day, every_minutes AS "every", places_each AS "places", last_entry AS "lastEntry" FROM general_times',
  );
  return new Map(
    rows.map(({ day, every, ...rest }) => [day, every === null ? null : { every, ...rest }] as const),
  );
}

interface DayTimesRow extends Pick<GeneralTimes, 'places' | 'lastEntry'> {
  readonly day: CalendarDay;
  readonly every: number | null;
}

export async function findPriceRules(queries: Queries): Promise<PriceRule[]> {
  const row = await queries.get<{ price_rules: string }>(
    'SELECT price_rules FROM general_admission WHERE id = 1',
  );
  return JSON.parse(row?.price_rules ?? '[]') as PriceRule[];
}

/** To be called by whoever has changed categories, or prices, their rules or entry times of general entry, and has locked the row. */
export async function bumpRules(tx: Transaction): Promise<void> {
  await tx.run('UPDATE general_admission SET version = version + 1 WHERE id = 1');
}

interface RulesRow {
  readonly version: number;
  readonly capacity: number | null;
  readonly every_minutes: number | null;
  readonly places_each: number | null;
  readonly last_entry: number;
  /** JSON. */
  readonly weekdays: string | null;
}
