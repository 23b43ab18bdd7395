import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type DayRange, firstOfMonth, lastOfMonth, monthAt, monthOf } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { entriesAfter } from '../journal/index.ts';
import { sumsByDay } from '../tickets/index.ts';
import type { Progress } from './aggregation-job.ts';
import { type DayArticles, findArticlesOn } from './article-figures.ts';
import {
  BY_ARTICLE,
  BY_CATEGORY,
  BY_CODE,
  BY_DAY,
  BY_EVENT,
  BY_MONTH,
  BY_VAT,
  bySeller,
  OTHER,
} from './groupings.ts';
import { type DayPass, findPassesOn } from './pass-figures.ts';
import {
  DAYS_OF,
  type Figure,
  type Figures,
  type Grouping,
  type GroupingName,
  type Report,
  type ReportMuseum,
  type ReportRequest,
  type Subtotal,
} from './report.ts';
import {
  findOldTickets,
  NO_VAT,
  type SalesSubtotal,
  type StoredBy,
  sumSales,
  sumTickets,
} from './sales-figures.ts';

/** How a key or a figure is read: from stored figures, and from those of what has happened since. */
interface Reading<Value> {
  /** SQL of the table sales_totals. */
  readonly column: string;
  readonly of: (subtotal: SalesSubtotal) => Value;
}

const TICKET_GROUPINGS = {
  day: { ...BY_DAY, column: 'period', of: ({ day }) => day },
  month: { ...BY_MONTH, column: 'substr(period, 1, 7)', of: ({ day }) => monthOf(day) },
  event: { ...BY_EVENT, column: 'event_id', of: ({ eventId }) => eventId ?? '' },
  seller: {
    ...bySeller('User name of the account that sold the tickets; only in a report by seller.'),
    column: 'sold_by',
    of: ({ soldBy }) => soldBy,
  },
  category: { ...BY_CATEGORY, column: 'part', of: ({ categoryNumber }) => `${categoryNumber}` },
  code: {
    ...BY_CODE,
    column: "CASE WHEN row_of = 'day-code' THEN event_id ELSE '' END",
    of: ({ codeId }) => codeId ?? '',
  },
  vat: { ...BY_VAT, column: 'part', of: ({ vat }) => `${vat ?? NO_VAT}` },
} as const satisfies Partial<Record<GroupingName, Grouping & Reading<string>>>;

const GROUPINGS = { ...TICKET_GROUPINGS, article: BY_ARTICLE } as const;

const FIGURES = {
  sold: {
    kind: 'count',
    description: 'Tickets sold, including those sold in an exchange.',
    column: 'sold',
    of: ({ sold }) => sold,
  },
  void: {
    kind: 'count',
    description: 'Tickets voided, not including exchanged tickets.',
    column: 'void',
    of: (subtotal) => subtotal.void,
  },
  exchanged: {
    kind: 'count',
    description: 'Tickets that were exchanged for another ticket.',
    column: 'exchanged',
    of: ({ exchanged }) => exchanged,
  },
  cancelled: {
    kind: 'difference',
    description:
      'Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged.',
    column: 'cancelled',
    of: ({ cancelled }) => cancelled,
  },
  persons: {
    kind: 'difference',
    description: 'Persons for whom the tickets in the revenue are.',
    column: 'persons',
    of: ({ persons }) => persons,
  },
  revenue: {
    kind: 'money',
    description:
      'Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals.',
    column: 'revenue_cents',
    of: ({ revenueCents }) => revenueCents,
  },
} as const satisfies Readonly<Record<string, Figure & Reading<number>>>;

/** The last ones are only for the report of money, by the day of sale. */
const READINGS = {
  ...FIGURES,
  soldFor: { kind: 'money', column: 'sold_cents', of: ({ soldCents }) => soldCents },
  collected: { kind: 'money', column: 'collected_cents', of: ({ collectedCents }) => collectedCents },
} as const satisfies Readonly<Record<string, Figure & Reading<number>>>;

const MONEY = Object.values(READINGS).filter(({ kind }) => kind === 'money');

type SalesBy = keyof typeof GROUPINGS;
type TicketsBy = keyof typeof TICKET_GROUPINGS;

/**
 * The tickets that were sold, called off, voided or exchanged on those days of the museum, whatever day they are for, or the tickets
 * for those days.
 */
