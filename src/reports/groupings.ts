import { findUsernames } from '../accounts/index.ts';
import { findArticles } from '../articles/index.ts';
import { findCards } from '../cards/index.ts';
import type { Uuid } from '../core/uuid.ts';
import { findDiscountsById } from '../discounts/index.ts';
import { findEventTitles } from '../events/index.ts';
import { findCategories } from '../offers/index.ts';
import { shareOf } from '../orders/index.ts';
import { RECORDED_METHODS } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import { ENTRY_KINDS } from '../visits/index.ts';
import type { FigureTable, Grouping, Head } from './report.ts';
import { NO_VAT } from './sales-figures.ts';

/** What rows of several reports stand for. A report adds how it reads the keys of its rows. */

/** The key is the day. */
export const BY_DAY = {
  columns: { date: { kind: 'day', description: 'The day; only in a report by day.' } },
} as const satisfies Grouping;

/** The key is YYYY-MM. */
export const BY_MONTH = {
  columns: { month: { kind: 'month', description: 'The month, YYYY-MM; only in a report by month.' } },
} as const satisfies Grouping;

/** The key is 00 to 23. */
export const BY_HOUR = {
  columns: {
    hour: {
      kind: 'hour',
      description:
        'The hour in which tickets were first admitted, or left for the last time, HH:mm in the museum’s time zone; only in a report by hour.',
    },
  },
  findHeads: async (_queries, keys) =>
    new Map(keys.map((key) => [key, { cells: [`${key}:00`], place: key }])),
} as const satisfies Grouping;

/** The key of what is no ticket. */
export const OTHER = 'other';
const OTHER_HEAD: Head = { cells: ['', 'Other'], place: '\uffff', kind: OTHER };

/** The key is the id of the event, '' for general entry, or OTHER. */
export const BY_EVENT = {
  columns: {
    eventId: {
      kind: 'event',
      description: 'Identifier of the special event, null for general entry; only in a report by event.',
    },
    eventName: {
      kind: 'name',
      description: 'Name of the event, or "General entry"; only in a report by event.',
    },
  },
  findHeads: async (queries, keys) => {
    const heads = new Map<string, Head>([
      ['', { cells: [null, 'General entry'], place: '' }],
      [OTHER, OTHER_HEAD],
    ]);
    const eventIds = keys.filter((key) => !heads.has(key)) as Uuid[];
    for (const [eventId, name] of await findEventNames(queries, eventIds))
      heads.set(eventId, { cells: [eventId, name], place: name });
    return heads;
  },
} as const satisfies Grouping;

/** The key is the id of the account, or '' for the service itself. */
export const bySeller = (description: string) =>
  ({
    columns: { seller: { kind: 'name', description } },
    findHeads: async (queries, keys) => {
      const names = await findUsernames(queries, keys.filter(Boolean) as Uuid[]);
      return new Map([...names].map(([id, name]): [string, Head] => [id, { cells: [name], place: name }]));
    },
  }) as const satisfies Grouping;

/** The key is the slug of the article. */
export const BY_ARTICLE = {
  columns: {
    article: { kind: 'article', description: 'Slug of the article; only in a report by article.' },
    articleName: { kind: 'name', description: 'Name of the article; only in a report by article.' },
  },
  findHeads: async (queries) =>
    new Map(
      (await findArticles(queries)).map(({ article, name }, index) => {
        return [article, { cells: [article, name], place: `${index}`.padStart(3, '0') }];
      }),
    ),
} as const satisfies Grouping;

/** The key is the id of the code, or '' for what was sold without one. */
export const BY_CODE = {
  columns: {
    codeId: {
      kind: 'code',
      description: 'Identifier of the code, null for what was sold without one; only in a report by code.',
    },
    code: { kind: 'name', description: 'The code, or "No code"; only in a report by code.' },
  },
  findHeads: async (queries, keys) => {
    const heads = new Map<string, Head>([['', { cells: [null, 'No code'], place: '' }]]);
    const codeIds = keys.filter(Boolean) as Uuid[];
    for (let from = 0; from < codeIds.length; from += NAMES_AT_ONCE)
      for (const [codeId, { code }] of await findDiscountsById(
        queries,
        codeIds.slice(from, from + NAMES_AT_ONCE),
      ))
        heads.set(codeId, { cells: [codeId, code], place: code });
    return heads;
  },
} as const satisfies Grouping;

