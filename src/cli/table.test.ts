import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTable } from './table.ts';

test('a table has its columns one under the other and no spaces at the ends of lines', () => {
  const text = textTable(
    ['NAME', 'ROLE', 'STATE'],
    [
      ['desk', 'cashier', 'in use'],
      ['a much longer name', 'gate', ''],
    ],
  );
  assert.equal(
    text,
    [
      'NAME                ROLE     STATE',
      'desk                cashier  in use',
      'a much longer name  gate',
    ].join('\n'),
  );
});

test('letters that take two columns, or none, do not push the next column aside', () => {
  const rows = textTable(
    ['N', 'R'],
    [
      ['博物館', 'x'],
      ['e\u0301e\u0301', 'x'],
      ['🎟️🎫', 'x'],
    ],
  ).split('\n');
  assert.deepEqual(rows, ['N       R', '博物館  x', 'e\u0301e\u0301      x', '🎟️🎫     x']);
});

test('what is written in a cell stays in it, and does nothing to the terminal', () => {
  const rows = textTable(['N', 'R'], [['a\u001b[2J\nb\u009b2J\u202ec', 'x']]).split('\n');
  assert.deepEqual(rows, ['N                                 R', 'a\\u001b[2J\\u000ab\\u009b2J\\u202ec  x']);
});
