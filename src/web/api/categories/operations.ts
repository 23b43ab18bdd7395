import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { LANGUAGES } from '../../../core/language.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import {
  CATEGORY_LIMITS,
  type CategoryFault,
  categoryFaults,
  MOST_CATEGORIES,
  MOST_ON_SALE,
  STANDARD,
  UNIT_TYPES,
} from '../../../offers/index.ts';
import { categoryField, placesSchema, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Categories: who pays what (the Operations group). */

const ageField = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: CATEGORY_LIMITS.age, description }));

const nameField = (description: string) => wordsField(CATEGORY_LIMITS.name, description);

const namesOf = (options: { readonly additionalProperties?: false }) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        LANGUAGES.map((language) => [language, Type.Optional(nameField(`Name in the language ${language}`))]),
      ) as Record<(typeof LANGUAGES)[number], ReturnType<typeof Type.Optional<ReturnType<typeof nameField>>>>,
      { ...options, description: 'Names in other languages.' },
    ),
  );

const categoryFields = () => ({
  category: { ...categoryField(), description: `Slug of the category; the first is ${STANDARD}.` },
  name: nameField('Name of the category'),
  shortName: Type.Optional(
    wordsField(CATEGORY_LIMITS.shortName, 'What the desk calls it, where there is little room'),
  ),
  unitType: Type.Enum([...UNIT_TYPES], {
    type: 'string',
    title: 'UnitType',
    description: 'What the visitors are to resellers (OCTO).',
  }),
  minAge: ageField('Age from which visitors belong to it.'),
  maxAge: ageField('Age up to which visitors belong to it.'),
  proof: Type.Optional(
    wordsField(CATEGORY_LIMITS.proof, 'What the entrance asks to see, such as student card'),
  ),
});

const onSaleField = () => Type.Boolean({ description: 'Whether tickets of the category are sold.' });

const Category = Type.Object(
  { ...categoryFields(), names: namesOf({}), places: placesSchema(), onSale: onSaleField() },
  { title: 'Category' },
);

const CategoryInput = Type.Object(
  {
    ...categoryFields(),
    names: namesOf({ additionalProperties: false }),
    places: Type.Optional({ ...placesSchema(), default: 1 }),
    onSale: Type.Optional({ ...onSaleField(), default: true }),
  },
  { additionalProperties: false, title: 'CategoryInput' },
);

const COMPLAINTS: Readonly<Record<CategoryFault['fault'], (index: number) => readonly [string, string]>> = {
  repeated: () => ['category', 'is given twice'],
  'not-standard': () => ['category', `must be ${STANDARD}, which is always the first`],
  'standard-off-sale': () => ['onSale', `must be true for ${STANDARD}`],
  'standard-places': () => ['places', `must be 1 for ${STANDARD}`],
  ages: () => ['maxAge', 'must not be below minAge'],
  'too-many-on-sale': () => ['onSale', `is true for more than ${MOST_ON_SALE} categories`],
};

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_CATEGORIES) return [];
  const listed = body.map((each: Record<string, unknown> | null, index) => ({
    // What is no name is a fault of the schema, and equals no other.
    category: typeof each?.category === 'string' ? each.category : `#${index}`,
    minAge: numberIn(each?.minAge),
    maxAge: numberIn(each?.maxAge),
    places: numberIn(each?.places) ?? 1,
    onSale: each?.onSale !== false,
  }));
  return categoryFaults(listed).map(({ index, fault }) => {
    const [member, complaint] = COMPLAINTS[fault](index);
    return { in: 'body', pointer: `/${index}/${member}`, detail: `${index}/${member} ${complaint}.` };
  });
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

const success = {
  description: 'The categories, in the order shown.',
  schema: Type.Array(Category, { title: 'Categories' }),
} as const;

export const categoryOperations = resource(
  { tag: 'Operations', examples },
  {
    listCategories: {
      method: 'GET',
      path: '/categories',
      summary: 'List the categories',
      description: 'Lists the categories of visitors in the order shown, also those that are not on sale.',
      permission: 'read-programme',
      success,
    },
    setCategories: {
      method: 'PUT',
      path: '/categories',
      summary: 'Set the categories',
      description: `Replaces the list of categories, in the order shown. The first is always ${STANDARD}: on sale, for one place. At most ${MOST_ON_SALE} are on sale. A category that has a price or was sold can’t be left out, and one that was sold keeps its places and its unitType: take it off sale instead.`,
      permission: 'arrange-programme',
      body: {
        schema: Type.Array(CategoryInput, {
          minItems: 1,
          maxItems: MOST_CATEGORIES,
          title: 'CategoriesInput',
          description: `The categories: 1 to ${MOST_CATEGORIES}.`,
        }),
        faultsOf: listFaults,
      },
      success,
      problems: ['category-in-use'],
    },
  },
);