/** The key is a month, YYYY-MM, and the slug of a card, with a space between. */
export const BY_CARD = {
  columns: {
    month: { kind: 'month', description: 'The month, YYYY-MM; only in a report by month or by card.' },
    card: { kind: 'card', description: 'Slug of the card; only in a report by card.' },
    cardName: { kind: 'name', description: 'Name of the card; only in a report by card.' },
  },
  findHeads: async (queries, keys) => {
    const names = new Map((await findCards(queries)).map(({ card, name }) => [card, name]));
    return new Map(
      keys.map((key): [string, Head] => {
        const [month = '', card = ''] = key.split(' ');
        return [key, { cells: [month, card, names.get(card) ?? card], place: key }];
      }),
    );
  },
  more: {
    figures: {
      worth: {
        kind: 'money',
        description: 'What its issuer pays for these visits; only in a report by card.',
      },
    },
    of: (_key, { worth = 0 }) => ({ worth }),
  },
} as const satisfies Grouping;

/** The key is the number of the category, or OTHER. */
export const BY_CATEGORY = {
  columns: {
    category: {
      kind: 'category',
      description: 'Category of the visitors; only in a report by category.',
    },
    categoryName: { kind: 'name', description: 'Name of the category; only in a report by category.' },
  },
  findHeads: async (queries) => {
    const categories = await findCategories(queries);
    return new Map([
      [OTHER, OTHER_HEAD],
      ...categories.map(({ number, category, name }, index): [string, Head] => {
        const place = `${index}`.padStart(2, '0');
        return [`${number}`, { cells: [category, name], place }];
      }),
    ]);
  },
} as const satisfies Grouping;

/** The key is the kind of entry. */
export const BY_ENTRY = {
  columns: {
    entry: {
      kind: 'entry',
      description: 'With what people came in; counted: without a ticket; only in a report by entry.',
    },
  },
  findHeads: async () =>
    new Map(ENTRY_KINDS.map((entry, index) => [entry, { cells: [entry], place: `${index}` }])),
} as const satisfies Grouping;

/** Worked out from the sum of a row. */
export const VAT_FIGURES = {
  net: { kind: 'money', description: 'The revenue without VAT; only in a report by vat.' },
  tax: { kind: 'money', description: 'The VAT in the revenue; only in a report by vat.' },
} as const satisfies FigureTable;

/** The key is the rate in hundredths of a percent, or NO_VAT. */
export const BY_VAT = {
  columns: {
    vat: { kind: 'vat', description: 'Rate of VAT in percent, null for none; only in a report by vat.' },
  },
  findHeads: async (_queries, keys) =>
    new Map(keys.map((key) => [key, { cells: [rateOf(key)], place: key.padStart(5, '0') }])),
  more: {
    figures: VAT_FIGURES,
    of: (key, { revenue = 0 }, currency) => {
      if (rateOf(key) === null) return { net: revenue, tax: 0 };
      const { net, tax } = shareOf(Number(key), revenue, currency);
      return { net, tax };
    },
  },
} as const satisfies Grouping;

function rateOf(key: string): number | null {
  return Number(key) === NO_VAT ? null : Number(key) / 100;
}

export const BY_METHOD = {
  columns: { method: { kind: 'method', description: 'How it was paid; only in a report by method.' } },
  findHeads: async () =>
    new Map(RECORDED_METHODS.map((method, index) => [method, { cells: [method], place: `${index}` }])),
} as const satisfies Grouping;

const NAMES_AT_ONCE = 500;

/** Names of those events, also of cancelled ones. */
async function findEventNames(queries: Queries, eventIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const names = new Map<Uuid, string>();
  for (let from = 0; from < eventIds.length; from += NAMES_AT_ONCE) {
    const titles = await findEventTitles(queries, eventIds.slice(from, from + NAMES_AT_ONCE));
    for (const [eventId, { name }] of titles) names.set(eventId, name);
  }
  return names;
}
