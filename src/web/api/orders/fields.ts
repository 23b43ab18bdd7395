import { AT_LEAST_ONE } from '../../../contract/formats.ts';
import { Type } from '../../../contract/schema.ts';
import { LANGUAGES } from '../../../core/language.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { SOME_INK } from '../../../core/text.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import {
  HOLD_LIMITS,
  MOST_ARTICLES_SOLD,
  MOST_ITEMS,
  MOST_MESSAGE,
  MOST_TICKETS,
  ORDER_STATES,
  RELEASED_BY,
} from '../../../orders/index.ts';
import {
  answeredEmailField,
  answeredPriceField,
  articleField,
  categoryField,
  confirmationCodeField,
  dayField,
  emailField,
  entryTimeSchema,
  eventIdField,
  holderField,
  instantField,
  orderIdField,
  passCodeField,
  passIdField,
  passTypeField,
  phoneField,
  ticketIdField,
  ticketTypeField,
  whyField,
  wordsField,
} from '../contract/fields.ts';
import { becauseField, EVENT_ID_BY_TYPE, ticketStateField, wantedFields } from '../tickets/operations.ts';
import {
  amountField,
  methodField,
  moneyField,
  oneWayFaults,
  partFaults,
  partField,
  paymentSchema,
} from './payment-fields.ts';

/** Orders in requests and answers. */

const KINDS_OF_ITEMS = {
  ticket: 'a ticket',
  article: 'an article',
  gift: 'a gift voucher',
  pass: 'a pass',
} as const;

const notOf = (what: keyof typeof KINDS_OF_ITEMS) => ({
  not: {},
  description: `must be left out of ${KINDS_OF_ITEMS[what]}`,
});

const TICKET_MEMBERS = ['ticketType', 'eventId', 'ticketDate', 'entryTime', 'category'] as const;

const PASS_MEMBERS = ['pass', 'holder', 'from'] as const;

const without = (members: readonly string[], what: keyof typeof KINDS_OF_ITEMS) =>
  Object.fromEntries(members.map((member) => [member, notOf(what)]));

