import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { graphemeBreaks, lineBreaks } from './line-breaks.ts';

describe('a line may end', () => {
  const cases: [string, string, string][] = [
    ['after a space', 'Light on the Water', 'Light |on |the |Water'],
    ['after a hyphen or a dash', 'Prince-Bishopric — rarities', 'Prince-|Bishopric |— |rarities'],
    ['between words of Chinese', '国家艺术', '国家|艺术'],
    ['not before closing punctuation', '艺术、国家。', '艺术、|国家。'],
    ['not after opening punctuation', '艺术（国家）', '艺术|（国家）'],
    ['not before a small kana or a long sound', 'ミュージアムのカード', 'ミュージアム|の|カード'],
    ['between emoji', '🎨🏛️🗿', '🎨|🏛️|🗿'],
    ['nowhere in a word', 'Donaudampfschifffahrt', 'Donaudampfschifffahrt'],
  ];
  for (const [rule, text, expected] of cases) {
    test(rule, () => {
      const ends = lineBreaks(text);
      const parts = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
      assert.equal(parts.join('|'), expected);
    });
  }

  test('between the words of Thai', () => {
    const text = 'พิพิธภัณฑสถานแห่งชาติ';
    const ends = lineBreaks(text);
    assert(ends.length > 1);
    assert.equal(ends.at(-1), text.length);
  });
});

test('a word too long for a line is divided between graphemes, never within one', () => {
  assert.deepEqual(graphemeBreaks('ab👨‍👩‍👧‍👦ç', 0, 15), [1, 2, 13, 15]);
});
