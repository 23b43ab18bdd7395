import { type CalendarDay, monthOf } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { entriesAfter } from '../journal/index.ts';
import { type DueChange, findDueChanges } from '../orders/index.ts';
import { type RecordedMethod, sumPayments } from '../payments/index.ts';
import { findProgress } from './aggregation-job.ts';
import { findArticlesOn, findCollectedFor } from './article-figures.ts';
import {
  type DayDue,
  type DueTerms,
  findDueTouched,
  findStoredChanges,
  findStoredDues,
} from './due-figures.ts';
import { findGiftsOn } from './gift-figures.ts';
import { findCollectedPasses, findPassesOn } from './pass-figures.ts';
import type { Figure, Figures, Grouping, Report, ReportMuseum, ReportRequest, Subtotal } from './report.ts';
import { findSoldOn } from './sales-report.ts';

type MoneyBy = 'day' | 'month';

const BY_PERIOD = {
  columns: { date: { kind: 'period', description: 'The day; in a report by month the month, YYYY-MM.' } },
} as const satisfies Grouping;

const paidBy = (how: string) =>
  ({ kind: 'money', description: `Paid ${how}, less what was paid back.` }) as const;

const WAYS = {
  cash: paidBy('in cash'),
  card: paidBy('by card'),
  online: paidBy('online'),
  invoice: paidBy('by invoice'),
  voucher: paidBy('with vouchers of others'),
  gift: paidBy('with gift vouchers, which is no money in a drawer'),
  other: paidBy('in other ways'),
  seller: {
    kind: 'money',
    description: 'Collected by whoever sold, where the museum recorded no payment for the sale.',
  },
} as const satisfies Readonly<Record<RecordedMethod | 'seller', Figure>>;

/** From what was sold to what was paid: in each row paid = revenue + donations + gifts + due + kept. */
export const moneyReport = {
  description:
    'Gets how revenue, what is due to buyers and what was paid have changed on the days of a range: in every row paid = revenue + donations + gifts + due + kept. A partner gets only its own sales and payments.',
  groupings: { day: BY_PERIOD, month: BY_PERIOD },
  figures: {
    soldFor: { kind: 'money' },
    givenBack: { kind: 'money' },
    revenue: {
      kind: 'money',
      description:
        'Price of the tickets, passes and extras sold, less the price of those voided, exchanged, cancelled or given back.',
    },
    donations: { kind: 'money', isRare: true, description: 'Donations, less those that were paid back.' },
    gifts: {
      kind: 'money',
      isRare: true,
      description: 'What gift vouchers were sold for, less what they were bought back for.',
    },
    due: {
      kind: 'money',
      description:
        'What has become due to buyers, less what was paid back of it; below zero if that is more.',
    },
    kept: {
      kind: 'money',
      description:
        'What was kept when tickets were voided or exchanged; below zero: waived, or paid back later.',
    },
    paid: {
      kind: 'money',
      description: 'What was paid less what was paid back, and what sellers collected.',
    },
  },
  parts: { byMethod: { description: 'What paid is made up of.', figures: WAYS } },
  rows: 'One row for each day or month with changes, in order.',
  currency: 'Currency of the amounts (ISO 4217).',
  find: findMoney,
} as const satisfies Report<MoneyBy>;

async function findMoney(
  museum: ReportMuseum,
  request: ReportRequest<MoneyBy>,
  seller: Uuid | null | undefined,
): Promise<Subtotal[]> {
  const { queries, currency } = museum;
  const { range, by } = request;
  const keyOf = (day: CalendarDay) => (by === 'month' ? monthOf(day) : day);
  const [sold, articles, collectedFor, gifts, passes, payments, dues] = await Promise.all([
    findSoldOn(museum, request, seller),
    findArticlesOn(museum, range, seller),
    findCollectedFor(museum, range, seller),
    findGiftsOn(museum, range, seller),
    findPassesOn(museum, range, seller),
    sumPayments(queries, range, { by: 'dayAndMethod', currency, accountId: seller }),
    findDues(museum, { range, currency, seller }),
  ]);
  const collectedPasses = await findCollectedPasses(museum, passes);
  const shares = [
    ...sold.map(({ key, figures: { soldFor = 0, revenue = 0, collected = 0 } }) =>
      share(key, { soldFor, revenue, paid: collected }, { seller: collected }),
    ),
    ...articles.map(({ day, what, kind, cents }) => {
      const change = what === 'sold' ? cents : -cents;
      if (kind === 'donation') return share(keyOf(day), { donations: change });
      return share(keyOf(day), { soldFor: what === 'sold' ? cents : 0, revenue: change });
    }),
    ...collectedFor.map(({ day, cents }) => share(keyOf(day), { paid: cents }, { seller: cents })),
    ...gifts.map(({ day, cents, collected }) =>
      share(keyOf(day), { gifts: cents, paid: collected }, { seller: collected }),
    ),
    ...passes.map(({ day, what, cents }) => {
      const isSold = what === 'sold';
      return share(keyOf(day), { soldFor: isSold ? cents : 0, revenue: isSold ? cents : -cents });
    }),
    ...collectedPasses.map(({ day, cents }) => share(keyOf(day), { paid: cents }, { seller: cents })),
    ...[...payments].map(([key, { paidCents, refundedCents }]) => {
      const [day, method] = key.split(' ') as [CalendarDay, RecordedMethod];
      const paid = paidCents - refundedCents;
      return share(keyOf(day), { paid }, { [method]: paid });
    }),
    ...dues.map(({ day, cents }) => share(keyOf(day), { due: cents })),
  ];
  return shares.filter(({ figures }) => Object.values(figures).some(Boolean));
}

function share(
  key: string,
  {
    soldFor = 0,
    revenue = 0,
    donations = 0,
    gifts = 0,
    due = 0,
    paid = 0,
  }: Readonly<Partial<Record<'soldFor' | 'revenue' | 'donations' | 'gifts' | 'due' | 'paid', number>>>,
  byMethod: Figures = {},
): Subtotal {
  const kept = paid - revenue - donations - gifts - due;
  const figures = { soldFor, givenBack: revenue - soldFor, revenue, donations, gifts, due, kept, paid };
  return { key, figures, parts: { byMethod } };
}

/** What is stored, but of orders with entries since, which are worked out now. A day may come several times. */
async function findDues({ queries, localOf }: ReportMuseum, terms: DueTerms): Promise<DayDue[]> {
  const { readTo } = await findProgress(queries);
  const touched = new Set<Uuid>();
  for await (const entries of entriesAfter(queries, readTo))
    for (const orderId of await findDueTouched(queries, entries)) touched.add(orderId);
  const stored = await findStoredDues(queries, terms);
  // Read later: if the job has stored more meanwhile, what is new is left out, and nothing counts twice.
  const before = await findStoredChanges(queries, touched);
  const now = await findDueChanges(queries, [...touched], localOf);
  const { range, currency, seller } = terms;
  const isMeant = (change: DueChange) =>
    change.day >= range.from &&
    change.day <= range.to &&
    change.currency === currency &&
    (seller === undefined || change.soldBy === seller);
  return [
    ...stored,
    ...before.filter(isMeant).map(({ day, cents }) => ({ day, cents: -cents })),
    ...now.filter(isMeant),
  ];
}
