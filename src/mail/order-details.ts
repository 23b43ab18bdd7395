import { LAST_DAY } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { isolated, oneLine } from '../core/name.js';
import type { TextInLanguage } from '../core/texts-by-language.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Words, wordTexts } from '../core/words.ts';
import { findEventTitles, findSayings } from '../events/index.ts';
import { eventIn, GENERAL } from '../offers/index.ts';
import {
  type Good,
  goodName,
  type Order,
  type OrderItem,
  type OrderRecord,
  orderRecords,
  paidBackText,
  type Receipt,
  receiptOf,
  totalOf,
} from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { factTexts } from '../tickets/index.ts';
import type { Details } from './layout.ts';
import { visitorMailTexts } from './visitor-mail-texts.ts';

/** What an order is for, without its tickets; once it is sold, what holds, and what does not. @param usual the museum's language */
export async function itemsOf(
  queries: Queries,
  order: Order,
  words: Words,
  usual: Language,
): Promise<Details> {
  const say = visitorMailTexts(words.language);
  const { items, goods, totalCents, ...more } = await receiptIn(queries, order, words);
  const visits = await visitsIn(queries, items, words, usual);
  return [
    [say('order'), order.orderCode],
    ...visits.map(({ visit, named }) => [factTexts(words.language)('what'), visit, named] as const),
    ...goodsIn(goods, words),
    [say('total'), totalInWords(order, totalCents, words)],
    ...(await linesOfGone(queries, more, words, usual)),
  ];
}

/** "2 × Audio guide" @param label left out: what each is */
function goodsIn(goods: readonly Good[], { language }: Words, label?: 'articleBack'): Details {
  const say = visitorMailTexts(language);
  return goods.map((good) => {
    const name = isolated(oneLine(goodName(good, language)));
    if (good.kind === 'gift') return [say(label ?? 'extra'), name];
    if (good.kind === 'pass') return [say(label ?? 'pass'), name];
    return [say(label ?? good.is), good.is === 'extra' ? `${good.quantity} × ${name}` : name];
  });
}

async function receiptIn(queries: Queries, order: Order, { language }: Words): Promise<Receipt> {
  const [record] = await orderRecords(queries, [order], { today: LAST_DAY, language });
  return receiptOf(record as OrderRecord);
}

/** Free is only what has cost nothing from the beginning. */
function totalInWords(order: Order, cents: number, words: Words): string {
  return totalOf(order) === 0
    ? words.price({ priceCents: 0, currency: order.currency })
    : words.money(cents, order.currency);
}

async function linesOfGone(
  queries: Queries,
  { gone, goodsGone }: Pick<Receipt, 'gone' | 'goodsGone'>,
  words: Words,
  usual: Language,
): Promise<Details> {
  const items = gone.map(({ item }) => item);
  const visits = await visitsIn(queries, items, words, usual);
  const label = visitorMailTexts(words.language)('givenBack');
  return [
    ...visits.map(({ visit, named }) => [label, visit, named] as const),
    ...goodsIn(goodsGone, words, 'articleBack'),
  ];
}

interface VisitLine {
  /** "2 × General entry · Saturday 13 March 2027" */
  readonly visit: string;
  /** The name of the event, if it is in another language. */
  readonly named: TextInLanguage | undefined;
}

/** One for each visit of the items. */
async function visitsIn(
  queries: Queries,
  items: readonly OrderItem[],
  words: Words,
  usual: Language,
): Promise<VisitLine[]> {
  const { language } = words;
  const eventIds = items.flatMap(({ product }) => eventIn(product) ?? []);
  const [titles, say] = await Promise.all([
    findEventTitles(queries, [...new Set(eventIds)]),
    findSayings(queries, eventIds, [language, usual]),
  ]);
  const nameOf = (eventId: Uuid): TextInLanguage => {
    const said = say(eventId, { name: titles.get(eventId)?.name ?? '', location: '' });
    return { language: said.languages.name, text: oneLine(said.name) };
  };
  const visits = items.map(({ product, day, entryTime, ticketIds }) => {
    const name =
      product === GENERAL ? { language, text: wordTexts(language)('generalEntry') } : nameOf(product);
    const visit = [isolated(name.text), words.day(day), entryTime ?? ''].filter(Boolean).join(' · ');
    return { visit, count: ticketIds.length, named: name.language === language ? undefined : name };
  });
  return [...Map.groupBy(visits, ({ visit }) => visit)].map(([visit, together]) => {
    const count = together.reduce((sum, each) => sum + each.count, 0);
    return { visit: `${count} × ${visit}`, named: together[0]?.named };
  });
}

/** Who sells, as it stands on a receipt. */
export interface Issuer {
  readonly museum: string;
  /** The museum's language. */
  readonly language: Language;
  readonly address?: string | undefined;
  /** What is said of that for which there is no rate of value added tax. */
  readonly vatNote?: TextInLanguage | undefined;
}

/** The receipt of an order that was sold: what holds comes to, with the value added tax by rate, then what was given back. */
export async function receiptLines(
  queries: Queries,
  order: Order,
  { museum, language, address, vatNote }: Issuer,
  words: Words,
): Promise<Details> {
  const { goods, totalCents, vat, lacksVat, gone, goodsGone, payments } = await receiptIn(
    queries,
    order,
    words,
  );
  const say = visitorMailTexts(words.language);
  const money = (cents: number) => words.money(cents, order.currency);
  const issuer = [museum, address].flatMap((text) => (text === undefined ? [] : isolated(oneLine(text))));
  return [
    [say('receipt'), order.orderCode],
    ...(order.soldAt === null ? [] : [[say('soldOn'), words.dayOf(order.soldAt)] as const]),
    ...goodsIn(goods, words),
    [say('total'), totalInWords(order, totalCents, words)],
    ...(totalCents === 0 ? [] : vat).map(({ rate, net, tax }) => {
      const label = say('vat', { rate: words.percent(rate) });
      return [label, say('vatOf', { tax: money(tax), net: money(net) })] as const;
    }),
    ...(lacksVat ? noteOf(vatNote, words) : []),
    ...(await linesOfGone(queries, { gone, goodsGone }, words, language)),
    ...payments
      .filter(({ cents }) => cents < 0)
      .map((payment) => [say('payment'), paidBackText(payment, words)] as const),
    [say('issuer'), issuer.join(', ')],
  ];
}

/** Why there is no value added tax in some of the prices. */
function noteOf(note: TextInLanguage | undefined, { language }: Words): Details {
  if (note === undefined) return [];
  const text = oneLine(note.text);
  const named = note.language === language ? undefined : { ...note, text };
  return [[visitorMailTexts(language)('noVat'), isolated(text), named]];
}
