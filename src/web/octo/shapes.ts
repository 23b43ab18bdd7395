import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from '../../contract/schema.ts';
import { UNIT_TYPES } from '../../offers/index.ts';

/** The shapes of the OCTO standard: members, names and order as there. */

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [(schema as unknown as { type: string }).type, 'null'],
  });

/** An object that is a component of the document. */
export const titled = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title });

const choice = <const Values extends readonly string[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values });

/** A text, or nothing. */
const text = nullable(Type.String());
const instant = (description: string) => Type.String({ format: 'date-time', description });
const localTime = (description: string) => Type.String({ format: 'date-time', description });
const timeOfDay = Type.String({ pattern: '^\\d{2}:\\d{2}$' });

export const capability = titled('Capability', {
  id: Type.String(),
  revision: Type.Integer(),
  required: Type.Boolean(),
  dependencies: Type.Array(Type.String()),
  docs: text,
});

export const supplier = titled('Supplier', {
  id: Type.String(),
  name: Type.String({ description: 'Name of the museum.' }),
  endpoint: Type.String({ description: 'The address to which the paths of this document are appended.' }),
  contact: Type.Object({
    website: text,
    email: text,
    telephone: text,
    address: text,
  }),
});

const price = {
  original: Type.Integer({ description: 'The same as retail.' }),
  retail: Type.Integer({
    description: 'The price for visitors with all taxes, divided by 10 to the power of currencyPrecision.',
  }),
  net: nullable(
    Type.Integer({
      description: 'What the museum invoices: the same as retail. Commission is settled apart.',
    }),
  ),
  currency: Type.String({ description: 'ISO 4217.' }),
  currencyPrecision: Type.Integer(),
  includedTaxes: Type.Array(
    Type.Object({
      name: Type.String(),
      retail: Type.Integer(),
      original: Type.Integer(),
      net: nullable(Type.Integer()),
    }),
  ),
};
export const pricing = titled('Pricing', price);
const unitPricing = titled('UnitPricing', { unitId: Type.String(), ...price });

const unit = titled('Unit', {
  id: Type.String({ description: 'The slug of a category of visitors.' }),
  internalName: Type.String(),
  reference: text,
  type: choice(...UNIT_TYPES),
  restrictions: Type.Object({
    minAge: Type.Integer({ description: '0: no lowest age.' }),
    maxAge: Type.Integer({ description: '150: no highest age.' }),
    idRequired: Type.Boolean({ description: 'Whether the entrance asks to see a proof.' }),
    minQuantity: nullable(Type.Integer()),
    maxQuantity: nullable(Type.Integer()),
    paxCount: Type.Integer({ description: 'How many persons one ticket admits.' }),
    accompaniedBy: Type.Array(Type.String()),
  }),
  requiredContactFields: Type.Array(Type.String()),
  pricingFrom: Type.Optional(Type.Array(pricing)),
  title: Type.Optional(Type.String()),
});

const option = titled('Option', {
  id: Type.String(),
  default: Type.Boolean(),
  internalName: Type.String(),
  reference: text,
  availabilityLocalStartTimes: Type.Array(timeOfDay, {
    minItems: 1,
    description: 'Only 00:00 for OPENING_HOURS.',
  }),
  cancellationCutoff: Type.String(),
  cancellationCutoffAmount: Type.Integer(),
  cancellationCutoffUnit: choice('hour', 'minute', 'day'),
  requiredContactFields: Type.Array(Type.String()),
  restrictions: Type.Object({ minUnits: nullable(Type.Integer()), maxUnits: nullable(Type.Integer()) }),
  units: Type.Array(unit),
  title: Type.Optional(Type.String()),
});

/** With octo/content: the picture of the event, or of the museum. */
const media = titled('Media', {
  src: Type.String(),
  type: choice('image/jpeg'),
  rel: choice('COVER'),
  title: text,
  caption: text,
  copyright: text,
});
const none = Type.Optional(Type.Array(Type.String(), { maxItems: 0 }));

const deliveryFormat = choice('QRCODE', 'PDF_URL');
const deliveryMethods = Type.Array(choice('TICKET', 'VOUCHER'));
const redemptionMethod = choice('DIGITAL', 'PRINT', 'MANIFEST');

export const product = titled('Product', {
  id: Type.String({ description: '"general" for general entry, else the id of a special event.' }),
  internalName: Type.String(),
  reference: text,
  locale: Type.String(),
  timeZone: Type.String(),
  allowFreesale: Type.Boolean(),
  instantConfirmation: Type.Boolean(),
  instantDelivery: Type.Boolean(),
  availabilityRequired: Type.Boolean(),
  availabilityType: choice('START_TIME', 'OPENING_HOURS'),
  deliveryFormats: Type.Array(deliveryFormat),
  deliveryMethods,
  redemptionMethod,
  options: Type.Array(option),
  defaultCurrency: Type.Optional(Type.String()),
  availableCurrencies: Type.Optional(Type.Array(Type.String())),
  pricingPer: Type.Optional(choice('UNIT', 'BOOKING')),
  title: Type.Optional(Type.String()),
  shortDescription: Type.Optional(text),
  description: Type.Optional(text),
  features: none,
  faqs: none,
  media: Type.Optional(Type.Array(media)),
  locations: none,
  categoryLabels: none,
  commentary: none,
});

