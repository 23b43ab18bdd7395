import { resource } from '../../../contract/operation.ts';
import { strict, Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { MOST_CATEGORIES, MOST_PRICE_RULES, type NthInMonth, STANDARD } from '../../../offers/index.ts';
import {
  answeredPriceField,
  categoryField,
  dayField,
  PARAMETERS,
  priceSchema,
  timeField,
  weekdaysField,
  wordsField,
} from '../contract/fields.ts';
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

const onSaleField = (description: string) => Type.Optional(Type.Boolean({ description }));

const EventPrice = Type.Object(
  {
    ...Price.properties,
    onSale: onSaleField(`false: ${STANDARD} is not sold; otherwise left out.`),
  },
  { title: 'EventPrice' },
);

const EventPriceInput = Type.Object(
  {
    ...PriceInput.properties,
    onSale: onSaleField(
      `Whether it is sold: false for ${STANDARD} alone, if another category has a price; true when left out.`,
    ),
  },
  { additionalProperties: false, title: 'EventPriceInput' },
);

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_CATEGORIES) return [];
  const repeated = repeatedIn(body, '');
  if (body.some((each: Record<string, unknown> | null) => each?.category === STANDARD)) return repeated;
  return [...repeated, { in: 'body', pointer: '', detail: `The body must have a price for ${STANDARD}.` }];
}

/** @param at the pointer to the list of prices, of any shape */
function repeatedIn(prices: readonly unknown[], at: string): Fault[] {
  const slugs = prices.map((each) => (each as Record<string, unknown> | null)?.category);
  return slugs.flatMap((slug, index): Fault[] => {
    if (typeof slug !== 'string' || slugs.indexOf(slug) === index) return [];
    const pointer = `${at}/${index}/category`;
    const detail = `${pointer.slice(1)} repeats item ${slugs.indexOf(slug)}; none may be given twice.`;
    return [{ in: 'body', pointer, detail }];
  });
}

const ruleFields = () => ({
  name: wordsField(100, 'Name of the rule, for staff'),
  weekdays: Type.Optional(weekdaysField('The days of the week on which it holds; left out: all.')),
  nth: Type.Optional(
    Type.Unsafe<NthInMonth>({
      type: ['integer', 'string'],
      minimum: 1,
      maximum: 4,
      pattern: '^last$',
      description:
        'Which of its weekday of the month a day is: 1 to 4, or "last". Left out: each of them. Without weekdays, 1 is the first seven days of a month.',
    }),
  ),
  from: Type.Optional(dayField('The first day on which it holds; left out: no matter how early.')),
  to: Type.Optional(dayField('The last day on which it holds; left out: no matter how late.')),
  fromTime: Type.Optional(
    timeField(
      'HH:mm. It holds for entry times from this time on; where general entry has none, for what staff sell for today from then on.',
    ),
  ),
  toTime: Type.Optional(
    timeField(
      'HH:mm. It holds for entry times before this time. If it is earlier than fromTime, it is in the night after.',
    ),
  ),
});

const UNSOLD = 'null: the category is not sold.';

const priceOrNull = (description: string, options: object = {}) =>
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    format: 'float',
    minimum: 0,
    maximum: HIGHEST_PRICE,
    ...options,
    description,
  });

const PriceRule = Type.Object(
  {
    ...ruleFields(),
    prices: Type.Array(
      Type.Object({
        category,
        price: priceOrNull(`Price of a ticket; ${UNSOLD}`),
        vat: vatField({}),
      }),
      { description: 'The prices. A category that is left out keeps its usual price.' },
    ),
  },
  { title: 'PriceRule' },
);

