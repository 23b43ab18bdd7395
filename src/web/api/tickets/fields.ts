import type { Static, TObject } from 'typebox';
import { Type } from '../../../contract/schema.ts';
import {
  answeredPriceField,
  categoryField,
  confirmationCodeField,
  dayField,
  entryTimeSchema,
  eventIdField,
  instantField,
  placesSchema,
  ticketIdField,
  ticketTypeField,
} from '../contract/fields.ts';

/** The members of a ticket in answers and messages: each of these shows some of them. `presentTicket` gives them all. */
export const ticketFields = {
  ticketId: ticketIdField(),
  ticketType: ticketTypeField(),
  ticketDate: dayField('Day the ticket is valid for.'),
  eventId: Type.Optional(eventIdField()),
  eventName: Type.Optional(Type.String({ description: 'Name of the event, for event tickets.' })),
  entryTime: Type.Optional(entryTimeSchema('Entry time, if the ticket is for one.')),
  category: { ...categoryField(), description: 'Category of the visitor.' },
  places: {
    ...placesSchema(),
    minimum: 0,
    description:
      'How many places it takes, and how many persons it admits: 1 to 20; 0 for one with which staff try the gate, which no figure counts.',
  },
  confirmationCode: confirmationCodeField(),
  orderId: {
    ...ticketIdField(),
    description: 'Identifier of the order; for a ticket that was sold alone, its ticketId.',
  },
  price: { ...answeredPriceField(), description: 'Price at which the ticket was sold.' },
  currency: Type.String({ description: 'Currency of the price (ISO 4217).' }),
  soldAt: instantField('When the ticket was sold.'),
};

export type TicketFields = Static<TObject<typeof ticketFields>>;
