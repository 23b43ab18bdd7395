import { LANGUAGES } from '../../../core/language.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { HOLD_LIMITS, MOST_ITEMS, MOST_TICKETS, ORDER_STATES, RELEASED_BY } from '../../../orders/index.ts';
import {
  ANY_TEXT,
  answeredPriceField,
  categoryField,
  confirmationCodeField,
  dayField,
  emailField,
  entryTimeField,
  eventIdField,
  idempotencyKeyHeader,
  instantField,
  limitField,
  NEXT_PAGE,
  orderIdField,
  phoneField,
  readConditions,
  ticketIdField,
  ticketTypeField,
  whyField,
  wordsField,
} from './fields.ts';
import { AT_LEAST_ONE } from './formats.ts';
import { operation } from './operation.ts';
import { amountField, methodField, moneyField, Payment } from './payments.ts';
import { Type } from './schema.ts';
import { EVENT_ID_BY_TYPE, SALE_PROBLEMS, ticketStateField, wantedFields } from './tickets.ts';

/** Orders: several tickets, all or none, sold at once or held until they are paid. */

const ITEM_RULES = { additionalProperties: false, title: 'OrderItemInput', allOf: EVENT_ID_BY_TYPE } as const;

const ItemInput = Type.Object(
  {
    ticketType: ticketTypeField(),
    eventId: Type.Optional(eventIdField()),
    ticketDate: dayField('Day the tickets are valid for.'),
    ...wantedFields(),
    quantity: Type.Integer({
      minimum: 1,
      maximum: MOST_TICKETS,
      description: `Number of tickets: 1 to ${MOST_TICKETS}.`,
    }),
  },
  ITEM_RULES,
);

const itemsField = () =>
  Type.Array(ItemInput, {
    minItems: 1,
    maxItems: MOST_ITEMS,
    description: `What is ordered: 1 to ${MOST_ITEMS} different items, at most ${MOST_TICKETS} tickets together.`,
  });

const holdField = (more = '') =>
  Type.Integer({
    minimum: HOLD_LIMITS.least / 1_000,
    maximum: HOLD_LIMITS.most / 1_000,
    description: `For how many seconds the places are held from now on: ${HOLD_LIMITS.least / 1_000} to ${HOLD_LIMITS.most / 1_000}.${more}`,
  });

const referenceField = () => wordsField(100, 'The seller’s own number for the order; it need not be unique');

const languageField = () =>
  Type.Enum([...LANGUAGES], { type: 'string', description: 'Language of the mails to the buyer.' });

const OrderInput = Type.Object(
  {
    items: itemsField(),
    email: Type.Optional(emailField()),
    phone: Type.Optional(phoneField()),
    language: Type.Optional({
      ...languageField(),
      description: 'Language of the mails to the buyer; when left out, that of the museum.',
    }),
    reference: Type.Optional(referenceField()),
    hold: Type.Optional(holdField(' When left out, the order is sold at once.')),
    paidBy: Type.Optional(methodField('How the whole order was paid.')),
  },
  { additionalProperties: false, title: 'OrderInput' },
);

const ItemsInput = Type.Object(
  { items: itemsField() },
  { additionalProperties: false, title: 'OrderItemsInput' },
);

const ConfirmationInput = Type.Object(
  {
    paidBy: Type.Optional(methodField('How the whole order was paid.')),
    email: Type.Optional(emailField()),
    phone: Type.Optional(phoneField()),
    reference: Type.Optional(referenceField()),
  },
  { additionalProperties: false, title: 'OrderConfirmation' },
);

const HoldInput = Type.Object({ hold: holdField() }, { additionalProperties: false, title: 'HoldExtension' });

const VoidInput = Type.Object(
  {
    reason: whyField('Why the order is voided'),
    force: Type.Optional(
      Type.Boolean({ description: 'Void the tickets even if some were used; only for managers and admins.' }),
    ),
    refund: Type.Optional(amountField('What is paid back.')),
  },
  { additionalProperties: false, title: 'OrderVoid' },
);

const OrderItem = Type.Object({
  ticketType: ticketTypeField(),
  eventId: Type.Optional(eventIdField()),
  ticketDate: dayField('Day the tickets are valid for.'),
  entryTime: Type.Optional(entryTimeField('Entry time, if the tickets are for one.')),
  category: { ...categoryField(), description: 'Category of the visitors.' },
  price: { ...answeredPriceField(), description: 'Price of one ticket.' },
  quantity: Type.Integer({ minimum: 1, description: 'Number of tickets.' }),
  tickets: Type.Optional(
    Type.Array(
      Type.Object({
        ticketId: ticketIdField(),
        confirmationCode: confirmationCodeField(),
        state: ticketStateField(),
      }),
      { description: 'The tickets, once the order is sold.' },
    ),
  ),
});