const ARTICLE_RULE = {
  if: { required: ['article'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  then: {
    required: ['quantity'],
    properties: {
      ...without([...TICKET_MEMBERS, ...PASS_MEMBERS], 'article'),
      gift: notOf('article'),
      quantity: { maximum: MOST_ARTICLES_SOLD },
    },
  },
};

const GIFT_RULE = {
  if: { required: ['gift'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  then: {
    properties: {
      ...without([...TICKET_MEMBERS, ...PASS_MEMBERS], 'gift'),
      article: notOf('gift'),
      price: notOf('gift'),
      quantity: { maximum: 1 },
    },
  },
};

const PASS_RULE = {
  if: { required: ['pass'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  then: {
    properties: {
      ...without([...TICKET_MEMBERS, 'article', 'gift', 'price'], 'pass'),
      quantity: { maximum: 1 },
    },
  },
};

/** An item is a ticket, unless it is something else. */
const TICKET_RULE = {
  if: { not: { anyOf: [{ required: ['article'] }, { required: ['gift'] }, { required: ['pass'] }] } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  then: {
    required: ['ticketType', 'ticketDate', 'quantity'],
    properties: { ...without(['price', 'holder', 'from'], 'ticket'), quantity: { maximum: MOST_TICKETS } },
  },
};

const ITEM_RULES = {
  additionalProperties: false,
  title: 'OrderItemInput',
  allOf: [...EVENT_ID_BY_TYPE, ARTICLE_RULE, GIFT_RULE, PASS_RULE, TICKET_RULE],
} as const;

const languageField = () =>
  Type.Enum([...LANGUAGES], {
    type: 'string',
    title: 'Language',
    description: 'Language of the mails to the buyer.',
  });

const GiftInput = Type.Object(
  {
    amount: Type.Number({
      format: 'float',
      exclusiveMinimum: 0,
      maximum: HIGHEST_PRICE,
      multipleOf: 0.01,
      description:
        'What it is worth and costs: between gift/least and gift/most of the settings, at most two decimals.',
    }),
    message: Type.Optional(wordsField(MOST_MESSAGE, 'What the buyer writes to whoever gets it')),
    to: Type.Optional({ ...emailField(), description: 'To whom it is mailed; left out: to the buyer.' }),
    language: Type.Optional({ ...languageField(), description: 'Language of the voucher and its mail.' }),
  },
  { additionalProperties: false, title: 'GiftInput' },
);

const ItemInput = Type.Object(
  {
    ticketType: Type.Optional({ ...ticketTypeField(), description: 'Kind of ticket; of tickets only.' }),
    eventId: Type.Optional(eventIdField()),
    ticketDate: Type.Optional(dayField('Day the tickets are valid for; of tickets only.')),
    ...wantedFields(),
    article: Type.Optional({
      ...articleField(),
      description: 'An article in place of tickets: one of those that GET /articles lists.',
    }),
    price: Type.Optional(
      Type.Number({
        format: 'float',
        exclusiveMinimum: 0,
        maximum: HIGHEST_PRICE,
        multipleOf: 0.01,
        description: 'The amount of a donation: above 0, at most two decimals. Left out of anything else.',
      }),
    ),
    gift: Type.Optional(GiftInput),
    pass: Type.Optional({
      ...passTypeField(),
      description: 'A pass in place of tickets: one of the types that GET /pass-types lists.',
    }),
    holder: Type.Optional(holderField('Who may use the pass; may be said later')),
    from: Type.Optional(
      dayField('First day of a pass that is valid for months: at most 366 days ahead; today when left out.'),
    ),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `Number of tickets, 1 to ${MOST_TICKETS}, or of the article, 1 to ${MOST_ARTICLES_SOLD}; of a donation 1. It may be left out of a gift voucher or a pass, which is one.`,
      }),
    ),
  },
  ITEM_RULES,
);

const itemsField = () =>
  Type.Array(ItemInput, {
    minItems: 1,
    maxItems: MOST_ITEMS,
    description: `What is ordered: 1 to ${MOST_ITEMS} different items: tickets, articles, gift vouchers and passes, at most ${MOST_TICKETS} tickets and ${MOST_ARTICLES_SOLD} articles together.`,
  });

/** How many payments an order may have at most: more than a party splits a bill into. */
const MOST_PAYMENTS = 20;

const holdField = (more = '') =>
  Type.Integer({
    minimum: HOLD_LIMITS.least / 1_000,
    maximum: HOLD_LIMITS.most / 1_000,
    description: `For how many seconds the places are held from now on: ${HOLD_LIMITS.least / 1_000} to ${HOLD_LIMITS.most / 1_000}.${more}`,
  });

const referenceField = () => wordsField(100, 'The seller’s own number for the order; it need not be unique');

/** How an order is paid: all of it in one way, or in several. */
const paidFields = () => ({
  paidBy: Type.Optional(methodField('How the whole order was paid.')),
  payments: Type.Optional(
    Type.Array(partField(), {
      minItems: 1,
      maxItems: MOST_PAYMENTS,
      description: `How the order was paid, if in several ways or with gift vouchers: 1 to ${MOST_PAYMENTS} amounts that add up to its total. Gift vouchers pay for anything but gift vouchers. Not together with paidBy.`,
    }),
  ),
});

const CODE_WORDS =
  'A code that makes the tickets cheaper that it fits, the dearest first, or opens what is sold only with one: in upper or lower case, with or without spaces and hyphens.';

const codeSchema = { minLength: 1, maxLength: 100, pattern: SOME_INK, description: CODE_WORDS } as const;

export const OrderInput = Type.Object(
  {
    items: itemsField(),
    code: Type.Optional(Type.String(codeSchema)),
    email: Type.Optional(emailField()),
    phone: Type.Optional(phoneField()),
    language: Type.Optional({
      ...languageField(),
      description: 'Language of the mails to the buyer; when left out, that of the museum.',
    }),
    reference: Type.Optional(referenceField()),
    hold: Type.Optional(holdField(' When left out, the order is sold at once.')),
    ...paidFields(),
  },
  { additionalProperties: false, title: 'OrderInput' },
);

export const ItemsInput = Type.Object(
  {
    items: itemsField(),
    code: Type.Optional(
      Type.Unsafe<string | null>({
        ...codeSchema,
        type: ['string', 'null'],
        description: `${CODE_WORDS} null: none; left out: the order keeps the one that it has.`,
      }),
    ),
  },
  { additionalProperties: false, title: 'OrderItemsInput' },
);

export const ConfirmationInput = Type.Object(
  {
    ...paidFields(),
    email: Type.Optional(emailField()),
    phone: Type.Optional(phoneField()),
    reference: Type.Optional(referenceField()),
  },
  { additionalProperties: false, title: 'OrderConfirmation' },
);

/** How the order of a pass that renews another is paid, or for how long it is held. */
export const RenewalInput = {
  schema: Type.Object(
    {
      hold: Type.Optional(holdField(' When left out, the order is sold at once.')),
      payments: paidFields().payments,
    },
    { additionalProperties: false, title: 'PassRenewal' },
  ),
  faultsOf: heldPaidFaults,
};

export const HandOutInput = Type.Object(
  {
    article: articleField(),
    quantity: Type.Unsafe<number>({
      type: 'integer',
      minimum: -MOST_ARTICLES_SOLD,
      maximum: MOST_ARTICLES_SOLD,
      not: { const: 0 },
      description: `How many are handed out: 1 to ${MOST_ARTICLES_SOLD}; below zero, how many are taken back`,
    }),
  },
  { additionalProperties: false, title: 'HandOut' },
);

export const handedOutSchema = Type.Object(
  {
    article: articleField(),
    name: Type.String({ description: 'Name of the article when it was ordered.' }),
    quantity: Type.Integer({ minimum: 1, description: 'How many were ordered.' }),
    handedOut: Type.Integer({ minimum: 0, description: 'How many are handed out.' }),
    returned: Type.Integer({ minimum: 0, description: 'How many were given back.' }),
    left: Type.Integer({ minimum: 0, description: 'How many are still to be handed out.' }),
  },
  { title: 'HandedOut' },
);

export const HoldInput = Type.Object(
  { hold: holdField() },
  { additionalProperties: false, title: 'HoldExtension' },
);

const ticketIdsField = (description: string) =>
  Type.Optional(
    Type.Array(ticketIdField(), { minItems: 1, maxItems: MOST_TICKETS, uniqueItems: true, description }),
  );

export const VoidInput = Type.Object(
  {
    reason: whyField('Why the order is voided'),
    force: Type.Optional(
      Type.Boolean({ description: 'Void the tickets even if some were used; only for managers and admins.' }),
    ),
    ticketIds: ticketIdsField(
      'The tickets to void, which belong to the order. When left out, all that are not void, or none if articles, gifts or passes are given.',
    ),
    articles: Type.Optional(
      Type.Array(
        Type.Object(
          {
            article: articleField(),
            quantity: Type.Integer({
              minimum: 1,
              maximum: MOST_ARTICLES_SOLD,
              description:
                'How many are given back: at most those that are neither given back nor handed out.',
            }),
          },
          { additionalProperties: false, title: 'ArticleCount' },
        ),
        {
          minItems: 1,
          maxItems: MOST_ITEMS,
          description:
            'The articles that are given back. When left out, all extras that are not handed out, or none if tickets are named; donations only if they are given here, by staff.',
        },
      ),
    ),
    passes: Type.Optional(
      Type.Array(passIdField(), {
        minItems: 1,
        maxItems: MOST_ITEMS,
        uniqueItems: true,
        description:
          'The passes that are made void, which belong to the order. When left out, all that are not void, or none if tickets, articles or gifts are given.',
      }),
    ),
    gifts: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: MOST_ITEMS - 1 }), {
        minItems: 1,
        maxItems: MOST_ITEMS,
        uniqueItems: true,
        description:
          'The gift vouchers that are bought back, for what is left of them: their places among the items of the order. When left out, all that were not used, or none if tickets or articles are named.',
      }),
    ),
    refund: Type.Optional(
      amountField(
        'What is paid back: at most what was paid beyond the price of what still stands and what is due for the rest.',
      ),
    ),
  },
  { additionalProperties: false, title: 'OrderVoid' },
);

