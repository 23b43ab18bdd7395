import { findUsernames } from '../../../accounts/index.ts';
import type { AccountActor } from '../../../contract/route.ts';
import { toCents } from '../../../core/money.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { once } from '../../../idempotency/index.ts';
import {
  type Buyer,
  changeOrder,
  extendHold,
  findOrders,
  type GiftPart,
  getOrder,
  type HandedOut,
  type HowPaid,
  handOut,
  type OrderRecord,
  orderRecords,
  recordOfSale,
  releaseOrder,
  type Sale,
  voidOrder,
} from '../../../orders/index.ts';
import type { Amount } from '../../../payments/index.ts';
import type { Transaction } from '../../../store/index.ts';
import { holds } from '../../../tickets/index.ts';
import { requireAmounts } from '../amounts.ts';
import { BASE_PATH, type InputOf } from '../contract/index.ts';
import { nextLink, readTextCursor, writeCursor } from '../cursor.ts';
import type { Parts } from '../parts.ts';
import { withMembers } from '../repeatable.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import { changedOf, wantedIn } from '../wanted.ts';
import type { orderOperations } from './operations.ts';
import { presentOrder } from './presenters.ts';

function readAmount({ method, amount }: AmountInput): Amount {
  return { method, cents: toCents(amount) };
}

type AmountInput = NonNullable<InputOf<'voidOrder'>['body']['refund']>;

/**
 * What is paid and paid back, in cents.
 * @throws HttpRefusal invalid-request when there are no such amounts in the currency
 */
export function readMoney(
  { payment, refund }: { readonly payment?: AmountInput; readonly refund?: AmountInput },
  currency: string,
): { readonly payment?: Amount; readonly refund?: Amount } {
  requireAmounts(currency, [
    ['/refund/amount', refund?.amount],
    ['/payment/amount', payment?.amount],
  ]);
  return {
    ...(refund && { refund: readAmount(refund) }),
    ...(payment && { payment: readAmount(payment) }),
  };
}

/** The schema has seen to it that there is a code where a gift voucher pays. */
function readPart({ method, gift: code = '', amount }: PartInput): Amount | GiftPart {
  const cents = toCents(amount);
  return method === 'gift' ? { method, code, cents } : { method, cents };
}

type PartInput = NonNullable<InputOf<'placeOrder'>['body']['payments']>[number];

/** @throws HttpRefusal invalid-request when there are no such amounts in the currency */
export function readPaid(
  { paidBy, payments }: Partial<Pick<InputOf<'placeOrder'>['body'], 'paidBy' | 'payments'>>,
  currency: string,
): HowPaid {
  requireAmounts(
    currency,
    (payments ?? []).map(({ amount }, index) => [`/payments/${index}/amount`, amount]),
  );
  return { paidBy, payments: payments?.map(readPart) };
}

/** @throws HttpRefusal invalid-request when there are no such amounts in the currency */
function requireDonations(currency: string, items: InputOf<'placeOrder'>['body']['items']): void {
  requireAmounts(
    currency,
    items.flatMap(({ price, gift }, index) => [
      [`/items/${index}/price`, price],
      [`/items/${index}/gift/amount`, gift?.amount],
    ]),
  );
}