export const salesReport = {
  description:
    'Gets the tickets that were sold, cancelled, voided and exchanged on the days of a range, for any ticket date; or with dayOf=visit the tickets for the days of a range, whenever they were sold. Passes and extras are in the revenue of the day of sale: by event and by category in a row of their own, by=article with how many were sold and given back, and donations too. By code, what was sold without one is a row, with passes and extras. A partner gets only its own sales.',
  groupings: GROUPINGS,
  figures: FIGURES,
  parts: {
    general: { description: 'The figures for general entry.', figures: FIGURES },
    event: { description: 'The figures for special events.', figures: FIGURES },
  },
  rows: 'One row for each day, month, event, category, article, code, rate of VAT or seller with figures. Days, months, categories, articles and rates are in order; events, codes and sellers are sorted by name. What is no ticket is last by event and by category.',
  currency: 'Currency of the revenue (ISO 4217).',
  daysOf: DAYS_OF,
  find: findSales,
} as const satisfies Report<SalesBy>;

/** Articles and passes are not for a day: they count on that of their sale alone. */
async function findSales(
  museum: ReportMuseum,
  { by, ...request }: ReportRequest<SalesBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const findTickets = request.dayOf === 'sale' ? findSoldOn : findSubtotalsOfVisits;
  const [tickets, articles, passes] = await Promise.all([
    by === 'article' ? [] : findTickets(museum, { ...request, by }, seller),
    request.dayOf === 'sale' ? findArticlesOn(museum, request.range, seller) : [],
    request.dayOf === 'sale' ? findPassesOn(museum, request.range, seller) : [],
  ]);
  const others = [
    ...articles.flatMap((sum) => articleSubtotal(sum, by) ?? []),
    ...passes.flatMap((pass) => passSubtotal(pass, by) ?? []),
  ];
  return [...tickets, ...others];
}

/** Donations are no revenue; only a report by article has them, and how many there are of each. */
function articleSubtotal(sum: DayArticles, by: SalesBy): Subtotal | undefined {
  const { day, what, article, kind, vat, soldBy, count, cents } = sum;
  if (by !== 'article' && kind === 'donation') return undefined;
  const revenue = what === 'sold' ? cents : -cents;
  const figures = by === 'article' ? { [what === 'sold' ? 'sold' : 'void']: count, revenue } : { revenue };
  const keys = { day, month: monthOf(day), event: OTHER, category: OTHER, article, code: '', seller: soldBy };
  return { key: by === 'vat' ? `${vat ?? NO_VAT}` : keys[by], figures };
}

function passSubtotal({ day, what, vat, soldBy, cents }: DayPass, by: SalesBy): Subtotal | undefined {
  if (by === 'article') return undefined;
  const keys = { day, month: monthOf(day), event: OTHER, category: OTHER, code: '', seller: soldBy };
  const revenue = what === 'sold' ? cents : -cents;
  return { key: by === 'vat' ? `${vat ?? NO_VAT}` : keys[by], figures: { revenue } };
}

/** The aggregated figures, and those of entries since. The first are read in one query with their progress. */
export async function findSoldOn(
  { queries, currency, localOf }: ReportMuseum,
  { range, by }: ReportRequest<TicketsBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const ranges = storedRangesOf(range, by);
  const own = seller === undefined ? [] : [seller];
  const between = ranges.map(() => '(row_of = ? AND period >= ? AND period <= ?)').join(' OR ');
  const rows = await queries.all<FigureRow>(
    figuresBy(by, own.length > 0 ? `(${between}) AND sold_by = ?` : between),
    [...MONEY.map(() => currency), ...ranges.flat(), ...own],
  );
  const subtotals = rows.flatMap((row) => storedSubtotals(row, by));
  const add = (more: readonly SalesSubtotal[]) => {
    const meant = more.filter(({ day }) => day >= range.from && day <= range.to);
    subtotals.push(...subtotalsOf(meant, by, currency, seller));
  };
  const [{ readTo, oldTicketsTo }] = rows as [FigureRow];
  for await (const entries of entriesAfter(queries, readTo)) add(await sumSales(queries, entries, localOf));
  for (let last = oldTicketsTo; last !== null; ) {
    const tickets = await findOldTickets(queries, last);
    add(sumTickets(tickets, localOf));
    last = tickets.at(-1)?.number ?? null;
    await nextTurn();
  }
  return subtotals;
}

