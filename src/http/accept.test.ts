import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsEncoding, parseQualityList, prefers } from './accept.ts';

test('reads weights leniently, and what is no weight as none', () => {
  for (const [written, weight] of [
    ...([
      ['0', 0],
      ['0.', 0],
      ['.0', 0],
      ['0.000', 0],
      ['0.5', 0.5],
      ['.2', 0.2],
      ['1', 1],
      ['1.000', 1],
    ] as const),
    ...([
      ['0.12345', 0.12345],
      ['7', 1],
      ['', 1],
      ['.', 1],
      ['-1', 1],
      ['high', 1],
      ['0x0', 1],
    ] as const),
  ])
    assert.deepEqual(parseQualityList(`De;q=${written}`), [{ name: 'de', weight }], written);
});

test('reads a single asterisk as any media type', () => {
  assert.equal(prefers('text/csv, *;q=.2', 'text/csv', 'application/json'), true);
  assert.equal(prefers('text/csv;q=.1, *;q=.2', 'application/json', 'text/csv'), true);
  assert.equal(prefers('*', 'text/csv', 'application/json'), false);
});

test('compresses for whoever accepts that, however the weight is written', () => {
  const accepts = (header: string) => acceptsEncoding('gzip', { 'accept-encoding': header });
  assert.deepEqual(['gzip;q=.5', 'gzip;q=.0', '*;q=.1', 'br'].map(accepts), [true, false, true, false]);
});
