import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CsvRecord, LONGEST_RECORD, readCsv } from './csv-reader.ts';

/** The records of a file that comes in these pieces. */
async function read(...pieces: string[]): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  const source = (async function* () {
    yield* pieces;
  })();
  for await (const some of readCsv(source)) records.push(...some);
  return records;
}

const cases: readonly (readonly [what: string, text: string, ...CsvRecord[]])[] = [
  ['lines that end in LF', 'a,b\nc,d\n', { line: 1, fields: ['a', 'b'] }, { line: 2, fields: ['c', 'd'] }],
  ['lines that end in CRLF', 'a\r\nb\r\n', { line: 1, fields: ['a'] }, { line: 2, fields: ['b'] }],
  ['lines that end in CR', 'a\rb', { line: 1, fields: ['a'] }, { line: 2, fields: ['b'] }],
  ['a last line without an end', 'a,', { line: 1, fields: ['a', ''] }],
  ['quotes', '"a,""b""",""\n', { line: 1, fields: ['a,"b"', ''] }],
  [
    'quoted text of several lines',
    '"a\r\nb",c\n\nd',
    { line: 1, fields: ['a\r\nb', 'c'] },
    { line: 4, fields: ['d'] },
  ],
  ['lines without text, which it leaves out', '\n,, ,\r\n\r\n', ...[]],
  ['text behind a quoted field, as a fault', 'a,"b"c\n', { line: 1, fields: ['a', 'b'], fault: 'quotes' }],
  ['a quote inside of a field, as a fault', 'a"b"\n', { line: 1, fields: ['ab'], fault: 'quotes' }],
  [
    'quotes that are not closed, as a fault',
    'a\n"b\nc',
    { line: 1, fields: ['a'] },
    { line: 2, fields: ['b\nc'], fault: 'quotes' },
  ],
];

for (const [what, text, ...records] of cases) {
  test(`reads ${what}`, async () => {
    assert.deepEqual(await read(text), records);
    assert.deepEqual(await read(...text), records, 'a character at a time');
  });
}

test('stops at a line that does not end, without reading on', async () => {
  let pieces = 0;
  const endless = (async function* () {
    for (; ; pieces++) yield 'x'.repeat(1_000);
  })();
  const records: CsvRecord[] = [];
  for await (const some of readCsv(endless)) records.push(...some);
  assert.deepEqual(records, [{ line: 1, fields: [], fault: 'too-long' }]);
  assert.equal(pieces, LONGEST_RECORD / 1_000);
});
