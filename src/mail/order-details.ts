import { isolated, oneLine } from '../core/name.js';
import { type Words, wordTexts } from '../core/words.ts';
import { findEventTitles } from '../events/index.ts';
import { eventIn, GENERAL } from '../offers/index.ts';
import { type Order, totalOf, vatIn } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { factTexts } from '../tickets/index.ts';
import type { Details } from './layout.ts';
import { visitorMailTexts } from './visitor-mail-texts.ts';

/** What an order is for, without its tickets. */
export async function itemsOf(queries: Queries, order: Order, words: Words): Promise<Details> {
  const { language } = words;
  const eventIds = order.items.flatMap(({ product }) => eventIn(product) ?? []);
  const titles = await findEventTitles(queries, [...new Set(eventIds)]);
  const items = order.items.map(({ product, day, entryTime, ticketIds }) => {
    const title =
      product === GENERAL ? wordTexts(language)('generalEntry') : (titles.get(product)?.name ?? '');
    const visit = [isolated(oneLine(title)), words.day(day), entryTime ?? ''].filter(Boolean).join(' · ');
    return { visit, count: ticketIds.length };
  });
  const visits = [...Map.groupBy(items, ({ visit }) => visit)].map(([visit, together]) => {
    const count = together.reduce((sum, each) => sum + each.count, 0);
    return [factTexts(language)('what'), `${count} × ${visit}`] as const;
  });
  const say = visitorMailTexts(language);
  return [
    [say('order'), order.orderCode],
    ...visits,
    [say('total'), words.price({ priceCents: totalOf(order), currency: order.currency })],
  ];
}

/** Who sells, as it stands on a receipt. */
export interface Issuer {
  readonly museum: string;
  readonly address?: string | undefined;
}

/** The receipt of an order that was sold, with the value added tax in it by rate. */
export function receiptOf(order: Order, { museum, address }: Issuer, words: Words): Details {
  const say = visitorMailTexts(words.language);
  const priceCents = totalOf(order);
  const money = (cents: number) => words.money(cents, order.currency);
  const taxes = priceCents === 0 ? [] : vatIn(order);
  const issuer = [museum, address].flatMap((text) => (text === undefined ? [] : isolated(oneLine(text))));
  return [
    [say('receipt'), order.orderCode],
    ...(order.soldAt === null ? [] : [[say('soldOn'), words.dayOf(order.soldAt)] as const]),
    [say('total'), words.price({ priceCents, currency: order.currency })],
    ...taxes.map(({ rate, net, tax }) => {
      const label = say('vat', { rate: words.percent(rate) });
      return [label, say('vatOf', { tax: money(tax), net: money(net) })] as const;
    }),
    [say('issuer'), issuer.join(', ')],
  ];
}
