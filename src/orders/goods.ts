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
  { items, articles = [], gifts = [] }: Wanted,
  held: readonly Good[],
  { terms }: SellingOptions,
): Promise<readonly Good[] | Refusal> {
  const vouchers = gifts.length === 0 ? [] : giftItems(gifts, terms);
  if (vouchers instanceof Refusal || articles.length === 0) return vouchers;
  const products = items.map(({ product }) => product);
  const known = { products, held: articlesIn(held) };
  const sold = await articleItems(tx, seller, articles, known, terms);
  return sold instanceof Refusal ? sold : inOrder([...sold, ...vouchers]);
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

/** What people are shown: the name of the article, or that it is a gift voucher. */
export function goodName(good: Good, language: Language): string {
  return good.kind === 'gift' ? giftTexts(language)('giftVoucher') : articleName(good, language);
}

/** What an order keeps of its goods once it is sold, or its buyer is erased. */
export function goodsToKeep(goods: readonly Good[]): Good[] {
  return goods.map((good) => (good.kind === 'gift' ? withoutWords(good) : good));
}

type SoldGoods = Pick<Order, 'orderId' | 'goods' | 'currency' | 'soldBy' | 'language'>;

/** Writes down what is sold with the order beside tickets. */
export async function sellGoods(
  context: ActionContext,
  order: SoldGoods,
  options: SellingOptions,
): Promise<void> {
  await sellArticles(context, order);
  await sellGifts(context, order, options);
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
