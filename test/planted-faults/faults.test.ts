import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANTED_FAULTS } from './faults.ts';

const ROOT = join(import.meta.dirname, '../..');

test('each fault can be planted in the sources as they are, and its tests are there', () => {
  for (const { what, file, find, by } of PLANTED_FAULTS) {
    assert.equal(readFileSync(join(ROOT, file), 'utf8').split(find).length, 2, what);
    for (const each of by) assert.ok(existsSync(join(ROOT, each)), `${what}: ${each}`);
  }
  const count = PLANTED_FAULTS.length;
  assert.match(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'), new RegExp(`plants ${count} faults`));
});
