import assert from 'node:assert/strict';
import { ticketWithCode } from './gate-page.ts';
import type { Museum } from './museum.ts';

/** What visitors are to the museum: `reduced` shows a student card, and a ticket for a `family` is for four. */
const CATEGORIES = [
  { category: 'standard', name: 'Standard', unitType: 'ADULT' },
  { category: 'reduced', name: 'Reduced', unitType: 'STUDENT', proof: 'student card' },
  { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
];

/** General entry costs something in each of the categories `standard`, `reduced` and `family`. */
export async function addCategories(museum: Museum): Promise<void> {
  await put(museum, '/categories', CATEGORIES);
  await put(
    museum,
    '/general-entry/prices',
    CATEGORIES.map(({ category }, index) => ({ category, price: 10 + index })),
  );
}

/** General entry is sold for times, every fifteen minutes until a quarter before closing. */
export async function sellByTime(museum: Museum): Promise<void> {
  await put(museum, '/general-entry/times', { every: 15, places: null, lastEntry: 15 });
}

export async function put(museum: Museum, path: string, body: object): Promise<void> {
  const { status, text } = await museum.api('PUT', path, { body });
  assert.equal(status, 200, text);
}

/** A ticket with an entry time, or of another category than standard. @returns it, with the text of its QR code */
export async function sellTimed(
  museum: Museum,
  purchase: Record<string, unknown>,
): ReturnType<typeof ticketWithCode> {
  const sold = await ticketWithCode(museum, purchase);
  assert.equal(sold.code[0], '2');
  return sold;
}
