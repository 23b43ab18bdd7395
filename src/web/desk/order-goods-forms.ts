import { once } from '../../idempotency/index.ts';
import {
  type ArticleCount,
  backFor,
  findAccount,
  type HandedOut,
  handOut,
  voidOrder,
} from '../../orders/index.ts';
import { formOnce } from './form-once.ts';
import { orderAddress } from './links.ts';
import { recordOf, showOrder } from './order.ts';
import { backField, type GoodsField, mostBack } from './order-goods.ts';
import { orderTexts } from './order-texts.ts';
import { formsOf } from './post-form.ts';
import { readVoid } from './void-form.ts';

const goodsForm = formsOf<GoodsField>({ id: 'orderId', at: orderAddress, page: showOrder });

/** Hands so many of an article out, or takes them back. */
export const handOutGoods = goodsForm(async (desk, orderId, { values, again }) => {
  const { article = '', quantity = '', step, key } = values;
  const count = /^[1-9]\d{0,2}$/.test(quantity) ? Number(quantity) : undefined;
  if (count === undefined) return again({ fault: orderTexts(desk.language)('howManyFault') });
  const asked = { article, quantity: step === 'takeBack' ? -count : count };
  const request = formOnce<HandedOut>(desk, 'hand-out', key, { orderId, ...asked }, () => '');
  await once(desk, desk.actor, request, async (context) => {
    return { outcome: await handOut(context, orderId, asked) };
  });
  return step === 'takeBack' ? 'articlesTakenBack' : 'articlesHandedOut';
});

/** Takes articles of the order back, and pays back. */
export const returnGoods = goodsForm(async (desk, orderId, { values, again }) => {
  const record = await recordOf(desk, orderId);
  const articles = record.articles.flatMap((sold): ArticleCount[] => {
    const quantity = Number(values[backField(sold)] || 0);
    return quantity > 0 ? [{ article: sold.article, quantity }] : [];
  });
  if (articles.length === 0 || articles.some(({ quantity }) => !Number.isSafeInteger(quantity)))
    return again({ fault: orderTexts(desk.language)('howManyFault') });
  const { facts } = await findAccount(desk.store, orderId);
  const due = { ...mostBack(record), cents: backFor(facts, [], articles) };
  const wish = readVoid(desk, values, due);
  if ('wrong' in wish) return again(wish.wrong);
  const { reason, refund, amount, key } = values;
  const request = formOnce<string>(
    desk,
    'articles',
    key,
    { orderId, articles, reason, refund, amount },
    String,
  );
  await once(desk, desk.actor, request, async ({ tx }) => {
    await voidOrder(tx, desk.actor, orderId, { ...wish, articles }, desk.selling);
    return { outcome: '' };
  });
  return 'articlesReturned';
});
