import { randomUUID } from 'node:crypto';
import { may } from '../../core/permissions.ts';
import type { KnownGift } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import {
  type MovedOrder,
  type OrderHappening,
  type OrderRecord,
  paidBackTexts,
  totalOf,
} from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { table, unseenCaption } from '../../pages/table.ts';
import { holds } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { type PaysByGift, payByGiftField } from './gifts.ts';
import { orderAddress, printLinks } from './links.ts';
import { type MoneyStep, stepsTable } from './money-bridge.ts';
import { moneyTexts } from './money-texts.ts';
import { type GiftField, soldGiftsPart } from './order-gifts.ts';
import { type GoodsField, goodsPart } from './order-goods.ts';
import { historyPart } from './order-history.ts';
import { idsOf } from './order-rows.ts';
import { orderTexts } from './order-texts.ts';
import {
  categoryOf,
  chosenAddress,
  type OpenAct,
  type TicketNames,
  ticketsPart,
  whatInWords,
} from './order-tickets.ts';
import { type OwedField, owedPart } from './owed.ts';
import { givenField, PAID_BY, type PayField, TWO_WAYS, twoWaysFields } from './pay-fields.ts';
import { formTo } from './post-form.ts';
import type { Sum } from './refund-fields.ts';
import { sellTexts } from './sell-texts.ts';
import { mailPart, mailScripts, type ShownMail } from './ticket-mail.ts';
import { type VoidField, voidFields } from './void-form.ts';

export type OrderField =
  | 'email'
  | 'payGift'
  | 'paysGift'
  | GiftField
  | GoodsField
  | OwedField
  | PayField
  | VoidField;

export interface ShownOrder {
  readonly record: OrderRecord;
  readonly names: TicketNames;
  readonly mail?: ShownMail | undefined;
  /** What was sold with it, as it stands. */
  readonly gifts: readonly KnownGift[];
  /** Whether there are gift vouchers to pay with. */
  readonly takesGifts: boolean;
  /** What a gift voucher pays of it, by the code that was typed. */
  readonly byGift?: PaysByGift | undefined;
  /** The newest first. */
  readonly history: readonly OrderHappening[];
  /** What is owed to the buyer by hand. */
  readonly owed: Sum;
  readonly submitted?: Submitted<OrderField> | undefined;
  /** What is about to be done with some of its tickets: then that is the only form. */
  readonly open?: OpenAct | undefined;
}

export function orderPage(desk: DeskRequest, shown: ShownOrder): Answer {
  const { language } = desk;
  const { record, mail, submitted, open } = shown;
  const { order } = record;
  const fields = fieldsOf<OrderField>(language, submitted);
  const at = orderAddress(order.orderId);
  const isSold = record.tickets.size > 0;
  const isOnlyForm = open === undefined && shown.owed.cents === 0 && record.account.kept <= 0;
  const main = html`
    ${facts(desk, record)}
    ${order.state === 'held' && record.moveOf && moveOfPart(desk, record.moveOf)}
    ${order.state === 'held' && (record.moveOf ? releasePart(desk, at) : payment(desk, at, shown, fields))}
    <div class="beside-sum">
      <div>
        ${isSold ? ticketsPart(desk, record, shown.names, open) : record.items.length > 0 && itemsOf(desk, shown)}
        ${order.goods.length > 0 && goodsPart(desk, record, isOnlyForm ? fields : undefined)}
        ${open === undefined && soldGiftsPart(desk, shown.gifts, fields)}
        ${historyPart(desk, shown.history, order.currency)}
      </div>
      <div>
        ${money(desk, record)}
        ${open === undefined && may(desk.actor.role, 'void-tickets') && backPart(desk, shown, fields)}
        ${open === undefined && mail && mailPart(desk, mail, { at, fields })}
      </div>
    </div>
  `;
  return deskPage(desk, {
    title: `${orderTexts(language)('order')} ${order.orderCode ?? ''}`.trim(),
    lead: stateInWords(desk, record.order),
    beside: isSold && buttonsForAll(desk, record),
    main,
    here: '/desk/tickets',
    form: open?.form ?? fields,
    scripts: [
      ...(isSold ? ['chosen.js', 'choose-day.js'].map(deskAssets.address) : []),
      ...(mail && !open ? mailScripts(mail) : []),
    ],
  });
}

