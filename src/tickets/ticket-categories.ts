import { type Category, findCategories } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import type { Ticket } from './ticket.ts';

/** The categories of tickets by their numbers, without standard, which no ticket names. */
export async function findCategoriesOf(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'categoryNumber'>[],
): Promise<ReadonlyMap<number, Category>> {
  if (tickets.every(({ categoryNumber }) => categoryNumber === 0)) return new Map();
  const categories = await findCategories(queries);
  return new Map(
    categories.filter(({ number }) => number > 0).map((category) => [category.number, category]),
  );
}
