import { AT_LEAST_ONE } from '../../../contract/formats.ts';
import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Uuid } from '../../../core/uuid.ts';
import {
  CODE_LENGTH,
  DISCOUNT_CHANNELS,
  DISCOUNT_KINDS,
  type DiscountKind,
  leastLengthOf,
  MOST_CODES,
  NOTE_CHARACTERS,
  spellingOf,
} from '../../../discounts/index.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { MOST_TICKETS } from '../../../orders/index.ts';
import {
  categoryField,
  dayField,
  eventIdField,
  instantField,
  ticketTypeField,
  timeField,
  weekdaysField,
  wordsField,
} from '../contract/fields.ts';

/** Codes in requests and answers. */

const MOST_NAMED = 100;

/** How many tickets may have a code. */
const MOST_USES = 1_000_000_000;

export const codeIdField = () =>
  Type.Unsafe<Uuid>({
    type: 'string',
    format: 'uuid',
    description: 'Identifier of a code, assigned by the service.',
  });

const kindField = () =>
  Type.Enum([...DISCOUNT_KINDS], {
    type: 'string',
    title: 'CodeKind',
    description:
      'What it does. percent and amount: takes that off the price; price: sets the price; access: opens what is sold only with a code, at its price.',
  });

const valueField = () =>
  Type.Number({
    format: 'float',
    minimum: 0,
    maximum: HIGHEST_PRICE,
    multipleOf: 0.01,
    description:
      'Percent, 1 to 100 and whole; or an amount of money with at most two decimals: what is taken off, above 0, or the price. Left out for access.',
  });

/** @param ofInput whether other members are refused */
const scopeField = (ofInput: { readonly additionalProperties?: false } = {}) =>
  Type.Object(
    {
      ticketType: Type.Optional(ticketTypeField()),
      eventIds: Type.Optional(
        Type.Array(eventIdField(), {
          minItems: 1,
          maxItems: MOST_NAMED,
          uniqueItems: true,
          description: `Tickets for these special events: 1 to ${MOST_NAMED}.`,
        }),
      ),
      categories: Type.Optional(
        Type.Array(categoryField(), {
          minItems: 1,
          maxItems: MOST_NAMED,
          uniqueItems: true,
          description: 'Tickets of these categories of visitors.',
        }),
      ),
      from: Type.Optional(dayField('First day of the visit.')),
      to: Type.Optional(dayField('Last day of the visit, included.')),
      weekdays: Type.Optional(weekdaysField('Days of the week of the visit.')),
      entryTimes: Type.Optional(
        Type.Object(
          {
            from: timeField('First entry time, HH:mm.'),
            to: timeField('Last entry time, included, HH:mm.'),
          },
          {
            ...ofInput,
            description: 'Tickets for these entry times; what is sold for the whole day has none.',
          },
        ),
      ),
    },
    {
      ...ofInput,
      title: ofInput.additionalProperties === false ? 'CodeScopeInput' : 'CodeScope',
      description: 'The tickets that it fits: those that meet all that is given. Left out: all.',
    },
  );

const usesField = () =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: MOST_USES,
    description: 'How many tickets may have it in all, 1 or more; null: any number.',
  });

const channelsField = () =>
  Type.Array(Type.Enum([...DISCOUNT_CHANNELS], { type: 'string', title: 'CodeChannel' }), {
    minItems: 1,
    maxItems: DISCOUNT_CHANNELS.length,
    uniqueItems: true,
    description: 'Where it is taken: at the museum’s desk, in its shop, by partners. Left out: everywhere.',
  });

const sellersField = () =>
  Type.Array(wordsField(100, 'User name of an account'), {
    minItems: 1,
    maxItems: MOST_NAMED,
    uniqueItems: true,
    description: 'The accounts that may sell with it. Left out: all.',
  });

const noteField = () => wordsField(NOTE_CHARACTERS, 'What staff find it by, such as the name of a campaign');

const perOrderField = () =>
  Type.Integer({
    minimum: 1,
    maximum: MOST_TICKETS,
    description: `How many tickets of one order have it at most: 1 to ${MOST_TICKETS}. Left out: any number.`,
  });

export const CodeInput = Type.Object(
  {
    code: Type.Optional(
      Type.String({
        pattern: `^[A-Za-z0-9-]{${CODE_LENGTH.least},${CODE_LENGTH.most}}$`,
        description: `The code: ${CODE_LENGTH.leastSafe} to ${CODE_LENGTH.most} letters, digits and hyphens; ${CODE_LENGTH.least} and more for kinds other than access where something is left to pay, or uses is 1. Upper and lower case are the same, and hyphens are ignored. Either code or count is given.`,
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_CODES,
        description: `How many codes are drawn: 1 to ${MOST_CODES}. Each has ten characters after the prefix.`,
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: `^[A-Za-z0-9-]{1,${CODE_LENGTH.prefix}}$`,
        description: `What drawn codes begin with: 1 to ${CODE_LENGTH.prefix} letters, digits and hyphens.`,
      }),
    ),
    kind: kindField(),
    value: Type.Optional(valueField()),
    for: Type.Optional(scopeField({ additionalProperties: false })),
    uses: Type.Optional(usesField()),
    perOrder: Type.Optional(perOrderField()),
    validFrom: Type.Optional(instantField('It is taken in sales from then on.')),
    validTo: Type.Optional(instantField('It is not taken in sales any more from then on.')),
    channels: Type.Optional(channelsField()),
    sellers: Type.Optional(sellersField()),
    note: Type.Optional(noteField()),
  },
  { additionalProperties: false, title: 'CodeInput' },
);

