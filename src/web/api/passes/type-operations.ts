import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { LANGUAGES } from '../../../core/language.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import {
  MOST_PASS_TYPES,
  PASS_CHANNELS,
  PASS_COVERS,
  PASS_LIMITS,
  type PassTypeFault,
  type PassValidity,
  passTypeFaults,
  WALK_INS,
} from '../../../passes/index.ts';
import { categoryField, dayField, passTypeField, wordsField } from '../contract/fields.ts';
import examples from './type-examples.json' with { type: 'json' };

/** Types of passes: what passes the museum sells, and how they are admitted (the Operations group). */

const nameField = (description: string) => wordsField(PASS_LIMITS.name, description);

const namesOf = (options: { readonly additionalProperties?: false }) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        LANGUAGES.map((language) => [language, Type.Optional(nameField(`Name in the language ${language}`))]),
      ) as Record<(typeof LANGUAGES)[number], ReturnType<typeof Type.Optional<ReturnType<typeof nameField>>>>,
      { ...options, description: 'Names in other languages.' },
    ),
  );

const validOf = (options: { readonly title: string; readonly additionalProperties?: false }) =>
  Type.Unsafe<PassValidity>(
    Type.Object(
      {
        months: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: PASS_LIMITS.months,
            description:
              'For so many months: to the day before the same day of the month, or to the last of a month that has no such day.',
          }),
        ),
        from: Type.Optional(dayField('First day of all passes of the type.')),
        to: Type.Optional(dayField('Last day of all passes of the type.')),
      },
      { ...options, description: 'Either months, or from and to.' },
    ),
  );

/** @param options of numbers that are sent: answers have no multipleOf, which validators get wrong for binary fractions */
const moneyFields = (options: object) => ({
  price: Type.Number({
    format: 'float',
    minimum: 0,
    maximum: HIGHEST_PRICE,
    ...options,
    description: 'Price of a pass.',
  }),
  vat: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      ...options,
      description:
        'Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out.',
    }),
  ),
});

const typeFields = () => ({
  passType: passTypeField(),
  name: nameField('Name of the type'),
  category: { ...categoryField(), description: 'Category of visitors whose ticket it stands for.' },
  persons: Type.Integer({
    minimum: 1,
    maximum: PASS_LIMITS.persons,
    description: `How many a pass admits: 1 to ${PASS_LIMITS.persons}.`,
  }),
  entries: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PASS_LIMITS.entries,
      description: 'How many times a pass admits in all; any number of times when left out.',
    }),
  ),
  walkIn: Type.Enum([...WALK_INS], {
    type: 'string',
    title: 'WalkIn',
    description:
      'Whether holders may come without booking. always: at any time; while-places: while places of general entry are left, one of which they take; never: they must book.',
  }),
  covers: Type.Enum([...PASS_COVERS], {
    type: 'string',
    title: 'PassCovers',
    description: 'What it admits to: general entry, or special events too.',
  }),
  onSale: Type.Boolean({ description: 'Whether it is sold.' }),
  channels: Type.Array(
    Type.Enum([...PASS_CHANNELS], { type: 'string', title: 'PassChannel', description: 'A way of selling.' }),
    {
      minItems: 1,
      maxItems: PASS_CHANNELS.length,
      uniqueItems: true,
      description: 'Where it is sold: by staff, in the shop, by partners.',
    },
  ),
});

const perDayField = () =>
  Type.Integer({
    minimum: 1,
    maximum: PASS_LIMITS.perDay,
    description:
      'How many times a pass admits on one day, not counting who comes in again after leaving; 1 when left out.',
  });

const namedField = () =>
  Type.Boolean({
    description: 'Whether a pass is for somebody whose name the entrance asks for; true when left out.',
  });

const { covers, ...sameFields } = typeFields();

/** How holders are admitted, which gates need to know. */
export const atGatesFields = () => ({
  passType: sameFields.passType,
  name: sameFields.name,
  names: namesOf({}),
  walkIn: sameFields.walkIn,
  for: covers,
  named: namedField(),
  perDay: perDayField(),
  entries: sameFields.entries,
});

