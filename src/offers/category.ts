import type { Language } from '../core/language.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';

/** The category that is always there: on sale, for one person, and priced everywhere. */
export const STANDARD = 'standard';

/** What visitors are to OCTO, the standard of resellers. */
export const UNIT_TYPES = [
  'ADULT',
  'YOUTH',
  'CHILD',
  'INFANT',
  'FAMILY',
  'SENIOR',
  'STUDENT',
  'MILITARY',
  'OTHER',
] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

/** A kind of visitor with a price of its own. */
export interface Category {
  /** Its slug, by which everybody knows it. */
  readonly category: string;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  /** What the desk calls it, where there is little room; null: by its name. */
  readonly shortName: string | null;
  readonly unitType: UnitType;
  /** Null: any. */
  readonly minAge: number | null;
  readonly maxAge: number | null;
  /** What the entrance asks to see; null: nothing. */
  readonly proof: string | null;
  /** How many places one ticket takes, and how many persons it admits. */
  readonly places: number;
  readonly onSale: boolean;
}

/** A category with the number that stands for it in tickets and their codes: 0 is standard, at most 63. */
export interface NumberedCategory extends Category {
  readonly number: number;
}

/** In characters; of an age and of places, the highest. */
export const CATEGORY_LIMITS = { name: 60, shortName: 12, proof: 120, age: 150, places: 20 } as const;

export const MOST_CATEGORIES = 64;
export const MOST_ON_SALE = 20;

/** What can be wrong with a list of categories, beyond the shape of each. */
export interface CategoryFault {
  readonly index: number;
  readonly fault:
    | 'repeated'
    | 'not-standard'
    | 'standard-off-sale'
    | 'standard-places'
    | 'ages'
    | 'too-many-on-sale';
}

/** The faults of a list that is to be set, in its order. */
export function categoryFaults(
  categories: readonly Pick<Category, 'category' | 'minAge' | 'maxAge' | 'places' | 'onSale'>[],
): CategoryFault[] {
  const first = new Map<string, number>();
  let onSale = 0;
  return categories.flatMap(({ category, minAge, maxAge, places, onSale: isOnSale }, index) => {
    const isStandard = category === STANDARD;
    const isRepeated = first.has(category);
    first.set(category, index);
    if (isOnSale) onSale += 1;
    const faults: Record<CategoryFault['fault'], boolean> = {
      repeated: isRepeated,
      'not-standard': index === 0 && !isStandard,
      'standard-off-sale': isStandard && !isOnSale,
      'standard-places': isStandard && places !== 1,
      ages: minAge !== null && maxAge !== null && minAge > maxAge,
      'too-many-on-sale': isOnSale && onSale === MOST_ON_SALE + 1,
    };
    return (Object.keys(faults) as CategoryFault['fault'][])
      .filter((fault) => faults[fault])
      .map((fault) => ({ index, fault }));
  });
}

/** All categories, in the order shown; the first is standard. */
export async function findCategories(queries: Queries): Promise<NumberedCategory[]> {
  const rows = await queries.all<CategoryRow>(
    `SELECT number, slug, name, names, short_name, unit_type, min_age, max_age, proof, places, on_sale
       FROM categories ORDER BY position`,
  );
  return rows.map(({ slug, names, short_name, unit_type, min_age, max_age, on_sale, ...same }) => ({
    ...same,
    category: slug,
    names: JSON.parse(names),
    shortName: short_name,
    unitType: unit_type,
    minAge: min_age,
    maxAge: max_age,
    onSale: on_sale === 1,
  }));
}

/** Replaces the list, whose categories keep their numbers; new ones get the lowest that are free. */
export async function replaceCategories(
  tx: Transaction,
  before: readonly NumberedCategory[],
  after: readonly Category[],
): Promise<void> {
  const numbers = new Map(before.map(({ category, number }) => [category, number]));
  const kept = new Set(after.flatMap(({ category }) => numbers.get(category) ?? []));
  const free = Array.from({ length: after.length }, (_, number) => number).filter(
    (number) => !kept.has(number),
  );
  const rows = after.map((category, position) => [
    numbers.get(category.category) ?? (free.shift() as number),
    ...valuesOf(category),
    position,
  ]);
  await tx.run('DELETE FROM categories');
  await tx.insert('categories', COLUMNS, rows);
}

/** Those of the categories that have a price anywhere but for a cancelled event. */
export async function findPriced(queries: Queries, categories: readonly string[]): Promise<Set<string>> {
  const rows = await queries.all<{ category: string }>(
    `SELECT DISTINCT category FROM prices
       LEFT JOIN special_events ON event_id = product
      WHERE category IN ? AND cancelled_at IS NULL`,
    [categories],
  );
  return new Set(rows.map(({ category }) => category));
}

/** Those of the numbers that a ticket was sold with, or is or was held with: such an order may still be confirmed. */
export async function findSold(queries: Queries, numbers: readonly number[]): Promise<Set<number>> {
  const found = await Promise.all(
    numbers.map(async (number) => {
      const [which, values] = number === 0 ? ['IS NULL', []] : ['= ?', [number]];
      const sold = await queries.get(`SELECT number FROM tickets WHERE category ${which} LIMIT 1`, values);
      const held = `SELECT order_id FROM orders WHERE state IN ('held', 'released') AND items LIKE ? LIMIT 1`;
      return sold ?? queries.get(held, [`%"categoryNumber":${number},%`]);
    }),
  );
  return new Set(numbers.filter((_, index) => found[index] !== undefined));
}

const COLUMNS = [
  'number',
  'slug',
  'name',
  'names',
  'short_name',
  'unit_type',
  'min_age',
  'max_age',
  'proof',
  'places',
  'on_sale',
  'position',
];

function valuesOf(category: Category): SqlValue[] {
  const {
    category: slug,
    name,
    names,
    shortName,
    unitType,
    minAge,
    maxAge,
    proof,
    places,
    onSale,
  } = category;
  const sold = [unitType, minAge, maxAge, proof, places, onSale ? 1 : 0];
  return [slug, name, JSON.stringify(names), shortName, ...sold];
}

interface CategoryRow {
  readonly number: number;
  readonly slug: string;
  readonly name: string;
  readonly names: string;
  readonly short_name: string | null;
  readonly unit_type: Category['unitType'];
  readonly min_age: number | null;
  readonly max_age: number | null;
  readonly proof: string | null;
  readonly places: number;
  readonly on_sale: number;
}

/** Those of the categories for whose tickets passes of a type on the list stand. */
export async function findCategoriesOfPasses(
  queries: Queries,
  categories: readonly string[],
): Promise<Set<string>> {
  const rows = await queries.all<{ category: string }>(
    'SELECT DISTINCT category FROM pass_types WHERE position IS NOT NULL AND category IN ?',
    [categories],
  );
  return new Set(rows.map(({ category }) => category));
}
