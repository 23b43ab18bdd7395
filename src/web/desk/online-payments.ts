import { parseUuid, type Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { findOrdersById } from '../../orders/index.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { section } from '../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../pages/table.ts';
import {
  completeRefund,
  type DueRefund,
  findDueRefunds,
  findUncertain,
  hurryRefund,
  makePayments,
  type OnlinePayment,
  PROVIDER_NAMES,
} from '../../payments/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { done } from './done.ts';
import { orderLink } from './links.ts';
import { onlinePaymentsTexts } from './online-payments-texts.ts';
import { formTo, postForm } from './post-form.ts';

export const ONLINE_PAYMENTS = '/desk/payments';

/** The online payments that need attention: refunds that are due, and payments of which nobody knows whether they were made. */
export async function showOnlinePayments(desk: DeskRequest): Promise<Answer> {
  const { store, clock } = desk;
  const say = onlinePaymentsTexts(desk.language);
  const [refunds, uncertain] = await Promise.all([findDueRefunds(store), findUncertain(store, clock.now())]);
  const orderIds = [...refunds.map(({ paidFor }) => paidFor), ...uncertain.map(({ orderId }) => orderId)];
  const orders = await findOrdersById(store, [...new Set(orderIds)]);
  const link = (orderId: Uuid) => orderLink(orderId, orders.get(orderId)?.orderCode);
  return deskPage(desk, {
    title: say('title'),
    lead: say('lead'),
    main: html`
      ${dueRefunds(desk, refunds, link)}
      ${uncertainPayments(desk, uncertain, link)}
    `,
    here: '/desk/cash-up',
  });
}

type LinkTo = (orderId: Uuid) => Html;

function dueRefunds(desk: Clerk, refunds: readonly DueRefund[], link: LinkTo): Html {
  const { language, words } = desk;
  const say = onlinePaymentsTexts(language);
  const columns: Column<DueRefund>[] = [
    { head: say('order'), cell: ({ paidFor }) => link(paidFor) },
    { head: say('amount'), cell: ({ cents, currency }) => words.money(cents, currency), isNumber: true },
    { head: say('why'), cell: ({ reason }) => say(reason === 'paid-twice' ? 'paidTwice' : reason) },
    { head: say('since'), cell: ({ dueAt }) => words.instant(dueAt) },
    { head: say('state'), cell: (refund) => stateOf(desk, refund) },
    { head: say('again'), cell: (refund) => buttons(desk, refund) },
  ];
  const list = table(unseenCaption(say('refunds')), refunds, columns, say('noRefunds'));
  return section(
    say('refunds'),
    refunds.length > 0 && html`<p>${say('refundsMeans')}</p>`,
    formTo(desk, `${ONLINE_PAYMENTS}/refunds`, list),
  );
}

function stateOf({ language, words }: Clerk, { tries, failure, nextAt }: DueRefund): Piece {
  const say = onlinePaymentsTexts(language);
  if (tries === 0) return say('untried');
  const said = failure === null ? say('waiting') : html`<span lang="en" dir="auto">${failure}</span>`;
  return html`${said}<br><small>${nextAt !== null && say('next', { time: words.instant(nextAt) })}</small>`;
}

function buttons({ language }: Clerk, { refundId }: DueRefund): Html {
  const say = onlinePaymentsTexts(language);
  return html`
    <button name="again" value="${refundId}">${say('tryAgain')}</button>
    <button class="plain" name="paid" value="${refundId}">${say('markPaid')}</button>`;
}

function uncertainPayments(
  { language, words }: Clerk,
  payments: readonly OnlinePayment[],
  link: LinkTo,
): Html {
  const say = onlinePaymentsTexts(language);
  const columns: Column<OnlinePayment>[] = [
    { head: say('order'), cell: ({ orderId }) => link(orderId) },
    { head: say('amount'), cell: ({ cents, currency }) => words.money(cents, currency), isNumber: true },
    { head: say('provider'), cell: ({ provider }) => PROVIDER_NAMES[provider] },
    { head: say('since'), cell: ({ startedAt }) => words.instant(startedAt) },
  ];
  return section(
    say('uncertain'),
    payments.length > 0 && html`<p>${say('uncertainMeans')}</p>`,
    table(unseenCaption(say('uncertain')), payments, columns, say('noneUncertain')),
  );
}

/** Tries a refund again now, or marks it as paid in another way. */
export const actOnRefund = postForm<never>(async ({ actor, store, selling }, { form }) => {
  const refundId = parseUuid(form.get('again') ?? form.get('paid') ?? '');
  if (refundId === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const refund = (await findDueRefunds(store)).find((each) => each.refundId === refundId);
  if (refund === undefined) return done(ONLINE_PAYMENTS, 'nothing');
  const now = selling.clock.now();
  if (form.has('again')) {
    await store.transaction((tx) => hurryRefund(tx, refundId, now));
    return done(ONLINE_PAYMENTS, 'refundAgain');
  }
  const { orderId, cents, currency } = refund;
  const paid = { orderId, method: 'other', cents: -cents, currency, at: now } as const;
  await store.transaction(async (tx) => {
    for (const payment of makePayments(actor, selling.terms.localOf, [paid]))
      await completeRefund(tx, actor, refund, payment);
  });
  return done(ONLINE_PAYMENTS, 'refundMarked');
}, showOnlinePayments);
