import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RevisionLease } from './revision-lease.ts';

test('a copy is valid for the lease from the moment its query was sent, however late the answer came', (test) => {
  let now = 100;
  test.mock.method(performance, 'now', () => now);
  const copy = new RevisionLease(20);
  assert.equal(copy.of('hours'), undefined);
  now = 115;
  copy.keep(new Map([['hours', 7]]), 100);
  assert.equal(copy.of('hours'), 7);
  assert.equal(copy.isFresh(100), true);
  now = 120;
  assert.equal(copy.of('hours'), undefined);
  assert.equal(copy.isFresh(100), false);
});
