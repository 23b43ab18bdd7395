import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('lets go of what it has kept longest when it is full', () => {
    const cache = new BoundedCache<string>(10, (text) => text.length);
    cache.keep('a', 'aaaa');
    cache.keep('b', 'bbbb');
    cache.keep('c', 'cccc');
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 'bbbb', 'cccc']);
  });

  it('keeps what it has under a key, and nothing that is larger than itself', () => {
    const cache = new BoundedCache<string>(10, (text) => text.length);
    cache.keep('a', 'first');
    cache.keep('a', 'second');
    assert.equal(cache.get('a'), 'first');
    cache.keep('b', 'b'.repeat(11));
    assert.equal(cache.get('b'), undefined);
    cache.clear();
    assert.equal(cache.get('a'), undefined);
    cache.keep('c', 'c'.repeat(10));
    assert.equal(cache.get('c'), 'c'.repeat(10));
  });
});
