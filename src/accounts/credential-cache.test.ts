import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { uuidV7 } from '../core/uuid.ts';
import type { Account } from './account.ts';
import { CredentialCache } from './credential-cache.ts';

const clock = manualClock();
const account = (username: string): Account => ({
  accountId: uuidV7(clock.now()),
  username,
  role: 'cashier',
});

describe('cached credentials', () => {
  test('are stored under a hash that no other process could make', () => {
    const [one, two] = [new CredentialCache(clock), new CredentialCache(clock)];
    const desk = { username: 'desk', password: 'secret' };
    assert.match(one.keyOf(desk), /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(one.keyOf(desk), one.keyOf({ ...desk }));
    assert.notEqual(one.keyOf(desk), two.keyOf(desk));
    assert.notEqual(one.keyOf(desk), one.keyOf({ ...desk, password: 'Secret' }));
    assert.notEqual(one.keyOf(desk), one.keyOf({ username: 'des', password: 'ksecret' }));
  });

  test('last five minutes, and not longer when the clock is set back', () => {
    const cache = new CredentialCache(clock);
    const desk = account('desk');
    cache.add('key', desk, 'hash', 1);
    clock.advance(5 * 60_000 - 1);
    assert.equal(cache.get('key', 1), desk);
    clock.advance(1);
    assert.equal(cache.get('key', 1), undefined);
    cache.add('key', desk, 'hash', 1);
    clock.advance(-1);
    assert.equal(cache.get('key', 1), undefined);
  });

  test('are valid while no account has changed, but their proof is kept for longer', () => {
    const cache = new CredentialCache(clock);
    cache.add('key', account('desk'), 'hash', 1);
    assert.equal(cache.get('key', 2), undefined);
    assert.equal(cache.proofOf('key'), 'hash');
    assert.equal(cache.proofOf('another'), undefined);
    clock.advance(15 * 60_000);
    assert.equal(cache.proofOf('key'), undefined);
  });

  test('are ten thousand at most: the least recently used goes first', () => {
    const cache = new CredentialCache(clock);
    for (let number = 0; number < 10_000; number += 1) cache.add(`key ${number}`, account('desk'), 'hash', 1);
    cache.get('key 0', 1);
    cache.add('one more', account('desk'), 'hash', 1);
    assert.notEqual(cache.get('key 0', 1), undefined);
    assert.equal(cache.get('key 1', 1), undefined);
    assert.notEqual(cache.get('key 2', 1), undefined);
    assert.notEqual(cache.get('one more', 1), undefined);
  });
});