const PassType = Type.Object(
  {
    ...sameFields,
    ...atGatesFields(),
    valid: validOf({ title: 'PassValidity' }),
    ...moneyFields({}),
  },
  { title: 'PassType' },
);

const PassTypeInput = Type.Object(
  {
    ...sameFields,
    names: namesOf({ additionalProperties: false }),
    valid: validOf({ title: 'PassValidityInput', additionalProperties: false }),
    perDay: Type.Optional({ ...perDayField(), default: 1 }),
    named: Type.Optional({ ...namedField(), default: true }),
    for: covers,
    ...moneyFields({ multipleOf: 0.01 }),
  },
  { additionalProperties: false, title: 'PassTypeInput' },
);

const COMPLAINTS: Readonly<Record<PassTypeFault['fault'], readonly [member: string, complaint: string]>> = {
  repeated: ['passType', 'is given twice'],
  days: ['valid/to', 'must not be before valid/from'],
};

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_PASS_TYPES) return [];
  const listed = body.map((each: Record<string, unknown> | null, index) => ({
    // What is no name is a fault of the schema, and equals no other.
    passType: typeof each?.passType === 'string' ? each.passType : `#${index}`,
    valid: each?.valid,
  }));
  const either = listed.flatMap(({ valid }, index) => validityFaults(valid, index));
  const whole = listed.map(({ passType, valid }) => ({ passType, valid: daysIn(valid) }));
  return [
    ...either,
    ...passTypeFaults(whole).map(({ index, fault }) => {
      const [member, complaint] = COMPLAINTS[fault];
      return faultAt(`${index}/${member}`, complaint);
    }),
  ];
}

/** That it is one of the two ways, which the schema can't say in a way that generators understand. */
function validityFaults(valid: unknown, index: number): Fault[] {
  if (typeof valid !== 'object' || valid === null) return [];
  const { months, from, to } = valid as Record<string, unknown>;
  const given = [months, from, to].map((each) => each !== undefined).join(' ');
  if (given === 'true false false' || given === 'false true true') return [];
  return [faultAt(`${index}/valid`, 'must have either months, or from and to')];
}

function daysIn(valid: unknown): PassValidity {
  const { from, to } = (valid ?? {}) as Record<string, unknown>;
  const [first, last] = [dayIn(from), dayIn(to)];
  return first === undefined || last === undefined ? { months: 1 } : { from: first, to: last };
}

function dayIn(value: unknown): CalendarDay | undefined {
  return typeof value === 'string' ? parseCalendarDay(value) : undefined;
}

function faultAt(place: string, complaint: string): Fault {
  return { in: 'body', pointer: `/${place}`, detail: `${place} ${complaint}.` };
}

const success = {
  description: 'The types of passes, in the order shown.',
  schema: Type.Array(PassType, { title: 'PassTypes' }),
} as const;

export const passTypeOperations = resource(
  { tag: 'Operations', examples },
  {
    listPassTypes: {
      method: 'GET',
      path: '/pass-types',
      summary: 'List the types of passes',
      description: 'Lists the types of passes in the order shown, also those that are not on sale.',
      permission: 'read-programme',
      success,
    },
    setPassTypes: {
      method: 'PUT',
      path: '/pass-types',
      summary: 'Set the types of passes',
      description:
        'Replaces the list of types of passes, in the order shown. A type of which passes were sold can’t be left out: take it off sale instead. How holders are admitted (category, perDay, walkIn, named and for) changes for the passes that were sold before, too; their days, persons, entries and price do not.',
      permission: 'arrange-programme',
      body: {
        schema: Type.Array(PassTypeInput, {
          maxItems: MOST_PASS_TYPES,
          title: 'PassTypesInput',
          description: `The types of passes: at most ${MOST_PASS_TYPES}.`,
        }),
        faultsOf: listFaults,
      },
      success,
      problems: ['pass-type-in-use', 'too-many-pass-types', 'category-unknown'],
    },
  },
);
