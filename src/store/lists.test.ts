import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from './lists.ts';

test('a list takes the place of one question mark, padded so that few statements are prepared', () => {
  assert.deepEqual(bind("SELECT '?' FROM t WHERE a = ? AND b IN ? AND c = ?", [1, [2, 3, 4], 5]), {
    sql: "SELECT '?' FROM t WHERE a = ? AND b IN (?, ?, ?, ?) AND c = ?",
    values: [1, 2, 3, 4, 4, 5],
  });
});

test('without a list the statement stays as it is, and an empty list matches nothing', () => {
  assert.deepEqual(bind('SELECT ?', [null]), { sql: 'SELECT ?', values: [null] });
  assert.equal(bind('DELETE FROM t WHERE a IN ? AND b IN ?', [[1], []]), undefined);
});
