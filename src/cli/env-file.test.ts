import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { oddLines } from './env-file.ts';

const CUT = (line: number, name: string) =>
  `.env, line ${line}: the value of ${name} ends before the #. If the # is part of the value, put the value in single quotes.`;

test('a line without = and a value that is cut at a # are reported, without the value', () => {
  const text =
    "# ours\nMUSEUM_NAME\nMUSEUM_ADMIN_PASSWORD=correct #1 horse\n\nHOST=a#b\nPORT='80' # the door\n";
  assert.deepEqual(oddLines(text), [
    '.env, line 2: the line has no = and is ignored. Write settings as NAME=VALUE.',
    CUT(3, 'MUSEUM_ADMIN_PASSWORD'),
    CUT(5, 'HOST'),
  ]);
  assert.deepEqual({ ...parseEnv(text) }, { MUSEUM_ADMIN_PASSWORD: 'correct', HOST: 'a', PORT: '80' });
});

test('a line that is read as it looks is not reported', () => {
  for (const text of [
    "A='x # y'",
    'A="x\nno equals # here\n"\nB=1',
    'export A=1',
    '',
    '\r\nA=1\r\n',
    "A='open\nB=2",
  ])
    assert.deepEqual(oddLines(text), [], JSON.stringify(text));
  assert.deepEqual(oddLines(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')), []);
});
