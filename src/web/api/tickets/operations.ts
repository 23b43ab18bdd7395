import { BECAUSE_CALLED_OFF } from '../../../called-off/index.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { STANDARD } from '../../../offers/index.ts';
import { BECAUSE_VOID, TICKET_STATES } from '../../../tickets/index.ts';
import {
  categoryField,
  dayField,
  emailField,
  entryTimeSchema,
  eventIdField,
  PARAMETERS,
  phoneField,
  ticketTypeField,
} from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

import { ticketFields } from './fields.ts';

/** Tickets (interface, sections 2.2 and 4.2). */

const { ticketId, ticketType, ticketDate, confirmationCode } = ticketFields;

const Ticket = Type.Object(
  {
    message: Type.String({ description: 'Human-readable confirmation text.' }),
    eventName: Type.Optional(Type.String({ description: 'Name of the event, present for event tickets.' })),
    ticketId,
    ticketType,
    ticketDate,
    confirmationCode,
  },
  { title: 'Ticket' },
);

/** An event's ticket names the event, and general entry none. */
export const EVENT_ID_BY_TYPE = [
  when('event', { required: ['eventId'] }),
  when('general', {
    properties: { eventId: { not: {}, description: 'must be left out of a ticket for general entry' } },
  }),
];

/** JSON Schema's if and then: what holds for one ticket type only. */
function when(ticketType: 'event' | 'general', rule: object) {
  const isOfType = { properties: { ticketType: { const: ticketType } }, required: ['ticketType'] };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { if: isOfType, then: rule };
}

/** What may be chosen of a ticket beside what it is for. */
export const wantedFields = () => ({
  entryTime: Type.Optional(
    entryTimeSchema('Entry time, where tickets are sold for entry times, and only there.'),
  ),
  category: Type.Optional({
    ...categoryField(),
    description: `Category of the visitor: one of those that GET /categories lists; ${STANDARD} when left out.`,
  }),
});

export const ticketStateField = () =>
  Type.Enum([...TICKET_STATES], {
    type: 'string',
    title: 'TicketState',
    description:
      'State of the ticket, the first that applies: void; admitted, if it was used before what it is for was called off; cancelled, since that does not take place; admitted; expired, its day is over; valid.',
  });

export const becauseField = () =>
  Type.Enum([...BECAUSE_VOID, ...BECAUSE_CALLED_OFF], {
    type: 'string',
    title: 'Because',
    description:
      'Why the ticket is void: voided, exchanged, or returned by its buyer. Why it is cancelled: the event was, this date of it was removed, or the museum is closed on the day. Other states have no such member.',
  });

const Purchase = Type.Object(
  {
    ticketType: ticketTypeField(),
    eventId: Type.Optional(eventIdField()),
    ticketDate: dayField('Day the ticket is valid for.'),
    ...wantedFields(),
    email: emailField(),
    phone: Type.Optional(phoneField()),
  },
  {
    additionalProperties: false,
    title: 'Purchase',
    allOf: EVENT_ID_BY_TYPE,
  },
);

/** Why a ticket is not sold. */
export const SALE_PROBLEMS = [
  'event-not-found',
  'not-announced',
  'category-unknown',
  'date-past',
  'too-far-ahead',
  'not-an-event-day',
  'museum-closed',
  'category-not-sold',
  'entry-time-needed',
  'no-such-entry-time',
  'time-over',
  'sold-out',
  'code-needed',
] as const;

type SaleProblem = (typeof SALE_PROBLEMS)[number];

/** Why a ticket is not had in exchange: only staff exchange, and they may sell late. */
export const EXCHANGE_PROBLEMS = SALE_PROBLEMS.filter(
  (slug): slug is Exclude<SaleProblem, 'time-over' | 'code-needed'> =>
    slug !== 'time-over' && slug !== 'code-needed',
);

export const ticketOperations = resource(
  { tag: 'Tickets', parameters: PARAMETERS, examples },
  {
    buyMuseumTickets: {
      method: 'POST',
      path: '/tickets',
      summary: 'Buy museum tickets',
      description:
        'Sells one ticket, for general entry or for a special event. To buy several tickets, all or none, place an order. The response 201 means that the sale is stored durably. Send a different Idempotency-Key for each ticket, so that the request is safe to retry.',
      permission: 'sell-tickets',
      takesKey: true,
      body: Purchase,
      success: {
        status: 201,
        description: 'Created',
        schema: Ticket,
        headers: { Location: 'Address of the ticket’s image.' },
      },
      problems: SALE_PROBLEMS,
    },
    getTicketCode: {
      method: 'GET',
      path: '/tickets/{ticketId}/qr',
      summary: 'Get ticket QR code',
      description:
        'Gets the image of a ticket, with a QR code to scan at the entrance: a PNG file, or with Accept a PDF file of one page, or an SVG file of paths. With an Accept that allows application/problem+json and none of these, it is a PNG file.',
      permission: 'fetch-tickets',
      success: {
        description: 'The ticket image.',
        mediaType: 'image/png',
        otherMediaTypes: ['application/pdf', 'image/svg+xml'],
        headers: {
          Vary: 'Accept: the image is available as other media types too.',
          'Cache-Control': 'private: shared caches must not store the image.',
        },
      },
      problems: ['ticket-not-found', 'event-cancelled', 'ticket-void', 'not-acceptable'],
    },
  },
);
