import { setImmediate as nextTurn } from 'node:timers/promises';
import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './payment.ts';

/** The groupings of a payments report. */
export const PAYMENTS_BY = ['day', 'month', 'method', 'seller'] as const;
export type PaymentsBy = (typeof PAYMENTS_BY)[number];

/** How many payments there were, and what was paid and paid back, both zero or more. */
export interface PaymentFigures {
  /** Those that pay back, too. */
  readonly count: number;
  readonly paidCents: number;
  readonly refundedCents: number;
}

export type PaymentsRow = PaymentFigures &
  (
    | { readonly by: 'day'; readonly day: CalendarDay }
    /** YYYY-MM */
    | { readonly by: 'month'; readonly month: string }
    | { readonly by: 'method'; readonly method: PaymentMethod }
    /** User name of who took the money; empty: the service itself. */
    | { readonly by: 'seller'; readonly seller: string }
  );

export interface PaymentsReport {
  readonly rows: readonly PaymentsRow[];
  readonly total: PaymentFigures;
}

export interface PaymentsReportRequest {
  readonly range: DayRange;
  readonly by: PaymentsBy;
  /** ISO 4217: payments in other currencies are left out. */
  readonly currency: string;
}

/** How many days one query adds up, so that sales are handled between two. */
const DAYS_AT_ONCE = 31;
const COLUMNS = {
  day: 'day',
  month: 'substr(day, 1, 7)',
  method: 'method',
  seller: "coalesce(account_id, '')",
} as const;

/**
 * The payments on those days of the museum. A partner gets its own only. Rows without payments are left out. Days and months are
 * in order, methods as they are listed, and sellers sorted by name.
 * @throws Refusal forbidden
 */
export async function getPaymentsReport(
  queries: Queries,
  actor: Actor,
  { range, by, currency }: PaymentsReportRequest,
): Promise<PaymentsReport> {
  const scope = requirePermission(actor, 'read-reports');
  const accountId = scope === 'own' ? actor.accountId : undefined;
  const figures = await sumUp(queries, range, { by, currency, accountId });
  const names = by === 'seller' ? await findUsernames(queries, [...figures.keys()] as Uuid[]) : new Map();
  const rows = [...figures].map(([key, sums]): PaymentsRow => {
    if (by === 'day') return { by, day: key as CalendarDay, ...sums };
    if (by === 'month') return { by, month: key, ...sums };
    return by === 'method'
      ? { by, method: key as PaymentMethod, ...sums }
      : { by, seller: names.get(key) ?? '', ...sums };
  });
  return { rows: rows.sort((one, other) => compareText(placeOf(one), placeOf(other))), total: totalOf(rows) };
}

/** What a seller has taken and paid back on a day, by method. */
export async function findTakings(
  queries: Queries,
  day: CalendarDay,
  accountId: Uuid,
  currency: string,
): Promise<ReadonlyMap<PaymentMethod, PaymentFigures>> {
  const sums = await sumUp(queries, { from: day, to: day }, { by: 'method', currency, accountId });
  return sums as ReadonlyMap<PaymentMethod, PaymentFigures>;
}

/** The days of the first and the last payment; null: there is none. */
interface PaymentDays {
  readonly earliest: CalendarDay | null;
  readonly latest: CalendarDay | null;
}

/** Each by itself, so that the index has it. */
const PAYMENT_DAYS =
  'SELECT (SELECT min(day) FROM payments) AS "earliest", (SELECT max(day) FROM payments) AS "latest"';

interface SumRow extends PaymentFigures {
  readonly key: string;
}

async function sumUp(
  queries: Queries,
  { from, to }: DayRange,
  which: {
    readonly by: PaymentsBy;
    readonly currency: string;
    readonly accountId: Uuid | null | undefined;
  },
): Promise<Map<string, PaymentFigures>> {
  const { by, currency, accountId } = which;
  const own = accountId === undefined ? [] : [accountId];
  const sums = new Map<string, PaymentFigures>();
  const { earliest, latest } = (await queries.get<PaymentDays>(PAYMENT_DAYS)) as PaymentDays;
  if (earliest === null || latest === null) return sums;
  const last = latest < to ? latest : to;
  for (let first = earliest > from ? earliest : from; first <= last; ) {
    const end = addDays(first, DAYS_AT_ONCE - 1);
    const rows = await queries.all<SumRow>(
      `SELECT ${COLUMNS[by]} AS "key", count(*) AS "count",
              sum(CASE WHEN amount_cents > 0 THEN amount_cents ELSE 0 END) AS "paidCents",
              sum(CASE WHEN amount_cents < 0 THEN -amount_cents ELSE 0 END) AS "refundedCents"
         FROM payments WHERE day BETWEEN ? AND ? AND currency = ? ${own.length > 0 ? 'AND account_id = ?' : ''}
        GROUP BY ${COLUMNS[by]}`,
      [first, end < last ? end : last, currency, ...own],
    );
    for (const { key, ...figures } of rows) sums.set(key, totalOf([sums.get(key) ?? NOTHING, figures]));
    if (end >= last) break; // there may be no day after it
    first = addDays(end, 1);
    await nextTurn();
  }
  return sums;
}

const NOTHING: PaymentFigures = { count: 0, paidCents: 0, refundedCents: 0 };

function totalOf(all: readonly PaymentFigures[]): PaymentFigures {
  return all.reduce((sum, { count, paidCents, refundedCents }) => {
    return {
      count: sum.count + Number(count),
      paidCents: sum.paidCents + Number(paidCents),
      refundedCents: sum.refundedCents + Number(refundedCents),
    };
  }, NOTHING);
}

/** What rows are sorted by. */
function placeOf(row: PaymentsRow): string {
  if (row.by === 'method') return `${PAYMENT_METHODS.indexOf(row.method)}`;
  if (row.by === 'month') return row.month;
  return row.by === 'day' ? row.day : row.seller;
}
