import { instant } from '../../../core/clock.ts';
import { fromCents } from '../../../core/money.ts';
import { itemsThatHold, type OrderItem, type OrderRecord, totalOf, vatIn } from '../../../orders/index.ts';
import type { OutputOf } from '../contract/index.ts';
import { wireNames } from '../wanted.ts';

export function presentOrder(record: OrderRecord): OutputOf<'getOrder'> {
  const { order, soldBy, payments, account, moveOf, email, phone } = record;
  const { orderId, orderCode, reference, state, expiresAt, soldAt, releasedBy, currency, language } = order;
  const vat = vatIn({ items: itemsThatHold(record), currency });
  return {
    orderId,
    ...(orderCode !== null && { orderCode }),
    ...(reference !== null && { reference }),
    state,
    createdAt: instant(order.createdAt),
    ...(state === 'held' && expiresAt !== null && { expiresAt: instant(expiresAt) }),
    ...(soldAt !== null && { soldAt: instant(soldAt) }),
    ...(releasedBy !== null && { releasedBy }),
    ...(moveOf !== undefined && { moveOf: moveOf.orderId }),
    soldBy,
    total: fromCents(totalOf(order)),
    account: {
      worth: fromCents(account.worth),
      paid: fromCents(account.paid),
      due: fromCents(account.due),
      kept: fromCents(account.kept),
    },
    currency,
    ...(vat.length > 0 && {
      vat: vat.map(({ rate, net, tax }) => ({
        rate: fromCents(rate),
        net: fromCents(net),
        tax: fromCents(tax),
      })),
    }),
    items: record.items.map((item) => showItem(item, record)),
    payments: payments.map(({ paymentId, method, cents, at }) => {
      return { paymentId, method, amount: fromCents(cents), at: instant(at) };
    }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    language,
  };
}

function showItem(
  { product, day, entryTime, category, priceCents, fullPriceCents, ticketIds }: OrderItem,
  { tickets }: OrderRecord,
): OutputOf<'getOrder'>['items'][number] {
  const sold = ticketIds.flatMap((ticketId) => tickets.get(ticketId) ?? []);
  return {
    ...wireNames(product, day),
    ...(entryTime !== null && { entryTime }),
    category,
    price: fromCents(priceCents),
    ...(fullPriceCents !== undefined && { fullPrice: fromCents(fullPriceCents) }),
    quantity: ticketIds.length,
    ...(sold.length > 0 && {
      tickets: sold.map(
        ({ ticket: { ticketId, confirmationCode }, state, because, replaces, replacedBy }) => ({
          ticketId,
          confirmationCode,
          state,
          ...(because !== undefined && { because }),
          ...(replaces !== undefined && { replaces }),
          ...(replacedBy !== undefined && { replacedBy }),
        }),
      ),
    }),
  };
}