const openingHours = Type.Array(Type.Object({ from: timeOfDay, to: timeOfDay }));
const places = {
  available: Type.Boolean({
    description: 'Whether there are places, for all the units that were asked for.',
  }),
  status: choice('AVAILABLE', 'FREESALE', 'SOLD_OUT', 'LIMITED', 'CLOSED'),
  vacancies: nullable(Type.Integer({ description: 'null: no limit.' })),
  capacity: nullable(Type.Integer({ description: 'null: no limit.' })),
};

const placesLeft = {
  ...places,
  maxUnits: nullable(Type.Integer({ description: 'The most units that one booking can have.' })),
};

export const availability = titled('Availability', {
  id: Type.String({ description: 'To be sent as availabilityId.' }),
  localDateTimeStart: localTime('With the offset of the zone.'),
  localDateTimeEnd: localTime('With the offset of the zone.'),
  utcCutoffAt: instant('Until when it is sold.'),
  allDay: Type.Boolean(),
  ...placesLeft,
  openingHours,
  unitPricing: Type.Optional(Type.Array(unitPricing)),
  pricing: Type.Optional(pricing),
});

export const availabilityDay = titled('AvailabilityCalendar', {
  localDate: Type.String({ format: 'date' }),
  ...places,
  openingHours,
  unitPricingFrom: Type.Optional(Type.Array(unitPricing)),
  pricingFrom: Type.Optional(pricing),
});

const contact = titled('Contact', {
  fullName: text,
  firstName: text,
  lastName: text,
  emailAddress: text,
  phoneNumber: text,
  locales: Type.Array(Type.String()),
  postalCode: text,
  country: text,
  notes: text,
});

const ticket = titled('Ticket', {
  redemptionMethod,
  utcRedeemedAt: nullable(instant('When it was admitted.')),
  deliveryOptions: Type.Array(Type.Object({ deliveryFormat, deliveryValue: Type.String() }), {
    description: 'Empty until the booking is confirmed.',
  }),
});

const bookingStatus = choice('ON_HOLD', 'EXPIRED', 'CONFIRMED', 'CANCELLED', 'REDEEMED');

const unitItem = titled('UnitItem', {
  uuid: Type.String({ format: 'uuid', description: 'The id of the ticket.' }),
  resellerReference: text,
  supplierReference: nullable(Type.String({ description: 'The confirmation code of the ticket.' })),
  unitId: Type.String(),
  unit,
  status: bookingStatus,
  utcRedeemedAt: nullable(instant('When it was admitted.')),
  contact,
  ticket,
  pricing: Type.Optional(pricing),
});

export const booking = titled('Booking', {
  id: Type.String({ description: 'The id of the order.' }),
  uuid: Type.String({ format: 'uuid' }),
  testMode: Type.Boolean(),
  resellerReference: text,
  supplierReference: nullable(Type.String({ description: 'The code of the order.' })),
  status: bookingStatus,
  utcCreatedAt: instant('When it was placed.'),
  utcUpdatedAt: instant('When it was changed last.'),
  utcExpiresAt: nullable(instant('While it is ON_HOLD or when EXPIRED: when the hold ends.')),
  utcRedeemedAt: nullable(instant('When the last of its tickets was admitted.')),
  utcConfirmedAt: nullable(instant('When it was confirmed.')),
  productId: Type.String(),
  product,
  optionId: Type.String(),
  option,
  cancellable: Type.Boolean(),
  cancellation: nullable(
    Type.Object({
      refund: choice('FULL', 'PARTIAL', 'NONE'),
      reason: text,
      utcCancelledAt: instant('When it was cancelled.'),
    }),
  ),
  freesale: Type.Boolean(),
  availabilityId: Type.String(),
  availability: Type.Object({
    id: Type.String(),
    localDateTimeStart: localTime('As it was told when it was booked.'),
    localDateTimeEnd: localTime('As it was told when it was booked.'),
    utcCutoffAt: instant('Until when it is sold.'),
    allDay: Type.Boolean(),
    ...placesLeft,
    openingHours,
  }),
  contact,
  notes: text,
  deliveryMethods,
  voucher: ticket,
  unitItems: Type.Array(unitItem),
  pricing: Type.Optional(pricing),
});

export const errorBody = titled('Error', {
  error: Type.String(),
  errorMessage: Type.String({ description: 'What was wrong with this request.' }),
  productId: Type.Optional(Type.String()),
  optionId: Type.Optional(Type.String()),
  unitId: Type.Optional(Type.String()),
  availabilityId: Type.Optional(Type.String()),
  uuid: Type.Optional(Type.String()),
});