const EXCHANGED = ['ticketType', 'eventId', 'ticketDate', 'entryTime', 'category'] as const;

/** Rules that depend on `ticketType` are in `exchangeFaults`, since it may be left out. */
export const ExchangeInput = Type.Object(
  {
    ticketIds: ticketIdsField(
      'The tickets to exchange, which belong to the order. When left out, all that are valid, or cancelled and not used.',
    ),
    ticketType: Type.Optional(ticketTypeField()),
    eventId: Type.Optional(eventIdField()),
    ticketDate: Type.Optional(dayField('Day the new tickets are valid for.')),
    entryTime: Type.Optional(
      Type.Unsafe<string | null>({
        ...entryTimeSchema('Entry time of the new tickets; null: none.'),
        type: ['string', 'null'],
      }),
    ),
    category: Type.Optional({ ...categoryField(), description: 'Category of the visitors.' }),
    reason: Type.Optional(whyField('Why the tickets are exchanged')),
    payment: Type.Optional(
      amountField('What is paid for all of them together beside the old ones. Left out: nothing was.'),
    ),
    refund: Type.Optional(
      amountField(
        'What is paid back for all of them together: at most what was paid beyond the price of the tickets that then hold and what is due for others.',
      ),
    ),
  },
  { additionalProperties: false, title: 'OrderExchange', [AT_LEAST_ONE]: EXCHANGED },
);

