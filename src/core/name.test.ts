import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isolated, oneLine, turnsWords } from './name.js';

describe('a name in a sentence', () => {
  it('stands alone where it is written from right to left, or directs text', () => {
    for (const name of [
      'מוזיאון (20:00)',
      'متحف',
      'Night \u2067of\u2069 stars',
      'Night\u200F',
      '\u{1E900}\u{1E901}',
    ])
      assert.equal(isolated(name), `\u2068${name}\u2069`);
  });

  it('is as it was where it is not', () => {
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

  it('begins and ends its isolates itself', () => {
    assert.equal(oneLine('Night \u2067of stars'), 'Night \u2067of stars\u2069');
    assert.equal(oneLine('Night\u2069 of \u2066stars\u2069\u2069'), 'Night of \u2066stars\u2069');
    assert.equal(oneLine('\u2067a\u2066b\u2069c\u2069'), '\u2067a\u2066b\u2069c\u2069');
  });

  it('reads as what it is: letters are turned around by none', () => {
    assert.equal(oneLine('Night \u202Efo\u202D stars'), 'Night fo stars');
  });

  it('is told from words that go from left to right', () => {
    assert.equal(turnsWords('Night of stars'), false);
    assert.equal(turnsWords('ליל'), true);
  });
});