export function stateInWords({ language, words }: Clerk, order: OrderRecord['order']): string {
  const say = orderTexts(language);
  const { state, expiresAt, releasedBy } = order;
  if (state === 'held') return say('held', { time: words.instant(expiresAt ?? 0) });
  return state === 'released' ? say(releasedBy ?? 'expiry') : say(state);
}

function facts({ language, words }: Clerk, { order, soldBy, email, phone }: OrderRecord): Html {
  const say = orderTexts(language);
  return factList('facts', [
    [say('madeAt'), words.instant(order.createdAt)],
    [say('soldBy'), soldBy],
    [say('reference'), order.reference],
    [say('buyerName'), nameIn(order)],
    [say('email'), email],
    [say('phone'), phone],
    [say('notes'), [order.notes, order.contact?.notes].filter(Boolean).join('\n')],
  ]);
}

/** What its places are held for, where that is a move of another order's tickets. */
function moveOfPart({ language }: Clerk, { orderId, orderCode }: MovedOrder): Html {
  const link = html`<a href="${orderAddress(orderId)}">${orderCode ?? orderTexts(language)('order')}</a>`;
  return html`<p>${orderTexts(language)('moveOf')} ${link}</p>`;
}

/** The buttons for all of its tickets that hold: to print them, and to mail them where that can be done. */
function buttonsForAll(
  { actor, language, mail }: DeskRequest,
  { order, tickets, email }: OrderRecord,
): Html | false {
  const held = idsOf([...tickets.values()].filter(({ state }) => holds(state)));
  const say = orderTexts(language);
  const isMailed = mail !== undefined && email !== undefined && may(actor.role, 'mail-tickets');
  const mailing = chosenAddress(order.orderId, 'mail');
  return (
    held.length > 0 &&
    html`
      <p class="actions">
        ${printLinks(language, held, say('printAll'))}
        ${isMailed && html`<a class="button" href="${mailing}">${say('mailAll')}</a>`}
      </p>
    `
  );
}

/** An account in steps, from what was sold down to what is still to be paid, or paid back. */
function money(desk: Clerk, record: OrderRecord): Html {
  const { language, words } = desk;
  const { order, account } = record;
  const say = orderTexts(language);
  const inWords = (cents: number) => words.money(cents, order.currency);
  const sum = (cents: number) => (cents > 0 ? inWords(cents) : undefined);
  const invoiced = toPay(record);
  const isSettled = order.soldAt !== null && invoiced === 0 && account.due === 0;
  return section(
    say('money'),
    order.soldAt === null
      ? factList('facts', [[say('total'), inWords(totalOf(order))]])
      : stepsTable(unseenCaption(say('money')), [say('what'), say('amount')], stepsOf(desk, record), inWords),
    factList('figures', [
      [say('toPay'), sum(invoiced)],
      [say('toPayBack'), sum(account.due)],
      [say('due'), isSettled && inWords(0)],
    ]),
  );
}

/** They add up to nothing, less what is due to the buyer: worth - paid + kept = - due. */
function stepsOf({ language, words }: Clerk, { order, account, payments }: OrderRecord): MoneyStep[] {
  const say = orderTexts(language);
  const { worth, paid, kept } = account;
  const since = worth - totalOf(order);
  const recorded = payments.reduce((sum, { cents }) => sum + cents, 0);
  const taken = payments.map(({ method, cents, at }): MoneyStep => {
    const how = paidBackTexts(language)(method);
    const name = say(cents < 0 ? 'paidBackBy' : 'paidBy', { how });
    return { name: html`${name} <span class="quiet">${words.instant(at)}</span>`, cents: -cents };
  });
  const step = (name: 'since' | 'collected' | 'kept', cents: number): MoneyStep[] =>
    cents === 0 ? [] : [{ name: say(name), cents }];
  return [
    { name: say('soldFor'), cents: totalOf(order) },
    ...step('since', since),
    { name: say('worth'), cents: worth, isSum: true },
    ...step('collected', recorded - paid),
    ...taken,
    ...step('kept', kept),
  ];
}

