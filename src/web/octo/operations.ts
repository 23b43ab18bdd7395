import type { TSchema } from 'typebox';
import { type BodySchema, type Input, type Output, resource } from '../../contract/operation.ts';
import { Type } from '../../contract/schema.ts';
import {
  availability,
  availabilityDay,
  booking,
  capability,
  nullable,
  product,
  supplier,
  titled,
} from './shapes.ts';

/** The operations of the OCTO standard, core of version 1, with the capabilities octo/pricing and octo/content. */

export const OCTO_PATH = '/octo';
export const PRICING = 'octo/pricing';
export const CONTENT = 'octo/content';
/** The one option of every product. */
export const DEFAULT_OPTION = 'DEFAULT';

/** Neither U+0000 nor a lone surrogate, which databases can't store. */
const ANY_TEXT = '^[^\\u0000\\uD800-\\uDFFF]*$';
const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: ANY_TEXT, ...(description !== undefined && { description }) });
const id = (description: string) => text(100, description);
/** A member that may be missing, or null as well. */
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));

const productId = id('The id of a product.');
const optionId = id(`Always ${DEFAULT_OPTION}.`);
const date = (description: string) => Type.String({ format: 'date', description });
const currency = maybe(id('The museum’s currency; any other is refused.'));

const range = {
  localDateStart: maybe(date('The first day.')),
  localDateEnd: maybe(date('The last day: within a year.')),
};
const units = maybe(
  Type.Array(
    Type.Object({ id: id('The id of a unit.'), quantity: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
    { maxItems: 100, description: 'What is wanted: then "available" and "pricing" are for all of it.' },
  ),
);

const contact = maybe(
  Type.Object({
    fullName: maybe(text(200)),
    firstName: maybe(text(200)),
    lastName: maybe(text(200)),
    emailAddress: maybe(Type.String({ format: 'email' })),
    phoneNumber: maybe(text(50)),
    locales: maybe(Type.Array(text(35), { maxItems: 20 })),
    postalCode: maybe(text(50)),
    country: maybe(text(100)),
    notes: maybe(text(2_000)),
  }),
);
const unitItems = Type.Array(Type.Object({ unitId: id('The id of a unit.') }), {
  minItems: 1,
  description: 'A member for each ticket. The museum gives each an id of its own.',
});
const expirationMinutes = maybe(
  Type.Integer({
    minimum: 1,
    description: 'How long it is held from now on: 30 by default, 1,440 at most.',
  }),
);
const notes = maybe(text(2_000));
const resellerReference = maybe(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: ANY_TEXT,
    description: 'The reseller’s own number.',
  }),
);
const emailReceipt = maybe(
  Type.Boolean({
    description:
      'Whether the museum mails the tickets to the contact’s address, if it mails what this reseller sells.',
  }),
);

const uuidHint = 'The id that the reseller has given the booking, or got when it gave none.';

const answers = <Schema extends BodySchema>(schema: Schema) => ({ description: 'As asked.', schema });