const ITEM_KINDS = ['ticket', 'article', 'gift', 'pass'] as const;

const OrderItem = Type.Object({
  kind: Type.Enum([...ITEM_KINDS], {
    type: 'string',
    title: 'ItemKind',
    description:
      'What it is: tickets have ticketType, ticketDate and category. Kinds may be added; a client must take those that it does not know.',
  }),
  ticketType: Type.Optional({ ...ticketTypeField(), description: 'Kind of ticket; of tickets, always.' }),
  eventId: Type.Optional(eventIdField()),
  ticketDate: Type.Optional(dayField('Day the tickets are valid for; of tickets, always.')),
  entryTime: Type.Optional(entryTimeSchema('Entry time, if the tickets are for one.')),
  category: Type.Optional({
    ...categoryField(),
    description: 'Category of the visitors; of tickets, always.',
  }),
  pass: Type.Optional({ ...passTypeField(), description: 'Slug of the type of passes; of passes, always.' }),
  passId: Type.Optional({ ...passIdField(), description: 'Identifier of the pass, once the order is sold.' }),
  passCode: Type.Optional({ ...passCodeField(), description: 'Code of the pass, once the order is sold.' }),
  article: Type.Optional({ ...articleField(), description: 'Slug of the article; of articles, always.' }),
  name: Type.Optional(
    Type.String({ description: 'Name of the article when it was ordered; of articles, always.' }),
  ),
  price: { ...answeredPriceField(), description: 'Price of one; the amount of a donation.' },
  fullPrice: Type.Optional({
    ...answeredPriceField(),
    description: 'What one ticket would have cost without the code of the order, if it was sold with it.',
  }),
  quantity: Type.Integer({ minimum: 1, description: 'How many were ordered.' }),
  returned: Type.Optional(
    Type.Integer({ minimum: 1, description: 'How many of the article were given back; left out: none.' }),
  ),
  handedOut: Type.Optional(
    Type.Integer({ minimum: 1, description: 'How many of the article are handed out; left out: none.' }),
  ),
  tickets: Type.Optional(
    Type.Array(
      Type.Object({
        ticketId: ticketIdField(),
        confirmationCode: confirmationCodeField(),
        state: ticketStateField(),
        because: Type.Optional(becauseField()),
        replaces: Type.Optional({
          ...ticketIdField(),
          description: 'The ticket that was exchanged for this one.',
        }),
        replacedBy: Type.Optional({
          ...ticketIdField(),
          description: 'The ticket that this one was exchanged for.',
        }),
      }),
      { description: 'The tickets, once the order is sold; also those that are void or were exchanged.' },
    ),
  ),
});

