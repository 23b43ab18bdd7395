import { randomUUID } from 'node:crypto';
import { countOf, leftToHandOut, leftToReturn, type SoldArticle } from '../../articles/index.ts';
import { may } from '../../core/permissions.ts';
import { articlesIn, type Good, goodName, type OrderRecord } from '../../orders/index.ts';
import type { Fields } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import type { DeskRequest } from './desk-options.ts';
import { orderAddress } from './links.ts';
import { orderTexts } from './order-texts.ts';
import { formTo } from './post-form.ts';
import { type Sum, sumBack } from './refund-fields.ts';
import { type VoidField, voidFields } from './void-form.ts';

/** `back-`: how many of an article are given back. */
export type GoodsField = 'key' | 'article' | 'quantity' | 'step' | `back-${string}` | VoidField;

/**
 * What is ordered beside tickets, what became of it, and the buttons with which it is handed out and taken back.
 * @param fields of the form that gives it back; undefined: the page has another form that pays back
 */
export function goodsPart(
  desk: DeskRequest,
  record: OrderRecord,
  fields: Fields<GoodsField> | undefined,
): Html {
  const { language, words, actor } = desk;
  const say = orderTexts(language);
  const { currency } = record.order;
  // Gift vouchers that are sold have a table of their own.
  const goods = record.gifts.length > 0 ? articlesIn(record.order.goods) : record.order.goods;
  const soldOf = (good: Good) =>
    record.articles.find(({ article }) => good.kind === 'article' && article === good.article);
  const count = (good: Good, what: 'returned' | 'handed-out') => {
    const sold = soldOf(good);
    return sold === undefined ? 0 : countOf(sold, what);
  };
  const isGivenBack = goods.some((good) => count(good, 'returned') > 0);
  const mayHandOut = record.articles.length > 0 && may(actor.role, 'admit-visitors');
  const columns: Column<Good>[] = [
    { head: say('what'), cell: (good) => goodName(good, language) },
    { head: say('price'), cell: ({ priceCents }) => words.price({ priceCents, currency }), isNumber: true },
    { head: say('quantity'), cell: ({ quantity }) => quantity, isNumber: true },
    ...(isGivenBack
      ? [{ head: say('givenBack'), cell: (good: Good) => count(good, 'returned'), isNumber: true }]
      : []),
    {
      head: say('handedOut'),
      cell: (good) => good.kind === 'article' && good.is === 'extra' && count(good, 'handed-out'),
      isNumber: true,
    },
    { head: say('handOut'), cell: (good) => handOutForms(desk, good, soldOf(good)) },
  ];
  return html`
    ${goods.length > 0 && table(say('articles'), goods, mayHandOut ? columns : columns.slice(0, -1))}
    ${fields && may(actor.role, 'void-tickets') && returnPart(desk, record, fields)}
  `;
}

/** What is still to be handed out, and what is handed out and may come back; nothing of a donation. */
function handOutForms(desk: DeskRequest, good: Good, sold: SoldArticle | undefined): Html | string {
  if (sold === undefined || sold.kind === 'donation') return '';
  const say = orderTexts(desk.language);
  const name = goodName(good, desk.language);
  const form = (step: 'handOut' | 'takeBack', most: number) => {
    const tied = {
      ...{ name: 'quantity', min: 1, max: most, value: most, required: true },
      'aria-label': say(`${step}HowMany`, { name }),
    };
    const content = html`
      <input type="hidden" name="key" value="${randomUUID()}">
      <input type="hidden" name="article" value="${sold.article}">
      <span class="unbroken">
        <input type="number" inputmode="numeric" autocomplete="off"${attributes(tied)}>
        <button name="step" value="${step}">${say(step)}</button>
      </span>
    `;
    return most > 0 && formTo(desk, `${orderAddress(sold.orderId)}/hand-out`, content);
  };
  return html`
    ${form('handOut', leftToHandOut(sold))}
    ${form('takeBack', countOf(sold, 'handed-out'))}
  `;
}

/** Takes articles back for money: those that are not handed out. */
function returnPart(desk: DeskRequest, record: OrderRecord, fields: Fields<GoodsField>): Html | false {
  const { language } = desk;
  const say = orderTexts(language);
  const left = record.articles.filter((each) => leftToReturn(each) > 0);
  const nameOf = ({ article }: SoldArticle) => {
    const good = articlesIn(record.order.goods).find((each) => each.article === article);
    return good === undefined ? article : goodName(good, language);
  };
  const numbers = left.map((sold) =>
    fields.input(backField(sold), {
      label: say('howManyBack', { name: nameOf(sold), count: leftToReturn(sold) }),
      with: { type: 'number', min: 0, max: leftToReturn(sold), placeholder: '0', autocomplete: 'off' },
    }),
  );
  const form = html`
    ${fields.hidden('key', randomUUID())}
    ${numbers}
    ${voidFields(desk, fields, mostBack(record), false)}
    <button>${say('giveBackArticles')}</button>
  `;
  return (
    left.length > 0 &&
    html`
      <details${attributes({ open: fields.isFaulty })}>
        <summary>${say('giveBackArticles')}</summary>
        ${formTo(desk, `${orderAddress(record.order.orderId)}/articles`, form)}
      </details>
    `
  );
}

export function backField({ article }: Pick<SoldArticle, 'article'>): `back-${string}` {
  return `back-${article}`;
}

/** What all that can be given back has cost: whoever takes some of it back says how much of that goes back. */
export function mostBack({ order, articles, payments }: OrderRecord): Sum {
  const cents = articles.reduce((sum, each) => sum + each.priceCents * leftToReturn(each), 0);
  return sumBack(payments, { cents, currency: order.currency });
}