export const octoOperations = resource(
  { tag: 'OCTO', permission: 'sell-tickets', parameters: { id: Type.String(), uuid: Type.String() } },
  {
    getSupplier: {
      method: 'GET',
      path: '/supplier',
      summary: 'Get Supplier',
      description: 'The museum.',
      success: answers(supplier),
    },
    getProducts: {
      method: 'GET',
      path: '/products',
      summary: 'Get Products',
      description: 'General entry, and the special events with a day to come.',
      success: answers(Type.Array(product)),
    },
    getProduct: {
      method: 'GET',
      path: '/products/{id}',
      summary: 'Get Product',
      description: 'One of these.',
      success: answers(product),
    },
    getCapabilities: {
      method: 'GET',
      path: '/capabilities',
      summary: 'List capabilities',
      description: 'What is spoken beyond the core.',
      success: answers(Type.Array(capability)),
    },
    checkAvailability: {
      method: 'POST',
      path: '/availability',
      summary: 'Availability Check',
      description:
        'What can be booked on a day, from day to day, or under some ids: one of localDate, localDateStart with localDateEnd, and availabilityIds. Days on which the product is not offered, and times that are over, are left out.',
      body: titled('AvailabilityCheckBody', {
        productId,
        optionId,
        localDate: maybe(date('The day.')),
        ...range,
        availabilityIds: maybe(Type.Array(id('An id.'), { maxItems: 100 })),
        units,
        currency,
      }),
      success: answers(Type.Array(availability)),
    },
    getCalendar: {
      method: 'POST',
      path: '/availability/calendar',
      summary: 'Availability Calendar',
      description: 'The same with one object for each day. vacancies are those of the time that has most.',
      body: titled('AvailabilityCalendarBody', {
        productId,
        optionId,
        localDateStart: date('The first day.'),
        localDateEnd: date('The last day: within a year.'),
        units,
        currency,
      }),
      success: answers(Type.Array(availabilityDay)),
    },
    reserve: {
      method: 'POST',
      path: '/bookings',
      summary: 'Booking Reservation',
      description: 'Holds the places. The same request with the same uuid gets the same booking.',
      body: titled('BookingReservationBody', {
        uuid: maybe(Type.String({ format: 'uuid' })),
        productId,
        optionId,
        availabilityId: id('The id of what was found to be available.'),
        expirationMinutes,
        notes,
        unitItems,
        resellerReference,
        contact,
        currency,
      }),
      success: answers(booking),
    },
    findBookings: {
      method: 'GET',
      path: '/bookings',
      summary: 'Get Bookings',
      description:
        'The reseller’s own bookings, the newest first. One of resellerReference, supplierReference, localDate, and localDateStart with localDateEnd is needed.',
      query: Type.Object({
        resellerReference: Type.Optional(id('The reseller’s own number.')),
        supplierReference: Type.Optional(id('The museum’s number.')),
        localDate: Type.Optional(date('The day of the visit.')),
        localDateStart: Type.Optional(date('The first day of the visit.')),
        localDateEnd: Type.Optional(date('The last one.')),
        productId: Type.Optional(productId),
        optionId: Type.Optional(optionId),
      }),
      success: answers(Type.Array(booking)),
    },
    getBooking: {
      method: 'GET',
      path: '/bookings/{uuid}',
      summary: 'Get Booking',
      description: uuidHint,
      success: answers(booking),
    },
    updateBooking: {
      method: 'PATCH',
      path: '/bookings/{uuid}',
      summary: 'Booking Update',
      description:
        'Changes what is given: of a held booking all of it, of a confirmed one contact, notes and reference.',
      body: titled('BookingUpdateBody', {
        resellerReference,
        productId: maybe(productId),
        optionId: maybe(optionId),
        availabilityId: maybe(id('The id of what was found to be available.')),
        expirationMinutes,
        notes,
        emailReceipt,
        unitItems: maybe(unitItems),
        contact,
      }),
      success: answers(booking),
    },
    confirmBooking: {
      method: 'POST',
      path: '/bookings/{uuid}/confirm',
      summary: 'Booking Confirmation',
      description:
        'Sells the tickets, which the museum invoices. Confirmed again, it stays as it is. A hold that ran out is taken up if its places are there.',
      body: titled('BookingConfirmationBody', {
        emailReceipt,
        resellerReference,
        contact,
        unitItems: maybe(unitItems),
      }),
      success: answers(booking),
    },
    cancelBooking: {
      method: 'POST',
      path: '/bookings/{uuid}/cancel',
      summary: 'Booking Cancellation',
      description:
        'Gives the places back; what was invoiced is credited. Possible while "cancellable" is true.',
      body: titled('BookingCancellationBody', {
        reason: maybe(text(200)),
        force: maybe(Type.Boolean({ description: 'Ignored.' })),
      }),
      success: answers(booking),
    },
    extendBooking: {
      method: 'POST',
      path: '/bookings/{uuid}/extend',
      summary: 'Extend Reservation',
      description: 'Holds it for longer: at most 24 hours after it was reserved.',
      body: titled('ExtendReservationBody', { expirationMinutes }),
      success: answers(booking),
    },
  },
);

export type OctoOperations = typeof octoOperations;
export type OctoId = keyof OctoOperations;
export type OctoInput<Id extends OctoId> = Input<OctoOperations[Id]>;
export type OctoOutput<Id extends OctoId> = Output<OctoOperations[Id]>;
