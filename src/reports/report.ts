import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Readings } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import type { VisitSubtotal } from './visit-figures.ts';

/** What rows of any report can be grouped by, in the order in which people choose. */
export const GROUPING_NAMES = [
  'day',
  'month',
  'event',
  'category',
  'article',
  'code',
  'card',
  'vat',
  'seller',
  'hour',
  'entry',
  'method',
] as const;
export type GroupingName = (typeof GROUPING_NAMES)[number];

/** A report: what its rows are grouped by, and what is added up in each. JSON, CSV, pages and the interface's schema follow from it. */
export interface Report<By extends string = string> {
  /** For programs. */
  readonly description: string;
  /** In the order in which programs are told of them. */
  readonly groupings: Readonly<Record<By, Grouping>>;
  readonly figures: FigureTable;
  /** Figures of some of what is counted, by the name of the object in which they stand. */
  readonly parts?: Readonly<Record<string, { readonly description: string; readonly figures: FigureTable }>>;
  /** Which rows there are, and their order, for programs. */
  readonly rows: string;
  /** What the currency is of, for programs; undefined: no figure is money. */
  readonly currency?: string;
  /** The days that may be meant; undefined: there is but one. */
  readonly daysOf?: readonly DayOf[];
  /** What happened on those days of the museum. @param seller the account whose sales alone count; undefined: all do */
  find(
    museum: ReportMuseum,
    request: ReportRequest<By>,
    seller: Uuid | null | undefined,
  ): Promise<readonly Subtotal[]>;
}

/** What the rows of a report stand for. */
export interface Grouping {
  /** What tells rows apart, by the names that programs know; people see the last. */
  readonly columns: Readonly<Record<string, KeyColumn>>;
  /** What rows show instead of their keys, by key. */
  readonly findHeads?: (queries: Queries, keys: readonly string[]) => Promise<ReadonlyMap<string, Head>>;
  /** What only its rows say, worked out from the sums of each, or added up like any other. The total adds it up. */
  readonly more?: {
    readonly figures: FigureTable;
    readonly of: (key: string, sums: Figures, currency: string) => Figures;
  };
}

export interface KeyColumn {
  /** A period is a day, or a month. */
  readonly kind:
    | 'day'
    | 'month'
    | 'period'
    | 'hour'
    | 'event'
    | 'category'
    | 'article'
    | 'code'
    | 'card'
    | 'vat'
    | 'method'
    | 'entry'
    | 'name';
  /** For programs. */
  readonly description: string;
}

/** What a row stands for. */
export interface Head {
  /** One for each column; null: general entry in the column of events, none in that of rates of VAT. */
  readonly cells: readonly (string | number | null)[];
  /** What is no ticket, in a report by what tickets are for. Its cells but the last are ''. */
  readonly kind?: 'other';
  /** What rows are sorted by. */
  readonly place: string;
}

export type FigureTable = Readonly<Record<string, Figure>>;

export interface Figure {
  /** A difference may be below zero, as money may. */
  readonly kind: 'count' | 'difference' | 'money';
  /** For programs; undefined: only people are shown it. */
  readonly description?: string;
  /** How much there is at the end of a row: in the total, what there is at the end of the last one. */
  readonly isLevel?: true;
  /** Whether people are shown it only where it is not 0 throughout. */
  readonly isRare?: boolean;
}

/** Numbers, and amounts in cents, by the names of figures. */
export type Figures = Readonly<Record<string, number>>;

export interface Sums {
  readonly figures: Figures;
  readonly parts?: Readonly<Record<string, Figures>>;
}

/** A share of the row with that key. */
export interface Subtotal extends Sums {
  readonly key: string;
}

/** The day that a ticket is counted on: that of its sale (and of its voiding or exchange), or that of the visit it is for. */
export const DAYS_OF = ['sale', 'visit'] as const;
export type DayOf = (typeof DAYS_OF)[number];

export interface ReportRequest<By extends string = string> {
  readonly range: DayRange;
  readonly by: By;
  readonly dayOf: DayOf;
}

/** What all reports are found with. */
export interface ReportMuseum {
  readonly queries: Queries;
  /** ISO 4217: money in other currencies is left out. */
  readonly currency: string;
  readonly localOf: LocalOf;
  /** The visits of today and a few other days, for all who ask: counting a full house takes a tenth of a second. */
  readonly visits: Readings<VisitSubtotal[]>;
}

/** The sums of all figures of a report, of rows in order; 0 where there is nothing to add. */
export function addUp({ figures, parts = {} }: Report, all: readonly Sums[]): Required<Sums> {
  const sums: Record<string, Figures> = {};
  for (const [part, own] of Object.entries(parts)) sums[part] = total(own.figures, all, part);
  return { figures: total(figures, all), parts: sums };
}

function total(table: FigureTable, all: readonly Sums[], part?: string): Figures {
  const sums: Record<string, number> = {};
  for (const name in table) {
    let sum = 0;
    for (const { figures, parts } of table[name]?.isLevel ? all.slice(-1) : all)
      sum += (part === undefined ? figures : parts?.[part])?.[name] ?? 0;
    sums[name] = sum;
  }
  return sums;
}

const USUAL_DAYS = 30;

/** The range of a report; by default the thirty days up to today. The end may be before the start. */
export function reportRange(
  today: CalendarDay,
  { startDate, endDate }: { readonly startDate?: CalendarDay; readonly endDate?: CalendarDay },
): DayRange {
  const to = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  return { from: startDate ?? addDays(to, 1 - USUAL_DAYS), to };
}
