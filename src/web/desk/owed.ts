import type { Uuid } from '../../core/uuid.ts';
import { findOrdersById, type Order, voidOrder } from '../../orders/index.ts';
import type { Fields, Submitted } from '../../pages/forms.ts';
import { html } from '../../pages/html.ts';
import { section } from '../../pages/parts.ts';
import { findDues, findOwing, isPaymentMethod } from '../../payments/index.ts';
import type { Queries } from '../../store/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { orderTexts } from './order-texts.ts';
import { formTo } from './post-form.ts';
import { methodOptions, type Sum } from './refund-fields.ts';

/** How what is owed to a buyer is paid, and how much that was when the page was shown. */
export type OwedField = 'owedBy' | 'owed';

/** An order whose buyer is owed money that no payment provider pays back. */
export interface OwingOrder {
  readonly order: Order;
  /** Hundredths. */
  readonly cents: number;
}

/** The orders whose buyers are owed something, for tickets that they gave back or moved. */
export async function findOwingOrders(queries: Queries, limit: number): Promise<OwingOrder[]> {
  const owing = await findOwing(queries, limit);
  const orders = await findOrdersById(queries, [...owing.keys()]);
  return [...owing].flatMap(([orderId, cents]) => {
    const order = orders.get(orderId);
    return order === undefined ? [] : [{ order, cents }];
  });
}

/** The form by which staff mark as paid what is owed to the buyer of an order. */
export function owedPart(
  desk: Clerk,
  fields: Fields<OwedField>,
  { at, due: { cents, currency, method } }: { readonly at: string; readonly due: Sum },
) {
  const { language, words } = desk;
  const say = orderTexts(language);
  const way = {
    label: moneyTexts(language)('refund'),
    options: methodOptions(language),
    value: method,
    with: { required: true },
  };
  const form = html`
    ${fields.hidden('owed', `${cents}`)}
    ${fields.select('owedBy', way)}
    <button>${say('markPaid')}</button>
  `;
  const means = say('owedMeans', { amount: words.money(cents, currency) });
  return section(say('toPayBack'), html`<p>${means}</p>`, formTo(desk, `${at}/owed`, form));
}

/** Records that what is owed was paid. @returns what is wrong with the form, if anything */
export async function payOwed(
  { store, actor, selling, language }: DeskRequest,
  orderId: Uuid,
  { owedBy: method, owed = '' }: { readonly [Field in OwedField]?: string | undefined },
): Promise<Submitted<OwedField> | undefined> {
  if (!isPaymentMethod(method)) return { faults: { owedBy: moneyTexts(language)('refundFault') } };
  const isPaid = await store.transaction(async (tx) => {
    const refund = { method, cents: Number(owed) };
    const reason = 'Paid back what was owed.';
    if ((await findDues(tx, [orderId])).get(orderId) !== refund.cents) return false;
    await voidOrder(tx, actor, orderId, { reason, ticketIds: [], refund }, selling);
    return true;
  });
  return isPaid ? undefined : { fault: orderTexts(language)('owedChanged'), status: 409, values: {} };
}
