import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonText } from './output.ts';

test('JSON for a terminal says the same, and does nothing to it', () => {
  const written = { name: 'a\u001b[2J\u007f\u009b2J\u202ec\u2028' };
  const text = jsonText(written);
  assert.match(text, /^[\n\x20-\x7e]*$/);
  assert.deepEqual(JSON.parse(text), written);
});
