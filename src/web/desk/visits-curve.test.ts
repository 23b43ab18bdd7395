import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsIn } from '../../pages/texts.ts';
import { visitsCurve } from './visits-curve.ts';

const words = wordsIn('en', { timeZone: 'Europe/Berlin', currency: 'EUR' });

/** What the bars of a curve say, of quarter-hours in which one visitor came in each. */
function barsOf(...instants: readonly string[]) {
  const counted = instants.map((instant) => {
    const at = Date.parse(instant);
    return { at, from: words.time(at), in: 1, out: 0 };
  });
  const { text } = visitsCurve('en', words, counted);
  return {
    heights: [...text.matchAll(/<rect[^>]* height="(\d+)"/g)].map(([, height]) => Number(height)),
    hours: [...text.matchAll(/<text x[^>]*>([^<]+)</g)].map(([, hour]) => hour),
  };
}

test('quarter-hours in which nobody came are bars without height, past midnight too', () => {
  assert.deepEqual(barsOf('2027-03-01T22:30Z', '2027-03-01T23:15Z'), {
    heights: [100, 0, 0, 100],
    hours: ['23:30', '00:00'],
  });
});

test('an hour that comes twice has bars for both, and one that is skipped has none', () => {
  const back = barsOf('2027-10-31T00:30Z', '2027-10-31T00:45Z', '2027-10-31T01:00Z', '2027-10-31T01:45Z');
  assert.deepEqual(back, { heights: [100, 100, 100, 0, 0, 100], hours: ['02:30', '02:00'] });
  const forward = barsOf('2027-03-28T00:45Z', '2027-03-28T01:00Z');
  assert.deepEqual(forward, { heights: [100, 100], hours: ['03:00'] });
});

test('times below the bars do not run into each other', () => {
  assert.deepEqual(barsOf('2027-03-01T22:45Z', '2027-03-01T23:00Z').hours, ['00:00']);
  assert.deepEqual(barsOf('2027-03-01T22:30Z', '2027-03-01T23:00Z').hours, ['23:30', '00:00']);
  assert.deepEqual(barsOf('2027-03-01T10:00Z', '2027-03-04T10:00Z').hours, ['11:00']);
});

test('a visitor who leaves days later adds one bar', () => {
  assert.equal(barsOf('2027-03-01T10:00Z', '2027-03-04T10:00Z').heights.length, 2);
});
