import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { LANGUAGES } from '../../../core/language.ts';
import { answeredPriceField, categoryField, dayField, instantField } from '../contract/fields.ts';
import { generalTimesSchema } from '../entry-times/operations.ts';
import examples from './examples.json' with { type: 'json' };

/** The museum itself (the Operations group). */

const Museum = Type.Object(
  {
    name: Type.String({ description: 'Name of the museum.' }),
    timeZone: Type.String({ description: 'Time zone of all days and times (IANA).' }),
    currency: Type.String({ description: 'Currency of all prices (ISO 4217).' }),
    language: Type.Enum([...LANGUAGES], {
      type: 'string',
      title: 'Language',
      description: 'Language of mails and tickets.',
    }),
    today: dayField('Today in the museum’s time zone.'),
    now: instantField('The time at the museum.'),
    salesUntil: dayField('The last day for which tickets are sold.'),
    generalEntry: Type.Object(
      {
        prices: Type.Array(
          Type.Object({
            category: { ...categoryField(), description: 'Category of visitors.' },
            price: { ...answeredPriceField(), description: 'Price of a ticket.' },
          }),
          { description: 'The usual prices of the categories that are sold, in their order.' },
        ),
        entryTimes: Type.Optional({
          ...generalTimesSchema,
          description: 'The entry times; left out when tickets are for the whole day.',
        }),
      },
      { description: 'General entry on usual days.' },
    ),
    version: Type.String({ description: 'Version of the service.' }),
  },
  { title: 'Museum' },
);

export const museumOperations = resource(
  { tag: 'Operations', permission: 'read-programme', examples },
  {
    getMuseum: {
      method: 'GET',
      path: '/museum',
      summary: 'Get the museum',
      description:
        'Gets what a client needs to know first: name, time zone, currency, prices and how far ahead tickets are sold. Its ETag is another one each time, because “now” is.',
      success: {
        description: 'The museum.',
        schema: Museum,
      },
    },
  },
);
