import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isolated, oneLine, turnsWords } from './name.js';

describe('a name in a sentence', () => {
  it('is isolated when it has letters from right to left, or characters that control direction', () => {
    for (const name of [
      'מוזיאון (20:00)',
      'متحف',
      'Night \u2067of\u2069 stars',
      'Night\u200F',
      '\u{1E900}\u{1E901}',
    ])
      assert.equal(isolated(name), `\u2068${name}\u2069`);
  });

  it('is unchanged otherwise', () => {
    for (const name of [
      'Sorolla and the sea',
      'Ночь музеев',
      '夜の美術館',
      'ราตรี',
      'संग्रहालय',
      '👩‍👩‍👧‍👦',
      '',
    ])
      assert.equal(isolated(name), name);
  });

  it('has its isolates in pairs', () => {
    assert.equal(oneLine('Night \u2067of stars'), 'Night \u2067of stars\u2069');
    assert.equal(oneLine('Night\u2069 of \u2066stars\u2069\u2069'), 'Night of \u2066stars\u2069');
    assert.equal(oneLine('\u2067a\u2066b\u2069c\u2069'), '\u2067a\u2066b\u2069c\u2069');
  });

  it('has no overrides, which would turn its letters around', () => {
    assert.equal(oneLine('Night \u202Efo\u202D stars'), 'Night fo stars');
  });

  it('can change the order of words only when it is written from right to left', () => {
    assert.equal(turnsWords('Night of stars'), false);
    assert.equal(turnsWords('ליל'), true);
  });
});
