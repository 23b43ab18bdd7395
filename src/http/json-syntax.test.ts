import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findSyntaxError } from './json-syntax.ts';

describe('where a text stops being JSON', () => {
  it('is where it first goes wrong', () => {
    for (const [text, offset] of [
      ['{"a": oops}', 6],
      ['{"a" 1}', 5],
      ['{"a":1,}', 7],
      ['{a:1}', 1],
      ["{'a':1}", 1],
      ['[1,]', 3],
      ['[1 2]', 3],
      ['{}x', 2],
      ['{} {}', 3],
      ['[}', 1],
      ['{]', 1],
      ['nul!', 3],
      ['"a\nb"', 2],
      ['"a\\x"', 3],
      ['"\\u12g4"', 5],
      ['05', 1],
      ['-x', 1],
      ['1.x', 2],
      ['1e+x', 3],
      ['.5', 0],
      ['\u00a0{}', 0],
    ] as const) {
      assert.throws(() => JSON.parse(text));
      assert.equal(findSyntaxError(text), offset, text);
    }
  });

  it('is its end when it only breaks off', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '[',
      '{"a',
      '{"a"',
      '{"a":',
      '{"a":1',
      '[1,',
      '"\\',
      '"\\u12',
      '-',
      '1.',
      '1e',
      'tru',
    ]) {
      assert.throws(() => JSON.parse(text));
      assert.equal(findSyntaxError(text), text.length, text);
    }
  });

  it('is where a character stands that no JSON may hold, wherever it was put', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.boolean(), (json, seed, spaced) => {
        const text = spaced ? JSON.stringify(JSON.parse(json), undefined, 2) : json;
        const at = seed % (text.length + 1);
        const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
        assert.throws(() => JSON.parse(broken));
        assert.equal(findSyntaxError(broken), at, broken);
      }),
    );
  });

  it('is found in the deepest text that a body may hold', () => {
    assert.equal(findSyntaxError('['.repeat(65_536)), 65_536);
    assert.equal(findSyntaxError('{"a":'.repeat(13_000)), 65_000);
    assert.equal(findSyntaxError(`"${'a'.repeat(65_000)}\n"`), 65_001);
  });
});
