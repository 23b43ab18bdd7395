import { resource } from '../../../contract/operation.ts';
import { strict, Type } from '../../../contract/schema.ts';
import { MOST_PLACES } from '../../../offers/index.ts';
import {
  answeredPriceField,
  categoryField,
  dayField,
  dayPageFields,
  endDateField,
  entryTimeSchema,
  eventIdField,
  PARAMETERS,
  ticketTypeField,
} from '../contract/fields.ts';
import { cleared, scoped } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** Capacity and availability (the Operations group). */

const capacityField = () =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MOST_PLACES,
    description: `Places on a day: a whole number up to ${MOST_PLACES}; null means no limit.`,
  });

export const Capacity = Type.Object({ capacity: capacityField() }, { title: 'Capacity' });

const capacity = scoped({
  name: 'capacity',
  generalName: 'general capacity',
  readBy: 'arrange-programme',
  success: { description: 'The current capacity.', schema: Capacity },
  input: strict(Capacity, 'CapacityInput'),
});

const GENERAL = '/capacity/general';
const DAY = `${GENERAL}/{date}`;
const EVENT = '/capacity/events/{eventId}';
const LOWERING =
  'A capacity below the number of tickets sold is allowed: sold tickets stay valid, and no more are sold.';

/** Without a maximum: those of a day with entry times are sums. */
const placesField = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description });
const placesFields = () => ({
  capacity: placesField('Places; null means no limit.'),
  sold: Type.Integer({ minimum: 0, description: 'Places sold.' }),
  left: placesField('Places left; null means no limit.'),
});

const pricesField = (description: string) =>
  Type.Array(
    Type.Object({
      category: { ...categoryField(), description: 'Category of visitors.' },
      name: Type.String({ description: 'Name of the category.' }),
      price: { ...answeredPriceField(), description: 'Price of a ticket.' },
    }),
    { description },
  );

/** The availability of one event, or of general entry, on one day. */
export const DayAvailability = Type.Object(
  {
    date: dayField('The day.'),
    ticketType: ticketTypeField(),
    eventId: Type.Optional(eventIdField()),
    eventName: Type.Optional(Type.String({ description: 'Name of the event, for event tickets.' })),
    closed: Type.Optional(
      Type.Boolean({ description: 'true for general entry on a day on which the museum is closed.' }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why the museum is closed.' })),
    prices: pricesField('The prices of the categories that are sold, in their order.'),
    ...placesFields(),
    times: Type.Optional(
      Type.Array(
        Type.Object(
          {
            entryTime: entryTimeSchema('An entry time.'),
            ...placesFields(),
            prices: Type.Optional(
              pricesField('The prices at this time; left out where they are those of the day.'),
            ),
          },
          { title: 'TimeAvailability' },
        ),
        {
          description:
            'The entry times, in order; left out when tickets are for the whole day. capacity and left are their sums; sold also counts tickets for times that there are no more.',
        },
      ),
    ),
    onSale: Type.Boolean({
      description:
        'Whether this account can sell a ticket now: the day is not over, not too far ahead, not closed and not sold out.',
    }),
  },
  { title: 'DayAvailability' },
);

export const capacityOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getGeneralCapacity: capacity.get(
      GENERAL,
      'Gets the number of places for general entry on each day without a capacity of its own.',
    ),
    setGeneralCapacity: capacity.set(
      GENERAL,
      `Sets the number of places for general entry on each day without a capacity of its own. ${LOWERING}`,
    ),
    getDayCapacity: capacity.get(
      DAY,
      'Gets the number of places for general entry on one day: its own capacity, or the general capacity if it has none.',
    ),
    setDayCapacity: capacity.set(DAY, `Sets a capacity for general entry on one day. ${LOWERING}`),
    deleteDayCapacity: cleared(DAY, 'capacity', 'The general capacity applies'),
    getEventCapacity: capacity.get(EVENT, 'Gets the number of places on each date of a special event.'),
    setEventCapacity: capacity.set(
      EVENT,
      `Sets the number of places on each date of a special event. ${LOWERING}`,
    ),
    getAvailability: {
      method: 'GET',
      path: '/availability',
      summary: 'Get availability',
      description:
        'Lists the availability of general entry and of each special event on a page of days. Order: date, general entry first, then event name, then eventId. Pages are days, as in the list of special events.',
      permission: 'read-programme',
      query: Type.Object({
        ...dayPageFields(31),
        endDate: endDateField(),
        eventId: Type.Optional(eventIdField()),
        ticketType: Type.Optional(ticketTypeField()),
      }),
      success: {
        description: 'The availability on this page of days.',
        schema: Type.Array(DayAvailability, { title: 'Availability' }),
        headers: { Link: 'The first, prev, next and last page (RFC 8288).' },
      },
    },
  },
);
