import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonText } from './output.ts';

test('JSON for a terminal keeps its content, and holds no character that a terminal acts on', () => {
  const written = { name: 'a\u001b[2J\u007f\u009b2J\u202ec\u202bd\u2067e\u2028' };
  const text = jsonText(written);
  assert.match(text, /^[\n\x20-\x7e]*$/);
  assert.deepEqual(JSON.parse(text), written);
});
