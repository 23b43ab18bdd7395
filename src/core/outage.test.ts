import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { Outage } from './outage.ts';

const [SECOND, MINUTE] = [1_000, 60_000];

test('repeated failures are reported at once, and then after 1, 2, 4 minutes and so on up to an hour', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  const told: number[] = [];
  for (let second = 0; second < 4 * 3_600; second += 1) {
    if (outage.fail()) told.push(second / 60);
    clock.advance(SECOND);
  }
  assert.deepEqual(told, [0, 1, 3, 7, 15, 31, 63, 123, 183]);
});

test('a report has the number of failures, and a failure of another kind is reported at once', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  assert.deepEqual(outage.fail('away'), { isNew: true, failures: 1 });
  assert.equal(outage.fail('away'), undefined);
  assert.deepEqual(outage.fail('a bug'), { isNew: true, failures: 3 });
  assert.equal(outage.fail('away'), undefined);
  clock.advance(2 * MINUTE);
  assert.deepEqual(outage.fail('away'), { isNew: false, failures: 5 });
});

test('the end is reported once, and only if the failure was', () => {
  const outage = new Outage(manualClock());
  assert.equal(outage.end(), false);
  outage.fail();
  assert.equal(outage.end(), true);
  assert.equal(outage.end(), false);
});

test('alternating failure and success is not reported more often', () => {
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

test('a failure after a long success is reported like the first one', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  outage.fail();
  outage.end();
  clock.advance(10 * MINUTE);
  assert.deepEqual(outage.fail(), { isNew: true, failures: 1 });
  clock.advance(MINUTE);
  assert.equal(outage.fail()?.failures, 2);
});

test('failures that are further apart than the interval are all reported', () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  outage.fail();
  clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(outage.fail(), { isNew: false, failures: 2 });
});
