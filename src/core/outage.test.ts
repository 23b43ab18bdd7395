import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../test/support/manual-clock.ts';
import { Outage } from './outage.ts';

const [SECOND, MINUTE] = [1_000, 60_000];

test('what goes on failing is told at once, and then after 1, 2, 4 minutes and so on up to an hour', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  const told: number[] = [];
  for (let second = 0; second < 4 * 3_600; second += 1) {
    if (outage.fail()) told.push(second / 60);
    clock.advance(SECOND);
  }
  assert.deepEqual(told, [0, 1, 3, 7, 15, 31, 63, 123, 183]);
});

test('how often it has failed is told, and a failure of another kind at once', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  assert.deepEqual(outage.fail('away'), { isNew: true, failures: 1 });
  assert.equal(outage.fail('away'), undefined);
  assert.deepEqual(outage.fail('a bug'), { isNew: true, failures: 3 });
  assert.equal(outage.fail('away'), undefined);
  clock.advance(2 * MINUTE);
  assert.deepEqual(outage.fail('away'), { isNew: false, failures: 5 });
});

test('that it is over is told once, and only if it was told that it failed', () => {
  const outage = new Outage(manualClock());
  assert.equal(outage.end(), false);
  outage.fail();
  assert.equal(outage.end(), true);
  assert.equal(outage.end(), false);
});

test('what fails and works by turns is told of no more often', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  let lines = 0;
  for (let second = 0; second < 3_600; second += 1) {
    if (outage.fail()) lines += 1;
    if (outage.end()) lines += 1;
    clock.advance(SECOND);
  }
  assert.equal(lines, 2 * 6);
});

test('what fails again after it has worked for long is told like the first time', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  outage.fail();
  outage.end();
  clock.advance(10 * MINUTE);
  assert.deepEqual(outage.fail(), { isNew: true, failures: 1 });
  clock.advance(MINUTE);
  assert.equal(outage.fail()?.failures, 2);
});

test('what is tried less often than that is told of each time', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  outage.fail();
  clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(outage.fail(), { isNew: false, failures: 2 });
});
