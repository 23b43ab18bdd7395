import { AT_LEAST_ONE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { ANY_TEXT } from '../../../core/text.ts';
import {
  answeredEmailField,
  askedEmailField,
  categoryField,
  dayField,
  eventIdField,
  instantField,
  limitField,
  NEXT_PAGE,
  PARAMETERS,
  phoneField,
  ticketIdField,
  ticketTypeField,
  whyField,
} from '../contract/fields.ts';
import { amountField, oneWayFaults } from '../orders/payment-fields.ts';
import { ticketFields } from '../tickets/fields.ts';
import {
  becauseField,
  EVENT_ID_BY_TYPE,
  EXCHANGE_PROBLEMS,
  ticketStateField,
  wantedFields,
} from '../tickets/operations.ts';
import examples from './examples.json' with { type: 'json' };

/** Tickets as staff see them (beyond the interface document). */

const TicketRecord = Type.Object(
  {
    ...ticketFields,
    soldBy: Type.String({ description: 'User name of the account that sold it.' }),
    state: ticketStateField(),
    because: Type.Optional(becauseField()),
    email: Type.Optional(answeredEmailField('visitor')),
    phone: Type.Optional(
      Type.String({ description: 'Telephone number of the visitor, until it is erased.' }),
    ),
    admissions: Type.Array(
      Type.Object({
        at: instantField('When the visitor passed.'),
        gate: Type.Optional(Type.String({ description: 'Name of the door.' })),
        direction: Type.Enum(['in', 'out'], {
          type: 'string',
          title: 'Direction',
          description: 'in: entered; out: left.',
        }),
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

const VoidOrder = Type.Object(
  {
    reason: whyField('Why the ticket is voided'),
    force: Type.Optional(
      Type.Boolean({
        description: 'Void the ticket even if it was used; only for managers and admins.',
      }),
    ),
    refund: Type.Optional(
      amountField(
        'What is paid back: at most what was really paid, with what the tickets were exchanged for or from. A sale without a payment was collected by its seller at its price; an exchange adds only the payment that it records.',
      ),
    ),
  },
  { additionalProperties: false, title: 'VoidOrder' },
);

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
    reason: Type.Optional(whyField('Why the ticket is exchanged')),
    payment: Type.Optional(
      amountField('What is paid for the new ticket beside the old one. Left out: nothing was.'),
    ),
    refund: Type.Optional(
      amountField('What is paid back of what was really paid, as when a ticket is made void.'),
    ),
  },
  {
    additionalProperties: false,
    title: 'ExchangeOrder',
    allOf: EVENT_ID_BY_TYPE,
  },
);

export const staffTicketOperations = resource(
  { tag: 'Tickets', parameters: PARAMETERS, examples },
  {
    findTickets: {
      method: 'GET',
      path: '/tickets',
      summary: 'Find tickets',
      description:
        'Finds tickets by confirmation code, e-mail address, day, or when they were sold; at least one of these is required. A ticket is found if it matches all given filters. Order: newest first; if several instances of the service sell, accurate to one second. A partner finds only tickets that it sold.',
      permission: 'fetch-tickets',
      query: Type.Object(
        {
          confirmationCode: Type.Optional(
            Type.String({
              pattern: ANY_TEXT,
              description:
                'The confirmation code, whole or only its eleven characters, in upper or lower case.',
            }),
          ),
          email: Type.Optional(askedEmailField()),
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
      success: {
        description: 'The tickets on this page.',
        schema: Type.Array(TicketRecord, { title: 'TicketRecords' }),
        optionalHeaders: NEXT_PAGE,
      },
    },
    getTicket: {
      method: 'GET',
      path: '/tickets/{ticketId}',
      summary: 'Get a ticket',
      description: 'Gets one ticket with all its details. A partner can only get tickets that it sold.',
      permission: 'fetch-tickets',
      success: {
        description: 'The ticket.',
        schema: TicketRecord,
      },
      problems: ['ticket-not-found'],
    },
    voidTicket: {
      method: 'POST',
      path: '/tickets/{ticketId}/void',
      summary: 'Make a ticket void',
      description:
        'Makes a ticket void: it no longer admits anyone, and its place is on sale again at once. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.',
      permission: 'void-own-sales',
      body: VoidOrder,
      success: {
        description: 'The void ticket.',
        schema: TicketRecord,
      },
      problems: ['ticket-not-found', 'ticket-void', 'too-late-to-void', 'ticket-admitted', 'refund-too-high'],
    },
    exchangeTicket: {
      method: 'POST',
      path: '/tickets/{ticketId}/exchange',
      summary: 'Exchange a ticket',
      description:
        'Makes a ticket void and sells a new one to the same person, in one transaction: if the new ticket can’t be sold, nothing is changed. Send an Idempotency-Key so that the request is safe to retry.',
      permission: 'void-tickets',
      takesKey: true,
      body: {
        schema: ExchangeOrder,
        faultsOf: oneWayFaults,
      },
      success: {
        status: 201,
        description: 'The new ticket.',
        schema: TicketRecord,
        headers: { Location: 'Address of the new ticket.' },
      },
      problems: [
        ...(['ticket-not-found', 'ticket-void', 'ticket-admitted', 'refund-too-high'] as const),
        ...EXCHANGE_PROBLEMS,
      ],
    },
  },
);