/** The tickets for those days, which are added up now. */
async function findSubtotalsOfVisits(
  { queries, currency }: ReportMuseum,
  { range, by }: ReportRequest<TicketsBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const subtotals: Subtotal[] = [];
  for await (const sums of sumsByDay(queries, range)) {
    const untold = sums.map((sum) => ({ ...sum, soldCents: 0, collectedCents: 0 }));
    subtotals.push(...subtotalsOf(untold, by, currency, seller));
  }
  return subtotals;
}

function subtotalsOf(
  sums: readonly SalesSubtotal[],
  by: TicketsBy,
  currency: string,
  seller: Uuid | null | undefined,
): Subtotal[] {
  const mine = sums.filter(({ soldBy }) => seller === undefined || soldBy === seller);
  return mine.map((sum) => {
    const figures = Object.entries(READINGS).map(([name, { kind, of }]) => {
      return [name, kind === 'money' && sum.currency !== currency ? 0 : of(sum)];
    });
    return subtotal(TICKET_GROUPINGS[by].of(sum), sum.eventId === null, Object.fromEntries(figures));
  });
}

function subtotal(key: string, isGeneral: boolean, figures: Figures): Subtotal {
  return { key, figures, parts: { [isGeneral ? 'general' : 'event']: figures } };
}

interface FigureRow extends Omit<Progress, 'visitsFrom'>, Readonly<Record<keyof typeof READINGS, number>> {
  /** Null: the row holds only the progress. */
  readonly key: string | number | null;
  readonly isGeneral: number;
}

/** The rows of what has no stored figures of its own: those of all others are taken off the figures of all. */
const REST: Readonly<Partial<Record<TicketsBy, string>>> = { category: '0', code: '' };

function storedSubtotals({ key, isGeneral, readTo, oldTicketsTo, ...figures }: FigureRow, by: TicketsBy) {
  if (key === null) return [];
  const own = subtotal(`${key}`, isGeneral === 1, figures);
  const rest = REST[by];
  if (rest === undefined || own.key === rest) return [own];
  const less = Object.entries(figures).map(([name, figure]) => [name, -figure]);
  return [own, subtotal(rest, isGeneral === 1, Object.fromEntries(less))];
}

/** At least one row, which has no figures when there are none. */
function figuresBy(by: TicketsBy, where: string): string {
  const isGeneral = `CASE WHEN row_of = 'day-code' THEN 1 - part WHEN event_id = '' THEN 1 ELSE 0 END`;
  const { column: key } = TICKET_GROUPINGS[by];
  const figures = Object.entries(READINGS);
  const sums = figures.map(([name, { kind, column }]) => {
    return `sum(${kind === 'money' ? `CASE WHEN currency = ? THEN ${column} ELSE 0 END` : column}) AS ${name}`;
  });
  return `
    SELECT read_to AS "readTo", old_tickets_to AS "oldTicketsTo", row_key AS "key", is_general AS "isGeneral",
           ${figures.map(([name]) => `${name} AS "${name}"`).join(', ')}
      FROM figures_progress LEFT JOIN (
        SELECT ${key} AS row_key, ${isGeneral} AS is_general, ${sums.join(', ')}
          FROM sales_totals WHERE ${where}
         GROUP BY ${key}, ${isGeneral}
      ) AS figures ON 1 = 1`;
}

/** The ranges of stored figures that make up `range`: for events whole months where possible, and days for the rest. */
function storedRangesOf({ from, to }: DayRange, by: TicketsBy): StoredRange[] {
  if (by === 'category' || by === 'code')
    return [
      ['day', from, to],
      [`day-${by}`, from, to],
    ];
  if (by === 'vat') return [['day-vat', from, to]];
  if (by !== 'event') return [['day', from, to]];
  const first = from.endsWith('-01') ? from : monthAt(from, 1);
  const last = lastOfMonth(to) === to ? to : addDays(firstOfMonth(to), -1);
  if (first === undefined || first > last) return [['day-event', from, to]];
  const months: StoredRange = ['month-event', monthOf(first), monthOf(last)];
  const before: StoredRange = ['day-event', from, addDays(first, -1)];
  const after: StoredRange = ['day-event', addDays(last, 1), to];
  return [months, ...(from < first ? [before] : []), ...(to > last ? [after] : [])];
}

type StoredRange = readonly [of: StoredBy, from: string, to: string];
