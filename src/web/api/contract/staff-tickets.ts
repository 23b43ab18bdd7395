import {
  ANY_TEXT,
  categoryField,
  dayField,
  emailField,
  eventIdField,
  idempotencyKeyHeader,
  instantField,
  limitField,
  nextPageHeader,
  phoneField,
  readConditions,
  ticketIdField,
  ticketTypeField,
  whyField,
} from './fields.ts';
import { AT_LEAST_ONE } from './formats.ts';
import { operation } from './operation.ts';
import { amountField } from './payments.ts';
import { Type } from './schema.ts';
import { ticketFields } from './ticket-fields.ts';
import { EVENT_ID_BY_TYPE, SALE_PROBLEMS, ticketStateField, wantedFields } from './tickets.ts';

/** Tickets as staff see them (beyond the interface document). */

export const TicketRecord = Type.Object(
  {
    ...ticketFields,
    soldBy: Type.String({ description: 'User name of the account that sold it.' }),
    state: ticketStateField(),
    email: Type.Optional(Type.String({ description: 'E-mail address of the visitor, until it is erased.' })),
    phone: Type.Optional(
      Type.String({ description: 'Telephone number of the visitor, until it is erased.' }),
    ),
    admissions: Type.Array(
      Type.Object({
        at: instantField('When the visitor passed.'),
        gate: Type.Optional(Type.String({ description: 'Name of the door.' })),
        direction: Type.Enum(['in', 'out'], { type: 'string', description: 'in: entered; out: left.' }),
      }),
      {
        description: 'Entries and exits with the ticket, in order: at most the 200 that were recorded last.',
      },
    ),
    replaces: Type.Optional({
      ...ticketIdField(),
      description: 'The ticket that was exchanged for this one.',
    }),
    replacedBy: Type.Optional({
      ...ticketIdField(),
      description: 'The ticket that this one was exchanged for.',
    }),
  },
  { title: 'TicketRecord' },
);

const record = {
  ticketId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24',
  ticketType: 'general',
  ticketDate: '2027-03-13',
  category: 'standard',
  places: 1,
  confirmationCode: 'ticket-general-p3wz8r-b6gta',
  orderId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24',
  price: 12.5,
  currency: 'EUR',
  soldAt: '2027-03-02T14:05:31.120Z',
  soldBy: 'front-desk',
  state: 'admitted',
  email: 'ada@example.com',
  admissions: [{ at: '2027-03-13T09:12:00.000Z', gate: 'East door', direction: 'in' }],
};
const eventRecord = {
  ...record,
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  orderId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  ticketType: 'event',
  ticketDate: '2027-03-14',
  eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
  eventName: 'Sorolla and the sea',
  confirmationCode: 'ticket-event-k7m2qd-x94he',
  price: 25,
  soldAt: '2027-03-02T14:06:12.480Z',
  state: 'valid',
  admissions: [],
};
const voidRecord = { ...record, state: 'void', admissions: [] };
const path = Type.Object({ ticketId: ticketIdField() });
const parameterExamples = { ticketId: record.ticketId };

export const getTicket = operation({
  id: 'getTicket',
  method: 'GET',
  path: '/tickets/{ticketId}',
  tag: 'Tickets',
  summary: 'Get a ticket',
  description: 'Gets one ticket with all its details. A partner can only get tickets that it sold.',
  permission: 'fetch-tickets',
  request: { path, header: Type.Object(readConditions()) },
  parameterExamples,
  success: {
    status: 200,
    description: 'The ticket.',
    mediaType: 'application/json',
    schema: TicketRecord,
    headers: { ETag: 'Current entity tag of the ticket.' },
    examples: {
      admitted: { summary: 'A ticket that was admitted', value: record },
      event: { summary: 'A ticket for a special event', value: eventRecord },
    },
  },
  problems: ['ticket-not-found'],
});

const after = 'dGlja2V0cyBiZWZvcmUgNDcxMQ';

export const findTickets = operation({
  id: 'findTickets',
  method: 'GET',
  path: '/tickets',
  tag: 'Tickets',
  summary: 'Find tickets',
  description:
    'Finds tickets by confirmation code, e-mail address, day, or when they were sold; at least one of these is required. A ticket is found if it matches all given filters. Order: newest first; if several instances of the service sell, accurate to one second. A partner finds only tickets that it sold.',
  permission: 'fetch-tickets',
  request: {
    query: Type.Object(
      {
        confirmationCode: Type.Optional(
          Type.String({
            pattern: ANY_TEXT,
            description:
              'The confirmation code, whole or only its eleven characters, in upper or lower case.',
          }),
        ),
        email: Type.Optional({
          ...emailField(),
          description: 'The whole e-mail address, in upper or lower case.',
        }),
        ticketDate: Type.Optional(dayField('Day the tickets are valid for.')),
        eventId: Type.Optional(eventIdField()),
        soldFrom: Type.Optional(instantField('Only tickets sold then or later.')),
        soldTo: Type.Optional(instantField('Only tickets sold before then.')),
        limit: limitField('tickets', 500),
        after: Type.Optional(
          Type.String({
            format: 'tickets-cursor',
            description: 'Cursor of the next page, from the header Link.',
          }),
        ),
      },
      { [AT_LEAST_ONE]: ['confirmationCode', 'email', 'ticketDate', 'soldFrom', 'soldTo'] },
    ),
  },
  parameterExamples: {
    confirmationCode: record.confirmationCode,
    email: record.email,
    ticketDate: record.ticketDate,
    eventId: eventRecord.eventId,
    soldFrom: '2027-03-02T00:00:00.000Z',
    soldTo: '2027-03-03T00:00:00.000Z',
    limit: 30,
    after,
  },
  success: {
    status: 200,
    description: 'The tickets on this page.',
    mediaType: 'application/json',
    schema: Type.Array(TicketRecord, { title: 'TicketRecords' }),
    headers: {},
    optionalHeaders: nextPageHeader('/tickets', after),
    examples: {
      found: { summary: 'The tickets of a visitor', value: [eventRecord, record] },
      none: { summary: 'None', value: [] },
    },
  },
  problems: [],
});