export function orderHandlers({
  store,
  days,
  till,
  selling,
  finder: { contacts },
  images,
  repeatable,
  settings,
  wrongCodes,
}: Parts<
  'store' | 'days' | 'till' | 'selling' | 'finder' | 'images' | 'repeatable' | 'settings' | 'wrongCodes'
>): HandlersOf<keyof typeof orderOperations> {
  const { currency } = selling.terms;
  const reading = async () => ({ today: await days.current(), language: settings.now.language });
  const read = async (actor: AccountActor, orderId: Uuid) =>
    presentOrder(await getOrder(store, actor, orderId, await reading()));
  return {
    placeOrder: async ({ actor, header, body }) => {
      const { items, code, email, phone, hold, language: wanted = settings.now.language, reference } = body;
      requireDonations(currency, items);
      const { accountId } = actor;
      const soldBy = (await findUsernames(store, [accountId])).get(accountId) ?? '';
      const buyer = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
      const show = (sale: Sale, named: Buyer = {}) => {
        const shown = presentOrder({ ...recordOfSale(sale, soldBy), ...named });
        return success('placeOrder', shown, { location: `${BASE_PATH}/orders/${shown.orderId}` });
      };
      return repeatable.answer<Sale>(
        { operationId: 'placeOrder', accountId, key: header['idempotency-key'], body },
        {
          perform: (once) =>
            wrongCodes.watch({ actor, kinds: ['code-invalid', 'gift-not-found'] }, () =>
              till.sell({
                seller: actor,
                ...wantedIn(items),
                buyer,
                code,
                order: {
                  ...readPaid(body, currency),
                  ...(reference !== undefined && { reference }),
                  ...(hold !== undefined && { holdMs: hold * 1_000 }),
                  language: wanted,
                },
                once,
              }),
            ),
          show: (sale) => show(sale),
          named: {
            first: (sale) => show(sale, buyer),
            again: (kept) => withMembers('placeOrder', kept, () => buyer),
          },
        },
      );
    },

    getOrder: async ({ actor, path: { orderId } }) => success('getOrder', await read(actor, orderId)),

    getOrderTickets: async ({ actor, path: { orderId } }) => {
      const { order, tickets } = await getOrder(store, actor, orderId, await reading());
      const all = [...tickets.keys()];
      const admitting = [...tickets.values()].filter(({ state }) => holds(state));
      // Where no ticket admits, the first one says why.
      const ids = admitting.length === 0 ? all : admitting.map(({ ticket }) => ticket.ticketId);
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${order.orderCode ?? 'ticket'}.pdf"`,
        'cache-control': 'private',
      };
      const isOfArticles = all.length === 0;
      const body = isOfArticles ? await images.articlesPdf(actor, orderId) : await images.pdf(actor, ids);
      return { status: 200, headers, body };
    },

    findOrders: async ({ actor, query }) => {
      const { after, limit = 30, ...filter } = query;
      const before = after === undefined ? {} : { before: readTextCursor('orders', after) as string };
      const found = await findOrders(store, actor, { ...filter, ...before, limit: limit + 1 }, contacts);
      const page = found.slice(0, limit);
      const cursor = writeCursor('orders', page.at(-1)?.orderId ?? '');
      const next = found.length > limit ? nextLink(`${BASE_PATH}/orders`, query, cursor) : {};
      const records = await orderRecords(store, page, await reading());
      return success('findOrders', records.map(presentOrder), next);
    },

    changeOrder: async ({ actor, path: { orderId }, body: { items, code } }) => {
      requireDonations(currency, items);
      const wanted = { ...wantedIn(items), code };
      await wrongCodes.watch({ actor, kinds: ['code-invalid'] }, () =>
        store.transaction((tx) => changeOrder(tx, actor, orderId, wanted, selling)),
      );
      return success('changeOrder', await read(actor, orderId));
    },

    confirmOrder: async ({ actor, path: { orderId }, body }) => {
      const { email, phone, reference } = body;
      const contact = { email, phone, ...(reference !== undefined && { reference }) };
      const confirmation = { ...readPaid(body, currency), ...contact };
      await wrongCodes.watch({ actor, kinds: ['gift-not-found'] }, () =>
        till.confirmOrder(actor, orderId, confirmation),
      );
      return success('confirmOrder', await read(actor, orderId));
    },

    extendOrder: async ({ actor, path: { orderId }, body: { hold } }) => {
      await store.transaction((tx) => extendHold(tx, actor, orderId, hold * 1_000, selling));
      return success('extendOrder', await read(actor, orderId));
    },

    releaseOrder: async ({ actor, path: { orderId } }) => {
      await store.transaction((tx) => releaseOrder(tx, actor, orderId, 'seller', selling));
      return success('releaseOrder', await read(actor, orderId));
    },

    exchangeOrder: async ({ actor, path: { orderId }, header, body }) => {
      const { accountId } = actor;
      const { ticketIds, reason } = body;
      const at = await reading();
      const show = (record: OrderRecord) => success('exchangeOrder', presentOrder(record));
      return repeatable.answer<OrderRecord>(
        {
          operationId: 'exchangeOrder',
          accountId,
          key: header['idempotency-key'],
          body: { orderId, ...body },
        },
        {
          perform: (once) => {
            const wanted = { ticketIds, reason, ...changedOf(body), ...readMoney(body, currency) };
            const read = (tx: Transaction) => getOrder(tx, actor, orderId, at);
            return till.exchange(actor, orderId, { ...wanted, today: at.today }, { read, once });
          },
          show: (record) => show({ ...record, email: undefined, phone: undefined }),
          named: {
            first: show,
            again: (kept) =>
              withMembers('exchangeOrder', kept, async () => {
                const { email, phone } = await read(actor, orderId);
                return { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
              }),
          },
        },
      );
    },

    handOutArticle: async ({ actor, path: { orderId }, header, body }) => {
      const { accountId } = actor;
      const key = header['idempotency-key'];
      const show = (handed: HandedOut) => success('handOutArticle', { ...handed });
      return repeatable.answer<HandedOut>(
        { operationId: 'handOutArticle', accountId, key, body: { orderId, ...body } },
        {
          perform: (repeated) =>
            once({ store, clock: selling.clock }, actor, repeated, async (context) => {
              return { outcome: await handOut(context, orderId, body), made: orderId };
            }),
          show,
        },
      );
    },

    voidOrder: async ({ actor, path: { orderId }, body: { refund, ...request } }) => {
      const wanted = { ...request, ...readMoney({ ...(refund && { refund }) }, currency) };
      await store.transaction((tx) => voidOrder(tx, actor, orderId, wanted, selling));
      return success('voidOrder', await read(actor, orderId));
    },
  };
}
