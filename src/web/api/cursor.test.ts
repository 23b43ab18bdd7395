import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCursor, writeCursor } from './cursor.ts';

test('a list goes on from its own cursor, as it was given, and from nothing else', () => {
  assert.equal(readCursor('tickets', writeCursor('tickets', 68_719_476_737)), 68_719_476_737);
  assert.equal(readCursor('tickets', writeCursor('journal', 7)), undefined);
  for (const text of ['', 'tickets before ', 'tickets before 1e3', 'tickets before 07', 'tickets before 1.5'])
    assert.equal(readCursor('tickets', Buffer.from(text).toString('base64url')), undefined, text);
});
