import type { Static, TObject } from 'typebox';
import type { MessageType } from '../../../webhooks/index.ts';
import {
  dayField,
  eventIdField,
  instantField,
  ticketTypeField,
  timeField,
  webhookIdField,
} from './fields.ts';
import { WeeklyHours } from './museum-hours.ts';
import { Type } from './schema.ts';
import { SpecialEvent } from './special-events.ts';
import { ticketFields } from './ticket-fields.ts';

/** The messages that the museum posts to webhooks. */
export interface WebhookMessage {
  readonly type: MessageType;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Of the whole body. */
  readonly schema: TObject;
  readonly example: { readonly type: MessageType; readonly timestamp: string; readonly data: unknown };
}

const { eventName: _, soldAt: __, ...told } = ticketFields;
const TicketMessage = Type.Object(told, { title: 'TicketNews' });

const SoldOutMessage = Type.Object(
  {
    date: dayField('The day that is sold out.'),
    ticketType: ticketTypeField(),
    eventId: Type.Optional(eventIdField()),
    eventName: Type.Optional(Type.String({ description: 'Name of the event, for a special event.' })),
  },
  { title: 'SoldOutNews' },
);

const HoursMessage = Type.Object(
  {
    date: Type.Optional(
      dayField('The day whose hours have changed; left out when the usual week has changed.'),
    ),
    closed: Type.Optional(Type.Boolean({ description: 'Whether the museum is closed on the day.' })),
    timeOpen: Type.Optional(timeField('Opening time, if the museum is open on the day.')),
    timeClose: Type.Optional(timeField('Closing time, if the museum is open on the day.')),
    reason: Type.Optional(Type.String({ description: 'Why the museum is closed on the day.' })),
    week: Type.Optional(WeeklyHours),
  },
  { title: 'HoursNews' },
);

const TestMessage = Type.Object(
  {
    webhookId: webhookIdField(),
    message: Type.String({ description: 'A sentence that says that this is a test.' }),
  },
  { title: 'TestNews' },
);

/** The member `data` of each type of message. */
export const MESSAGE_DATA = {
  'special-event.published': SpecialEvent,
  'special-event.changed': SpecialEvent,
  'special-event.cancelled': SpecialEvent,
  'ticket.sold': TicketMessage,
  'ticket.void': TicketMessage,
  'ticket.admitted': TicketMessage,
  'ticket.admission-undone': TicketMessage,
  'day.sold-out': SoldOutMessage,
  'hours.changed': HoursMessage,
  'webhook.test': TestMessage,
} as const satisfies Record<MessageType, TObject>;

export type MessageData = Static<(typeof MESSAGE_DATA)[MessageType]>;

const event = {
  eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
  name: 'Sorolla and the sea',
  location: 'East wing, room 4',
  eventDescription: 'A guided evening among forty beach scenes, with the curator who brought them together.',
  dates: ['2027-03-14', '2027-03-15', '2027-03-21'],
  price: 25,
};
const ticket = {
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  ticketType: 'event',
  ticketDate: '2027-03-14',
  eventId: event.eventId,
  category: 'standard',
  places: 1,
  confirmationCode: 'ticket-event-k7m2qd-x94he',
  orderId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  price: 25,
  currency: 'EUR',
};

function message(
  type: MessageType,
  operationId: string,
  summary: string,
  description: string,
  example: unknown,
): WebhookMessage {
  const title = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const schema = Type.Object(
    {
      type: Type.Literal(type, { description: 'Type of the message.' }),
      timestamp: instantField('When it happened.'),
      data: MESSAGE_DATA[type],
    },
    { title },
  );
  return {
    type,
    operationId,
    summary,
    description,
    schema,
    example: { type, timestamp: '2027-03-01T10:00:00.000Z', data: example },
  };
}

/** Every type, in the order of the document. */
export const webhookMessages: readonly WebhookMessage[] = [
  message(
    'special-event.published',
    'publishNewEvent',
    'A new special event',
    'A special event was announced.',
    event,
  ),
  message(
    'special-event.changed',
    'publishChangedEvent',
    'A changed special event',
    'A special event was changed. The data is the event as it is now.',
    { ...event, location: 'Great hall' },
  ),
  message(
    'special-event.cancelled',
    'publishCancelledEvent',
    'A cancelled special event',
    'A special event was cancelled. Its tickets no longer admit anyone.',
    event,
  ),
  message(
    'ticket.sold',
    'publishSoldTicket',
    'A ticket was sold',
    'A ticket was sold over this interface, at the desk or in an exchange.',
    ticket,
  ),
  message(
    'ticket.void',
    'publishVoidTicket',
    'A ticket was voided',
    'A ticket was voided or exchanged for another. It no longer admits anyone, and its place is on sale again.',
    ticket,
  ),
  message(
    'ticket.admitted',
    'publishAdmittedTicket',
    'A ticket was admitted',
    'A visitor was admitted with the ticket.',
    ticket,
  ),
  message(
    'ticket.admission-undone',
    'publishUndoneAdmission',
    'An admission was undone',
    'The admission of a ticket was undone, as if it had not happened.',
    ticket,
  ),
  message(
    'day.sold-out',
    'publishSoldOutDay',
    'A day is sold out',
    'The last place of general entry, or of a special event, on a day was sold.',
    { date: '2027-03-14', ticketType: 'event', eventId: event.eventId, eventName: event.name },
  ),
  message(
    'hours.changed',
    'publishChangedHours',
    'Opening hours have changed',
    'The opening hours of a day or of the usual week have changed.',
    { date: '2027-12-25', closed: true, reason: 'Christmas Day' },
  ),
  message(
    'webhook.test',
    'publishTest',
    'A test',
    'A test message, sent with testWebhook or from the desk.',
    { webhookId: '01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10', message: 'This is a test message.' },
  ),
];