/** What is owed is marked as paid back; or else what was kept when tickets became void can be paid back all the same. */
function backPart(desk: Clerk, { record, owed }: ShownOrder, fields: Fields<OrderField>): Html | false {
  const at = orderAddress(record.order.orderId);
  if (owed.cents > 0) return owedPart(desk, fields, { at, due: owed });
  const kept = { ...owed, cents: record.account.kept };
  const title = orderTexts(desk.language)('payBackKept');
  const form = html`
    ${fields.hidden('key', randomUUID())}
    ${voidFields(desk, fields, kept, false)}
    <button>${title}</button>
  `;
  return (
    kept.cents > 0 &&
    html`
      <details${attributes({ open: fields.isFaulty })}>
        <summary>${title}</summary>
        ${formTo(desk, `${at}/kept`, form)}
      </details>
    `
  );
}

/** All of it while it is held; then what was invoiced, of which nobody says here whether it was paid. */
function toPay({ order, payments, moveOf }: OrderRecord): number {
  if (order.state === 'held') return moveOf?.cents ?? totalOf(order);
  const invoiced = payments.filter(({ method }) => method === 'invoice');
  return invoiced.reduce((sum, { cents }) => sum + cents, 0);
}

/** Who booked with a reseller. */
function nameIn({ contact }: OrderRecord['order']): string | undefined {
  if (contact === null) return undefined;
  const { fullName, firstName, lastName } = contact;
  return fullName ?? [firstName, lastName].filter(Boolean).join(' ');
}

/** The buttons that take the money, and the one that gives the places back. */
function payment(
  desk: DeskRequest,
  at: string,
  { record: { order }, takesGifts, byGift }: ShownOrder,
  fields: Fields<OrderField>,
): Html {
  const { language, words } = desk;
  const say = orderTexts(language);
  const whole = totalOf(order);
  const total = whole - (byGift?.part.cents ?? 0);
  const take = ({ value, key }: (typeof PAID_BY)[number]) => {
    const tied = attributes({ value, accesskey: key, 'aria-keyshortcuts': key });
    return html`<button class="action" name="paidBy"${tied}>${moneyTexts(language)(value)}</button>\n`;
  };
  const free = say(whole === 0 ? 'payFree' : 'pay');
  const buttons = total === 0 ? html`<button class="action">${free}</button>` : PAID_BY.map(take);
  const price = words.price({ priceCents: whole, currency: order.currency });
  return section(
    say('pay'),
    html`<p>${say('payMeans', { price })}</p>`,
    formTo(
      desk,
      `${at}/pay`,
      html`
        ${takesGifts && whole > 0 && payByGiftField(desk, fields, byGift)}
        ${total > 0 && givenField(desk, fields)}
        <p class="actions">${buttons}</p>
        ${total > 0 && twoWays(desk, fields)}
      `,
    ),
    releasePart(desk, at),
  );
}

function releasePart(desk: DeskRequest, at: string): Html {
  const say = orderTexts(desk.language);
  const release = html`<button class="plain">${say('release')}</button>`;
  return formTo(desk, `${at}/release`, html`<p>${say('releaseMeans')} ${release}</p>`);
}

function twoWays(desk: DeskRequest, fields: Fields<OrderField>): Html {
  const say = sellTexts(desk.language);
  return html`
    <details${attributes({ open: fields.isFaulty })}>
      <summary>${say('twoWays')}</summary>
      ${twoWaysFields(desk, fields)}
      <p><button name="paidBy" value="${TWO_WAYS}">${orderTexts(desk.language)('pay')}</button></p>
    </details>
  `;
}

/** What is ordered, until it is sold. */
function itemsOf(desk: Clerk, { record, names }: ShownOrder): Html {
  const { language, words } = desk;
  const say = orderTexts(language);
  const { currency } = record.order;
  return table(say('items'), record.items, [
    { head: say('what'), cell: (item) => whatInWords(desk, item, names) },
    { head: say('category'), cell: (item) => categoryOf(desk, item, names) },
    { head: say('price'), cell: ({ priceCents }) => words.price({ priceCents, currency }), isNumber: true },
    { head: say('quantity'), cell: ({ ticketIds }) => ticketIds.length, isNumber: true },
  ]);
}
