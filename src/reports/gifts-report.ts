import { monthOf } from '../core/calendar-day.ts';
import { type GiftEntryKind, sumGiftEntries } from '../gifts/index.ts';
import { BY_DAY, BY_MONTH } from './groupings.ts';
import type { Report, Subtotal } from './report.ts';

/** Under which figure entries of a kind are added up, and how: what is taken off is shown above zero. */
const FIGURES = {
  issued: ['issued', 1],
  redeemed: ['redeemed', -1],
  'given-back': ['givenBack', 1],
  returned: ['returned', -1],
  expired: ['expired', -1],
  corrected: ['corrected', 1],
} as const satisfies Readonly<Record<GiftEntryKind, readonly [string, 1 | -1]>>;

/** What the museum owes on gift vouchers: in each row what was outstanding before, and what was added and taken off. */
export const giftsReport = {
  description:
    'Gets what became of the money on gift vouchers on the days of a range, and what the museum owes on them: outstanding is that of the row before, with issued, givenBack and corrected, without redeemed, returned and expired. A partner gets only those that it sold.',
  groupings: { day: BY_DAY, month: BY_MONTH },
  figures: {
    issued: { kind: 'money', description: 'What gift vouchers were sold for.' },
    redeemed: { kind: 'money', description: 'What was paid with them: zero or more.' },
    givenBack: {
      kind: 'money',
      description: 'What went back to them, of orders that they had paid.',
    },
    returned: { kind: 'money', description: 'What was paid back for those bought back: zero or more.' },
    expired: { kind: 'money', description: 'What was left when their last day was over: zero or more.' },
    corrected: { kind: 'money', description: 'What staff added; below zero: took off.' },
    outstanding: {
      kind: 'money',
      isLevel: true,
      description: 'What was left on all of them at the end of the day or month, or of the range.',
    },
  },
  rows: 'One row for each day or month with changes, in order, and one for the last of the range if something is outstanding then.',
  currency: 'Currency of the amounts (ISO 4217).',
  find: async ({ queries, currency }, { range, by }, seller) => {
    const sums = await sumGiftEntries(queries, range, { by, currency, soldBy: seller });
    const rows = new Map<string, Record<string, number>>();
    let outstanding = sums.before;
    for (const { period, kind, cents } of sums.within) {
      const [figure, sign] = FIGURES[kind];
      outstanding += cents;
      rows.set(period, { ...rows.get(period), [figure]: sign * cents, outstanding });
    }
    const last = by === 'month' ? monthOf(range.to) : range.to;
    if (outstanding !== 0) rows.set(last, { ...rows.get(last), outstanding });
    return [...rows].map(([key, figures]): Subtotal => ({ key, figures }));
  },
} as const satisfies Report<'day' | 'month'>;