export const Order = Type.Object(
  {
    orderId: orderIdField('Identifier of the order; for a ticket that was sold alone, its ticketId.'),
    orderCode: Type.Optional(
      Type.String({
        pattern: '^order-[2-9a-hjkmnp-tv-z]{6}$',
        description: 'Code of the order, by which staff find it; a ticket that was sold alone has none.',
      }),
    ),
    reference: Type.Optional(Type.String({ description: 'The seller’s own number for the order.' })),
    state: Type.Enum([...ORDER_STATES], {
      type: 'string',
      description:
        'State of the order. held: its places are kept until expiresAt; released: they were given back; void: every ticket is void.',
    }),
    createdAt: instantField('When the order was made.'),
    expiresAt: Type.Optional(instantField('When the hold ends, while it is held.')),
    soldAt: Type.Optional(instantField('When it was sold.')),
    releasedBy: Type.Optional(
      Type.Enum([...RELEASED_BY], {
        type: 'string',
        description:
          'Why it was released. expiry: its time was over; event: what was ordered does not take place.',
      }),
    ),
    soldBy: Type.String({ description: 'User name of the account that sells it.' }),
    total: moneyField('Total price.'),
    currency: Type.String({ description: 'Currency of all amounts (ISO 4217).' }),
    vat: Type.Optional(
      Type.Array(
        Type.Object({
          rate: moneyField('Rate in percent.'),
          net: moneyField('What of the total is not tax.'),
          tax: moneyField('What of the total is tax.'),
        }),
        { description: 'Value added tax in the total, by rate.' },
      ),
    ),
    items: Type.Array(OrderItem, { description: 'What was ordered.' }),
    payments: Type.Array(Payment, { description: 'What was paid and paid back, the oldest first.' }),
    email: Type.Optional(Type.String({ description: 'E-mail address of the buyer, until it is erased.' })),
    phone: Type.Optional(Type.String({ description: 'Telephone number of the buyer, until it is erased.' })),
    language: languageField(),
  },
  { title: 'Order' },
);

/** The faults of a list of items that its schema can't say. */
function itemFaults(body: unknown): Fault[] {
  const { items } = (body ?? {}) as { items?: unknown };
  if (!Array.isArray(items) || items.length > MOST_ITEMS) return [];
  const quantities = items.map((item) => (typeof item?.quantity === 'number' ? item.quantity : 0));
  const tickets = quantities.reduce((sum, quantity) => sum + quantity, 0);
  const tooMany: Fault[] =
    tickets > MOST_TICKETS
      ? [
          {
            in: 'body',
            pointer: '/items',
            detail: `items are ${tickets} tickets together; at most ${MOST_TICKETS} are allowed.`,
          },
        ]
      : [];
  const keys = items.map((item) =>
    JSON.stringify([
      item?.ticketType,
      item?.eventId,
      item?.ticketDate,
      item?.entryTime,
      item?.category ?? 'standard',
    ]).toLowerCase(),
  );
  const repeated = keys.flatMap((key, index): Fault[] => {
    const first = keys.indexOf(key);
    if (first === index) return [];
    const detail = `items/${index} is the same as items/${first}: add up their quantities.`;
    return [{ in: 'body', pointer: `/items/${index}`, detail }];
  });
  return [...tooMany, ...repeated];
}

function orderFaults(body: unknown): Fault[] {
  const { hold, paidBy } = (body ?? {}) as { hold?: unknown; paidBy?: unknown };
  if (hold === undefined || paidBy === undefined) return itemFaults(body);
  const detail =
    'paidBy must be left out of an order that is held: say how it was paid when it is confirmed.';
  return [...itemFaults(body), { in: 'body', pointer: '/paidBy', detail }];
}

const json = ['application/json'] as const;
const path = Type.Object({ orderId: orderIdField('Identifier of an order.') });

const success = (description: string) =>
  ({ status: 200, description, mediaType: 'application/json', schema: Order, headers: {} }) as const;

export const placeOrder = operation({
  id: 'placeOrder',
  method: 'POST',
  path: '/orders',
  tag: 'Orders',
  summary: 'Place an order',
  description:
    'Orders several tickets, all or none, in one transaction: sold at once, or held until the order is confirmed. If one item can’t be had, nothing is sold or held. Send an Idempotency-Key, so that the request is safe to retry.',
  permission: 'sell-tickets',
  request: {
    header: Type.Object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: {
      mediaTypes: json,
      schema: OrderInput,
      faultsOf: orderFaults,
    },
  },
  success: {
    status: 201,
    description: 'Created',
    mediaType: 'application/json',
    schema: Order,
    headers: { Location: 'Address of the order.' },
  },
  problems: SALE_PROBLEMS,
});

