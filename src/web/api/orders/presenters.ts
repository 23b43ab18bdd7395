import { countOf } from '../../../articles/index.ts';
import { instant } from '../../../core/clock.ts';
import { fromCents } from '../../../core/money.ts';
import {
  type Good,
  goodsThatStand,
  itemsThatHold,
  type OrderItem,
  type OrderRecord,
  totalOf,
  vatIn,
} from '../../../orders/index.ts';
import type { PassItem } from '../../../passes/index.ts';
import type { OutputOf } from '../contract/index.ts';
import { wireNames } from '../wanted.ts';

export function presentOrder(record: OrderRecord): OutputOf<'getOrder'> {
  const { order, soldBy, payments, account, moveOf, email, phone } = record;
  const { orderId, orderCode, reference, state, expiresAt, soldAt, releasedBy, currency, language } = order;
  const vat = vatIn({ items: itemsThatHold(record), goods: goodsThatStand(record), currency });
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
    items: showItems(record),
    payments: payments.map(({ paymentId, method, cents, at }) => {
      return { paymentId, method, amount: fromCents(cents), at: instant(at) };
    }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    language,
  };
}

type ShownItem = OutputOf<'getOrder'>['items'][number];

/** Tickets and what else was ordered, in the order in which they were asked for. */
function showItems(record: OrderRecord): ShownItem[] {
  const items = record.items.map((item) => showItem(item, record));
  for (const good of record.order.goods) items.splice(good.position, 0, showGood(good, record));
  return items;
}

function showGood(good: Good, { articles, passes }: OrderRecord): ShownItem {
  const { priceCents, quantity } = good;
  if (good.kind === 'pass') return showPass(good, passes);
  if (good.kind === 'gift') return { kind: 'gift', price: fromCents(priceCents), quantity };
  const { article, name } = good;
  const sold = articles.find((each) => each.article === article);
  const [returned, handedOut] = [sold && countOf(sold, 'returned'), sold && countOf(sold, 'handed-out')];
  return {
    kind: 'article',
    article,
    name,
    price: fromCents(priceCents),
    quantity,
    ...(!!returned && { returned }),
    ...(!!handedOut && { handedOut }),
  };
}

function showPass(
  { passType, name, priceCents, position }: PassItem,
  passes: OrderRecord['passes'],
): ShownItem {
  const sold = passes.find(({ item, replacedAt }) => item === position && replacedAt === null);
  return {
    ...{ kind: 'pass', pass: passType, name, price: fromCents(priceCents), quantity: 1 },
    ...(sold && { passId: sold.passId, passCode: sold.passCode }),
    ...(sold && sold.voidAt !== null && { returned: 1 }),
  };
}

function showItem(
  { product, day, entryTime, category, priceCents, fullPriceCents, ticketIds }: OrderItem,
  { tickets }: OrderRecord,
): ShownItem {
  const sold = ticketIds.flatMap((ticketId) => tickets.get(ticketId) ?? []);
  return {
    kind: 'ticket',
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
