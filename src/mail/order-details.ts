import { LAST_DAY } from '../core/calendar-day.ts';
import { isolated, oneLine } from '../core/name.js';
import { type Words, wordTexts } from '../core/words.ts';
import { findEventTitles } from '../events/index.ts';
import { eventIn, GENERAL } from '../offers/index.ts';
import {
  type Order,
  type OrderItem,
  type OrderRecord,
  orderRecords,
  paidBackText,
  receiptOf,
  totalOf,
} from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { factTexts } from '../tickets/index.ts';
import type { Details } from './layout.ts';
import { visitorMailTexts } from './visitor-mail-texts.ts';

/** What an order is for, without its tickets. */
export async function itemsOf(queries: Queries, order: Order, words: Words): Promise<Details> {
  const say = visitorMailTexts(words.language);
  const visits = await visitsIn(queries, order.items, words);
  return [
    [say('order'), order.orderCode],
    ...visits.map((visit) => [factTexts(words.language)('what'), visit] as const),
    [say('total'), words.price({ priceCents: totalOf(order), currency: order.currency })],
  ];
}

/** "2 × General entry · Saturday 13 March 2027" for each visit of the items. */
async function visitsIn(queries: Queries, items: readonly OrderItem[], words: Words): Promise<string[]> {
  const eventIds = items.flatMap(({ product }) => eventIn(product) ?? []);
  const titles = await findEventTitles(queries, [...new Set(eventIds)]);
  const visits = items.map(({ product, day, entryTime, ticketIds }) => {
    const title =
      product === GENERAL ? wordTexts(words.language)('generalEntry') : (titles.get(product)?.name ?? '');
    const visit = [isolated(oneLine(title)), words.day(day), entryTime ?? ''].filter(Boolean).join(' · ');
    return { visit, count: ticketIds.length };
  });
  return [...Map.groupBy(visits, ({ visit }) => visit)].map(([visit, together]) => {
    return `${together.reduce((sum, { count }) => sum + count, 0)} × ${visit}`;
  });
}

/** Who sells, as it stands on a receipt. */
export interface Issuer {
  readonly museum: string;
  readonly address?: string | undefined;
}

/** The receipt of an order that was sold: what holds comes to, with the value added tax by rate, then what was given back. */
export async function receiptLines(
  queries: Queries,
  order: Order,
  { museum, address }: Issuer,
  words: Words,
): Promise<Details> {
  const [record] = await orderRecords(queries, [order], { today: LAST_DAY, language: words.language });
  const { totalCents, vat, gone, payments } = receiptOf(record as OrderRecord);
  const say = visitorMailTexts(words.language);
  const money = (cents: number) => words.money(cents, order.currency);
  const issuer = [museum, address].flatMap((text) => (text === undefined ? [] : isolated(oneLine(text))));
  const givenBack = await visitsIn(
    queries,
    gone.map(({ item }) => item),
    words,
  );
  return [
    [say('receipt'), order.orderCode],
    ...(order.soldAt === null ? [] : [[say('soldOn'), words.dayOf(order.soldAt)] as const]),
    [say('total'), words.price({ priceCents: totalCents, currency: order.currency })],
    ...(totalCents === 0 ? [] : vat).map(({ rate, net, tax }) => {
      const label = say('vat', { rate: words.percent(rate) });
      return [label, say('vatOf', { tax: money(tax), net: money(net) })] as const;
    }),
    ...givenBack.map((visit) => [say('givenBack'), visit] as const),
    ...payments
      .filter(({ cents }) => cents < 0)
      .map((payment) => [say('payment'), paidBackText(payment, words)] as const),
    [say('issuer'), issuer.join(', ')],
  ];
}
