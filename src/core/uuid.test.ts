import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { isUuid, parseUuid, uuidV7Source } from './uuid.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a UUID', () => {
  it('is read in either case and written in lower case', () => {
    const id = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
    assert.equal(parseUuid(id.toUpperCase()), id);
    for (const text of [
      '',
      'nine',
      id.slice(1),
      `${id}0`,
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}\n`,
      `g${id.slice(1)}`,
    ]) {
      assert.equal(parseUuid(text), undefined, text);
      assert.equal(isUuid(text), false);
    }
  });

  it('is of version 7, holds its time, and is never made twice', () => {
    const clock = manualClock();
    const source = uuidV7Source();
    const next = () => source(clock.now());
    const ids = Array.from({ length: 10_000 }, next);
    for (const id of ids.slice(0, 100)) assert.match(id, V7);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(Number.parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16), clock.now());
  });

  it('rises, when many are made in a millisecond and when the clock is set back', () => {
    const clock = manualClock();
    const source = uuidV7Source();
    const next = () => source(clock.now());
    const ids: string[] = [];
    for (const step of [0, 1, 0, -5_000, 0, 60_000]) {
      clock.advance(step);
      ids.push(...Array.from({ length: 5_000 }, next));
    }
    assert.deepEqual(ids, ids.toSorted());
    for (const id of ids) assert.match(id, V7);
  });
});
