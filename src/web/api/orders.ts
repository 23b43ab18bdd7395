import { findUsernames } from '../../accounts/index.ts';
import type { AccountActor } from '../../contract/route.ts';
import type { Language } from '../../core/language.ts';
import { toCents } from '../../core/money.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { Answer } from '../../http/answer.ts';
import type { TicketImages } from '../../images/index.ts';
import {
  type Buyer,
  changeOrder,
  extendHold,
  findOrders,
  getOrder,
  orderRecords,
  recordOfSale,
  releaseOrder,
  type Sale,
  type Till,
  type VoidOptions,
  voidOrder,
} from '../../orders/index.ts';
import type { Amount } from '../../payments/index.ts';
import type { Store } from '../../store/index.ts';
import { type ContactHashes, mayAdmit } from '../../tickets/index.ts';
import { requireAmounts } from './amounts.ts';
import { BASE_PATH, type InputOf, type OutputOf } from './contract/index.ts';
import { nextLink, readTextCursor, writeCursor } from './cursor.ts';
import { showOrder } from './presenters.ts';
import { problemAnswer } from './problems.ts';
import { type RepeatableRequests, readAnswer, writeAnswer } from './repeatable.ts';
import type { HandlersOf } from './route.ts';
import { success } from './success.ts';

export interface OrdersOptions {
  readonly store: Store;
  readonly days: MuseumDays;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly contacts: ContactHashes;
  readonly images: TicketImages;
  readonly repeatable: RepeatableRequests;
  readonly language: Language;
}

type OrderOperations =
  | 'placeOrder'
  | 'getOrder'
  | 'getOrderTickets'
  | 'findOrders'
  | 'changeOrder'
  | 'confirmOrder'
  | 'extendOrder'
  | 'releaseOrder'
  | 'voidOrder';

export function readAmount({ method, amount }: AmountInput): Amount {
  return { method, cents: toCents(amount) };
}

type AmountInput = NonNullable<InputOf<'voidOrder'>['body']['refund']>;

export function orderHandlers({
  store,
  days,
  till,
  selling,
  contacts,
  images,
  repeatable,
  language,
}: OrdersOptions): HandlersOf<OrderOperations> {
  const { currency } = selling.terms;
  const reading = async () => ({ today: await days.current(), language });
  const read = async (actor: AccountActor, orderId: Uuid) =>
    showOrder(await getOrder(store, actor, orderId, await reading()));
  return {
    placeOrder: ({ actor, header, body }) =>
      repeatable.answer('placeOrder', actor.accountId, header['idempotency-key'], body, async (request) => {
        const { items, email, phone, hold, language: wanted = language, ...order } = body;
        const soldBy = (await findUsernames(store, [actor.accountId])).get(actor.accountId) ?? '';
        const answerTo = (outcome: Sale | Refusal): Answer => {
          if (outcome instanceof Refusal) return problemAnswer(outcome);
          const shown = showOrder(recordOfSale(outcome, soldBy));
          return success('placeOrder', shown, { location: `${BASE_PATH}/orders/${shown.orderId}` });
        };
        let decided: Answer | undefined;
        const write = (outcome: Sale | Refusal) => {
          decided = answerTo(outcome);
          return writeAnswer(decided);
        };
        const buyer = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
        const outcome = await till.sell({
          seller: actor,
          items,
          buyer,
          order: { ...order, language: wanted, ...(hold !== undefined && { holdMs: hold * 1_000 }) },
          repeatable: request && { ...request, write },
        });
        return withBuyer(
          'answer' in outcome ? readAnswer(outcome.answer, decided) : answerTo(outcome),
          buyer,
        );
      }),

    getOrder: async ({ actor, path: { orderId } }) => success('getOrder', await read(actor, orderId)),

    getOrderTickets: async ({ actor, path: { orderId } }) => {
      const { order, tickets } = await getOrder(store, actor, orderId, await reading());
      const all = [...tickets.keys()];
      const admitting = [...tickets.values()].filter(({ state }) => mayAdmit(state));
      if (all.length === 0) throw new Refusal('order-not-sold', { orderId });
      // Of tickets that admit nobody, the first says why.
      const ids = admitting.length === 0 ? all : admitting.map(({ ticket }) => ticket.ticketId);
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${order.orderCode ?? 'ticket'}.pdf"`,
        'cache-control': 'private',
      };
      return { status: 200, headers, body: await images.pdf(actor, ids) };
    },

    findOrders: async ({ actor, query }) => {
      const { after, limit = 30, ...filter } = query;
      const before = after === undefined ? {} : { before: readTextCursor('orders', after) as string };
      const found = await findOrders(store, actor, { ...filter, ...before, limit: limit + 1 }, contacts);
      const page = found.slice(0, limit);
      const cursor = writeCursor('orders', page.at(-1)?.orderId ?? '');
      const next = found.length > limit ? nextLink(`${BASE_PATH}/orders`, query, cursor) : {};
      const records = await orderRecords(store, page, await reading());
      return success('findOrders', records.map(showOrder), next);
    },

    changeOrder: async ({ actor, path: { orderId }, body: { items } }) => {
      await store.transaction((tx) => changeOrder(tx, actor, orderId, items, selling));
      return success('changeOrder', await read(actor, orderId));
    },

    confirmOrder: async ({ actor, path: { orderId }, body }) => {
      await till.confirmOrder(actor, orderId, body);
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

    voidOrder: async ({ actor, path: { orderId }, body: { refund, ...request } }) => {
      requireAmounts(currency, refund ? [['/refund/amount', refund.amount]] : []);
      const wanted = { ...request, ...(refund && { refund: readAmount(refund) }) };
      await store.transaction((tx) => voidOrder(tx, actor, orderId, wanted, selling));
      return success('voidOrder', await read(actor, orderId));
    },
  };
}

/** The answer with the contact that was sent. A kept answer has none, so that nothing has to be erased from it. */
function withBuyer(answer: Answer, buyer: Buyer): Answer {
  if (answer.status !== 201) return answer;
  const shown: OutputOf<'placeOrder'> = JSON.parse(`${answer.body}`);
  return { ...answer, body: success('placeOrder', { ...shown, ...buyer }).body };
}