export const orderSchema = Type.Object(
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
      title: 'OrderState',
      description:
        'State of the order. held: its places are kept until expiresAt; released: they were given back; void: every ticket is void, and every article was given back.',
    }),
    createdAt: instantField('When the order was made.'),
    expiresAt: Type.Optional(instantField('When the hold ends, while it is held.')),
    soldAt: Type.Optional(instantField('When it was sold.')),
    releasedBy: Type.Optional(
      Type.Enum([...RELEASED_BY], {
        type: 'string',
        title: 'ReleasedBy',
        description:
          'Why it was released. expiry: its time was over; event: what was ordered does not take place.',
      }),
    ),
    moveOf: Type.Optional(
      orderIdField(
        'The order whose tickets its buyer is moving, if this one holds places for the move until it is paid: it can’t be confirmed or changed by itself, and is released when the tickets are moved.',
      ),
    ),
    soldBy: Type.String({ description: 'User name of the account that sells it.' }),
    total: moneyField('Total price of what was ordered.'),
    account: Type.Object(
      {
        worth: moneyField(
          'Price of all that stands: tickets that are valid, admitted or expired, and articles that were not given back.',
        ),
        paid: moneyField(
          'What was paid, less what was paid back. If the sale recorded no payment, its seller has collected what it was sold for.',
        ),
        due: moneyField(
          'What is owed to the buyer: for cancelled tickets, for what was given back, and what a payment provider has not confirmed yet.',
        ),
        kept: moneyField('What was kept when tickets were made void or exchanged; below zero: waived.'),
      },
      { title: 'Account', description: 'How its money stands: paid is worth + due + kept.' },
    ),
    currency: Type.String({ description: 'Currency of all amounts (ISO 4217).' }),
    vat: Type.Optional(
      Type.Array(
        Type.Object({
          rate: moneyField('Rate in percent.'),
          net: moneyField('What is not tax.'),
          tax: moneyField('What is tax.'),
        }),
        { description: 'Value added tax in what it is worth, by rate; until it is sold, in the total.' },
      ),
    ),
    items: Type.Array(OrderItem, {
      description:
        'What was ordered, and what its tickets were exchanged for: that is added to the item for the same at the same price, or is an item of its own.',
    }),
    payments: Type.Array(paymentSchema, { description: 'What was paid and paid back, the oldest first.' }),
    email: Type.Optional(answeredEmailField('buyer')),
    phone: Type.Optional(Type.String({ description: 'Telephone number of the buyer, until it is erased.' })),
    language: languageField(),
  },
  { title: 'Order' },
);

