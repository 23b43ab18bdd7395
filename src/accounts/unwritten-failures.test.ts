import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UnwrittenFailures } from './failed-sign-ins.ts';

describe('unwritten failures', () => {
  test('are written once each, however many writes run', () => {
    const unwritten = new UnwrittenFailures(1_000);
    const portions = [unwritten.add('desk', 1), unwritten.add('desk', 2)];
    assert.deepEqual(
      portions.map(({ failures }) => failures),
      [1, 1],
    );
    for (const portion of portions) unwritten.settle(portion, false);
    const rest = unwritten.add('desk', 3);
    assert.equal(rest.failures, 3);
    assert.equal(unwritten.of('desk', 3)?.failures, 3);
    unwritten.settle(rest, true);
    assert.equal(unwritten.of('desk', 3), undefined);
  });

  test('that were forgotten while they were being written do not count against later ones', () => {
    const unwritten = new UnwrittenFailures(1_000);
    const first = unwritten.add('desk', 1);
    unwritten.forget('desk');
    const second = unwritten.add('desk', 2);
    unwritten.settle(first, true);
    assert.equal(unwritten.of('desk', 2)?.failures, 1);
    unwritten.settle(second, true);
    assert.equal(unwritten.of('desk', 2), undefined);
  });

  test('are of ten thousand keys at most: the one that failed longest ago goes first', () => {
    const unwritten = new UnwrittenFailures(1_000);
    for (let number = 0; number < 10_000; number += 1) unwritten.add(`key ${number}`, 1);
    unwritten.add('key 0', 1);
    unwritten.add('one more', 1);
    assert.equal(unwritten.of('key 0', 1)?.failures, 2);
    assert.equal(unwritten.of('key 1', 1), undefined);
    assert.equal(unwritten.of('key 2', 1)?.failures, 1);
  });
});