const orNull = <Value>(schema: object) => Type.Unsafe<Value | null>({ ...schema, type: ['string', 'null'] });

export const CodeChanges = Type.Object(
  {
    uses: Type.Optional(usesField()),
    validTo: Type.Optional(
      orNull<string>(instantField('It is not taken in sales any more from then on; null: it is.')),
    ),
    note: Type.Optional(orNull<string>(noteField())),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether it is taken at all.' })),
  },
  {
    additionalProperties: false,
    title: 'CodeChanges',
    [AT_LEAST_ONE]: ['uses', 'validTo', 'note', 'enabled'],
  },
);

export const Code = Type.Object(
  {
    codeId: codeIdField(),
    code: Type.String({ description: 'The code.' }),
    kind: kindField(),
    value: Type.Optional(valueField()),
    for: Type.Optional(scopeField()),
    uses: usesField(),
    used: Type.Integer({ minimum: 0, description: 'How many tickets have it: held ones, and those sold.' }),
    perOrder: Type.Optional(perOrderField()),
    validFrom: Type.Optional(instantField('It is taken in sales from then on.')),
    validTo: Type.Optional(instantField('It is not taken in sales any more from then on.')),
    channels: Type.Optional(channelsField()),
    sellers: Type.Optional(sellersField()),
    note: Type.Optional(noteField()),
    enabled: Type.Boolean({ description: 'Whether it is taken at all.' }),
    createdAt: instantField('When it was made.'),
  },
  { title: 'Code' },
);

type Given = Readonly<Record<string, unknown>>;

/** The faults of new codes that the schema can't say. */
export function codeFaults(body: unknown): Fault[] {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Given;
  const scope = (typeof given.for === 'object' && given.for !== null ? given.for : {}) as Given;
  const times = (
    typeof scope.entryTimes === 'object' && scope.entryTimes !== null ? scope.entryTimes : {}
  ) as Given;
  const checks: readonly (readonly [isWrong: boolean, pointer: string, detail: string])[] = [
    [given.code === undefined && given.count === undefined, '/code', 'Give "code" or "count".'],
    [given.code !== undefined && given.count !== undefined, '/count', 'Give "code" or "count", not both.'],
    [
      given.prefix !== undefined && given.count === undefined,
      '/prefix',
      'prefix must be left out without count.',
    ],
    ...codeChecks(given),
    ...valueChecks(given),
    [
      scope.ticketType === 'general' && scope.eventIds !== undefined,
      '/for/eventIds',
      'eventIds must be left out of codes for general entry.',
    ],
    [isAfter(scope.from, scope.to), '/for/to', 'for/to must not be before for/from.'],
    [
      isAfter(times.from, times.to),
      '/for/entryTimes/to',
      'for/entryTimes/to must not be before for/entryTimes/from.',
    ],
    [instantIn(given.validFrom) >= instantIn(given.validTo), '/validTo', 'validTo must be after validFrom.'],
  ];
  return checks
    .filter(([isWrong]) => isWrong)
    .map(([, pointer, detail]): Fault => ({ in: 'body', pointer, detail }));
}

function codeChecks({ code, kind, value, uses }: Given): [boolean, string, string][] {
  if (typeof code !== 'string') return [];
  const { least, leastSafe } = CODE_LENGTH;
  const isShort = code.length < leastLengthOf({ kind: kind as DiscountKind, value, uses });
  return [
    [
      code.length >= least && isShort,
      '/code',
      `code must have ${leastSafe} characters or more, since it is worth guessing.`,
    ],
    [
      code.length >= least && spellingOf(code).length < least,
      '/code',
      `code must have ${least} letters and digits or more: hyphens are ignored.`,
    ],
  ];
}

function valueChecks({ kind, value }: Given): [boolean, string, string][] {
  const isNumber = typeof value === 'number';
  return [
    [kind === 'access' && value !== undefined, '/value', 'value must be left out of access.'],
    [
      kind !== 'access' && kind !== undefined && value === undefined,
      '/value',
      'value is required but missing.',
    ],
    [
      kind === 'percent' && isNumber && !(Number.isInteger(value) && value >= 1 && value <= 100),
      '/value',
      'value must be a whole number of percent: 1 to 100.',
    ],
    [kind === 'amount' && value === 0, '/value', 'value must be above 0.'],
  ];
}

function isAfter(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one > other;
}

/** What is missing, or no instant, is neither before nor after any other. */
function instantIn(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
