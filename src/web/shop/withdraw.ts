import { type MoneyReturned, sumOf, type Withdrawable } from '../../checkout/index.ts';
import { isEmail } from '../../core/email.ts';
import { Refusal } from '../../core/refusal.ts';
import { giftTexts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { findOrders, goodName, type Order } from '../../orders/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import { howItGoesBack } from './give-back.ts';
import { visitorsSentence } from './refusals.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { shopPage } from './shop-page.ts';
import { addressFor, type Visitor } from './visitor.ts';
import { withdrawTexts } from './withdraw-texts.ts';

type Field = 'order' | 'email';

/** The path of the page, and its query in links about one order. */
export const WITHDRAW = '/withdraw';

/** Where it leads when all is done. */
const DONE = { done: 'yes' };

/** The field with what the page has said goes back. */
const SHOWN = 'shown';

/** First, whose order it is. */
export async function showWithdraw(visitor: Visitor): Promise<Answer> {
  const { query } = visitor;
  if (query.has('done')) return donePage(visitor);
  return askPage(visitor, { values: { order: query.get('order') ?? '' } });
}

/** Then what it means; when that is confirmed, it is done. */
export async function sendWithdraw(visitor: Visitor): Promise<Answer> {
  const { shop, request, language } = visitor;
  const form = formOf(request);
  const values = { order: form.get('order')?.trim() ?? '', email: form.get('email')?.trim() ?? '' };
  const say = withdrawTexts(language);
  const order = await orderOf(visitor, values);
  if (order instanceof Refusal) {
    request.refused = order;
    if (order.kind === 'order-not-found')
      return askPage(visitor, { values, faults: { order: say('fault') }, status: 404 });
    const { sentence: fault, ...told } = visitorsSentence(order, visitor);
    return askPage(visitor, { values, fault, ...told });
  }
  const shown = form.get(SHOWN);
  const isDone = shown !== null && (await shop.checkout.withdraw(order.orderId, moneyIn(shown), request.id));
  if (isDone) return seeOther(addressFor(visitor, WITHDRAW, DONE));
  const found = await shop.checkout.withdrawable(order.orderId);
  if (found === undefined) return askPage(visitor, { values, fault: say('nothing'), status: 409 });
  return confirmPage(visitor, { order, found, values }, shown === null ? undefined : say('changed'));
}

/** Which order is meant; or why none is. Wrong ones are counted for the network. */
async function orderOf(
  { shop, request }: Visitor,
  { order: orderCode, email }: Readonly<Record<Field, string>>,
): Promise<Order | Refusal> {
  const { store, seller, finder, wrongCodes } = shop;
  const unknown = new Refusal('order-not-found', { orderId: orderCode as Order['orderId'] });
  const find = async () => {
    if (orderCode === '' || !isEmail(email)) return unknown;
    const filter = { orderCode, email, limit: 1 } as const;
    const [found] = await findOrders(store, seller, filter, finder.contacts);
    return found ?? unknown;
  };
  const guesser = { actor: seller, address: request.ip, kinds: ['order-not-found'] } as const;
  try {
    return await wrongCodes.watch(guesser, find);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function moneyIn(shown: string): MoneyReturned {
  const [online = Number.NaN, byMuseum = Number.NaN, toGifts = 0] = shown.split(' ').map(Number);
  return { online, byMuseum, toGifts };
}

function askPage(visitor: Visitor, submitted: Submitted<Field>): Answer {
  const say = withdrawTexts(visitor.language);
  const fields = fieldsOf<Field>(visitor.language, submitted);
  const code = { ...VERBATIM_INPUT, required: true, maxlength: 40 };
  const email = { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: 254 };
  const inputs = html`
    ${fields.input('order', { label: say('order'), hint: say('orderHint'), with: code })}
    ${fields.input('email', { label: say('email'), with: email })}
    <p class="actions"><button class="action">${say('next')}</button></p>
  `;
  return withdrawPage(visitor, { lead: say('lead'), fields, content: inputs });
}

interface Meant {
  readonly order: Order;
  readonly found: Withdrawable;
  readonly values: Readonly<Record<Field, string>>;
}

function confirmPage(visitor: Visitor, { order, found, values }: Meant, fault: string | undefined): Answer {
  const { language, words, shop } = visitor;
  const say = withdrawTexts(language);
  const fields = fieldsOf<Field>(language, { values, ...(fault && { fault, status: 409 }) });
  const { money, gifts, passes } = found;
  const { online, byMuseum, toGifts = 0 } = money;
  const { currency } = order;
  const row = (name: string, cents: number) =>
    html`<li><span dir="auto">${name}</span><span class="cost">${words.money(cents, currency)}</span></li>\n`;
  const passNameOf = (item: number) => {
    const good = order.goods.find((each) => each.kind === 'pass' && each.position === item);
    return good === undefined ? '' : goodName(good, language);
  };
  const content = html`
    ${fields.hidden('order', values.order)}${fields.hidden('email', values.email)}
    <input type="hidden" name="${SHOWN}" value="${online} ${byMuseum} ${toGifts}">
    <p>${say('what')}</p>
    <ul class="items">
      ${gifts.map(({ cents }) => row(giftTexts(language)('giftVoucher'), cents))}
      ${passes.map(({ item, priceCents }) => row(passNameOf(item), priceCents))}
    </ul>
    <p class="sum">${shopOrderTexts(language)('youGetBack')} <strong data-sum="${sumOf(money)}">${words.money(sumOf(money), currency)}</strong></p>
    <p>${howItGoesBack({ ...visitor, order }, money)} ${say('means')}</p>
    ${shop.sender && html`<p>${say('mailed', { email: values.email })}</p>`}
    <p class="actions"><button class="action">${say('confirm')}</button></p>
  `;
  const lead = html`${say('order')} <strong translate="no">${order.orderCode}</strong>`;
  return withdrawPage(visitor, { lead, fields, content });
}

function withdrawPage(
  visitor: Visitor,
  { lead, fields, content }: { readonly lead: Piece; readonly fields: Fields<Field>; readonly content: Html },
): Answer {
  return shopPage(visitor, {
    title: giftTexts(visitor.language)('withdraw'),
    lead,
    here: WITHDRAW,
    main: html`<form method="post" action="${addressFor(visitor, WITHDRAW)}" class="typed">${content}</form>`,
    form: fields,
    scripts: [siteAssets.address('double-click.js')],
  });
}

function donePage(visitor: Visitor): Answer {
  const say = withdrawTexts(visitor.language);
  const main = html`${visitor.shop.sender && html`<p>${say('doneMailed')}</p>`}`;
  return shopPage(visitor, { title: say('done'), main, here: WITHDRAW });
}
