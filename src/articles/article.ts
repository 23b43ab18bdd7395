import type { Language } from '../core/language.ts';
import type { Product } from '../offers/index.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';

export const ARTICLE_KINDS = ['extra', 'donation'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** Where an article is sold. */
export const ARTICLE_CHANNELS = ['desk', 'shop', 'partners'] as const;
export type ArticleChannel = (typeof ARTICLE_CHANNELS)[number];

/** Something that is sold beside tickets. Money is in hundredths. */
export interface Article {
  /** Its slug, by which everybody knows it. */
  readonly article: string;
  readonly kind: ArticleKind;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly description: string | null;
  /** Null: a donation, whose amount the buyer chooses. */
  readonly priceCents: number | null;
  /** The amounts of a donation that are offered, and between what any amount must be; null: no bound. */
  readonly suggestedCents: readonly number[];
  readonly leastCents: number | null;
  readonly mostCents: number | null;
  /** Hundredths of a percent; null: that of the museum. A donation has none. */
  readonly vat: number | null;
  /** It is sold only together with a ticket for one of these; empty: alone too. */
  readonly withTicketFor: readonly Product[];
  readonly onSale: boolean;
  readonly channels: readonly ArticleChannel[];
}

/** What the article is called in that language, or else in the museum's. */
export function articleName({ name, names }: Pick<Article, 'name' | 'names'>, language: Language): string {
  return names[language] ?? name;
}

/** In characters. */
export const ARTICLE_LIMITS = { name: 60, description: 500 } as const;
export const MOST_ARTICLES = 100;
export const MOST_SUGGESTED = 4;

/** What can be wrong with a list of articles, beyond the shape of each. */
export interface ArticleFault {
  readonly index: number;
  readonly fault:
    | 'repeated'
    | 'extra-without-price'
    | 'extra-with-suggested'
    | 'extra-with-least'
    | 'extra-with-most'
    | 'donation-with-price'
    | 'donation-with-vat'
    | 'bounds'
    | 'suggested-out-of-bounds';
}

/** The faults of a list that is to be set, in its order. */
export function articleFaults(
  articles: readonly Pick<
    Article,
    'article' | 'kind' | 'priceCents' | 'suggestedCents' | 'leastCents' | 'mostCents' | 'vat'
  >[],
): ArticleFault[] {
  const seen = new Set<string>();
  return articles.flatMap(
    ({ article, kind, priceCents, suggestedCents, leastCents, mostCents, vat }, index) => {
      const isExtra = kind === 'extra';
      const [least, most] = [leastCents ?? 0, mostCents ?? Number.POSITIVE_INFINITY];
      const faults: Record<ArticleFault['fault'], boolean> = {
        repeated: seen.has(article),
        'extra-without-price': isExtra && priceCents === null,
        'extra-with-suggested': isExtra && suggestedCents.length > 0,
        'extra-with-least': isExtra && leastCents !== null,
        'extra-with-most': isExtra && mostCents !== null,
        'donation-with-price': !isExtra && priceCents !== null,
        'donation-with-vat': !isExtra && vat !== null,
        bounds: least > most,
        'suggested-out-of-bounds':
          least <= most && suggestedCents.some((cents) => cents < least || cents > most),
      };
      seen.add(article);
      return (Object.keys(faults) as ArticleFault['fault'][])
        .filter((fault) => faults[fault])
        .map((fault) => ({ index, fault }));
    },
  );
}

/** All articles, in the order shown. */
export function findArticles(queries: Queries): Promise<Article[]> {
  return readArticles(queries, 'ORDER BY position', []);
}

/** Those of the articles that there are, which stay as they are until the transaction ends. */
export function keepArticles(tx: Transaction, slugs: readonly string[]): Promise<Article[]> {
  return readArticles(tx, `WHERE article IN ? ORDER BY article${tx.dialect.lockForShare}`, [slugs]);
}

async function readArticles(
  queries: Queries,
  which: string,
  values: readonly (readonly string[])[],
): Promise<Article[]> {
  const rows = await queries.all<ArticleRow>(`SELECT ${COLUMNS.join(', ')} FROM articles ${which}`, values);
  return rows.map((row) => ({
    article: row.article,
    kind: row.kind,
    name: row.name,
    names: JSON.parse(row.names),
    description: row.description,
    priceCents: row.price_cents,
    suggestedCents: JSON.parse(row.suggested),
    leastCents: row.least_cents,
    mostCents: row.most_cents,
    vat: row.vat,
    withTicketFor: JSON.parse(row.with_ticket_for),
    onSale: row.on_sale === 1,
    channels: JSON.parse(row.channels),
  }));
}

/** Replaces the list. What stays is changed in its row, so that a sale that waits for it finds it. */
export async function replaceArticles(
  tx: Transaction,
  before: readonly Article[],
  after: readonly Article[],
): Promise<void> {
  const kept = new Set(after.map(({ article }) => article));
  const removed = before.map(({ article }) => article).filter((article) => !kept.has(article));
  if (removed.length > 0) await tx.run('DELETE FROM articles WHERE article IN ?', [removed]);
  for (const [position, article] of after.entries()) await tx.run(SET, valuesOf(article, position));
}

function valuesOf(article: Article, position: number): SqlValue[] {
  return [
    ...[article.article, position, article.kind, article.name, JSON.stringify(article.names)],
    ...[article.description, article.priceCents, JSON.stringify(article.suggestedCents)],
    ...[article.leastCents, article.mostCents, article.vat, JSON.stringify(article.withTicketFor)],
    ...[article.onSale ? 1 : 0, JSON.stringify(article.channels)],
  ];
}

const COLUMNS = [
  'article',
  'position',
  'kind',
  'name',
  'names',
  'description',
  'price_cents',
  'suggested',
  'least_cents',
  'most_cents',
  'vat',
  'with_ticket_for',
  'on_sale',
  'channels',
];
const SET = `INSERT INTO articles (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (article) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`;

interface ArticleRow {
  readonly article: string;
  readonly kind: ArticleKind;
  readonly name: string;
  readonly names: string;
  readonly description: string | null;
  readonly price_cents: number | null;
  readonly suggested: string;
  readonly least_cents: number | null;
  readonly most_cents: number | null;
  readonly vat: number | null;
  readonly with_ticket_for: string;
  readonly on_sale: number;
  readonly channels: string;
}
