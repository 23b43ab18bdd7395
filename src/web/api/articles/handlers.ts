import { type Article, listArticles, setArticles } from '../../../articles/index.ts';
import { fromCents, toCents } from '../../../core/money.ts';
import type { Product } from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { articleOperations } from './operations.ts';

export function articleHandlers({ store, clock, selling }: Parts<'store' | 'clock' | 'selling'>) {
  return showing<keyof typeof articleOperations>({
    listArticles: async ({ actor }) => (await listArticles(store, actor)).map(showArticle),

    setArticles: async ({ actor, body }) => {
      requireAmounts(selling.terms.currency, body.flatMap(amountsIn));
      const articles = body.map(readArticle);
      await runAction({ store, clock }, actor, (context) => setArticles(context, articles));
      return articles.map(showArticle);
    },
  });
}

type Sent = InputOf<'setArticles'>['body'][number];

function amountsIn({ price, suggested = [], least, most }: Sent, index: number) {
  return [
    [`/${index}/price`, price],
    ...suggested.map((amount, at) => [`/${index}/suggested/${at}`, amount] as const),
    [`/${index}/least`, least],
    [`/${index}/most`, most],
  ] as const;
}

function readArticle(sent: Sent): Article {
  const { price, suggested = [], least, most, vat, names = {}, description = null, ...rest } = sent;
  const { withTicketFor = [], ...same } = rest;
  return {
    ...same,
    withTicketFor: withTicketFor.map((product) => product.toLowerCase() as Product),
    names,
    description,
    priceCents: centsOf(price),
    suggestedCents: suggested.map(toCents),
    leastCents: centsOf(least),
    mostCents: centsOf(most),
    vat: centsOf(vat),
  };
}

function centsOf(amount: number | undefined): number | null {
  return amount === undefined ? null : toCents(amount);
}

function showArticle(article: Article): OutputOf<'listArticles'>[number] {
  const { names, description, priceCents, suggestedCents, leastCents, mostCents, vat, ...rest } = article;
  const { withTicketFor, channels, ...same } = rest;
  return {
    ...same,
    channels: [...channels],
    ...(withTicketFor.length > 0 && { withTicketFor: [...withTicketFor] }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(description !== null && { description }),
    ...(priceCents !== null && { price: fromCents(priceCents) }),
    ...(suggestedCents.length > 0 && { suggested: suggestedCents.map(fromCents) }),
    ...(leastCents !== null && { least: fromCents(leastCents) }),
    ...(mostCents !== null && { most: fromCents(mostCents) }),
    ...(vat !== null && { vat: fromCents(vat) }),
  };
}
