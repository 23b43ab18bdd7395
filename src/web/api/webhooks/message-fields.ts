import type { Static, TObject } from 'typebox';
import { Type } from '../../../contract/schema.ts';
import type { MessageType } from '../../../webhooks/index.ts';
import {
  dayField,
  eventIdField,
  instantField,
  ticketTypeField,
  timeField,
  webhookIdField,
} from '../contract/fields.ts';
import { specialEventSchema } from '../events/operations.ts';
import { WeeklyHours } from '../hours/operations.ts';
import { PassRecord } from '../passes/operations.ts';
import { ticketFields } from '../tickets/fields.ts';
import { becauseField, ticketStateField } from '../tickets/operations.ts';
import EXAMPLES from './message-examples.json' with { type: 'json' };

/** The messages that the museum posts to webhooks. */
export interface WebhookMessage {
  readonly type: MessageType;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of the whole body. */
  readonly schema: TObject;
  readonly example: { readonly type: MessageType; readonly timestamp: string; readonly data: unknown };
}

const { eventName: _, soldAt: __, ...told } = ticketFields;
const reference = Type.Optional(
  Type.String({ description: 'The seller’s own number for the order, if the order has one.' }),
);
const TicketMessage = Type.Object(
  { ...told, state: ticketStateField(), because: Type.Optional(becauseField()), reference },
  { title: 'TicketNews' },
);

const { holder: _holder, entries: _entries, ...passTold } = PassRecord.properties;
const PassMessage = Type.Object(passTold, { title: 'PassNews' });

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

const keyId = (description: string) => Type.String({ pattern: '^[0-9A-Z]{2}$', description });
const RevocationMessage = Type.Object(
  {
    keyId: keyId('Id of the revoked key, as in the ticket code: the characters 1 and 2.'),
    replacedBy: keyId('Id of the key that signs its tickets instead.'),
  },
  { title: 'RevocationNews' },
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
  'special-event.published': specialEventSchema,
  'special-event.changed': specialEventSchema,
  'special-event.cancelled': specialEventSchema,
  'ticket.sold': TicketMessage,
  'ticket.void': TicketMessage,
  'ticket.admitted': TicketMessage,
  'ticket.admission-undone': TicketMessage,
  'pass.sold': PassMessage,
  'pass.blocked': PassMessage,
  'day.sold-out': SoldOutMessage,
  'hours.changed': HoursMessage,
  'keys.revoked': RevocationMessage,
  'webhook.test': TestMessage,
} as const satisfies Record<MessageType, TObject>;

export type MessageData = Static<(typeof MESSAGE_DATA)[MessageType]>;

function message(
  type: MessageType,
  operationId: string,
  summary: string,
  description: string,
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
  return { type, operationId, summary, description, schema, example: { type, ...EXAMPLES[type] } };
}

/** Every type, in the order of the document. */
export const webhookMessages: readonly WebhookMessage[] = [
  message(
    'special-event.published',
    'publishNewEvent',
    'A new special event',
    'A special event was announced.',
  ),
  message(
    'special-event.changed',
    'publishChangedEvent',
    'A changed special event',
    'A special event was changed. The data is the event as it is now.',
  ),
  message(
    'special-event.cancelled',
    'publishCancelledEvent',
    'A cancelled special event',
    'A special event was cancelled. Its tickets no longer admit anyone.',
  ),
  message(
    'ticket.sold',
    'publishSoldTicket',
    'A ticket was sold',
    'A ticket was sold over this interface, at the desk or in an exchange.',
  ),
  message(
    'ticket.void',
    'publishVoidTicket',
    'A ticket was voided',
    'A ticket was voided or exchanged for another. It no longer admits anyone, and its place is on sale again.',
  ),
  message(
    'ticket.admitted',
    'publishAdmittedTicket',
    'A ticket was admitted',
    'A visitor was admitted with the ticket.',
  ),
  message(
    'ticket.admission-undone',
    'publishUndoneAdmission',
    'An admission was undone',
    'The admission of a ticket was undone, as if it had not happened.',
  ),
  message('pass.sold', 'publishSoldPass', 'A pass was sold', 'A pass of the museum was sold.'),
  message(
    'pass.blocked',
    'publishBlockedPass',
    'A pass was blocked',
    'A pass was blocked, or replaced by another with a new code. It no longer admits anyone.',
  ),
  message(
    'day.sold-out',
    'publishSoldOutDay',
    'A day is sold out',
    'The last place of general entry, or of a special event, on a day was sold.',
  ),
  message(
    'hours.changed',
    'publishChangedHours',
    'Opening hours have changed',
    'The opening hours of a day or of the usual week have changed.',
  ),
  message(
    'keys.revoked',
    'publishRevokedKey',
    'Ticket codes were withdrawn',
    'All ticket codes that a key has signed were withdrawn. The tickets remain valid: fetch their images or bookings again, which have new codes. Webhooks with a seller get this message too.',
  ),
  message('webhook.test', 'publishTest', 'A test', 'A test message, sent with testWebhook or from the desk.'),
];
