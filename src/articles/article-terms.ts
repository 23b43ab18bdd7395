import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { HIGHEST_PRICE, smallestAmount, toCents } from '../core/money.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import { type OfferTerms, type Product, usualVat } from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import { type Article, type ArticleChannel, type ArticleKind, keepArticles } from './article.ts';

/** So many of an article that somebody wants. */
export interface WantedArticle {
  readonly article: string;
  readonly quantity: number;
  /** Hundredths: the amount of a donation; left out of an extra. */
  readonly priceCents?: number | undefined;
  /** Where it stands among all items that were asked for. */
  readonly position: number;
}

/** An article in an order, at the terms on which it was held or sold. */
export interface ArticleItem {
  readonly kind: 'article';
  readonly article: string;
  /** What the article is: an order keeps it, whatever becomes of the list. */
  readonly is: ArticleKind;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly quantity: number;
  /** Hundredths, of one. */
  readonly priceCents: number;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  /** Where it stands among all items that were asked for. */
  readonly position: number;
}

/**
 * What is wanted at today's terms, or why it is not sold.
 * @param products what the tickets are for that are in the order
 * @param held what the order has already: as many or fewer of that stay at its price, also where it is not sold any more
 */
export async function articleItems(
  tx: Transaction,
  seller: Pick<Actor, 'role' | 'channel'>,
  wanted: readonly WantedArticle[],
  { products, held = [] }: { readonly products: readonly Product[]; readonly held?: readonly ArticleItem[] },
  terms: OfferTerms,
): Promise<readonly ArticleItem[] | Refusal> {
  const found = await keepArticles(
    tx,
    wanted.map(({ article }) => article),
  );
  const known = new Map(found.map((article) => [article.article, article]));
  const faults = wanted.flatMap((each) => faultIn(each, known.get(each.article), terms.currency) ?? []);
  if (faults.length > 0) return new Refusal('article-invalid', { faults, currency: terms.currency });
  const sold = wanted.map((each) => [each, known.get(each.article) as Article] as const);
  for (const [each, article] of sold) {
    const because = notSold(article, channelOf(seller), products);
    const isHeld = held.some(
      ({ article: slug, quantity }) => slug === each.article && quantity >= each.quantity,
    );
    if (because !== undefined && !(isHeld && because !== 'ticket'))
      return new Refusal('article-not-sold', { article: article.article, name: article.name, because });
  }
  return sold.map(([each, article]) => itemOf(each, article, held, terms));
}

/** Those of the articles that are on sale to somebody who comes in so. */
export function articlesFor(
  articles: readonly Article[],
  seller: Pick<Actor, 'role' | 'channel'>,
): readonly Article[] {
  return articles.filter(({ onSale, channels }) => onSale && channels.includes(channelOf(seller)));
}

/** Where the article is sold to somebody who comes in so. */
function channelOf({ role, channel }: Pick<Actor, 'role' | 'channel'>): ArticleChannel {
  if (channel === 'shop') return 'shop';
  return role === 'partner' ? 'partners' : 'desk';
}

type WantedFault = RefusalFacts['article-invalid']['faults'][number];

function faultIn(
  { article, position, quantity, priceCents }: WantedArticle,
  known: Article | undefined,
  currency: string,
): WantedFault | undefined {
  const at = { article, position };
  if (known === undefined) return { ...at, because: 'unknown' };
  if (known.kind === 'extra')
    return priceCents === undefined ? undefined : { ...at, because: 'price-of-extra' };
  if (quantity !== 1) return { ...at, because: 'quantity-of-donation' };
  if (priceCents === undefined) return { ...at, because: 'amount-missing' };
  const least = known.leastCents ?? smallestAmount(currency);
  const most = known.mostCents ?? toCents(HIGHEST_PRICE);
  return priceCents < least || priceCents > most ? { ...at, because: 'amount', least, most } : undefined;
}

function notSold(
  { onSale, channels, withTicketFor }: Article,
  channel: ArticleChannel,
  products: readonly Product[],
): RefusalFacts['article-not-sold']['because'] | undefined {
  if (!onSale) return 'off-sale';
  if (!channels.includes(channel)) return 'channel';
  const isAlone = withTicketFor.length > 0 && !withTicketFor.some((product) => products.includes(product));
  return isAlone ? 'ticket' : undefined;
}

function itemOf(
  { quantity, position, priceCents }: WantedArticle,
  { article, kind: is, name, names, ...known }: Article,
  held: readonly ArticleItem[],
  terms: OfferTerms,
): ArticleItem {
  const before = held.find((each) => each.article === article);
  if (before !== undefined && is === 'extra' && before.quantity >= quantity)
    return { ...before, quantity, position };
  const vat = is === 'donation' ? null : (known.vat ?? usualVat(terms));
  const cents = known.priceCents ?? priceCents ?? 0;
  return { kind: 'article', article, is, name, names, quantity, priceCents: cents, vat, position };
}
