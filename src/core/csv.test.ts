import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

/** One cell as it is written. */
function written(cell: string | number): string {
  return csvLine([cell]).slice(0, -'\r\n'.length);
}

const cases: readonly (readonly [string, string])[] = [
  ['Sorolla and the sea', 'Sorolla and the sea'],
  ['a"b,c', '"a""b,c"'],
  ['=1', "'=1"],
  ['  +1', "'  +1"],
  ['＝1', "'＝1"],
  ['\tx', `"'\tx"`],
  ['sea; sand', '"sea; sand"'],
  [';=1', `";'=1"`],
  ['a; @x;-1', `"a;' @x;'-1"`],
  ['\t=1', `"'\t'=1"`],
  ['a\r\n=1', `"a\r'\n'=1"`],
  ['1=1; 2-1', '"1=1; 2-1"'],
];

for (const [cell, right] of cases) {
  test(`writes ${JSON.stringify(cell)} so that no spreadsheet finds a formula in it`, () => {
    assert.equal(written(cell), right);
    for (const part of right.split(/[;\t\r\n]/)) assert.doesNotMatch(part, /^"?\s*[=+\-@＝＋－＠]/);
  });
}

test('writes numbers as they are, negative ones too', () => {
  for (const figure of [-12, '-12.50', 0]) assert.equal(written(figure), `${figure}`);
});
