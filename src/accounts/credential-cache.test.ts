import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { manualClock } from '../../test/support/manual-clock.ts';
import { uuidV7 } from '../core/uuid.ts';
import type { Account } from './account.ts';
import { CredentialCache } from './credential-cache.ts';

const clock = manualClock();
const account = (username: string): Account => ({
  accountId: uuidV7(clock.now()),
  username,
  role: 'cashier',
});

describe('remembered sign-ins', () => {
  test('hold neither the credentials nor a hash that another process could make', () => {
    const [one, two] = [new CredentialCache(clock), new CredentialCache(clock)];
    const desk = { username: 'desk', password: 'secret' };
    assert.match(one.keyOf(desk), /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(one.keyOf(desk), one.keyOf({ ...desk }));
    assert.notEqual(one.keyOf(desk), two.keyOf(desk));
    assert.notEqual(one.keyOf(desk), one.keyOf({ ...desk, password: 'Secret' }));
    assert.notEqual(one.keyOf(desk), one.keyOf({ username: 'des', password: 'ksecret' }));
  });

  test('last five minutes, and not longer when the clock is set back', () => {
    const remembered = new CredentialCache(clock);
    const desk = account('desk');
    remembered.add('key', desk, 'hash', 1);
    clock.advance(5 * 60_000 - 1);
    assert.equal(remembered.get('key', 1), desk);
    clock.advance(1);
    assert.equal(remembered.get('key', 1), undefined);
    remembered.add('key', desk, 'hash', 1);
    clock.advance(-1);
    assert.equal(remembered.get('key', 1), undefined);
  });

  test('hold only while no account has changed, but what proved them is known for a while longer', () => {
    const remembered = new CredentialCache(clock);
    remembered.add('key', account('desk'), 'hash', 1);
    assert.equal(remembered.get('key', 2), undefined);
    assert.equal(remembered.proofOf('key'), 'hash');
    assert.equal(remembered.proofOf('another'), undefined);
    clock.advance(15 * 60_000);
    assert.equal(remembered.proofOf('key'), undefined);
  });

  test('are ten thousand at most: the one that was not asked for the longest goes first', () => {
    const remembered = new CredentialCache(clock);
    for (let number = 0; number < 10_000; number += 1)
      remembered.add(`key ${number}`, account('desk'), 'hash', 1);
    remembered.get('key 0', 1);
    remembered.add('one more', account('desk'), 'hash', 1);
    assert.notEqual(remembered.get('key 0', 1), undefined);
    assert.equal(remembered.get('key 1', 1), undefined);
    assert.notEqual(remembered.get('key 2', 1), undefined);
    assert.notEqual(remembered.get('one more', 1), undefined);
  });
});
