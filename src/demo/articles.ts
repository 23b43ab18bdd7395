import type { Article, WantedArticle } from '../articles/index.ts';

const EXTRA = { kind: 'extra', suggestedCents: [], leastCents: null, mostCents: null, vat: null } as const;
const ON_SALE = { withTicketFor: [], onSale: true, channels: ['desk', 'shop', 'partners'] } as const;

const GUIDE: Article = {
  ...{ ...EXTRA, ...ON_SALE, article: 'audio-guide', name: 'Audio guide', priceCents: 4_00 },
  names: { de: 'Audioguide', fr: 'Audioguide', es: 'Audioguía', nl: 'Audiotour' },
  description: 'An hour through the museum, in six languages.',
};
const ROOF: Article = {
  ...{ ...EXTRA, ...ON_SALE, article: 'boat-hall', kind: 'donation', name: 'A new roof for the boat hall' },
  names: {
    ...{ de: 'Ein neues Dach für die Bootshalle', fr: 'Un nouveau toit pour la halle aux bateaux' },
    ...{ es: 'Un tejado nuevo para la nave de los barcos', nl: 'Een nieuw dak voor de botenloods' },
  },
  description: 'Rain comes in above the hull of 1789.',
  ...{ priceCents: null, suggestedCents: [3_00, 5_00, 10_00], leastCents: 1_00, mostCents: null },
};

/** What is sold beside tickets. */
export const DEMO_ARTICLES: readonly Article[] = [GUIDE, ROOF];

/** How many parties buy audio guides, and how many give something: one in so many. */
const [WITH_GUIDES, WITH_DONATION] = [6, 11];

/** What a party buys beside its tickets. @param index counts parties @param size how many guides it takes */
export function demoExtras(index: number, size: number): Omit<WantedArticle, 'position'>[] {
  return [
    ...(index % WITH_GUIDES === 0 ? [{ article: GUIDE.article, quantity: size }] : []),
    ...(index % WITH_DONATION === 0
      ? [{ article: ROOF.article, quantity: 1, priceCents: ROOF.suggestedCents[index % 3] }]
      : []),
  ];
}
