import assert from 'node:assert/strict';
import { ticketWithCode } from './gate-page.ts';
import type { Museum } from './museum.ts';

/** Categories of visitors beside standard. */
const CATEGORIES = [
  { number: 1, slug: 'reduced', name: 'Reduced', unit_type: 'STUDENT', proof: 'student card', places: 1 },
  { number: 2, slug: 'family', name: 'Family', unit_type: 'FAMILY', proof: null, places: 4 },
] as const;

/** Adds the categories `reduced`, with a student card, and `family`, for four. */
export async function addCategories({ store }: Museum): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.insert(
      'categories',
      ['number', 'slug', 'name', 'names', 'unit_type', 'proof', 'places', 'on_sale', 'position'],
      CATEGORIES.map(({ number, slug, name, unit_type, proof, places }) => {
        return [number, slug, name, '{}', unit_type, proof, places, 1, number];
      }),
    );
    await tx.touch('events');
  });
}

/** Sells a ticket with an entry time or of one of the categories. @returns it, with the text of its QR code */
export async function sellTimed(
  museum: Museum,
  { entryTime = null, category, ...purchase }: Record<string, unknown>,
): Promise<{ readonly ticketId: string; readonly confirmationCode: string; readonly code: string }> {
  const { ticketId, ...sold } = await ticketWithCode(museum, purchase);
  const { number = null, places = 1 } = CATEGORIES.find(({ slug }) => slug === category) ?? {};
  await museum.store.transaction(async (tx) => {
    await tx.run('UPDATE tickets SET entry_time = ?, category = ?, places = ? WHERE ticket_id = ?', [
      entryTime as string | null,
      number,
      places === 1 ? null : places,
      ticketId,
    ]);
    await tx.run(
      `UPDATE slots SET sold = sold + ? WHERE (product, day) IN
         (SELECT coalesce(event_id, 'general'), ticket_date FROM tickets WHERE ticket_id = ?)`,
      [places - 1, ticketId],
    );
    await tx.touch('events');
  });
  const { bytes } = await museum.api('GET', `/tickets/${ticketId}/qr`);
  const { scan } = await import('./scan.ts');
  const code = await scan(bytes);
  assert.equal(code[0], entryTime === null && category === undefined ? '1' : '2');
  return { ticketId, ...sold, code };
}
