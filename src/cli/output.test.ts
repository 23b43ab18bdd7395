import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { forTerminal, jsonText } from './output.ts';

test('JSON for a terminal keeps its content, and holds no character that a terminal acts on', () => {
  const written = { name: 'a\u001b[2J\u007f\u009b2J\u202ec\u202bd\u2067e\u2028' };
  const text = jsonText(written);
  assert.match(text, /^[\n\x20-\x7e]*$/);
  assert.deepEqual(JSON.parse(text), written);
});

test('a message keeps its lines, and shows what a terminal would act on', () => {
  assert.equal(
    forTerminal('Refused:\n\t"a\u001b]0;b\u0007\r\u009b2J\u202e"'),
    'Refused:\n\t"a\\u001b]0;b\\u0007\\u000d\\u009b2J\\u202e"',
  );
});

test('all that a command says about stored data goes through these functions', async () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const direct = [];
  for (const file of files) {
    const text = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    if (/console\.|process\.std(?:out|err)\.write/.test(text)) direct.push(file);
  }
  // A picture, a script for shells, and the questions for a password.
  assert.deepEqual(direct.sort(), ['completion.ts', 'output.ts', 'password.ts', 'tickets.ts']);
});
