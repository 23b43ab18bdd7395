import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromCents, hasWholeCents, toCents } from './money.ts';

describe('a price', () => {
  it('is the same after conversion to cents and back, over the whole range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        const written = Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
        assert.ok(hasWholeCents(written));
        assert.equal(toCents(written), cents);
        assert.equal(fromCents(cents), written);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has no more than two decimals', () => {
    for (const price of [0.001, 0.005, 1.005, 2.675, 19.999, 999_999.999, 1e-9, 0.07 + 1e-16]) {
      assert.equal(hasWholeCents(price), false, `${price}`);
    }
    for (const price of [0.07, 0.29, 0.57, 1.15, 4.35, 8.2, 1_000_000])
      assert.ok(hasWholeCents(price), `${price}`);
  });

  it('has no negative zero', () => {
    assert.ok(Object.is(toCents(-0), 0));
  });
});
