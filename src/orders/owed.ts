import type { Uuid } from '../core/uuid.ts';
import { findDueRefunds, findOwing } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import { findSalesCalledOff } from '../tickets/index.ts';
import { findAccounts } from './find-accounts.ts';

/**
 * The orders, and tickets that were sold alone, whose buyers are owed something now.
 * @param among left out: all
 */
export async function findSalesOwed(queries: Queries, among?: ReadonlySet<Uuid>): Promise<ReadonlySet<Uuid>> {
  const [owing, refunds, cancelled] = await Promise.all([
    findOwing(queries, Number.MAX_SAFE_INTEGER),
    findDueRefunds(queries),
    findSalesCalledOff(queries),
  ]);
  const maybe = new Set([...owing.keys(), ...refunds.map(({ paidFor }) => paidFor), ...cancelled]);
  const asked = [...maybe].filter((sale) => among?.has(sale) ?? true);
  const accounts = await findAccounts(queries, asked);
  return new Set(asked.filter((sale) => (accounts.get(sale)?.due ?? 0) > 0));
}
