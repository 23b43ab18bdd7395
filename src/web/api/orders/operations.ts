import { AT_LEAST_ONE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { ANY_TEXT } from '../../../core/text.ts';
import { ORDER_STATES } from '../../../orders/index.ts';
import { askedEmailField, limitField, NEXT_PAGE, PARAMETERS } from '../contract/fields.ts';
import { EXCHANGE_PROBLEMS, SALE_PROBLEMS } from '../tickets/operations.ts';
import examples from './examples.json' with { type: 'json' };
import {
  ConfirmationInput,
  ExchangeInput,
  exchangeFaults,
  HandOutInput,
  HoldInput,
  handedOutSchema,
  ItemsInput,
  itemFaults,
  OrderInput,
  orderFaults,
  orderSchema,
  paidFaults,
  VoidInput,
  voidFaults,
} from './fields.ts';

/** Orders: several tickets, all or none, sold at once or held until they are paid. */

/** Why what is wanted beside tickets is not sold. */
const GOODS_PROBLEMS = [
  ...(['article-invalid', 'article-not-sold', 'gift-amount-invalid'] as const),
  ...(['pass-invalid', 'pass-not-sold'] as const),
] as const;

const success = (description: string) => ({ description, schema: orderSchema }) as const;

/** Why payments are not taken. */
export const PAYMENT_PROBLEMS = [
  ...(['payments-not-total', 'gift-for-gift', 'gift-not-found', 'gift-not-valid'] as const),
  'gift-balance-too-low',
] as const;
/** Why a code is not taken. */
const CODE_PROBLEMS = [
  ...(['code-invalid', 'code-not-applicable', 'code-used-up', 'too-many-guesses'] as const),
] as const;

export const orderOperations = resource(
  { tag: 'Orders', parameters: PARAMETERS, examples },
  {
    placeOrder: {
      method: 'POST',
      path: '/orders',
      summary: 'Place an order',
      description:
        'Orders several tickets and articles, all or none, in one transaction: sold at once, or held until the order is confirmed. If one item can’t be had, nothing is sold or held. Send an Idempotency-Key, so that the request is safe to retry.',
      permission: 'sell-tickets',
      takesKey: true,
      body: {
        schema: OrderInput,
        faultsOf: orderFaults,
      },
      success: {
        status: 201,
        description: 'Created',
        schema: orderSchema,
        headers: { Location: 'Address of the order.' },
      },
      problems: [...SALE_PROBLEMS, ...PAYMENT_PROBLEMS, ...CODE_PROBLEMS, ...GOODS_PROBLEMS],
    },
    getOrder: {
      method: 'GET',
      path: '/orders/{orderId}',
      summary: 'Get an order',
      description:
        'Gets one order. A ticket that was sold alone is an order without an orderCode. A partner can only get orders that it made.',
      permission: 'fetch-tickets',
      success: {
        description: 'The order.',
        schema: orderSchema,
      },
      problems: ['order-not-found'],
    },
    getOrderTickets: {
      method: 'GET',
      path: '/orders/{orderId}/tickets.pdf',
      summary: 'Get the tickets of an order',
      description:
        'Gets the tickets of an order in one PDF file to print, a page each, without those that are void or whose event was cancelled. If all are, the problem is that of the first. An order of articles alone is one page, with its code. An order that is only held has no tickets yet. A partner can only get those of orders that it made.',
      permission: 'fetch-tickets',
      success: {
        description: 'The tickets that admit, or the articles.',
        mediaType: 'application/pdf',
        headers: {
          'Cache-Control': 'private: shared caches must not store the tickets.',
          'Content-Disposition': 'A name for the file.',
        },
      },
      problems: ['order-not-found', 'order-not-sold', 'order-void', 'ticket-void', 'event-cancelled'],
    },
    findOrders: {
      method: 'GET',
      path: '/orders',
      summary: 'Find orders',
      description:
        'Finds orders by the seller’s own number, e-mail address, code or state; at least one of them is required. An order is found if it matches all given filters. Tickets that were sold alone are not listed. Order: newest first. A partner finds only orders that it made.',
      permission: 'fetch-tickets',
      query: Type.Object(
        {
          reference: Type.Optional(
            Type.String({ pattern: ANY_TEXT, description: 'The seller’s own number for the order.' }),
          ),
          email: Type.Optional(askedEmailField()),
          orderCode: Type.Optional(
            Type.String({
              pattern: ANY_TEXT,
              description: 'The code of the order, whole or only its six letters, in upper or lower case.',
            }),
          ),
          state: Type.Optional(
            Type.Enum([...ORDER_STATES], {
              type: 'string',
              title: 'OrderState',
              description: 'State of the orders.',
            }),
          ),
          limit: limitField('orders', 500),
          after: Type.Optional(
            Type.String({
              format: 'orders-cursor',
              description: 'Cursor of the next page, from the header Link.',
            }),
          ),
        },
        { [AT_LEAST_ONE]: ['reference', 'email', 'orderCode', 'state'] },
      ),
      success: {
        description: 'The orders on this page.',
        schema: Type.Array(orderSchema, { title: 'Orders' }),
        optionalHeaders: NEXT_PAGE,
      },
    },
    changeOrder: {
      method: 'PUT',
      path: '/orders/{orderId}/items',
      summary: 'Change a held order',
      description:
        'Replaces what a held order is for. What stays keeps its tickets and prices; what is new is taken at today’s prices, and all of an article of which more is wanted. The code then reduces what it fits of the tickets, the dearest first. If one item can’t be had, the order stays as it was.',
      permission: 'sell-tickets',
      body: {
        schema: ItemsInput,
        faultsOf: itemFaults,
      },
      success: success('The order, which is still held.'),
      problems: [
        ...(['order-not-found', 'order-sold', 'order-for-move', 'order-cancelled', 'hold-expired'] as const),
        ...SALE_PROBLEMS,
        ...CODE_PROBLEMS,
        ...GOODS_PROBLEMS,
      ],
    },
    confirmOrder: {
      method: 'POST',
      path: '/orders/{orderId}/confirm',
      summary: 'Confirm an order',
      description:
        'Sells a held order at the prices of the hold: its tickets are made. An order that was released is taken up again if its places are still there. Confirming an order again changes nothing and gives the same answer. A ticket that was sold alone can’t be confirmed.',
      permission: 'sell-tickets',
      body: {
        schema: ConfirmationInput,
        faultsOf: paidFaults,
        mayBeMissing: true,
      },
      success: success('The order, which is sold.'),
      problems: [
        'order-not-found',
        'order-sold',
        'order-for-move',
        'order-cancelled',
        'hold-expired',
        ...PAYMENT_PROBLEMS,
        'too-many-guesses',
      ],
    },
    extendOrder: {
      method: 'POST',
      path: '/orders/{orderId}/extend',
      summary: 'Extend a hold',
      description:
        'Holds an order for that long from now on. The hold of a partner ends 24 hours after the order was made at the latest.',
      permission: 'sell-tickets',
      body: HoldInput,
      success: success('The order, which is held until expiresAt.'),
      problems: ['order-not-found', 'order-sold', 'order-cancelled', 'hold-expired'],
    },
    releaseOrder: {
      method: 'POST',
      path: '/orders/{orderId}/release',
      summary: 'Release a hold',
      description:
        'Gives the places of a held order back at once. Releasing an order again changes nothing and gives the same answer.',
      permission: 'sell-tickets',
      success: success('The order, which is released.'),
      problems: ['order-not-found', 'order-sold'],
    },
    exchangeOrder: {
      method: 'POST',
      path: '/orders/{orderId}/exchange',
      summary: 'Exchange tickets of an order',
      description:
        'Exchanges tickets of an order for others, all or none, in one transaction: the old ones become void, and the new ones belong to the order too. What is left out stays as it is with each ticket. Where an exchange takes no more places of a day or an entry time than it gives back there, it is never refused for lack of places. Send an Idempotency-Key, so that the request is safe to retry.',
      permission: 'void-tickets',
      takesKey: true,
      body: {
        schema: ExchangeInput,
        faultsOf: exchangeFaults,
      },
      success: success('The order.'),
      problems: [
        ...([
          'order-not-found',
          'order-not-sold',
          'order-void',
          'nothing-to-exchange',
          'not-of-order',
        ] as const),
        ...(['ticket-void', 'ticket-admitted', 'refund-too-high'] as const),
        ...EXCHANGE_PROBLEMS,
      ],
    },
    handOutArticle: {
      method: 'POST',
      path: '/orders/{orderId}/hand-out',
      summary: 'Hand an article out',
      description:
        'Records that so many of an extra of the order were handed out, or taken back. What is handed out is given back for money only after it was taken back. Send an Idempotency-Key, so that the request is safe to retry.',
      permission: 'admit-visitors',
      takesKey: true,
      body: HandOutInput,
      success: { description: 'What is handed out now.', schema: handedOutSchema },
      problems: ['order-not-found', 'order-not-sold', 'article-not-ordered', 'article-not-left'],
    },
    voidOrder: {
      method: 'POST',
      path: '/orders/{orderId}/void',
      summary: 'Make an order void',
      description:
        'Makes all tickets of an order void that are not void yet, or those that are named; their places are on sale again at once. Passes, and extras that are not handed out, are given back with all tickets, or as they are named; a donation stays unless it is named. With a refund, it records what is paid back; if all that is void already, it only does that. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.',
      permission: 'void-own-sales',
      body: { schema: VoidInput, faultsOf: voidFaults },
      success: success('The order.'),
      problems: [
        'order-not-found',
        'order-not-sold',
        'order-void',
        'not-of-order',
        'ticket-void',
        'article-not-ordered',
        'article-not-left',
        'pass-not-of-order',
        'gift-not-found',
        'gift-not-valid',
        'too-late-to-void',
        'ticket-admitted',
        'refund-too-high',
      ],
    },
  },
);
