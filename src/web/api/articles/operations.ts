import {
  ARTICLE_CHANNELS,
  ARTICLE_KINDS,
  ARTICLE_LIMITS,
  type ArticleFault,
  articleFaults,
  MOST_ARTICLES,
  MOST_SUGGESTED,
} from '../../../articles/index.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE, toCents } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import type { Product } from '../../../offers/index.ts';
import { articleField, namesField, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Articles: what is sold beside tickets, and donations (the Operations group). */

const nameField = (description: string) => wordsField(ARTICLE_LIMITS.name, description);

/** @param options of an amount that is sent: answers have no multipleOf, which validators get wrong for binary fractions */
const amountOf = (description: string, options: object) =>
  Type.Number({ format: 'float', maximum: HIGHEST_PRICE, ...options, description });

const priceField = (options: object) =>
  Type.Optional(amountOf('Price of an extra; a donation has none.', { minimum: 0, ...options }));

const donatedField = (description: string, options: object) =>
  amountOf(description, { exclusiveMinimum: 0, ...options });

const moneyFields = (options: object) => ({
  price: priceField(options),
  suggested: Type.Optional(
    Type.Array(donatedField('An amount.', options), {
      maxItems: MOST_SUGGESTED,
      uniqueItems: true,
      description: `Amounts of a donation that are offered: at most ${MOST_SUGGESTED}.`,
    }),
  ),
  least: Type.Optional(donatedField('The least that is taken as a donation.', options)),
  most: Type.Optional(donatedField('The most that is taken as a donation.', options)),
  vat: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      ...options,
      description:
        'Percentage of value added tax that is in the price of an extra: 0 to 100, at most two decimals; that of the museum when left out. A donation has none.',
    }),
  ),
});

const productField = () =>
  Type.Unsafe<Product>({
    type: 'string',
    pattern: '^(?:general|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12})$',
    description: '"general" for general entry, or the identifier of a special event.',
  });

const articleFields = () => ({
  article: articleField(),
  kind: Type.Enum([...ARTICLE_KINDS], {
    type: 'string',
    title: 'ArticleKind',
    description: 'extra: sold at its price; donation: its buyer chooses the amount.',
  }),
  name: nameField('Name of the article'),
  description: Type.Optional(wordsField(ARTICLE_LIMITS.description, 'What it is')),
  withTicketFor: Type.Optional(
    Type.Array(productField(), {
      maxItems: MOST_ARTICLES,
      uniqueItems: true,
      description:
        'It is sold only together with a ticket for one of these, in the same order. Left out or empty: alone too.',
    }),
  ),
  onSale: Type.Boolean({ description: 'Whether it is sold.' }),
  channels: Type.Array(
    Type.Enum([...ARTICLE_CHANNELS], {
      type: 'string',
      title: 'ArticleChannel',
      description: 'A way of selling.',
    }),
    {
      minItems: 1,
      maxItems: ARTICLE_CHANNELS.length,
      uniqueItems: true,
      description: 'Where it is sold: by staff, in the shop, by partners.',
    },
  ),
});

const Article = Type.Object(
  { ...articleFields(), names: namesField(ARTICLE_LIMITS.name), ...moneyFields({}) },
  { title: 'Article' },
);

const ArticleInput = Type.Object(
  {
    ...articleFields(),
    names: namesField(ARTICLE_LIMITS.name, { additionalProperties: false }),
    ...moneyFields({ multipleOf: 0.01 }),
  },
  { additionalProperties: false, title: 'ArticleInput' },
);

const COMPLAINTS: Readonly<Record<ArticleFault['fault'], readonly [member: string, complaint: string]>> = {
  repeated: ['article', 'is given twice'],
  'extra-without-price': ['price', 'is required for an extra'],
  'extra-with-suggested': ['suggested', 'must be left out of an extra'],
  'extra-with-least': ['least', 'must be left out of an extra'],
  'extra-with-most': ['most', 'must be left out of an extra'],
  'donation-with-price': ['price', 'must be left out of a donation: its buyer chooses the amount'],
  'donation-with-vat': ['vat', 'must be left out of a donation, which has no VAT'],
  bounds: ['most', 'must not be below least'],
  'suggested-out-of-bounds': ['suggested', 'must be between least and most'],
};

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_ARTICLES) return [];
  const listed = body.map((each: Record<string, unknown> | null, index) => ({
    // What is no name is a fault of the schema, and equals no other.
    article: typeof each?.article === 'string' ? each.article : `#${index}`,
    kind: each?.kind as 'extra' | 'donation',
    priceCents: centsIn(each?.price),
    suggestedCents: Array.isArray(each?.suggested) ? each.suggested.flatMap((one) => centsIn(one) ?? []) : [],
    leastCents: centsIn(each?.least),
    mostCents: centsIn(each?.most),
    vat: centsIn(each?.vat),
  }));
  return articleFaults(listed)
    .filter(({ index }) => isKind(listed[index]?.kind))
    .map(({ index, fault }) => {
      const [member, complaint] = COMPLAINTS[fault];
      return { in: 'body', pointer: `/${index}/${member}`, detail: `${index}/${member} ${complaint}.` };
    });
}

function isKind(kind: unknown): boolean {
  return ARTICLE_KINDS.some((each) => each === kind);
}

function centsIn(value: unknown): number | null {
  return typeof value === 'number' ? toCents(value) : null;
}

const success = {
  description: 'The articles, in the order shown.',
  schema: Type.Array(Article, { title: 'Articles' }),
} as const;

export const articleOperations = resource(
  { tag: 'Operations', examples },
  {
    listArticles: {
      method: 'GET',
      path: '/articles',
      summary: 'List the articles',
      description:
        'Lists what is sold beside tickets, and donations, in the order shown, also what is not on sale.',
      permission: 'read-programme',
      success,
    },
    setArticles: {
      method: 'PUT',
      path: '/articles',
      summary: 'Set the articles',
      description:
        'Replaces the list of articles, in the order shown. An article that was sold can’t be left out, and keeps its kind: take it off sale instead. Orders keep the names and prices at which they were placed.',
      permission: 'arrange-programme',
      body: {
        schema: Type.Array(ArticleInput, {
          maxItems: MOST_ARTICLES,
          title: 'ArticlesInput',
          description: `The articles: at most ${MOST_ARTICLES}.`,
        }),
        faultsOf: listFaults,
      },
      success,
      problems: ['article-in-use', 'event-not-found'],
    },
  },
);