const VoidOrder = Type.Object(
  {
    reason: whyField('Why the ticket is voided'),
    force: Type.Optional(
      Type.Boolean({
        description: 'Void the ticket even if it was used; only for managers and admins.',
      }),
    ),
    refund: Type.Optional(amountField('What is paid back.')),
  },
  { additionalProperties: false, title: 'VoidOrder' },
);

export const voidTicket = operation({
  id: 'voidTicket',
  method: 'POST',
  path: '/tickets/{ticketId}/void',
  tag: 'Tickets',
  summary: 'Make a ticket void',
  description:
    'Makes a ticket void: it no longer admits anyone, and its place is on sale again at once. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.',
  permission: 'void-own-sales',
  request: {
    path,
    body: {
      mediaTypes: ['application/json'],
      schema: VoidOrder,
      examples: { refund: { summary: 'A visitor who can’t come', value: { reason: 'Ill, refunded' } } },
    },
  },
  parameterExamples,
  success: {
    status: 200,
    description: 'The void ticket.',
    mediaType: 'application/json',
    schema: TicketRecord,
    headers: {},
    examples: { void: { summary: 'A void ticket', value: voidRecord } },
  },
  problems: ['ticket-not-found', 'ticket-void', 'too-late-to-void', 'ticket-admitted', 'refund-too-high'],
});

const ExchangeOrder = Type.Object(
  {
    ticketType: ticketTypeField(),
    eventId: Type.Optional(eventIdField()),
    ticketDate: dayField('Day the new ticket is valid for.'),
    entryTime: wantedFields().entryTime,
    category: Type.Optional({
      ...categoryField(),
      description: 'Category of the visitor; that of the old ticket when left out.',
    }),
    phone: Type.Optional(phoneField()),
    reason: whyField('Why the ticket is exchanged'),
    payment: Type.Optional(amountField('What is paid for the new ticket beside the old one.')),
    refund: Type.Optional(amountField('What is paid back.')),
  },
  {
    additionalProperties: false,
    title: 'ExchangeOrder',
    allOf: EVENT_ID_BY_TYPE,
  },
);

export const exchangeTicket = operation({
  id: 'exchangeTicket',
  method: 'POST',
  path: '/tickets/{ticketId}/exchange',
  tag: 'Tickets',
  summary: 'Exchange a ticket',
  description:
    'Makes a ticket void and sells a new one to the same person, in one transaction: if the new ticket can’t be sold, nothing is changed. Send an Idempotency-Key so that the request is safe to retry.',
  permission: 'void-tickets',
  request: {
    path,
    header: Type.Object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: {
      mediaTypes: ['application/json'],
      schema: ExchangeOrder,
      examples: {
        later: {
          summary: 'For another day',
          value: { ticketType: 'general', ticketDate: '2027-03-20', reason: 'Train cancelled' },
        },
      },
    },
  },
  parameterExamples,
  success: {
    status: 201,
    description: 'The new ticket.',
    mediaType: 'application/json',
    schema: TicketRecord,
    headers: { Location: 'Address of the new ticket.' },
    headerExamples: { Location: '/tickets/{ticketId}' },
    examples: {
      exchanged: {
        summary: 'The ticket for the other day',
        value: {
          ...voidRecord,
          ticketId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a29',
          orderId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a29',
          ticketDate: '2027-03-20',
          confirmationCode: 'ticket-general-m8dk2v-q5hzp',
          state: 'valid',
          replaces: record.ticketId,
        },
      },
      event: {
        summary: 'A ticket for a special event instead',
        value: {
          ...eventRecord,
          ticketId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a2a',
          orderId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a2a',
          ticketDate: '2027-03-20',
          soldAt: record.soldAt,
          confirmationCode: 'ticket-event-w5hc9t-r2kqn',
          replaces: record.ticketId,
        },
      },
    },
  },
  problems: [
    ...(['ticket-not-found', 'ticket-void', 'ticket-admitted', 'refund-too-high'] as const),
    ...SALE_PROBLEMS.filter((slug) => slug !== 'time-over'), // only staff exchange, and they may sell late
  ],
});
