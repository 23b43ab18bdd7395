import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from './torture/options.ts';
import { torture } from './torture/torture.ts';

const SHORT = { seconds: 600, seed: 7, breakage: undefined };

test('a service that is killed again and again keeps every sale that it told, and comes back by itself', async () => {
  const report = await torture({ ...SHORT, rounds: 4 });
  assert.deepEqual(report.violations, []);
  assert.equal(report.rounds, 4);
  assert.ok(report.kills > 4);
  assert.ok(report.acknowledged > 0);
});

test('the torture finds places that are sold twice when the guard is taken out', async () => {
  const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'guard' });
  assert.match(violations[0] ?? 'nothing', / was sold place \d+ of \d+ on /);
});

test('the torture finds what is lost when the store says that it is done before it is', async () => {
  const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'durability' });
  assert.match(
    violations[0] ?? 'nothing',
    / is missing|was last set to | none of the versions |that was sold is answered 404|, and keeps nothing/,
  );
});

test('the torture takes no arguments that it does not know', () => {
  assert.throws(() => readOptions(['--break', 'everything']), /--break is guard or durability/);
  assert.throws(() => readOptions(['--rounds', 'many']), /--rounds is a whole number/);
  assert.deepEqual(readOptions(['--rounds', '3', '--seed', '9']), {
    rounds: 3,
    seconds: 3_600,
    seed: 9,
    breakage: undefined,
  });
});
