import { type ArticleItem, addSoldArticles, articleItems, articleName } from '../articles/index.ts';
import type { Language } from '../core/language.ts';
import { Refusal } from '../core/refusal.ts';
import {
  type GiftItem,
  giftItems,
  giftTexts,
  issueGifts,
  redeemGifts,
  withoutWords,
} from '../gifts/index.ts';
import { record } from '../journal/index.ts';
import { type PassItem, passItems, sellPasses, withoutHolder } from '../passes/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import {
  type Good,
  giftUsesIn,
  type HowPaid,
  type Order,
  type Seller,
  type SellingOptions,
  type Wanted,
} from './order.ts';

/**
 * What is wanted beside tickets, at today's terms, or why it is not sold. To be asked before slots are locked.
 * @param held what the order has of it already
 */
export async function goodsFor(
  tx: Transaction,
  seller: Seller,
  { items, articles = [], gifts = [], passes: wantedPasses = [] }: Wanted,
  held: readonly Good[],
  { terms, codes }: SellingOptions,
): Promise<readonly Good[] | Refusal> {
  const vouchers = gifts.length === 0 ? [] : giftItems(gifts, terms);
  if (vouchers instanceof Refusal) return vouchers;
  const passes = wantedPasses.length === 0 ? [] : await passItems(tx, seller, wantedPasses, { terms, codes });
  if (passes instanceof Refusal) return passes;
  if (articles.length === 0) return inOrder([...vouchers, ...passes]);
  const products = items.map(({ product }) => product);
  const known = { products, held: articlesIn(held) };
  const sold = await articleItems(tx, seller, articles, known, terms);
  return sold instanceof Refusal ? sold : inOrder([...sold, ...vouchers, ...passes]);
}

function inOrder(goods: readonly Good[]): Good[] {
  return goods.toSorted((one, other) => one.position - other.position);
}

export function articlesIn(goods: readonly Good[]): ArticleItem[] {
  return goods.filter((good) => good.kind === 'article');
}

export function giftsIn(goods: readonly Good[]): GiftItem[] {
  return goods.filter((good) => good.kind === 'gift');
}

export function passesIn(goods: readonly Good[]): PassItem[] {
  return goods.filter((good) => good.kind === 'pass');
}

/** What people are shown: the name of the article or of the type of passes, or that it is a gift voucher. */
export function goodName(good: Good, language: Language): string {
  return good.kind === 'gift' ? giftTexts(language)('giftVoucher') : articleName(good, language);
}

/** What an order keeps of its goods once it is sold, or its buyer is erased. */
export function goodsToKeep(goods: readonly Good[]): Good[] {
  return goods.map((good) => {
    if (good.kind === 'gift') return withoutWords(good);
    return good.kind === 'pass' ? withoutHolder(good) : good;
  });
}

type SoldGoods = Pick<Order, 'orderId' | 'goods' | 'currency' | 'soldBy' | 'language'>;

/** Writes down what is sold with the order beside tickets. @param email of the buyer; undefined: it is not known */
export async function sellGoods(
  context: ActionContext,
  order: SoldGoods,
  email: string | undefined,
  options: SellingOptions,
): Promise<void> {
  await sellArticles(context, order);
  await sellGifts(context, order, options);
  const { orderId, soldBy, currency } = order;
  const { contacts, terms } = options;
  const today = terms.localOf(context.now).day;
  const emailHash = email === undefined ? null : contacts.of(email);
  await sellPasses(context, passesIn(order.goods), { orderId, soldBy, currency, today, emailHash });
}

/**
 * Takes what gift vouchers pay for the order off them.
 * @throws Refusal gift-not-found, gift-not-valid or gift-balance-too-low
 */
export async function payWithGifts(
  context: ActionContext,
  { orderId, currency }: Pick<Order, 'orderId' | 'currency'>,
  paid: HowPaid,
  { terms: { localOf }, giftCodes: codes }: Pick<SellingOptions, 'terms' | 'giftCodes'>,
): Promise<void> {
  const uses = giftUsesIn(paid);
  if (uses.length > 0) await redeemGifts(context, { orderId, currency, uses }, { codes, localOf });
}

async function sellArticles(
  context: ActionContext,
  { orderId, goods, currency, soldBy }: SoldGoods,
): Promise<void> {
  const articles = articlesIn(goods);
  if (articles.length === 0) return;
  const sold = articles.map(({ article, is: kind, quantity, priceCents, vat }) => {
    return { orderId, article, kind, quantity, priceCents, vat, currency, soldBy, soldAt: context.now };
  });
  await addSoldArticles(context.tx, sold);
  const details = {
    articles: sold.map(({ article, quantity, priceCents }) => ({ article, quantity, priceCents })),
  };
  await record(context, { kind: 'articles.sold', subject: orderId, details });
}

async function sellGifts(
  context: ActionContext,
  { orderId, goods, currency, soldBy, language }: SoldGoods,
  { terms, giftCodes: codes, contacts }: SellingOptions,
): Promise<void> {
  const gifts = giftsIn(goods);
  if (gifts.length === 0) return;
  const sold = gifts.map((gift) => {
    const { priceCents: cents, message = null, to: recipient = null, position: item } = gift;
    const words = { message, recipient, language: gift.language ?? language };
    return { orderId, item, soldBy, cents, currency, ...words };
  });
  const { years } = terms.settings.now.gift;
  await issueGifts(context, sold, { codes, localOf: terms.localOf, years, contacts });
}
