import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../../../fixtures/doctor.ts';
import { clockFinding } from './clock.ts';

test('clocks are compared within what the question took, and what the other clock leaves out', () => {
  const seen = (earliest: number, latest: number) =>
    linesOf([clockFinding('the database', earliest, latest, 100_000, 130_000)]);
  for (const [earliest, latest] of [
    [100_000, 100_000],
    [130_000, 131_000],
    [94_000, 95_001], // a second and its fractions
    [134_999, 135_999],
  ] as const)
    assert.equal(seen(earliest, latest), 'ok clock: The clock agrees with that of the database.');
  assert.match(seen(94_000, 94_999), /^warning clock: The clock is 5 s ahead of that of the database\. → /);
  assert.match(seen(140_000, 141_000), /^warning clock: The clock is 10 s behind that of the database\. → /);
  assert.match(seen(400_000, 401_000), /^fault clock: The clock is 4 minutes behind that of the database\. /);
});
