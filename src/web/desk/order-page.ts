import { may } from '../../core/permissions.ts';
import { REASON_CHARACTERS } from '../../core/text.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { EventTitle } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import type { Category } from '../../offers/index.ts';
import { type OrderItem, type OrderRecord, totalOf } from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { orderTexts } from './order-texts.ts';
import { formTo } from './post-form.ts';
import { type RefundField, refundFields, type Sum } from './refund-fields.ts';
import { mailPart, mailScripts, type ShownMail } from './ticket-mail.ts';
import { mayForce } from './ticket-page.ts';
import { ticketTexts } from './ticket-texts.ts';

export type OrderField = 'paidBy' | 'reason' | 'force' | 'email' | RefundField;

export interface ShownOrder {
  readonly record: OrderRecord;
  /** The events that it is for, by id. */
  readonly events: ReadonlyMap<Uuid, EventTitle>;
  readonly categories: readonly Category[];
  readonly mail?: ShownMail | undefined;
  readonly submitted?: Submitted<OrderField> | undefined;
  /** What goes back when it is made void. */
  readonly due: Sum;
}

/** How money is taken at the desk, with one key each. */
const TAKEN = [
  { method: 'cash', key: 'c' },
  { method: 'card', key: 'k' },
] as const;

export function orderPage(desk: DeskRequest, shown: ShownOrder): Answer {
  const { language } = desk;
  const { record, mail, submitted } = shown;
  const { order } = record;
  const fields = fieldsOf<OrderField>(language, submitted);
  const main = html`${facts(desk, record)}${order.state === 'held' && payment(desk, record)}${itemsOf(desk, shown)}${ticketsOf(desk, record)}${
    mail && mailPart(desk, mail, { at: `/desk/orders/${order.orderId}`, fields })
  }${
    order.soldAt !== null && paymentsOf(desk, record)
  }${order.state === 'sold' && may(desk.actor.role, 'void-tickets') && voidForm(desk, shown, fields)}`;
  return deskPage(desk, {
    title: `${orderTexts(language)('order')} ${order.orderCode ?? ''}`.trim(),
    lead: stateInWords(desk, record.order),
    main,
    here: '/desk/tickets',
    form: fields,
    ...(mail && { scripts: mailScripts(mail) }),
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
  const shown = [
    ['total', words.money(totalOf(order), order.currency)],
    ['madeAt', words.instant(order.createdAt)],
    ['soldBy', soldBy],
    ['reference', order.reference],
    ['buyerName', nameIn(order)],
    ['email', email],
    ['phone', phone],
    ['notes', [order.notes, order.contact?.notes].filter(Boolean).join('\n')],
  ] as const;
  return html`<dl class="facts">
${shown.map(([name, value]) => value && html`<div><dt>${say(name)}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

/** Who booked with a reseller. */
function nameIn({ contact }: OrderRecord['order']): string | undefined {
  if (contact === null) return undefined;
  const { fullName, firstName, lastName } = contact;
  return fullName ?? [firstName, lastName].filter(Boolean).join(' ');
}

/** The buttons that take the money, and the one that gives the places back. */
function payment(clerk: Clerk, { order }: OrderRecord): Html {
  const { language, words } = clerk;
  const say = orderTexts(language);
  const at = `/desk/orders/${order.orderId}`;
  const total = totalOf(order);
  const buttons =
    total === 0
      ? html`<button class="action">${say('payFree')}</button>\n`
      : TAKEN.map(
          ({ method, key }) =>
            html`<button class="action" name="paidBy" value="${method}" accesskey="${key}" aria-keyshortcuts="${key}">${moneyTexts(language)(method)}</button>\n`,
        );
  return html`<section>
<h2>${say('pay')}</h2>
<p>${say('payMeans', { price: words.price({ priceCents: total, currency: order.currency }) })}</p>
${formTo(clerk, `${at}/pay`, html`<p class="actions">${buttons}</p>\n`)}
${formTo(clerk, `${at}/release`, html`<p>${say('releaseMeans')} <button class="plain">${say('release')}</button></p>\n`)}</section>
`;
}

function itemsOf({ language, words }: Clerk, { record: { order }, events, categories }: ShownOrder): Html {
  const say = orderTexts(language);
  const columns = [
    ...(['what', 'day', 'time', 'category'] as const).map((name) => ({ text: say(name) })),
    ...(['price', 'quantity'] as const).map((name) => ({ text: say(name), isNumber: true })),
  ];
  const nameOf = ({ eventId }: OrderItem) =>
    eventId === null ? wordTexts(language)('generalEntry') : (events.get(eventId)?.name ?? '');
  const categoryOf = (item: OrderItem) => {
    const known = categories.find(({ category }) => category === item.category);
    return known?.names[language] ?? known?.name ?? item.category;
  };
  const rows = order.items.map((item) => [
    nameOf(item),
    words.date(item.ticketDate),
    item.entryTime ?? '',
    categoryOf(item),
    words.price({ priceCents: item.priceCents, currency: order.currency }),
    `${item.ticketIds.length}`,
  ]);
  return table(say('items'), columns, rows, '');
}

function ticketsOf({ language }: Clerk, { tickets }: OrderRecord): Html | undefined {
  if (tickets.size === 0) return undefined;
  const say = orderTexts(language);
  const valid = [...tickets.values()].filter(({ state }) => state !== 'void' && state !== 'cancelled');
  const ids = valid.map(({ ticket }) => ticket.ticketId);
  const rows = [...tickets.values()].map(({ ticket, state }) => [
    html`<a class="unbroken" href="/desk/tickets/${ticket.ticketId}">${ticket.confirmationCode}</a>`,
    factTexts(language)(state),
  ]);
  const print = html`<p class="actions"><a class="button" href="/desk/print?tickets=${ids.join(',')}">${say('print')}</a> <a class="button" href="/desk/print.pdf?tickets=${ids.join(',')}">${ticketTexts(language)('pdf')}</a></p>\n`;
  return html`${table(say('tickets'), [{ text: say('code') }, { text: say('state') }], rows, '')}${ids.length > 0 && print}`;
}

function paymentsOf({ language, words }: Clerk, { payments }: OrderRecord): Html {
  const say = orderTexts(language);
  const columns = [{ text: say('at') }, { text: say('method') }, { text: say('amount'), isNumber: true }];
  const rows = payments.map(({ at, method, cents, currency }) => [
    words.instant(at),
    moneyTexts(language)(method),
    words.money(cents, currency),
  ]);
  return table(say('payments'), columns, rows, say('noPayments'));
}

/** The form that makes the order void, with the consequences: it can't be taken back. */
function voidForm(clerk: Clerk, { record, due }: ShownOrder, fields: Fields<OrderField>): Html {
  const { language } = clerk;
  const say = orderTexts(language);
  const all = [...record.tickets.values()];
  const count = all.filter(({ state }) => state !== 'void').length;
  const isUsed = all.some(({ state }) => state === 'admitted');
  const reason = { required: true, maxlength: REASON_CHARACTERS, autocomplete: 'off' };
  return html`<section>
<h2>${say('makeVoid')}</h2>
<p>${say('voidMeans', { count })}</p>
${formTo(
  clerk,
  `/desk/orders/${record.order.orderId}/void`,
  html`${fields.input('reason', { label: ticketTexts(language)('reason'), with: reason })}${refundFields(clerk, fields, due)}${
    isUsed && mayForce(clerk) && fields.checkbox('force', { label: ticketTexts(language)('force') })
  }<button>${say('makeVoid')}</button>
`,
)}</section>
`;
}