const PriceRuleInput = strict(
  Type.Object({
    ...ruleFields(),
    prices: Type.Array(
      strict(
        Type.Object({
          category,
          price: priceOrNull(`Price of a ticket: 0 to 1000000, at most two decimals; ${UNSOLD}`, {
            multipleOf: 0.01,
          }),
          vat: vatField({ multipleOf: 0.01 }),
        }),
        'RulePriceInput',
      ),
      {
        minItems: 1,
        maxItems: MOST_CATEGORIES,
        description: 'The prices: at least one. A category that is left out keeps its usual price.',
      },
    ),
  }),
  'PriceRuleInput',
);

/** The faults of rules of any shape that their schema can't say. */
function ruleFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_PRICE_RULES) return [];
  return body.flatMap((rule: Record<string, unknown> | null, index): Fault[] => {
    const { prices, from, to, fromTime, toTime } = rule ?? {};
    const fault = (member: string, text: string): Fault => {
      const pointer = `/${index}/${member}`;
      return { in: 'body', pointer, detail: `${pointer.slice(1)} ${text}` };
    };
    const isBefore = typeof from === 'string' && typeof to === 'string' && to < from;
    return [
      ...(Array.isArray(prices) && prices.length <= MOST_CATEGORIES
        ? repeatedIn(prices, `/${index}/prices`)
        : []),
      ...(isBefore ? [fault('to', 'must not be before from.')] : []),
      ...(typeof fromTime === 'string' && fromTime === toTime
        ? [fault('toTime', 'must not be the same as fromTime.')]
        : []),
    ];
  });
}

const priceRules = scoped({
  name: 'price rules',
  success: {
    description: 'The rules, in their order.',
    schema: Type.Array(PriceRule, { title: 'PriceRules' }),
  },
  input: {
    schema: Type.Array(PriceRuleInput, {
      maxItems: MOST_PRICE_RULES,
      title: 'PriceRulesInput',
      description: `The rules: at most ${MOST_PRICE_RULES}.`,
    }),
    faultsOf: ruleFaults,
  },
  problems: ['category-unknown'],
});

/** Only standard can have a price that it is not sold at, and only beside another category. */
function eventListFaults(body: unknown): Fault[] {
  const faults = listFaults(body);
  if (!Array.isArray(body)) return faults;
  const offSale = body.flatMap((each: Record<string, unknown> | null, index): Fault[] => {
    if (each?.onSale !== false) return [];
    const at = { in: 'body', pointer: `/${index}/onSale` } as const;
    if (each.category !== STANDARD)
      return [{ ...at, detail: `${index}/onSale can be false for ${STANDARD} only; leave out the others.` }];
    if (body.length > 1) return [];
    return [{ ...at, detail: `${index}/onSale can be false only if another category has a price.` }];
  });
  return [...faults, ...offSale];
}

const eventPrices = scoped({
  name: 'prices',
  success: {
    description: 'The prices, in the order of the categories.',
    schema: Type.Array(EventPrice, { title: 'EventPrices' }),
  },
  input: {
    schema: Type.Array(EventPriceInput, {
      minItems: 1,
      maxItems: MOST_CATEGORIES,
      title: 'EventPricesInput',
      description: `The prices: one for ${STANDARD}, and for each other category that is sold.`,
    }),
    faultsOf: eventListFaults,
  },
  problems: ['category-unknown'],
});

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
const RULES = '/general-entry/price-rules';
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
    getPriceRules: priceRules.get(
      RULES,
      'Gets the rules for the prices of general entry, such as for the first Sunday of the month, or the last hours of a day.',
    ),
    setPriceRules: priceRules.set(
      RULES,
      'Sets the rules for the prices of general entry. The first that fits a day, and entry time, holds; where none does, the usual prices. Prices that a day has of its own win. What is held or sold keeps its price.',
    ),
    getEventPrices: eventPrices.get(
      EVENT,
      `Gets the prices of a special event. That of ${STANDARD} is the price of the event.`,
    ),
    setEventPrices: eventPrices.set(
      EVENT,
      `Sets the prices of a special event. ${NOT_SOLD} The price of ${STANDARD} is the price of the event; with onSale false it is not sold.`,
    ),
  },
);
