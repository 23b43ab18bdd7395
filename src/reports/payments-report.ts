import { sumPayments } from '../payments/index.ts';
import { BY_DAY, BY_METHOD, BY_MONTH, bySeller } from './groupings.ts';
import type { Report } from './report.ts';

/** What was paid and paid back on those days of the museum. */
export const paymentsReport = {
  description:
    'Gets what was paid and paid back on the days of a range, as far as the museum was told. A partner gets only its own payments.',
  groupings: {
    day: BY_DAY,
    month: BY_MONTH,
    method: BY_METHOD,
    seller: bySeller(
      'User name of the account that took the money, or paid it back; only in a report by seller. Empty: the service itself.',
    ),
  },
  figures: {
    count: { kind: 'count', description: 'Payments, including those that pay back.' },
    paid: { kind: 'money', description: 'What was paid.' },
    refunded: { kind: 'money', description: 'What was paid back: zero or more.' },
    balance: { kind: 'money' },
  },
  rows: 'One row for each day, month, method or seller with payments. Days and months are in order; sellers are sorted by name.',
  currency: 'Currency of the amounts (ISO 4217).',
  find: async ({ queries, currency }, { range, by }, accountId) => {
    const sums = await sumPayments(queries, range, { by, currency, accountId });
    return [...sums].map(([key, { count, paidCents, refundedCents }]) => ({
      key,
      figures: { count, paid: paidCents, refunded: refundedCents, balance: paidCents - refundedCents },
    }));
  },
} as const satisfies Report<'day' | 'month' | 'method' | 'seller'>;
