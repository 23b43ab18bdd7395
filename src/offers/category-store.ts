import type { Queries, SqlValue, Transaction } from '../store/index.ts';
import type { Category, NumberedCategory } from './category.ts';

/** All categories, in the order shown; the first is standard. */
export async function findCategories(queries: Queries): Promise<NumberedCategory[]> {
  const rows = await queries.all<CategoryRow>(
    `SELECT number, slug, name, names, unit_type, min_age, max_age, proof, places, on_sale
       FROM categories ORDER BY position`,
  );
  return rows.map(({ slug, names, unit_type, min_age, max_age, on_sale, ...same }) => ({
    ...same,
    category: slug,
    names: JSON.parse(names),
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
  'unit_type',
  'min_age',
  'max_age',
  'proof',
  'places',
  'on_sale',
  'position',
];

function valuesOf(category: Category): SqlValue[] {
  const { category: slug, name, names, unitType, minAge, maxAge, proof, places, onSale } = category;
  return [slug, name, JSON.stringify(names), unitType, minAge, maxAge, proof, places, onSale ? 1 : 0];
}

interface CategoryRow {
  readonly number: number;
  readonly slug: string;
  readonly name: string;
  readonly names: string;
  readonly unit_type: Category['unitType'];
  readonly min_age: number | null;
  readonly max_age: number | null;
  readonly proof: string | null;
  readonly places: number;
  readonly on_sale: number;
}
