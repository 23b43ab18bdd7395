import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { METHOD, type RecordedMethod } from './payment.ts';

/** How many payments there were, and what was paid and paid back, both zero or more. */
export interface PaymentFigures {
  /** Those that pay back, too. */
  readonly count: number;
  readonly paidCents: number;
  readonly refundedCents: number;
}

/** How many days one query adds up, so that sales are handled between two. */
const DAYS_AT_ONCE = 31;
const COLUMNS = {
  day: 'day',
  month: 'substr(day, 1, 7)',
  method: METHOD,
  seller: "coalesce(account_id, '')",
  dayAndMethod: `day || ' ' || ${METHOD}`,
  methodAndSeller: `${METHOD} || ' ' || coalesce(account_id, '')`,
} as const;

/** What was taken and paid back, by method. */
export type Takings = ReadonlyMap<RecordedMethod, PaymentFigures>;

/** What was taken and paid back on a day, by account; null: the service itself. @param accountId undefined: by anybody */
export async function findTakings(
  queries: Queries,
  day: CalendarDay,
  currency: string,
  accountId: Uuid | undefined,
): Promise<ReadonlyMap<Uuid | null, Takings>> {
  const which = { by: 'methodAndSeller', currency, accountId } as const;
  const takings = new Map<Uuid | null, Map<RecordedMethod, PaymentFigures>>();
  for (const [key, figures] of await sumPayments(queries, { from: day, to: day }, which)) {
    const [method, seller] = key.split(' ') as [RecordedMethod, Uuid | ''];
    const own = takings.get(seller || null) ?? new Map<RecordedMethod, PaymentFigures>();
    takings.set(seller || null, own.set(method, figures));
  }
  return takings;
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

/**
 * The payments on those days of the museum, by the text of that column: an account is '' for the service itself.
 * @param which.currency ISO 4217: payments in others are left out
 * @param which.accountId who took the money, or paid it back; undefined: anybody
 */
export async function sumPayments(
  queries: Queries,
  { from, to }: DayRange,
  which: {
    readonly by: keyof typeof COLUMNS;
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
    for (const { key, ...figures } of rows) sums.set(key, sumOf(sums.get(key) ?? NOTHING, figures));
    if (end >= last) break; // there may be no day after it
    first = addDays(end, 1);
    await nextTurn();
  }
  return sums;
}

const NOTHING: PaymentFigures = { count: 0, paidCents: 0, refundedCents: 0 };

function sumOf(one: PaymentFigures, other: PaymentFigures): PaymentFigures {
  return {
    count: one.count + other.count,
    paidCents: one.paidCents + other.paidCents,
    refundedCents: one.refundedCents + other.refundedCents,
  };
}