/** The faults of a list of items that its schema can't say. */
export function itemFaults(body: unknown): Fault[] {
  const { items } = (body ?? {}) as { items?: unknown };
  if (!Array.isArray(items) || items.length > MOST_ITEMS) return [];
  const tooMany = [
    ...tooManyOf(
      items,
      (item) => [item?.article, item?.gift, item?.pass].every((each) => each === undefined),
      'tickets',
      MOST_TICKETS,
    ),
    ...tooManyOf(items, (item) => item?.article !== undefined, 'articles', MOST_ARTICLES_SOLD),
  ];
  const keys = items.map((item, index) =>
    (item?.gift !== undefined || item?.pass !== undefined
      ? `item ${index}` // each is one of its own
      : item?.article === undefined
        ? JSON.stringify([
            ...TICKET_MEMBERS.slice(0, -1).map((member) => item?.[member]),
            item?.category ?? 'standard',
          ])
        : JSON.stringify(['article', item.article])
    ).toLowerCase(),
  );
  const repeated = keys.flatMap((key, index): Fault[] => {
    const first = keys.indexOf(key);
    if (first === index) return [];
    const detail = `items/${index} is the same as items/${first}: add up their quantities.`;
    return [{ in: 'body', pointer: `/items/${index}`, detail }];
  });
  return [...tooMany, ...repeated];
}

function tooManyOf(
  items: readonly SentItem[],
  isMeant: (item: SentItem) => boolean,
  what: string,
  most: number,
): Fault[] {
  const quantities = items
    .filter(isMeant)
    .map((item) => (typeof item?.quantity === 'number' ? item.quantity : 0));
  const count = quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (count <= most) return [];
  const detail = `items are ${count} ${what} together; at most ${most} are allowed.`;
  return [{ in: 'body', pointer: '/items', detail }];
}

/** An item of any shape. */
type SentItem = Readonly<Record<string, unknown>> | null | undefined;

/** The faults of what is made void that its schema can't say. */
export function voidFaults(body: unknown): Fault[] {
  const { articles } = (body ?? {}) as { articles?: unknown };
  if (!Array.isArray(articles) || articles.length > MOST_ITEMS) return [];
  const slugs = articles.map((each) => each?.article);
  return slugs.flatMap((slug, index): Fault[] => {
    const first = slugs.indexOf(slug);
    if (typeof slug !== 'string' || first === index) return [];
    const detail = `articles/${index} is the same as articles/${first}: add up their quantities.`;
    return [{ in: 'body', pointer: `/articles/${index}`, detail }];
  });
}

/** The faults of an exchange that its schema can't say. */
export function exchangeFaults(body: unknown): Fault[] {
  const { ticketType, eventId } = (body ?? {}) as { ticketType?: unknown; eventId?: unknown };
  const detail =
    ticketType === 'event' && eventId === undefined
      ? 'eventId is required but missing.'
      : ticketType === 'general' && eventId !== undefined
        ? 'eventId must be left out of tickets for general entry.'
        : undefined;
  const fault = detail === undefined ? [] : [{ in: 'body', pointer: '/eventId', detail } as const];
  return [...fault, ...oneWayFaults(body)];
}

export function orderFaults(body: unknown): Fault[] {
  return [...itemFaults(body), ...heldPaidFaults(body), ...paidFaults(body)];
}

function heldPaidFaults(body: unknown): Fault[] {
  const { hold } = (body ?? {}) as { hold?: unknown };
  const tooEarly = PAID_MEMBERS.filter((member) => hold !== undefined && isGiven(body, member));
  return tooEarly.map((member): Fault => {
    const detail = `${member} must be left out of an order that is held: say how it was paid when it is confirmed.`;
    return { in: 'body', pointer: `/${member}`, detail };
  });
}

/** The faults of how an order is paid that the schema can't say. */
export function paidFaults(body: unknown): Fault[] {
  const detail = 'payments must be left out if paidBy is given.';
  const isTwice = PAID_MEMBERS.every((member) => isGiven(body, member));
  return [...(isTwice ? [{ in: 'body', pointer: '/payments', detail } as const] : []), ...partFaults(body)];
}

const PAID_MEMBERS = ['paidBy', 'payments'] as const;

function isGiven(body: unknown, member: string): boolean {
  return ((body ?? {}) as Readonly<Record<string, unknown>>)[member] !== undefined;
}
