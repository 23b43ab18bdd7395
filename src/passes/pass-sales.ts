import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

/** That a pass was sold, or paid back. */
export interface PassSaleEvent {
  readonly at: number;
  readonly what: 'sold' | 'returned';
  readonly orderId: Uuid;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  readonly soldBy: Uuid;
  readonly cents: number;
}

/** Which are meant: those of an account, or of all; those in other currencies are left out. */
export interface PassSalesTerms {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly soldBy: Uuid | undefined;
}

/** What was sold between those instants, and what was paid back. One that replaced another was not sold. */
export function findPassSales(
  queries: Queries,
  { from, to, currency, soldBy }: PassSalesTerms,
): Promise<PassSaleEvent[]> {
  const [own, sellers] = soldBy === undefined ? ['', []] : [' AND sold_by = ?', [soldBy]];
  const select = (at: string, what: PassSaleEvent['what'], which: string) =>
    `SELECT ${at} AS "at", '${what}' AS "what", order_id AS "orderId", vat AS "vat", sold_by AS "soldBy", price_cents AS "cents"
       FROM passes WHERE ${at} >= ? AND ${at} < ? AND currency = ?${which}${own}`;
  const values = [from, to, currency, ...sellers];
  return queries.all<PassSaleEvent>(
    `${select('sold_at', 'sold', ' AND pass_id = first_id')} UNION ALL ${select('void_at', 'returned', '')}`,
    [...values, ...values],
  );
}
