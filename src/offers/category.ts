import type { Language } from '../core/language.ts';

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
export const CATEGORY_LIMITS = { name: 60, proof: 120, age: 150, places: 20 } as const;

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
