import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMarkup } from './markup.ts';

describe('the markup of the museum’s texts', () => {
  it('has paragraphs between blank lines, headings and lists', () => {
    const text = '# Who we are\nMuseum\nof the Sea\r\n\r\n\n- maps\n- ships\nEvery day';
    assert.deepEqual(readMarkup(text), [
      { kind: 'heading', lines: [[{ text: 'Who we are' }]] },
      { kind: 'paragraph', lines: [[{ text: 'Museum' }], [{ text: 'of the Sea' }]] },
      { kind: 'list', lines: [[{ text: 'maps' }], [{ text: 'ships' }]] },
      { kind: 'paragraph', lines: [[{ text: 'Every day' }]] },
    ]);
  });

  it('makes links of addresses, without the full stop behind them', () => {
    assert.deepEqual(readMarkup('See https://museum.example/a?b=1. Or ask info@museum.example!'), [
      {
        kind: 'paragraph',
        lines: [
          [
            { text: 'See ' },
            { text: 'https://museum.example/a?b=1', address: 'https://museum.example/a?b=1' },
            { text: '. Or ask ' },
            { text: 'info@museum.example', address: 'mailto:info@museum.example' },
            { text: '!' },
          ],
        ],
      },
    ]);
  });

  it('leaves everything else as it is written', () => {
    for (const text of [
      '<script>alert(1)</script>',
      '[a](javascript:alert(1))',
      '#no heading',
      '-no list',
      '**a**',
    ])
      assert.deepEqual(readMarkup(text), [{ kind: 'paragraph', lines: [[{ text }]] }]);
  });

  it('reads a long hostile text in no time that grows with its square', () => {
    for (const text of [
      'http://'.repeat(3_000),
      `http://${'.'.repeat(20_000)}`,
      'a'.repeat(20_000),
      '@.'.repeat(9_000),
    ])
      assert.equal(
        readMarkup(text)
          .flatMap(({ lines }) => lines.flat())
          .map((span) => span.text)
          .join(''),
        text,
      );
  });
});
