import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidV7 } from '../core/uuid.ts';
import { vatIn } from './order.ts';

const items = (...sold: (readonly [cents: number, vat: number | null, quantity: number])[]) =>
  sold.map(([priceCents, vat, quantity]) => ({
    ...{ product: 'general' as const, day: '2027-03-02' as never, entryTime: null },
    ...{ category: 'standard', categoryNumber: 0, places: 1, priceCents, vat },
    ticketIds: Array.from({ length: quantity }, () => uuidV7(0)),
  }));

test('tax is reckoned on the sum of each rate and rounded half up, and what has no rate has none', () => {
  const sold = items([1_200, 1_900, 2], [199, 700, 3], [1_200, 1_900, 1], [500, null, 1], [10, 0, 1]);
  assert.deepEqual(vatIn({ items: sold, goods: [], currency: 'EUR' }), [
    { rate: 0, net: 10, tax: 0 },
    { rate: 700, net: 558, tax: 39 },
    { rate: 1_900, net: 3_025, tax: 575 },
  ]);
  assert.deepEqual(vatIn({ items: items([3, 2_000, 1]), goods: [], currency: 'EUR' }), [
    { rate: 2_000, net: 2, tax: 1 },
  ]);
});

test('tax is a whole amount in a currency without minor units', () => {
  const sold = items([100_000, 1_000, 3]);
  assert.deepEqual(vatIn({ items: sold, goods: [], currency: 'JPY' }), [
    { rate: 1_000, net: 272_700, tax: 27_300 },
  ]);
});
