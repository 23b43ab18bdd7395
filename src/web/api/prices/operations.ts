import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { MOST_CATEGORIES, STANDARD } from '../../../offers/index.ts';
import { answeredPriceField, categoryField, PARAMETERS, priceSchema } from '../contract/fields.ts';
import { cleared, scoped } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** Prices by category, of general entry and of special events (the Operations group). */

const vatField = (options: object) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      ...options,
      description:
        'Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out.',
    }),
  );

const category = { ...categoryField(), description: 'Category of visitors.' };

const Price = Type.Object(
  {
    category,
    price: { ...answeredPriceField(), description: 'Price of a ticket.' },
    vat: vatField({}),
  },
  { title: 'Price' },
);

const PriceInput = Type.Object(
  {
    category,
    price: { ...priceSchema(), description: 'Price of a ticket: 0 to 1000000, at most two decimals.' },
    vat: vatField({ multipleOf: 0.01 }),
  },
  { additionalProperties: false, title: 'PriceInput' },
);

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_CATEGORIES) return [];
  const slugs = body.map((each: Record<string, unknown> | null) => each?.category);
  const repeated = slugs.flatMap((slug, index): Fault[] => {
    if (typeof slug !== 'string' || slugs.indexOf(slug) === index) return [];
    const detail = `${index}/category repeats item ${slugs.indexOf(slug)}; none may be given twice.`;
    return [{ in: 'body', pointer: `/${index}/category`, detail }];
  });
  if (slugs.includes(STANDARD)) return repeated;
  return [...repeated, { in: 'body', pointer: '', detail: `The body must have a price for ${STANDARD}.` }];
}

const prices = scoped({
  name: 'prices',
  success: {
    description: 'The prices, in the order of the categories.',
    schema: Type.Array(Price, { title: 'Prices' }),
  },
  input: {
    schema: Type.Array(PriceInput, {
      minItems: 1,
      maxItems: MOST_CATEGORIES,
      title: 'PricesInput',
      description: `The prices: one for ${STANDARD}, and for each other category that is sold.`,
    }),
    faultsOf: listFaults,
  },
  problems: ['category-unknown'],
});

const GENERAL = '/general-entry/prices';
const DAY = `${GENERAL}/{date}`;
const EVENT = '/special-events/{eventId}/prices';
const NOT_SOLD = 'A category without a price is not sold.';

export const priceOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getGeneralPrices: prices.get(
      GENERAL,
      'Gets the prices of general entry on each day without prices of its own.',
    ),
    setGeneralPrices: prices.set(
      GENERAL,
      `Sets the prices of general entry on each day without prices of its own. ${NOT_SOLD} Until this is done for the first time, ${STANDARD} costs what the setting MUSEUM_GENERAL_PRICE says.`,
    ),
    getDayPrices: prices.get(
      DAY,
      'Gets the prices of general entry on one day: its own prices, or the usual prices if it has none.',
    ),
    setDayPrices: prices.set(
      DAY,
      'Sets the prices of general entry on one day, such as a free Sunday. The list stands alone: a category without a price is not sold that day.',
    ),
    deleteDayPrices: cleared(DAY, 'prices', 'The usual prices apply'),
    getEventPrices: prices.get(
      EVENT,
      `Gets the prices of a special event. That of ${STANDARD} is the price of the event.`,
    ),
    setEventPrices: prices.set(
      EVENT,
      `Sets the prices of a special event. ${NOT_SOLD} The price of ${STANDARD} is the price of the event.`,
    ),
  },
);
