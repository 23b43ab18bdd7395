import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  test('gives back what it keeps, and never another value', () => {
    const cache = new BoundedCache<string>(100, (value) => value.length);
    cache.keep('a', 'apple');
    cache.keep('a', 'another');
    assert.equal(cache.get('a'), 'apple');
    assert.equal(cache.get('b'), undefined);
    cache.clear();
    assert.equal(cache.get('a'), undefined);
  });

  test('never holds more than its bound, and always the youngest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 })), (sizes) => {
        const cache = new BoundedCache<number>(100, (size) => size);
        for (const [index, size] of sizes.entries()) {
          cache.keep(`${index}`, size);
          assert.equal(cache.get(`${index}`), size);
        }
        const held = sizes.filter((_, index) => cache.get(`${index}`) !== undefined);
        assert.ok(held.reduce((sum, size) => sum + size, 0) <= 100);
      }),
    );
  });

  test('does not keep a value that would push everything else out', () => {
    const cache = new BoundedCache<number>(100, (size) => size);
    cache.keep('small', 10);
    cache.keep('huge', 51);
    assert.equal(cache.get('huge'), undefined);
    assert.equal(cache.get('small'), 10);
  });
});
