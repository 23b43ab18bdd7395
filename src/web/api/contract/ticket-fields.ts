import type { Static, TObject } from 'typebox';
import {
  answeredPriceField,
  confirmationCodeField,
  dayField,
  eventIdField,
  instantField,
  ticketIdField,
  ticketTypeField,
} from './fields.ts';
import { Type } from './schema.ts';

/** The members of a ticket in answers and messages: each of these shows some of them. `showTicket` gives them all. */
export const ticketFields = {
  ticketId: ticketIdField(),
  ticketType: ticketTypeField(),
  ticketDate: dayField('Day the ticket is valid for.'),
  eventId: Type.Optional(eventIdField()),
  eventName: Type.Optional(Type.String({ description: 'Name of the event, for event tickets.' })),
  confirmationCode: confirmationCodeField(),
  price: { ...answeredPriceField(), description: 'Price at which the ticket was sold.' },
  currency: Type.String({ description: 'Currency of the price (ISO 4217).' }),
  soldAt: instantField('When the ticket was sold.'),
};

export type TicketFields = Static<TObject<typeof ticketFields>>;
