import { type Category, type Price, STANDARD } from '../offers/index.ts';

type Slug = typeof STANDARD | 'student' | 'senior' | 'child' | 'family';

const ANYBODY = { shortName: null, minAge: null, maxAge: null, proof: null } as const;
const USUAL = { ...ANYBODY, names: {}, places: 1, onSale: true } as const;

/** The categories of visitors, in the order shown. */
export const CATEGORIES: readonly (Category & { readonly category: Slug })[] = [
  {
    ...{ ...USUAL, category: STANDARD, unitType: 'ADULT', name: 'Adult' },
    names: { de: 'Erwachsene', fr: 'Adulte', es: 'Adulto', nl: 'Volwassene' },
  },
  {
    ...{ ...USUAL, category: 'student', unitType: 'STUDENT', name: 'Student', proof: 'student card' },
    names: { de: 'Studierende', fr: 'Étudiant', es: 'Estudiante', nl: 'Student' },
  },
  {
    ...{ ...USUAL, category: 'senior', unitType: 'SENIOR', name: 'Senior, 65 or over', minAge: 65 },
    shortName: '65+',
    names: { de: 'Ab 65 Jahren', fr: '65 ans et plus', es: 'Mayor de 65 años', nl: '65 jaar en ouder' },
  },
  {
    ...{ ...USUAL, category: 'child', unitType: 'CHILD', name: 'Child under 6', maxAge: 5 },
    shortName: '0–5',
    names: {
      ...{ de: 'Kind unter 6 Jahren', fr: 'Enfant de moins de 6 ans' },
      ...{ es: 'Menor de 6 años', nl: 'Kind jonger dan 6 jaar' },
    },
  },
  {
    ...{ ...USUAL, category: 'family', unitType: 'FAMILY', name: 'Family of four', places: 4 },
    names: {
      ...{ de: 'Familie, 4 Personen', fr: 'Famille de quatre personnes' },
      ...{ es: 'Familia de cuatro personas', nl: 'Gezin van vier personen' },
    },
  },
];

/** What a ticket costs by category, in the museum's currency. A category that is left out is not sold. */
export type DemoPrices = Readonly<Partial<Record<Slug, number>>> & { readonly [STANDARD]: number };

/** People who come together: the category of each of their tickets. */
export type Group = readonly Slug[];

/** What general entry costs when adults pay `priceCents`: whole amounts, in hundredths. */
export function generalPrices(priceCents: number): Price[] {
  const share: DemoPrices = { standard: 1, student: 2 / 3, senior: 3 / 4, child: 0, family: 7 / 3 };
  const whole = (cents: number) => Math.round(cents / 100) * 100;
  return pricesOf(share, (part) => (part === 1 ? priceCents : whole(priceCents * part)));
}

export function pricesOf(list: DemoPrices, inCents = (amount: number) => Math.round(amount * 100)): Price[] {
  return Object.entries(list).map(([category, amount]) => ({
    category,
    priceCents: inCents(amount),
    vat: null,
  }));
}

export function placesInDemo(group: Group): number {
  return group.reduce((sum, slug) => {
    const { places } = CATEGORIES.find(({ category }) => category === slug) as Category;
    return sum + places;
  }, 0);
}
