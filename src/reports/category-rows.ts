import { findCategories } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';

/** The row of a category in a report by category. */
export interface CategoryRow {
  readonly by: 'category';
  /** Slug. */
  readonly category: string;
  readonly categoryName: string;
  /** What rows are sorted by. */
  readonly place: string;
}

/** The rows, by the number of the category. */
export async function categoryRows(queries: Queries): Promise<Map<string, CategoryRow>> {
  const categories = await findCategories(queries);
  return new Map(
    categories.map(({ number, category, name }, index) => {
      const place = `${index}`.padStart(2, '0');
      return [`${number}`, { by: 'category', category, categoryName: name, place }];
    }),
  );
}