export const getOrder = operation({
  id: 'getOrder',
  method: 'GET',
  path: '/orders/{orderId}',
  tag: 'Orders',
  summary: 'Get an order',
  description:
    'Gets one order. A ticket that was sold alone is an order without an orderCode. A partner can only get orders that it made.',
  permission: 'fetch-tickets',
  request: { path, header: Type.Object(readConditions()) },
  success: {
    status: 200,
    description: 'The order.',
    mediaType: 'application/json',
    schema: Order,
    headers: { ETag: 'Current entity tag of the order.' },
  },
  problems: ['order-not-found'],
});

export const findOrders = operation({
  id: 'findOrders',
  method: 'GET',
  path: '/orders',
  tag: 'Orders',
  summary: 'Find orders',
  description:
    'Finds orders by the seller’s own number, e-mail address, code or state; at least one of them is required. An order is found if it matches all given filters. Tickets that were sold alone are not listed. Order: newest first. A partner finds only orders that it made.',
  permission: 'fetch-tickets',
  request: {
    query: Type.Object(
      {
        reference: Type.Optional(
          Type.String({ pattern: ANY_TEXT, description: 'The seller’s own number for the order.' }),
        ),
        email: Type.Optional({
          ...emailField(),
          description: 'The whole e-mail address, in upper or lower case.',
        }),
        orderCode: Type.Optional(
          Type.String({
            pattern: ANY_TEXT,
            description: 'The code of the order, whole or only its six letters, in upper or lower case.',
          }),
        ),
        state: Type.Optional(
          Type.Enum([...ORDER_STATES], { type: 'string', description: 'State of the orders.' }),
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
  },
  success: {
    status: 200,
    description: 'The orders on this page.',
    mediaType: 'application/json',
    schema: Type.Array(Order, { title: 'Orders' }),
    headers: {},
    optionalHeaders: NEXT_PAGE,
  },
  problems: [],
});

export const changeOrder = operation({
  id: 'changeOrder',
  method: 'PUT',
  path: '/orders/{orderId}/items',
  tag: 'Orders',
  summary: 'Change a held order',
  description:
    'Replaces what a held order is for. What stays keeps its tickets and prices; what is new is taken at today’s prices. If one item can’t be had, the order stays as it was.',
  permission: 'sell-tickets',
  request: {
    path,
    body: {
      mediaTypes: json,
      schema: ItemsInput,
      faultsOf: itemFaults,
    },
  },
  success: success('The order, which is still held.'),
  problems: ['order-not-found', 'order-sold', 'order-cancelled', 'hold-expired', ...SALE_PROBLEMS],
});

export const confirmOrder = operation({
  id: 'confirmOrder',
  method: 'POST',
  path: '/orders/{orderId}/confirm',
  tag: 'Orders',
  summary: 'Confirm an order',
  description:
    'Sells a held order at the prices of the hold: its tickets are made. An order that was released is taken up again if its places are still there. Confirming an order again changes nothing and gives the same answer. A ticket that was sold alone can’t be confirmed.',
  permission: 'sell-tickets',
  request: {
    path,
    body: {
      mediaTypes: json,
      schema: ConfirmationInput,
      mayBeMissing: true,
    },
  },
  success: success('The order, which is sold.'),
  problems: ['order-not-found', 'order-sold', 'order-cancelled', 'hold-expired'],
});

export const extendOrder = operation({
  id: 'extendOrder',
  method: 'POST',
  path: '/orders/{orderId}/extend',
  tag: 'Orders',
  summary: 'Extend a hold',
  description:
    'Holds an order for that long from now on. The hold of a partner ends 24 hours after the order was made at the latest.',
  permission: 'sell-tickets',
  request: {
    path,
    body: {
      mediaTypes: json,
      schema: HoldInput,
    },
  },
  success: success('The order, which is held until expiresAt.'),
  problems: ['order-not-found', 'order-sold', 'order-cancelled', 'hold-expired'],
});

export const releaseOrder = operation({
  id: 'releaseOrder',
  method: 'POST',
  path: '/orders/{orderId}/release',
  tag: 'Orders',
  summary: 'Release a hold',
  description:
    'Gives the places of a held order back at once. Releasing an order again changes nothing and gives the same answer.',
  permission: 'sell-tickets',
  request: { path },
  success: success('The order, which is released.'),
  problems: ['order-not-found', 'order-sold'],
});

export const voidOrder = operation({
  id: 'voidOrder',
  method: 'POST',
  path: '/orders/{orderId}/void',
  tag: 'Orders',
  summary: 'Make an order void',
  description:
    'Makes all tickets of an order void that are not void yet; their places are on sale again at once. With a refund, it records what is paid back; if all tickets are void already, it only does that. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.',
  permission: 'void-own-sales',
  request: {
    path,
    body: {
      mediaTypes: json,
      schema: VoidInput,
    },
  },
  success: success('The order.'),
  problems: [
    'order-not-found',
    'order-not-sold',
    'order-void',
    'too-late-to-void',
    'ticket-admitted',
    'refund-too-high',
  ],
});
