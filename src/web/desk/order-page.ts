import { may } from '../../core/permissions.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { EventTitle } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import { type Category, GENERAL } from '../../offers/index.ts';
import { type OrderItem, type OrderRecord, totalOf } from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { type Column, table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { stateText } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { orderAddress, printLinks, ticketLink } from './links.ts';
import { moneyTexts } from './money-texts.ts';
import { orderTexts } from './order-texts.ts';
import { type OwedField, owedPart } from './owed.ts';
import { givenField, PAID_BY, type PayField, TWO_WAYS, twoWaysFields } from './pay-fields.ts';
import { formTo } from './post-form.ts';
import type { Sum } from './refund-fields.ts';
import { sellTexts } from './sell-texts.ts';
import { mailPart, mailScripts, type ShownMail } from './ticket-mail.ts';
import { type VoidField, voidForm } from './void-form.ts';

export type OrderField = 'email' | OwedField | PayField | VoidField;

export interface ShownOrder {
  readonly record: OrderRecord;
  /** The events that it is for, by id. */
  readonly events: ReadonlyMap<Uuid, EventTitle>;
  readonly categories: readonly Category[];
  readonly mail?: ShownMail | undefined;
  readonly submitted?: Submitted<OrderField> | undefined;
  /** What goes back when it is made void. */
  readonly due: Sum;
  /** What is owed to the buyer by hand. */
  readonly owed: Sum;
}

export function orderPage(desk: DeskRequest, shown: ShownOrder): Answer {
  const { language } = desk;
  const { record, mail, submitted, owed } = shown;
  const { order } = record;
  const fields = fieldsOf<OrderField>(language, submitted);
  const at = orderAddress(order.orderId);
  const main = html`
    ${facts(desk, record)}
    ${order.state === 'held' && payment(desk, at, order, fields)}
    ${itemsOf(desk, shown)}
    ${ticketsOf(desk, record)}
    ${mail && mailPart(desk, mail, { at, fields })}
    ${order.soldAt !== null && paymentsOf(desk, record)}
    ${owed.cents > 0 && may(desk.actor.role, 'void-tickets') && owedPart(desk, fields, { at, due: owed })}
    ${order.state === 'sold' && may(desk.actor.role, 'void-tickets') && voidPart(desk, at, shown, fields)}
  `;
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

function facts({ language, words }: Clerk, record: OrderRecord): Html {
  const say = orderTexts(language);
  const { order, soldBy, email, phone, account } = record;
  const money = (cents: number) => (cents > 0 ? words.money(cents, order.currency) : undefined);
  return factList('facts', [
    [say('total'), words.money(totalOf(order), order.currency)],
    [say('toPayBack'), money(account.due)],
    [say('toPay'), money(toPay(record))],
    [say('madeAt'), words.instant(order.createdAt)],
    [say('soldBy'), soldBy],
    [say('reference'), order.reference],
    [say('buyerName'), nameIn(order)],
    [say('email'), email],
    [say('phone'), phone],
    [say('notes'), [order.notes, order.contact?.notes].filter(Boolean).join('\n')],
  ]);
}

/** All of it while it is held; then what was invoiced, of which nobody says here whether it was paid. */
function toPay({ order, payments }: OrderRecord): number {
  if (order.state === 'held') return totalOf(order);
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
  order: OrderRecord['order'],
  fields: Fields<OrderField>,
): Html {
  const { language, words } = desk;
  const say = orderTexts(language);
  const total = totalOf(order);
  const take = ({ value, key }: (typeof PAID_BY)[number]) => {
    const tied = attributes({ value, accesskey: key, 'aria-keyshortcuts': key });
    return html`<button class="action" name="paidBy"${tied}>${moneyTexts(language)(value)}</button>\n`;
  };
  const buttons = total === 0 ? html`<button class="action">${say('payFree')}</button>` : PAID_BY.map(take);
  const release = html`<button class="plain">${say('release')}</button>`;
  const price = words.price({ priceCents: total, currency: order.currency });
  return section(
    say('pay'),
    html`<p>${say('payMeans', { price })}</p>`,
    formTo(
      desk,
      `${at}/pay`,
      html`
        ${total > 0 && givenField(desk, fields)}
        <p class="actions">${buttons}</p>
        ${total > 0 && twoWays(desk, fields)}
      `,
    ),
    formTo(desk, `${at}/release`, html`<p>${say('releaseMeans')} ${release}</p>`),
  );
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

function itemsOf({ language, words }: Clerk, { record, events, categories }: ShownOrder): Html {
  const say = orderTexts(language);
  const { currency } = record.order;
  const nameOf = ({ product }: OrderItem) =>
    product === GENERAL ? wordTexts(language)('generalEntry') : (events.get(product)?.name ?? '');
  const categoryOf = (item: OrderItem) => {
    const known = categories.find(({ category }) => category === item.category);
    return known?.names[language] ?? known?.name ?? item.category;
  };
  return table(say('items'), record.items, [
    { head: say('what'), cell: nameOf },
    { head: say('day'), cell: ({ day }) => words.date(day) },
    { head: say('time'), cell: ({ entryTime }) => entryTime },
    { head: say('category'), cell: categoryOf },
    { head: say('price'), cell: ({ priceCents }) => words.price({ priceCents, currency }), isNumber: true },
    { head: say('quantity'), cell: ({ ticketIds }) => ticketIds.length, isNumber: true },
  ]);
}

function ticketsOf({ language }: Clerk, { tickets }: OrderRecord): Html | undefined {
  if (tickets.size === 0) return undefined;
  const say = orderTexts(language);
  const all = [...tickets.values()];
  const valid = all.filter(({ state }) => state !== 'void' && state !== 'cancelled');
  const ids = valid.map(({ ticket }) => ticket.ticketId);
  return html`
    ${table(say('tickets'), all, [
      { head: say('code'), cell: ({ ticket }) => ticketLink(ticket) },
      { head: say('state'), cell: (ticket) => stateText(language, ticket) },
    ])}
    ${ids.length > 0 && html`<p class="actions">${printLinks(language, ids, say('print'))}</p>`}
  `;
}

function paymentsOf({ language, words }: Clerk, { payments }: OrderRecord): Html {
  const say = orderTexts(language);
  const columns: Column<(typeof payments)[number]>[] = [
    { head: say('at'), cell: ({ at }) => words.instant(at) },
    { head: say('method'), cell: ({ method }) => moneyTexts(language)(method) },
    { head: say('amount'), cell: ({ cents, currency }) => words.money(cents, currency), isNumber: true },
  ];
  return table(say('payments'), payments, columns, say('noPayments'));
}

function voidPart(desk: Clerk, at: string, { record, due }: ShownOrder, fields: Fields<OrderField>): Html {
  const say = orderTexts(desk.language);
  const states = [...record.tickets.values()].map(({ state }) => state);
  return voidForm(desk, fields, {
    at,
    title: say('makeVoid'),
    means: say('voidMeans', { count: states.filter((state) => state !== 'void').length }),
    due,
    isUsed: states.includes('admitted'),
  });
}
