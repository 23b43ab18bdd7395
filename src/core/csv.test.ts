import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvLine, withFormulas } from './csv.ts';
import { type CsvRecord, readCsv } from './csv-reader.ts';

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
  ["'=1", "''=1"],
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

test('reads back what it has written, whatever that is', async () => {
  const hostile = fc.string({ unit: fc.constantFrom(...`'=+-@＝"; \t\r\n,a1é\u{1F3DB}`), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(hostile, fc.string()), { minLength: 1, maxLength: 4 }),
      async (cells) => {
        fc.pre(cells.some((cell) => cell.trim() !== ''));
        const texts = (async function* () {
          yield csvLine(cells);
        })();
        const records: CsvRecord[] = [];
        for await (const some of readCsv(texts)) records.push(...some);
        assert.deepEqual(
          records.map(({ fields }) => fields.map(withFormulas)),
          [cells],
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
